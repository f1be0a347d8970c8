import BankConfiguration
import BankConformance
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// A live session so far: as it was, or with its clients served once more.
struct SessionReport: Sendable {
  /// How a session began.
  struct Beginning: Sendable {
    /// When, by the clock of its bank.
    var time: Time
    /// What was in stock.
    var stock: [Int]
    /// The number of the day that chance is drawn for.
    var day: Int
  }

  private let events: [BankEvent]
  private let setup: Setup
  private let beginning: Beginning
  private var opening: Time { beginning.time }
  /// Until when it is looked at.
  private let now: Time
  /// Whether the doors have closed by then.
  private let isClosed: Bool
  /// Where those went on who came back, by ticket.
  private let returned: [Int: RoutePlace?]

  /// Looks at the session of `events` until `now`; until its last event where that is `nil`.
  init(
    _ events: [BankEvent], _ setup: Setup, _ beginning: Beginning, now: Time? = nil,
    returned: [Int: RoutePlace?] = [:]
  ) {
    (self.events, self.returned) = (events, returned)
    let last = events.last?.time ?? .zero
    let closes = setup.configuration.workload.closes ?? .never
    // After closing nobody is at a desk for nothing: the session ends with its last event.
    let end = beginning.time < closes ? max(closes, last) : .never
    self.now = min(max(now ?? .zero, last), end)
    isClosed = end < .never && max(now ?? .zero, last) >= closes
    self.setup = setup
    self.beginning = beginning
  }

  /// What happened, in figures: nothing is guessed, and who is not through counts as unserved.
  func report(_ policy: String, _ options: JSON) -> (SimulationReport, Timeline) {
    let plan = setup.plan
    let end = now
    var day = ObservedDay(plan: plan, from: opening)
    for event in events { day.observe(event) }
    let (statistics, workTime) = day.figures(until: end)
    let waiting = day.waiting
    let scale = setup.configuration.scale
    let busy = day.floor.serving.count { $0 != nil }
    var warnings: [String] = []
    if let oldest = waiting.values.min(by: { $0.arrival < $1.arrival }) {
      let longest = scale.brief((end - oldest.arrival).seconds, in: setup.messages.language)
      warnings.append(
        setup.messages.language(
          "\(waiting.count) still wait, the longest for \(longest): they are in no wait of those served",
          "아직 \(waiting.count)명이 기다립니다(가장 긴 대기 \(longest)). 업무를 본 고객의 대기에는 들어 있지 않습니다"))
    }
    for case .ejected(let fault) in events.map(\.kind) {
      let when = scale.moment(fault.time.seconds)
      warnings.append(
        setup.messages.language(
          "a law was broken at \(when), and the bank's own rule has taken over",
          "\(when)에 법칙을 어겨 은행의 기본 규칙이 이어받았습니다"))
    }
    if busy > 0 {
      warnings.append(
        setup.messages.language("\(busy) are being served", "\(busy)명이 업무를 보는 중입니다"))
    }
    if !returned.isEmpty {
      warnings.append(
        setup.messages.language(
          "\(returned.count) came back after a reset: what they waited before it is not counted",
          "초기화 뒤 \(returned.count)명이 돌아왔습니다. 그 전에 기다린 시간은 세지 않습니다"))
    }
    var report = report(
      policy, options, DaysSummary(statistics, end: end - opening, workTime: workTime),
      fault: nil, warnings)
    // A day that has closed, and whose clients are all through, is over.
    let isOver = isClosed && waiting.isEmpty && busy == 0
    report.soFar = isOver ? nil : scale.moment(end.seconds)
    report.isSession = true
    report.course = course(of: events, until: end)
    let timeline = Timeline.around(report.worstTime) { first in
      var timeline = Timeline(
        policy: policy, plan: plan, from: opening, drawnFrom: first, handovers: setup.handovers)
      for event in events { timeline.observe(event) }
      timeline.end(at: end)
      return timeline
    }
    return (report, timeline)
  }

  /// How a session went, by the time of day: up to the last stretch that is over, as long as somebody may come or is
  /// still there.
  private func course(of events: [BankEvent], until now: Time) -> DaysCourse? {
    guard let stretches = DayStretches(length: now) else { return nil }
    var day = DayCourse(
      plan: setup.plan, stretches: stretches, opening: opening, from: opening,
      stock: beginning.stock, handovers: setup.handovers)
    for event in events { day.observe(event) }
    day.end(at: now)
    day.cut(at: now)
    let isClosed = setup.configuration.workload.closes.map { $0 <= now } ?? false
    if !isClosed || day.cutAt != nil {
      let over = Int(now.nanoseconds / stretches.width.nanoseconds)
      guard stretches.start(over) > opening else { return nil }
      day.leaveOut(from: over)
    }
    var days = DaysCourse(plan: setup.plan, stretches: stretches)
    days.add(day)
    return days
  }

  /// The session under a policy, in figures, as a picture, and in calls.
  struct Replay: Sendable {
    let report: SimulationReport
    let timeline: Timeline
    let calls: [Call]
  }

  /// The same clients under `wired`, from the session's beginning until nobody is left: with what was in
  /// stock and what was set in it since, and everybody there when they were.
  ///
  /// Who is not through yet, or was refused, takes the mean time of the service, and the report says so, unless
  /// what they bring is known. The policy is asked through `watch`.
  func replay(
    _ wired: WiredPolicy, brought: [Int: Visit] = [:], watch: HangWatch? = nil
  ) -> Replay {
    let (outcome, events, clients, open) = run(wired, brought: brought, watch: watch)
    var timeline = Timeline(
      policy: wired.name, plan: setup.plan, from: opening, handovers: setup.handovers)
    for event in events { timeline.observe(event) }
    timeline.now = now
    let gaveUp =
      brought.isEmpty
      && self.events.contains { event in
        if case .abandoned = event.kind { true } else { false }
      }
    var warnings =
      open == 0
      ? []
      : [
        setup.messages.language(
          "the day is not over: \(open) of \(clients) clients are not through, and take the mean time of their"
            + " service here",
          "하루가 끝나지 않았습니다: 고객 \(clients)명 중 \(open)명은 아직 진행 중이며 여기서는 평균 업무 시간을 씁니다")
      ]
    if gaveUp {
      warnings.append(
        setup.messages.language(
          "whoever was served waits here as long as it takes: for how long they would have is not known, so"
            + " waits may come out too long and fewer may seem to leave",
          "업무를 본 고객은 여기서 끝까지 기다립니다. 얼마나 참았을지는 알 수 없어 대기가 길게, 이탈이 적게 나올 수 있습니다"))
    }
    var report = report(
      wired.name, wired.options,
      DaysSummary(outcome.statistics, end: outcome.end - opening, workTime: outcome.workTime),
      fault: outcome.fault, warnings)
    report.policySummary = setup.messages.language(wired.summary.english, wired.summary.korean)
    return Replay(
      report: report, timeline: timeline, calls: events.compactMap { Call($0) })
  }

  /// Runs the session's clients once more, until `end`.
  ///
  /// `brought` is what clients truly bring, by ticket; of others it is what was seen of them. The policy is asked
  /// through `watch`.
  func run(
    _ wired: WiredPolicy, brought: [Int: Visit] = [:], until end: Time = .never,
    watch: HangWatch? = nil
  ) -> (outcome: DayResult, events: [BankEvent], clients: Int, open: Int) {
    var clients: [Int: Arrival] = [:]
    var open: Set<Int> = []
    var interventions: [(time: Time, what: SimulatedDay.Intervention)] = []
    /// The place among the interventions of each who came back.
    var backAt: [Int: Int] = [:]
    var routes = RecordedRoutes(plan: setup.plan)
    var floor = ObservedFloor(plan: setup.plan, from: opening)
    func come(_ client: Client) {
      routes.note(client)
      guard clients[client.ticket] == nil else { return }
      if let place = returned[client.ticket] {
        backAt[client.ticket] = interventions.count
        let visit = Visit(service: client.service, serviceTime: .zero, priority: client.priority)
        interventions.append((client.arrival, .letBackIn(Returning(visit, at: place))))
      }
      clients[client.ticket] = Arrival(
        at: client.arrival,
        Visit(
          service: client.service, serviceTime: setup.plan.services[client.service].meanTime,
          priority: client.priority))
    }
    func change(_ client: Client, _ change: (inout Visit) -> Void) {
      if routes.isFirstStep(of: client) {
        if var visit = clients[client.ticket]?.visit {
          change(&visit)
          clients[client.ticket]?.visit = visit
        }
      } else {
        routes.change(client, change)
      }
    }
    for event in events {
      floor.observe(event)
      switch event.kind {
      case .arrived(let client, _):
        open.insert(client.ticket)
        come(client)
      case .refused(let client, _): come(client)
      case .finished(let client, let teller, let started):
        open.remove(client.ticket)
        let speed = setup.plan.speed(of: teller, doing: client.service)
        let length = event.time - started
        let time: Time = speed == 1 ? length : .seconds(length.seconds * speed)
        change(client) { $0.serviceTime = time }
      case .abandoned(let client, _):
        open.remove(client.ticket)
        change(client) { $0.patience = event.time - client.arrival }
      case .balked(let client, _): open.remove(client.ticket)
      case .restocked(let item, let count):
        interventions.append((event.time, .restock(item: item, count: count)))
      case .started, .came, .left, .reset, .ejected: break
      }
    }
    // Whoever is served for longer than usual already takes as long as that.
    for (teller, one) in floor.serving.enumerated() {
      guard let one else { continue }
      let speed = setup.plan.speed(of: teller, doing: one.client.service)
      let mean = setup.plan.services[one.client.service].meanTime
      let time = max(mean, .seconds((now - one.since).seconds * speed) + .seconds(0.001))
      change(one.client) { $0.serviceTime = time }
    }
    for (ticket, visit) in brought { clients[ticket]?.visit = visit }
    for (ticket, number) in backAt {
      guard let visit = clients.removeValue(forKey: ticket)?.visit else { continue }
      let place = returned[ticket] ?? nil
      interventions[number].what = .letBackIn(Returning(visit, at: place))
    }
    let arrivals = clients.sorted { $0.key < $1.key }.map(\.value)
    let events = Collector<[BankEvent]>([])
    var session = SimulatedDay(
      inputs: setup.inputs(.trace(arrivals.makeIterator()), day: beginning.day), end: end,
      isStrict: false, isWatched: true, watch: watch,
      listener: { event in events.change { $0.append(event) } })
    // Routes are dealt by ticket and session.
    if let number = self.events.first?.session { session.inputs.session = number }
    session.warmup = opening
    if !setup.plan.routes.isEmpty, brought.isEmpty { session.inputs.routes = routes }
    session.beginning = SessionStart(time: opening, stock: beginning.stock)
    session.interventions = interventions
    return (
      wired.simulate(session), events.value, clients.count + backAt.count,
      open.subtracting(brought.keys).count
    )
  }

  /// What the bank decided on: who was called, by whom, or was sent away, and when.
  struct Call: Equatable, Sendable {
    let ticket: Int
    /// `nil` for one who was sent away.
    let teller: Int?
    let time: Time

    init?(_ event: BankEvent) {
      switch event.kind {
      case .started(let client, _, let teller): (ticket, self.teller) = (client.ticket, teller)
      case .balked(let client, _), .refused(let client, _): (ticket, teller) = (client.ticket, nil)
      default: return nil
      }
      time = event.time
    }

    /// Whether it is the same; a time that went through a teller's speed may be off by a nanosecond or two.
    func isSame(_ other: Call) -> Bool {
      ticket == other.ticket && teller == other.teller
        && abs(time.nanoseconds - other.time.nanoseconds) <= 1000
    }
  }

  /// What tells that a replay under the session's own policy is not what happened; `nil` where it is.
  func difference(from replayed: [Call]) -> Phrase? {
    if events.contains(where: { if case .ejected = $0.kind { true } else { false } }) {
      return "the session's policy was dropped while it went on"
    }
    func told(_ call: Call) -> Phrase {
      let moment = setup.configuration.scale.moment(call.time.seconds)
      return call.teller.map {
        "client \(call.ticket) was called by \(setup.plan.tellers[$0].name) at \(moment)"
      } ?? "client \(call.ticket) was sent away at \(moment)"
    }
    let happened = events.compactMap { Call($0) }
    for (call, other) in zip(happened, replayed) where !call.isSame(other) {
      return "\(told(call)), and in the replay \(told(other))"
    }
    // What the replay does from now on has not happened yet.
    guard replayed.count >= happened.count else {
      return "\(told(happened[replayed.count])), and not in the replay"
    }
    if let more = replayed.dropFirst(happened.count).first, more.time < now - .seconds(0.001) {
      return "in the replay \(told(more)), and that did not happen"
    }
    return nil
  }

  private func report(
    _ policy: String, _ options: JSON, _ summary: DaysSummary, fault: BankFault?,
    _ warnings: [String]
  ) -> SimulationReport {
    SimulationReport(
      policy: policy, options: options, queue: setup.queue.name, seed: setup.seed,
      plan: setup.plan, summary: summary, hasIntervals: false, unstable: [], fault: fault,
      wallSeconds: 0, warnings: warnings, scale: setup.configuration.scale,
      classNames: setup.classNames, language: setup.messages.language,
      namesakes: setup.namesakes)
  }
}
