import BankCore
import BankLive
import BankQueues

/// A day by the clock, compiled once for all policies and queues: a clock waits longer than a look-up.
struct LiveDay: Sendable {
  let inputs: DayInputs
  let speed: Double
  var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// A live bank that is not open yet.
  func open(_ policy: any TellerPolicy, _ claims: Claims) -> any OpenBank {
    open(policy, claims, clock)
  }

  private func open(
    _ policy: any TellerPolicy, _ claims: Claims, _ clock: some Clock<Duration>
  ) -> any OpenBank {
    var bank = Bank(
      plan: inputs.plan, queue: AnyQueue(inputs.queue),
      policy: AnyPolicy(policy, Watchdog.shared), claims: claims, session: inputs.session,
      routes: inputs.routes, handovers: inputs.handovers)
    bank.isWatched = true
    return LiveBank(Day(bank: bank, arrivals: inputs.arrivals), clock: clock, speed: speed)
  }
}
