// The imports of policies are a list of their own.
// swift-format-ignore-file: OrderedImports
public import BankCLI
import BankQueues

// policies begin (`bank new-policy` adds here, in order by name)
import AccumulatingPriority
import AgentsPreference
import CMu
import ClassPriority
import DeficitRoundRobin
import DelayedOverflow
import EarliestDeadline
import FastestFirst
import FixedSplit
import GeneralizedCMu
import HeadOfLine
import HeadStart
import JoinShortestLine
import LoanPriority
import LongestIdleFirst
import MaxWeight
import Optimal
import QueueRatio
import Reservation
import SharedPool
import SkillRouting
import Threshold
import TwoChoices
import WeightedRoundRobin

// policies end

/// What this package ships: for the command `bank`, and for packages that add their own to it.
public enum Shipped {
  /// The policies, in order by name.
  public static let policies: [RegisteredPolicy] = [
    // policies begin (`bank new-policy` adds here, in order by name)
    .init(AccumulatingPriorityPolicy.self),
    .init(AgentsPreferencePolicy.self),
    .init(CMuPolicy.self),
    .init(ClassPriorityPolicy.self),
    .init(DeficitRoundRobinPolicy.self),
    .init(DelayedOverflowPolicy.self),
    .init(EarliestDeadlinePolicy.self),
    .init(FastestFirstPolicy.self),
    .init(FixedSplitPolicy.self),
    .init(GeneralizedCMuPolicy.self),
    .init(HeadOfLinePolicy.self),
    .init(HeadStartPolicy.self),
    .init(JoinShortestLinePolicy.self),
    .init(LoanPriorityPolicy.self),
    .init(LongestIdleFirstPolicy.self),
    .init(MaxWeightPolicy.self),
    .init(OptimalPolicy.self),
    .init(QueueRatioPolicy.self),
    .init(ReservationPolicy.self),
    .init(SharedPoolPolicy.self),
    .init(SkillRoutingPolicy.self),
    .init(ThresholdPolicy.self),
    .init(TwoChoicesPolicy.self),
    .init(WeightedRoundRobinPolicy.self),
    // policies end
  ]

  /// The queues.
  ///
  /// The default is `ring`, or the first if the list has no `ring`.
  public static let queues = ShippedQueues.all.map { RegisteredQueue($0) }
}
