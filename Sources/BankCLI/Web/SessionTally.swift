import BankCore
import BankRecords

/// What a session came to so far, as the page's status strip and trend need it when they begin.
///
/// In memory that does not grow with the session, but for those who finished in the last quarter of an hour.
struct SessionTally: Sendable {
  private let plan: BranchPlan
  private var floor: ObservedFloor
  private var arrived = 0
  private var lost: [Int]
  private var judged = 0
  private var inTime = 0
  private var finishedAt: [Time] = []
  /// How many waited for each service: every second of the bank at first, then every two, every four.
  private var history: [(time: Time, waiting: [Int])] = []
  private var step = Time.seconds(1)

  /// How long somebody who was served counts as of late.
  private static let recent = Time.seconds(900)
  private static let mostSamples = 240

  init(_ plan: BranchPlan) {
    self.plan = plan
    floor = ObservedFloor(plan: plan)
    lost = plan.services.map { _ in 0 }
  }

  mutating func observe(_ event: BankEvent) {
    floor.observe(event)
    switch event.kind {
    case .arrived(let client, _):
      // On a route a client joins again, with the same ticket.
      arrived = max(arrived, client.ticket)
    case .refused(let client, _):
      arrived = max(arrived, client.ticket)
      lost[client.service] += 1
    case .abandoned(let client, _), .balked(let client, _):
      lost[client.service] += 1
      judge(client.service, isInTime: false)
    case .started(let client, _, _):
      let target = plan.services[client.service].target ?? .never
      judge(client.service, isInTime: event.time - client.arrival <= target)
    case .finished:
      finishedAt.append(event.time)
      if finishedAt.count > 20_000 { finishedAt.removeFirst(10_000) }
    case .reset: self = SessionTally(plan)
    case .came, .left, .restocked, .ejected: break
    }
    sample(event.time)
  }

  private mutating func judge(_ service: Int, isInTime: Bool) {
    guard plan.services[service].target != nil else { return }
    judged += 1
    if isInTime { inTime += 1 }
  }

  private mutating func sample(_ now: Time) {
    if let last = history.last, now - last.time < step { return }
    history.append((now, floor.waiting))
    guard history.count > Self.mostSamples else { return }
    history = history.indices.filter { $0 % 2 == 0 }.map { history[$0] }
    step = step + step
  }

  /// The members of a floor message that tell of the session so far.
  func members(at now: Time) -> [JSON.Member] {
    let recent = finishedAt.filter { now - $0 < Self.recent }
    return [
      .init(
        "today",
        [
          "arrived": .number(arrived), "judged": .number(judged), "inTime": .number(inTime),
          "lost": .number(lost.reduce(0, +)),
          "lostBy": .object(zip(plan.services, lost).map { .init($0.name, .number($1)) }),
        ]),
      .init("finishedAt", .array(recent.map { .number($0.seconds) })),
      .init(
        "history",
        .array(
          history.map { sample in
            .array([.number(sample.time.seconds)] + sample.waiting.map { .number($0) })
          })),
    ]
  }
}
