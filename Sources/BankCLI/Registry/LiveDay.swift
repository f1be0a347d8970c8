import BankCore
import BankLive
import BankQueues

/// A day by the clock, compiled once for all policies and queues: a clock waits longer than a look-up.
struct LiveDay: Sendable {
  let inputs: DayInputs
  let speed: Double
  var clock: any Clock<Duration> & Sendable = ContinuousClock()
  /// What time it is when it begins, and what is in stock then; `nil` for the opening.
  var beginning: SessionStart?

  /// A live bank that is not open yet.
  func open(_ policy: any TellerPolicy, _ claims: Claims) -> any OpenBank {
    open(policy, claims, clock)
  }

  private func open(
    _ policy: any TellerPolicy, _ claims: Claims, _ clock: some Clock<Duration>
  ) -> any OpenBank {
    var nobody = IgnoringObserver()
    let bank = inputs.bank(
      AnyQueue(inputs.queue), AnyPolicy(policy, Watchdog.shared.questions), claims,
      from: beginning, isWatched: true, &nobody)
    let start = beginning?.time ?? .zero
    var day = Day(bank: bank, arrivals: inputs.arrivals)
    day.skipArrivals(before: start)
    return LiveBank(day, clock: clock, speed: speed, from: start)
  }
}
