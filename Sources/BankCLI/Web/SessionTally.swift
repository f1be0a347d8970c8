import BankCore
import BankRecords

/// What a session came to so far, as the page's status strip and trend need it when they begin.
///
/// In memory that does not grow with the session, but for those who wait, who were called or finished in the last quarter
/// of an hour, and what was taken of the stock in two hours.
struct SessionTally: Sendable {
  private let plan: BranchPlan
  private let handovers: (any HandoverSource)?
  private var floor: ObservedFloor
  private var arrived = 0
  private var lost: [Int]
  /// How many of each service had a target to keep, and how many of them were called within it.
  private var judged: [Int]
  private var inTime: [Int]
  private var finishedAt: [Time] = []
  private var calls: [Call] = []
  /// Who gave up, and after what wait.
  private var gone: [Call] = []
  /// What was taken of the stock in the last hour.
  private var taken: [Taken] = []
  /// Who waits for each service, the oldest first.
  private var lines: [WaitingLine]
  /// The floor every second of the bank at first, then every two, every four.
  private var history: [Sample] = []
  private var step = Time.seconds(1)
  /// The most of each service who waited at a time since the last look.
  private var most: [Int]
  /// The instant of the last event: what the floor is now, it has been since then.
  private var instant: Time
  /// When the session began.
  private let since: Time
  /// Which day of the server it is, from 1.
  let day: Int
  /// How many waited on the day, at the times when that changed.
  private var trend: WaitingTrend
  /// What the sessions of the day before this one came to.
  private var before: Journal.Losses

  /// Somebody was called, or gave up.
  private struct Call {
    var time: Time
    var service: Int
    var wait: Time
  }

  /// Somebody came who needs some of an item.
  private struct Taken {
    var time: Time
    var item: Int
    var count: Int
  }

  private struct Sample {
    var time: Time
    var longest: Time
    var busy: Int
    var lost: Int
    /// How many were served of late.
    var served: Int
    /// Of how many it was known whether they were called within their target, and how many were.
    var judged: Int
    var inTime: Int
    /// How many waited for each service.
    var waiting: [Int]
    /// The most of each who did since the look before.
    var most: [Int]

    /// This look and the one before as one.
    func merging(_ before: Sample) -> Sample {
      var both = self
      both.longest = max(longest, before.longest)
      both.most = zip(most, before.most).map { max($0, $1) }
      return both
    }
  }

  /// How long somebody who was called or served counts as of late.
  private static let recent = Time.seconds(900)
  private static let hour = Time.seconds(3600)
  private static let mostSamples = 240
  /// Of more that are recent the older half is forgotten.
  private static let mostRecent = 20_000

  init(
    _ plan: BranchPlan, since: Time = .zero, handovers: (any HandoverSource)? = nil, day: Int = 1,
    before: Journal.Losses = Journal.Losses()
  ) {
    self.plan = plan
    (self.since, self.day, self.before) = (since, day, before)
    self.handovers = handovers
    instant = since
    floor = ObservedFloor(plan: plan, from: since, handovers: handovers)
    let none = plan.services.map { _ in 0 }
    (lost, judged, inTime, most) = (none, none, none, none)
    lines = plan.services.map { _ in WaitingLine() }
    trend = WaitingTrend(services: plan.services.count, since: since)
  }

  /// The tally of a session that begins on the same day, where this one ends and whoever is inside is sent away.
  func next(since time: Time) -> SessionTally {
    var next = SessionTally(plan, since: time, handovers: handovers, day: day, before: before)
    // Who waited on the day stays to be seen.
    next.trend = trend
    for service in plan.services.indices { next.trend.note(0, for: service, at: time) }
    next.before.arrived += arrived
    next.before.lost += lost.reduce(0, +)
    next.before.sentAway +=
      floor.waitingByService.reduce(0, +) + floor.serving.count { $0 != nil }
    return next
  }

  /// Some of those whom a reset sent away come again, and are counted as they do.
  mutating func takeBack(_ count: Int) { before.takeBack(count) }

  mutating func observe(_ event: BankEvent) {
    if event.kind == .reset {
      self = next(since: event.time)
      return
    }
    // Only what lasted is kept: whoever is called as they come has not waited.
    if event.time > instant {
      most = zip(most, floor.waitingByService).map { max($0, $1) }
      if let sample = sample(before: event.time) { keep(sample) }
      instant = event.time
    }
    floor.observe(event)
    follow(event)
    switch event.kind {
    case .arrived(let client, _):
      // On a route a client joins again, with the same ticket.
      if client.ticket > arrived { take(client, at: event.time) }
      arrived = max(arrived, client.ticket)
      lines[client.service].join(client)
    case .refused(let client, _):
      arrived = max(arrived, client.ticket)
      lost[client.service] += 1
      judge(client.service, isInTime: false)
    case .abandoned(let client, _), .balked(let client, _):
      lines[client.service].leave(client.ticket)
      Self.add(
        Call(time: event.time, service: client.service, wait: event.time - client.arrival),
        to: &gone)
      lost[client.service] += 1
      judge(client.service, isInTime: false)
    case .started(let client, _, _):
      lines[client.service].leave(client.ticket)
      let wait = event.time - client.arrival
      Self.add(Call(time: event.time, service: client.service, wait: wait), to: &calls)
      let target = plan.services[client.service].target ?? .never
      judge(client.service, isInTime: wait <= target)
    case .finished: Self.add(event.time, to: &finishedAt)
    case .reset, .came, .left, .restocked, .ejected: break
    }
  }

  /// Notes how many wait, where an event may have changed it.
  private mutating func follow(_ event: BankEvent) {
    switch event.kind {
    case .arrived(let client, _), .abandoned(let client, _), .balked(let client, _),
      .started(let client, _, _):
      trend.note(
        floor.waitingByService[client.service], for: client.service, at: event.time)
    default: break
    }
  }

  /// Notes what `client` takes of the stock for the step they wait for and those after it.
  private mutating func take(_ client: Client, at time: Time) {
    if let first = taken.first, first.time < time - Self.hour - Self.hour {
      taken.removeAll { $0.time <= time - Self.hour }
    }
    let services = client.route.map { Array(plan.steps[$0].dropFirst(client.step)) }
    for service in services ?? [client.service] {
      for need in plan.services[service].needs {
        guard let item = plan.stock.firstIndex(where: { $0.item == need.item }) else { continue }
        Self.add(Taken(time: time, item: item, count: need.count), to: &taken)
      }
    }
  }

  private static func add<Element>(_ one: Element, to recent: inout [Element]) {
    recent.append(one)
    if recent.count > mostRecent { recent.removeFirst(mostRecent / 2) }
  }

  private mutating func judge(_ service: Int, isInTime: Bool) {
    guard plan.services[service].target != nil else { return }
    judged[service] += 1
    if isInTime { inTime[service] += 1 }
  }

  /// The floor as it has been since the last event, unless it was looked at less than a step before `end`.
  private func sample(before end: Time) -> Sample? {
    let time = history.last.map { max(instant, $0.time + step) } ?? instant
    guard time < end else { return nil }
    return Sample(
      time: time, longest: time - (lines.compactMap(\.oldest).min() ?? time),
      busy: floor.serving.count { $0 != nil }, lost: lost.reduce(0, +),
      served: finishedAt.reversed().prefix { $0 > time - Self.recent }.count,
      judged: judged.reduce(0, +), inTime: inTime.reduce(0, +), waiting: floor.waitingByService,
      most: zip(most, floor.waitingByService).map { max($0, $1) })
  }

  private mutating func keep(_ sample: Sample) {
    history.append(sample)
    most = plan.services.map { _ in 0 }
    guard history.count > Self.mostSamples else { return }
    history = history.indices.filter { $0 % 2 == 0 }.map {
      $0 > 0 ? history[$0].merging(history[$0 - 1]) : history[$0]
    }
    step = step + step
  }

  private func byService(_ counts: [Int]) -> JSON {
    .object(zip(plan.services, counts).map { .init($0.name, .number($1)) })
  }

  private func json(_ calls: [Call], since begin: Time) -> JSON {
    .array(
      calls.filter { $0.time > begin }.map { call in
        .array([
          .number(call.time.seconds), .string(plan.services[call.service].name),
          .number(call.wait.seconds),
        ])
      })
  }

  /// The members of a floor message that tell of the session so far.
  func members(at now: Time) -> [JSON.Member] {
    let begin = now - Self.recent
    return [
      .init("since", .number(since.seconds)), .init("day", .number(day)),
      .init(
        "today",
        [
          "arrived": .number(arrived), "judged": byService(judged), "inTime": byService(inTime),
          "lost": .number(lost.reduce(0, +)), "lostBy": byService(lost),
        ]),
      // Of the day, the sessions before.
      .init(
        "before",
        [
          "arrived": .number(before.arrived), "lost": .number(before.lost),
          "sentAway": .number(before.sentAway),
        ]),
      .init("trend", trend.json),
      // Who is between two clients, and until when.
      .init(
        "freeAt",
        .array(
          floor.freeAt.enumerated().filter { $1 > now }.map {
            .array([.number($0), .number($1.seconds)])
          })),
      .init("finishedAt", .array(finishedAt.filter { $0 > begin }.map { .number($0.seconds) })),
      // When, for which service, and after what wait.
      .init("calls", json(calls, since: begin)), .init("gone", json(gone, since: begin)),
      // When, of which item, and how many, in the last hour.
      .init(
        "taken",
        .array(
          taken.filter { $0.time > now - Self.hour }.map {
            [
              .number($0.time.seconds), .string(plan.stock[$0.item].item), .number($0.count),
            ]
          })),
      .init(
        "history",
        .array(
          (history + (sample(before: now).map { [$0] } ?? [])).map { sample in
            .array(
              [
                .number(sample.time.seconds), .number(sample.longest.seconds),
                .number(sample.busy), .number(sample.lost), .number(sample.served),
                .number(sample.judged), .number(sample.inTime),
              ] + (sample.waiting + sample.most).map { .number($0) })
          })),
    ]
  }
}

/// Who waits in the order of joining, for the arrival of the first.
private struct WaitingLine: Sendable {
  private var joined: [Client] = []
  private var first = 0
  /// Who is gone though somebody before them waits; on a route more than once.
  private var gone: [Int: Int] = [:]

  var oldest: Time? { first < joined.count ? joined[first].arrival : nil }

  mutating func join(_ client: Client) { joined.append(client) }

  mutating func leave(_ ticket: Int) {
    gone[ticket, default: 0] += 1
    while first < joined.count, let times = gone[joined[first].ticket] {
      gone[joined[first].ticket] = times > 1 ? times - 1 : nil
      first += 1
    }
    if first > 1000, first > joined.count / 2 {
      joined.removeFirst(first)
      first = 0
    }
  }
}
