import BankCore
import BankLive
import BankQueues

/// A day by the clock, compiled once for all policies and queues: a clock waits longer than a look-up.
struct LiveDay: Sendable {
  let inputs: DayInputs
  let speed: Double
  var clock: any Clock<Duration> & Sendable = ContinuousClock()
  /// What time it is when it begins, and what is in stock then; `nil` for the opening.
  var beginning: (time: Time, stock: [Int])?

  /// A live bank that is not open yet.
  func open(_ policy: any TellerPolicy, _ claims: Claims) -> any OpenBank {
    open(policy, claims, clock)
  }

  private func open(
    _ policy: any TellerPolicy, _ claims: Claims, _ clock: some Clock<Duration>
  ) -> any OpenBank {
    var bank = Bank(
      plan: inputs.plan, queue: AnyQueue(inputs.queue),
      policy: AnyPolicy(policy, Watchdog.shared.questions), claims: claims,
      // A reset begins the next.
      session: inputs.session - (beginning == nil ? 0 : 1), routes: inputs.routes,
      handovers: inputs.handovers)
    bank.isWatched = true
    if let beginning {
      var nobody = IgnoringObserver()
      bank.reset(at: beginning.time, &nobody)
      for (item, count) in beginning.stock.enumerated() {
        bank.restock(item, to: count, at: beginning.time, &nobody)
      }
    }
    let start = beginning?.time ?? .zero
    var day = Day(bank: bank, arrivals: inputs.arrivals)
    day.skipArrivals(before: start)
    return LiveBank(day, clock: clock, speed: speed, from: start)
  }
}
