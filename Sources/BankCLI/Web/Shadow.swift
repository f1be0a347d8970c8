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

    init(_ plan: BranchPlan) { rows = plan.services.map { _ in Row() } }

    mutating func observe(_ event: BankEvent) {
      switch event.kind {
      case .arrived(let client, _): rows[client.service].waiting += 1
      case .abandoned(let client, _), .balked(let client, _): rows[client.service].waiting -= 1
      case .started(let client, _, _):
        rows[client.service].waiting -= 1
        rows[client.service].serving += 1
        rows[client.service].waits += (event.time - client.arrival).seconds
      case .finished(let client, _, _):
        rows[client.service].serving -= 1
        rows[client.service].served += 1
      case .reset: rows = rows.map { _ in Row() }
      case .refused, .came, .left, .restocked, .ejected: break
      }
    }

    /// The mean wait of all who were called.
    var mean: Double? {
      let called = rows.reduce(0) { $0 + $1.served + $1.serving }
      return called > 0 ? rows.reduce(0) { $0 + $1.waits } / Double(called) : nil
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
    _ plan: BranchPlan, events: [BankEvent], other: String, replayed: [BankEvent],
    control: String?, at now: Time
  ) -> JSON {
    var (actual, shadow) = (Rows(plan), Rows(plan))
    for event in events { actual.observe(event) }
    for event in replayed { shadow.observe(event) }
    let difference: Double? =
      control == nil
      ? actual.mean.flatMap { mean in shadow.mean.map { $0 - mean } } : nil
    func sentence(_ say: Language) -> String {
      if let control {
        return say(
          "Nothing is compared: run again under its own policy the session is not what happened. \(control)",
          "비교하지 않습니다: 같은 정책으로 다시 돌린 결과가 실제와 다릅니다. \(control)")
      }
      guard let difference else {
        return say("Nobody was called yet.", "아직 불린 고객이 없습니다.")
      }
      let size = Time.seconds(abs(difference)).decimal(places: 1)
      let what =
        abs(difference) < 0.05
        ? say(
          "Those called so far waited as long on average under both.",
          "지금까지 불린 고객의 평균 대기는 두 정책이 같습니다.")
        : difference < 0
          ? say(
            "Those called so far would have waited \(size) s less on average under \(other).",
            "\(other) 정책이라면 지금까지 불린 고객은 평균 \(size)초 덜 기다렸을 것입니다.")
          : say(
            "Those called so far would have waited \(size) s longer on average under \(other).",
            "\(other) 정책이라면 지금까지 불린 고객은 평균 \(size)초 더 기다렸을 것입니다.")
      return what
        + say(
          " One session says nothing of others; who still waits is not in it, and who was called differs.",
          " 한 번의 결과로는 다른 날을 알 수 없습니다. 아직 기다리는 고객은 빠져 있고, 불린 고객도 서로 다릅니다.")
    }
    return [
      "policy": .string(other), "time": .number(now.seconds), "now": actual.json(plan),
      "other": shadow.json(plan), "difference": .optional(difference),
      "sentence": ["ko": .string(sentence(.ko)), "en": .string(sentence(.en))],
    ]
  }
}
