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

  /// What a floor has to show of a service.
  struct Row: Equatable, Sendable {
    var waiting = 0
    var serving = 0
    var served = 0
    var waits = 0.0

    var mean: Double? { served + serving > 0 ? waits / Double(served + serving) : nil }
  }

  /// Follows a floor, service by service; waits are of those called.
  struct Rows: BankObserver, Sendable {
    var rows: [Row]
    private var came = 0
    private(set) var lost = 0
    private var line = Level()

    init(_ plan: BranchPlan) { rows = plan.services.map { _ in Row() } }

    mutating func observe(_ event: BankEvent) {
      switch event.kind {
      case .arrived(let client, _):
        if client.step == 0 { came += 1 }
        rows[client.service].waiting += 1
        line.change(by: 1, at: event.time)
      case .abandoned(let client, _), .balked(let client, _):
        rows[client.service].waiting -= 1
        lost += 1
        line.change(by: -1, at: event.time)
      case .started(let client, _, _):
        rows[client.service].waiting -= 1
        rows[client.service].serving += 1
        rows[client.service].waits += (event.time - client.arrival).seconds
        line.change(by: -1, at: event.time)
      case .finished(let client, _, _):
        rows[client.service].serving -= 1
        rows[client.service].served += 1
      case .reset:
        rows = rows.map { _ in Row() }
        (came, lost, line) = (0, 0, Level(from: event.time))
      case .refused, .came, .left, .restocked, .ejected: break
      }
    }

    /// How long those who came have waited until `now`, on average: those who wait still too, so that nobody
    /// looks better for not having been called.
    func waited(until now: Time) -> Double? {
      var line = line
      line.last(until: now)
      return came > 0 ? line.area / Double(came) : nil
    }

    func json(_ plan: BranchPlan) -> JSON {
      .array(
        zip(plan.services, rows).map { service, row in
          [
            "service": .string(service.name), "waiting": .number(row.waiting),
            "serving": .number(row.serving), "served": .number(row.served),
            "mean": .optional(row.mean),
          ]
        })
    }
  }

  /// What happened beside what would have, at `now`.
  ///
  /// - Parameter replay: the session so far under a policy, event by event.
  static func message(
    _ plan: BranchPlan, _ scale: TimeScale, events: [BankEvent], other: String,
    replayed: [BankEvent],
    control: Phrase?, at now: Time
  ) -> JSON {
    var (actual, shadow) = (Rows(plan), Rows(plan))
    for event in events { actual.observe(event) }
    for event in replayed { shadow.observe(event) }
    let waited = [actual, shadow].map { $0.waited(until: now) }
    let difference: Double? =
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
      func told(_ seconds: Double) -> String { scale.brief(seconds, in: say) }
      let lost =
        actual.lost == shadow.lost
        ? ""
        : say(
          " \(actual.lost) have left here, and \(shadow.lost) would have.",
          " 떠난 고객은 실제 \(actual.lost)명, 그 정책이라면 \(shadow.lost)명입니다.")
      return say(
        "Until now clients have waited \(told(here)) on average, and would have waited \(told(there)) under \(other);"
          + " those who wait still count with their wait so far.",
        "지금까지 고객은 평균 \(told(here)) 기다렸고, \(other) 정책이라면 \(told(there)) 기다렸을 것입니다."
          + " 아직 기다리는 고객은 지금까지 기다린 시간으로 셉니다.") + lost
        + say(" One session says nothing of others.", " 한 번의 결과로는 다른 날을 알 수 없습니다.")
    }
    return [
      "policy": .string(other), "time": .number(now.seconds), "now": actual.json(plan),
      "other": shadow.json(plan), "difference": .optional(difference),
      "sentence": ["ko": .string(sentence(.ko)), "en": .string(sentence(.en))],
    ]
  }
}
