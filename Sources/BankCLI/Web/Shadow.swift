import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// A second policy beside the live one: what it would have done until now with the same clients.
///
/// The session so far is run again in virtual time, with what each client truly brings: those that the config
/// sends are drawn once more, and those that were let in are remembered.
struct Shadow: Sendable {
  let policy: WiredPolicy

  /// Those who came for a service, or of a class, or all.
  struct Row: Sendable {
    private var came = 0
    private var waiting = 0
    private var serving = 0
    private var served = 0
    private(set) var lost = 0
    private var line = Level()

    init(from start: Time = .zero) { line = Level(from: start) }

    fileprivate mutating func arrive(at time: Time, isNew: Bool) {
      if isNew { came += 1 }
      waiting += 1
      line.change(by: 1, at: time)
    }

    fileprivate mutating func leave(at time: Time) {
      waiting -= 1
      lost += 1
      line.change(by: -1, at: time)
    }

    fileprivate mutating func start(at time: Time) {
      waiting -= 1
      serving += 1
      line.change(by: -1, at: time)
    }

    fileprivate mutating func finish() {
      serving -= 1
      served += 1
    }

    /// How long those who came have waited until `now`, on average: those who wait still too, so that nobody
    /// looks better for not having been called.
    func waited(until now: Time) -> Double? {
      var line = line
      line.last(until: now)
      return came > 0 ? line.area / Double(came) : nil
    }

    /// What a floor has to show of it.
    fileprivate func json(until now: Time) -> [JSON.Member] {
      [
        .init("waiting", .number(waiting)), .init("serving", .number(serving)),
        .init("served", .number(served)), .init("mean", .optional(waited(until: now))),
      ]
    }
  }

  /// Follows a floor: all clients, each service, and each class where there are several.
  struct Rows: BankObserver, Sendable {
    private(set) var all = Row()
    private var services: [Row]
    private var classes: [Int: Row]
    /// The highest ticket until now: on a route somebody joins a line at every step, and comes once.
    private var lastTicket = 0

    init(_ plan: BranchPlan) {
      services = plan.services.map { _ in Row() }
      classes = Dictionary(
        uniqueKeysWithValues: plan.classes.count > 1 ? plan.classes.map { ($0, Row()) } : [])
    }

    mutating func observe(_ event: BankEvent) {
      switch event.kind {
      case .arrived(let client, _):
        let isNew = client.ticket > lastTicket
        lastTicket = max(lastTicket, client.ticket)
        services[client.service].arrive(at: event.time, isNew: true)
        change(client) { $0.arrive(at: event.time, isNew: isNew) }
      case .abandoned(let client, _), .balked(let client, _):
        services[client.service].leave(at: event.time)
        change(client) { $0.leave(at: event.time) }
      case .started(let client, _, _):
        services[client.service].start(at: event.time)
        change(client) { $0.start(at: event.time) }
      case .finished(let client, _, _):
        services[client.service].finish()
        change(client) { $0.finish() }
      case .reset:
        let new = Row(from: event.time)
        (all, services, classes) = (new, services.map { _ in new }, classes.mapValues { _ in new })
        lastTicket = 0
      case .refused, .came, .left, .restocked, .ejected: break
      }
    }

    /// Takes the events up to an instant out of those that are left.
    fileprivate mutating func observe(_ events: inout ArraySlice<BankEvent>, until time: Time) {
      while let event = events.first, event.time <= time {
        observe(event)
        events.removeFirst()
      }
    }

    private mutating func change(_ client: Client, _ change: (inout Row) -> Void) {
      change(&all)
      if var row = classes[client.priority] {
        change(&row)
        classes[client.priority] = row
      }
    }

    /// What each service and each class is called, with its row.
    fileprivate func parts(
      _ configuration: Configuration, _ language: Language
    ) -> [(title: String, row: Row)] {
      zip(configuration.titles(in: language), services).map { ($0, $1) }
        + classes.sorted { $0.key > $1.key }.map { number, row in
          (configuration.title(ofClass: number).text(in: language), row)
        }
    }

    /// A row for each service, then for each class, the highest first.
    func json(_ configuration: Configuration, until now: Time) -> JSON {
      let byService = zip(configuration.plan.services, services).map { service, row in
        JSON.object([.init("service", .string(service.name))] + row.json(until: now))
      }
      let byClass = classes.sorted { $0.key > $1.key }.map { number, row in
        let title = configuration.title(ofClass: number)
        return JSON.object(
          [
            .init("class", .number(number)),
            .init("title", ["ko": .string(title.ko), "en": .string(title.en)]),
          ] + row.json(until: now))
      }
      return .array(byService + byClass)
    }
  }

  /// That nothing can be said of the policy named `other`, and why.
  static func message(_ other: String, cannotBeTold why: [Phrase], at now: Time) -> JSON {
    func sentence(_ say: Language) -> JSON { .string(why.map(say.say).joined(separator: " ")) }
    return [
      "policy": .string(other), "time": .number(now.seconds), "now": [], "other": [],
      "difference": .null, "course": [],
      "sentence": ["ko": sentence(.ko), "en": sentence(.en)],
    ]
  }

  /// At how many instants the difference is told.
  private static let points = 120

  /// What happened beside what would have, at `now`.
  ///
  /// `events` is the session so far, which began at `start`, and `replayed` the same under the other policy. `control`
  /// says why its own policy does not give what happened; `nil` where it does.
  static func message(
    _ configuration: Configuration, events: [BankEvent], other: String, replayed: [BankEvent],
    control: Phrase?, from start: Time = .zero, at now: Time
  ) -> JSON {
    var (actual, shadow) = (Rows(configuration.plan), Rows(configuration.plan))
    var (rest, others) = (events[...], replayed[...])
    /// What the other policy's mean is longer by until an instant, which comes after those asked for before.
    func difference(until time: Time) -> Double? {
      actual.observe(&rest, until: time)
      shadow.observe(&others, until: time)
      guard control == nil, let here = actual.all.waited(until: time),
        let there = shadow.all.waited(until: time)
      else { return nil }
      return there - here
    }
    let course = (1...points).compactMap { point -> JSON? in
      let time =
        point == points
        ? now
        : start + .seconds((now - start).seconds * Double(point) / Double(points))
      return difference(until: time).map { [.number(time.seconds), .number($0)] }
    }
    let waited = [actual, shadow].map { $0.all.waited(until: now) }
    let difference =
      control == nil ? waited[0].flatMap { mean in waited[1].map { $0 - mean } } : nil
    func sentence(_ say: Language) -> String {
      if let control {
        return say(
          "Nothing is compared: run again under its own policy the session is not what happened. \(control)",
          "비교하지 않습니다: 같은 정책으로 다시 돌린 결과가 실제와 다릅니다. \(say.say(control))")
      }
      guard difference != nil, let here = waited[0], let there = waited[1] else {
        return say("Nobody came yet.", "아직 온 고객이 없습니다.")
      }
      func told(_ seconds: Double) -> String { TimeScale.spoken(seconds, in: say) }
      let inAll =
        configuration.plan.routes.isEmpty
        ? ""
        : say(
          ", in all their lines together (a report's mean wait is of each line)",
          "모든 단계를 합해(보고서의 평균 대기는 단계마다) ")
      // Whose wait differs most, either way.
      let changes = zip(actual.parts(configuration, say), shadow.parts(configuration, say))
        .compactMap { here, there -> (title: String, from: Double, by: Double)? in
          guard let one = here.row.waited(until: now), let other = there.row.waited(until: now)
          else { return nil }
          return (here.title, one, other - one)
        }
      /// Whether it is more than a few seconds and a twentieth.
      func isMuch(_ change: (title: String, from: Double, by: Double)) -> Bool {
        abs(change.by) > max(5, 0.05 * change.from)
      }
      let isParted = actual.parts(configuration, say).count > 1
      let gain = changes.min { $0.by < $1.by }.flatMap { $0.by < 0 && isMuch($0) ? $0 : nil }
      let price = changes.max { $0.by < $1.by }.flatMap { $0.by > 0 && isMuch($0) ? $0 : nil }
      let parts = [
        gain.map {
          say(
            "the mean wait of \($0.title) would have been \(told(-$0.by)) shorter",
            "\($0.title) \(told(-$0.by)) 짧게")
        },
        price.map {
          say(
            "the mean wait of \($0.title) would have been \(told($0.by)) longer",
            "\($0.title) \(told($0.by)) 길게")
        },
      ].compactMap(\.self)
      let most = parts.joined(separator: say("; ", ", "))
      let whose =
        parts.isEmpty || !isParted
        ? "" : say(" Most of all, \(most).", " 가장 달라졌을 대기: \(most).")
      let lost =
        actual.all.lost == shadow.all.lost
        ? ""
        : say(
          " \(actual.all.lost) have left here, and \(shadow.all.lost) would have.",
          " 이탈한 고객은 실제 \(actual.all.lost)명, 그 정책이라면 \(shadow.all.lost)명입니다.")
      return say(
        "Until now clients have waited \(told(here)) on average\(inAll), and would have waited \(told(there)) under \(other);"
          + " those who wait still count with their wait so far.",
        "지금까지 고객은 \(inAll)평균 \(told(here)) 기다렸고, \(other) 정책이라면 \(told(there)) 기다렸을 것입니다."
          + " 아직 기다리는 고객은 지금까지 기다린 시간으로 셉니다.") + whose + lost
        + say(" One session says nothing of others.", " 한 번의 결과로는 다른 날을 알 수 없습니다.")
    }
    return [
      "policy": .string(other), "time": .number(now.seconds),
      "now": actual.json(configuration, until: now),
      "other": shadow.json(configuration, until: now), "difference": .optional(difference),
      "course": .array(course),
      "sentence": ["ko": .string(sentence(.ko)), "en": .string(sentence(.en))],
    ]
  }
}
