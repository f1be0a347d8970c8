import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// A live session so far: as it was, or with its clients served once more.
struct SessionReport {
  private let events: [BankEvent]
  private let setup: Setup
  private let opening: Time

  init(_ events: [BankEvent], _ setup: Setup) {
    self.events = events
    self.setup = setup
    opening = events.first?.time ?? .zero
  }

  /// What happened, in figures: nothing is guessed, and who is not through counts as unserved.
  func report(_ policy: String, _ options: JSON) -> (SimulationReport, Timeline) {
    let plan = setup.plan
    let end = events.last?.time ?? .zero
    let counts = DayObserver(plan: plan, from: opening)
    var timeline = Timeline(policy: policy, plan: plan, from: opening)
    var serving = [Time?](repeating: nil, count: plan.tellers.count)
    var present = 0
    var work = (total: Time.zero, since: Time.zero)
    func count(_ difference: Int, _ now: Time) {
      if present > 0 { work.total += now - work.since }
      present += difference
      work.since = now
    }
    for event in events {
      counts.observe(event)
      timeline.observe(event)
      switch event.kind {
      case .arrived: count(1, event.time)
      case .started(_, _, let teller): serving[teller] = event.time
      case .finished(_, let teller, _):
        serving[teller] = nil
        count(-1, event.time)
      case .abandoned, .balked: count(-1, event.time)
      case .refused, .came, .left, .restocked, .reset, .ejected: break
      }
    }
    let statistics = counts.statistics(serving: serving, until: end)
    count(0, end)
    let unserved = statistics.all.unserved
    let warnings = unserved == 0 ? [] : ["\(unserved) not served to the end yet"]
    return (
      report(
        policy, options, DaysSummary(statistics, end: end - opening, workTime: work.total),
        fault: nil, warnings),
      timeline
    )
  }

  /// The same clients under `wired`, from opening until nobody is left.
  ///
  /// Who is not through yet takes the mean time of the service, and the report says so.
  func replay(_ wired: WiredPolicy) -> (SimulationReport, Timeline) {
    var clients: [Int: Arrival] = [:]
    var open: Set<Int> = []
    for event in events {
      switch event.kind {
      case .arrived(let client, _):
        open.insert(client.ticket)
        clients[client.ticket] = Arrival(
          at: client.arrival - opening,
          Visit(
            service: client.service, time: setup.plan.services[client.service].meanTime,
            priority: client.priority))
      case .finished(let client, let teller, let started):
        open.remove(client.ticket)
        let length =
          (event.time - started).seconds
          * setup.plan.speed(of: teller, doing: client.service)
        clients[client.ticket]?.visit.time = .seconds(length)
      case .abandoned(let client, _):
        open.remove(client.ticket)
        clients[client.ticket]?.visit.patience = event.time - client.arrival
      case .balked(let client, _): open.remove(client.ticket)
      case .refused, .started, .came, .left, .restocked, .reset, .ejected: break
      }
    }
    let arrivals = clients.sorted { $0.key < $1.key }.map(\.value)
    let timeline = Collector(Timeline(policy: wired.name, plan: setup.plan))
    let session = SimulatedDay(
      inputs: setup.inputs(.trace(arrivals.makeIterator()), day: 1),
      isStrict: false,
      listener: { event in timeline.change { $0.observe(event) } })
    let outcome = wired.simulate(session)
    let warnings =
      open.isEmpty
      ? []
      : [
        "the day is not over: \(open.count) of \(clients.count) clients are not through, and take the"
          + " mean time of their service here"
      ]
    return (
      report(
        wired.name, wired.options,
        DaysSummary(outcome.statistics, end: outcome.end, workTime: outcome.workTime),
        fault: outcome.fault, warnings),
      timeline.value
    )
  }

  private func report(
    _ policy: String, _ options: JSON, _ summary: DaysSummary, fault: BankFault?,
    _ warnings: [String]
  ) -> SimulationReport {
    SimulationReport(
      policy: policy, options: options, queue: setup.queue.name, seed: setup.seed,
      plan: setup.plan, summary: summary, hasIntervals: false, unstable: [], fault: fault,
      wallSeconds: 0, warnings: warnings, scale: setup.configuration.scale,
      classNames: setup.classNames)
  }
}
