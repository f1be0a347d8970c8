public import BankCore

/// Runs a day in virtual time, as fast as it goes.
public enum VirtualDriver {
  /// How a run ended.
  public enum Ending: Equatable, Sendable {
    /// Everybody came and nobody is left, or nothing will happen any more, or the time was up.
    case done
    /// Somebody asked to stop.
    case interrupted
    /// The policy or the queue broke a law and the run was to be strict.
    case stopped(BankFault)
  }

  /// Runs `day` to its end, or up to and including `end`.
  ///
  /// - Parameters:
  ///   - day: the day to run.
  ///   - end: the last instant to run; `Time.never` for the whole day.
  ///   - isStrict: whether to stop when the policy or the queue breaks a law, rather than go on without it.
  ///   - isInterrupted: asked now and then (every 4,096 steps) whether to stop.
  ///   - observer: is told of every event.
  /// - Returns: how the run ended.
  @inlinable
  public static func run<Queue, Policy, Arrivals, Observer: BankObserver>(
    _ day: inout Day<Queue, Policy, Arrivals>, until end: Time = .never, isStrict: Bool = true,
    isInterrupted: () -> Bool = { false }, _ observer: inout Observer
  ) -> Ending {
    while goOn(&day, until: end, isStrict: isStrict, &observer) {
      if isInterrupted() { return .interrupted }
    }
    if isStrict, let fault = day.bank.fault { return .stopped(fault) }
    guard end < .never else { return .done }
    day.bank.advance(to: end, &observer)
    // A day that stops at `end` cannot show that the policy would never call somebody: so a copy of the bank is run on.
    if isStrict, let fault = day.faultToCome { return .stopped(fault) }
    return .done
  }

  /// Takes 4,096 steps; returns whether there may be more to take.
  ///
  /// A function of its own: inlined, what is asked in between slows every step.
  @inlinable
  @inline(never)
  static func goOn<Queue, Policy, Arrivals, Observer: BankObserver>(
    _ day: inout Day<Queue, Policy, Arrivals>, until end: Time, isStrict: Bool,
    _ observer: inout Observer
  ) -> Bool {
    var remaining = 4096
    repeat {
      guard day.step(until: end, &observer) else { return false }
      if day.bank.hasDropped, isStrict { return false }
      remaining &-= 1
    } while remaining > 0
    return true
  }
}
