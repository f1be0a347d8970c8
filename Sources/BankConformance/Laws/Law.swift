public import BankCore

/// A law of a teller policy: what it says, and how a world shows that it is broken.
public struct Law: Sendable {
  /// 5 for `L5`.
  public let number: Int

  /// `L5`.
  public let id: LawID

  /// What it says, in a few words.
  public let title: Phrase

  /// What it is tried by, for the page that lists the laws.
  package let tried: Phrase

  /// What to look at first when it is broken.
  package let hint: Phrase

  let test: Test

  /// Whether it looks at every call, or at everybody who waits at it, which takes too long in a large world.
  var readsCalls: Bool { [1, 4, 5, 6, 9, 10, 22].contains(number) }

  /// The ways in which a law is tested.
  enum Test: Sendable {
    /// Once for a policy: findings, and the number of cases.
    case once(@Sendable (Subject, inout Witness) -> (findings: [Phrase], cases: Int))
    /// In every world, on one run.
    case run(@Sendable (Evidence, inout Witness) -> Verdict)
    /// In every world, by comparing runs.
    case relation(@Sendable (Evidence) -> Verdict)
    /// In large and odd worlds of its own: by whatever other law they break.
    case extremes
  }

  init(_ number: Int, title: Phrase, tried: Phrase, hint: Phrase, test: Test) {
    self.number = number
    id = .policy(number)
    self.title = title
    self.tried = tried
    self.hint = hint
    self.test = test
  }
}

/// What a world says about a law.
enum Verdict {
  /// The world has nothing to do with the law.
  case irrelevant
  case kept
  case broken(Finding)

  /// Kept where there is no finding.
  static func unless(_ finding: Finding?) -> Verdict { finding.map { .broken($0) } ?? .kept }
}

/// How a world breaks a law.
public struct Finding: Sendable, Equatable {
  /// When, in the world.
  public var time: Time

  /// What happened, as a sentence.
  public var sentence: Phrase

  /// What to look at first, where the law's own hint does not fit.
  var hint: Phrase?

  init(_ time: Time, _ sentence: Phrase, hint: Phrase? = nil) {
    self.time = time
    self.sentence = sentence
    self.hint = hint
  }
}

/// One world, what a policy did in it, and the means to try it again in other ways.
struct Evidence {
  let world: World
  let run: WorldHistory
  let replay: CallHistory
  let subject: Subject

  var claims: Claims { subject.claims }
  var plan: BranchPlan { run.plan }

  /// Whether the world is small enough for laws that look at everybody at every step.
  var isSmall: Bool { world.visitors.count < CallHistory.most }

  func name(_ teller: Int) -> String { World.tellerName(teller) }
}

/// Weaknesses that were declared and seen.
struct Witness {
  var idledOnPurpose = false
  var wasOutOfOrder = false
  var overtakes = 0
  var looksGrew = false
  var memoryGrew = false
  var drewLots = false
  /// The options that never changed anything.
  var optionsWithoutEffect: [String] = []
}

extension Law {
  /// Every law, by number.
  public static let all: [Law] = [
    servedOnce, nobodyIsLost, onlySkilledTellers, onlyLegalCalls, firstComeFirstServed,
    workConservation, determinism, resetsLeaveNoTrace, wakeUpsEnd, boundedOvertaking, absentTellers,
    namesDoNotMatter, timeOfDayDoesNotMatter, futureHasNoInfluence, policiesAreValues,
    timeNeverGoesBack, options, instancesAreApart, extremes,
    nameAndSummary, workPerDecision, startsAndEndsAreTold, monotoneStaffing,
  ]

  /// The order in which a world is judged: what the bank itself refuses, then what is plain to see,
  /// then determinism, then claims, and only then what follows from comparing runs.
  static let order: [Law] = [
    onlySkilledTellers, onlyLegalCalls, absentTellers, wakeUpsEnd, servedOnce, timeNeverGoesBack,
    startsAndEndsAreTold, nobodyIsLost, determinism, firstComeFirstServed, workConservation,
    boundedOvertaking, instancesAreApart, policiesAreValues, resetsLeaveNoTrace, namesDoNotMatter,
    timeOfDayDoesNotMatter, futureHasNoInfluence, monotoneStaffing,
  ]

  /// What to look at where the fault is no call.
  private static func hint(of kind: BankFault.Kind) -> Phrase? {
    switch kind {
    case .illegalDecision(nil):
      "which lines, tellers and pools there are say floor.lines, floor.tellers and floor.pools"
    case .threw: "answer .idle instead, or refuse the branch in problems(with:for:)"
    default: nil
    }
  }

  /// A law that the bank checks: broken where the bank found the fault.
  static func checkedByBank(
    _ number: Int, title: Phrase, tried: Phrase, hint: Phrase,
    relevant: @escaping @Sendable (Evidence) -> Bool
  ) -> Law {
    Law(
      number, title: title, tried: tried, hint: hint,
      test: .run { evidence, _ in
        guard let fault = evidence.run.fault, fault.law == .policy(number) else {
          return relevant(evidence) ? .kept : .irrelevant
        }
        return .broken(
          Finding(fault.time, "The policy \(fault.finding).", hint: Self.hint(of: fault.kind)))
      })
  }
}
