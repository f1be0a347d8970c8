import BankCore
import BankQueues

/// The standard branch: deposits of 0.7 s, loans of 1.1 s, three universal tellers.
func standardPlan(tellers: Int = 3, limit: Int? = nil, handover: Time = .zero) -> BranchPlan {
  plan(
    services: [
      Service("deposit", meanTime: .seconds(0.7)), Service("loan", meanTime: .seconds(1.1)),
    ],
    tellers: (0..<tellers).map { Teller(String($0 + 1)) }, limit: limit, handover: handover)
}

/// A plan that the test knows to be sound.
func plan(
  services: [Service], tellers: [Teller], stock: [ItemCount] = [], limit: Int? = nil,
  handover: Time = .zero
) -> BranchPlan {
  do {
    return try BranchPlan(
      services: services, tellers: tellers, stock: stock, limit: limit, handover: handover)
  } catch {
    preconditionFailure("\(error)")
  }
}

let seedsTimes: [Time] = [.seconds(0.7), .seconds(1.1)]

/// The clients of a line such as "DLD", all there at opening.
func line(_ letters: String) -> [Arrival] {
  letters.map { letter in
    let service = letter == "D" ? 0 : 1
    return Arrival(at: .zero, Visit(service: service, serviceTime: seedsTimes[service]))
  }
}

extension TellerPolicy {
  /// The policy with its defaults for `plan`.
  init(for plan: BranchPlan) {
    self.init(options: .defaults(for: plan), plan: plan, random: RandomSource(seed: 1))
  }
}

/// Runs a day to its end and returns what happened.
func events<Policy: TellerPolicy>(
  _ policy: Policy, _ plan: BranchPlan, _ arrivals: [Arrival],
  queue: some ClientQueueable = RingQueue()
) -> [BankEvent] {
  var day = Day(
    bank: Bank(plan: plan, queue: queue, policy: policy), arrivals: arrivals.makeIterator())
  var log = EventLog()
  while !day.isOver { day.step(&log) }
  return log.events
}

extension BankEvent {
  /// `0.7 finished 1 at 0`, for comparing and for reading.
  var short: String {
    let what =
      switch kind {
      case .arrived(let client, let line): "arrived \(client.ticket) in \(line)"
      case .refused(let client, _): "refused \(client.ticket)"
      case .balked(let client, _): "balked \(client.ticket)"
      case .abandoned(let client, _): "abandoned \(client.ticket)"
      case .started(let client, _, let teller): "started \(client.ticket) at \(teller)"
      case .finished(let client, let teller, _): "finished \(client.ticket) at \(teller)"
      case .came(let teller): "came \(teller)"
      case .left(let teller): "left \(teller)"
      case .restocked(let item, let count): "restocked \(item) to \(count)"
      case .reset: "reset"
      case .ejected(let fault): "ejected for \(fault.law)"
      }
    return "\(time) \(what)"
  }
}

extension [BankEvent] {
  var short: [String] { map(\.short) }
  var end: Time { last?.time ?? .zero }
}
