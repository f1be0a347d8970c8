import BankCore
public import BankRecords
public import BankSimulation

/// The best that any policy can do on a small branch, and how far each policy is from it.
public struct OptimumReport: Sendable {
  /// What a policy costs.
  public struct Policy: Sendable {
    /// Its name.
    public var name: String
    /// The cost, with the half of its interval; an exact one has the error of working it out.
    ///
    /// `nil` where there is none: lines grow without end.
    public var cost: Interval?
    /// Whether it was worked out from the policy's decisions in every state, and not simulated.
    public var isExact: Bool

    /// Makes a result.
    public init(name: String, cost: Interval?, isExact: Bool) {
      (self.name, self.cost, self.isExact) = (name, cost, isExact)
    }
  }

  /// The cost as it was written.
  public var cost: String
  /// The least there is.
  public var optimum: Double
  /// By how much it may be off.
  public var error: Double
  /// How many states were looked at, with how many waiting at most.
  public var states: (count: Int, most: Int)
  /// The policies.
  public var policies: [Policy]
  /// What the reader has to know.
  public var warnings: [String]
  /// How times are shown.
  public var scale: TimeScale
  /// What people who read it speak.
  public var language: Language

  /// Makes a report; the policies are put in order of their cost.
  public init(
    cost: String, optimum: Double, error: Double, states: (count: Int, most: Int),
    policies: [Policy], warnings: [String], scale: TimeScale, language: Language = .en
  ) {
    self.language = language
    (self.cost, self.optimum, self.error, self.states) = (cost, optimum, error, states)
    self.policies = policies.sorted {
      ($0.cost?.mean ?? .infinity, $0.name) < ($1.cost?.mean ?? .infinity, $1.name)
    }
    (self.warnings, self.scale) = (warnings, scale)
  }

  private func number(_ value: Double) -> String {
    Time.seconds(value / scale.unit.seconds).decimal(places: 5)
  }

  /// The report for people.
  public var text: String {
    var rows = [
      [
        language("policy", "정책"),
        language(scale.heading("cost"), "비용 (\(scale.unit.name(in: .ko)))"),
        "±", language("above the best", "최선과의 차이"), language("known", "방법"),
      ]
    ]
    rows += policies.map { policy in
      let above = policy.cost.map { $0.mean / optimum - 1 }
      return [
        policy.name, policy.cost.map { number($0.mean) } ?? "–",
        policy.cost?.halfWidth.map(number) ?? "–",
        above.map { SimulationReport.percent(max(0, $0)) } ?? "–",
        policy.isExact
          ? language("exactly", "정확히 계산")
          : policy.cost == nil
            ? language("no mean: not stable", "평균 없음: 안정되지 않음") : language("simulated", "모의실험"),
      ]
    }
    return
      ([head, ""] + SimulationReport.table(rows)).joined(separator: "\n")
  }

  private var head: String {
    language(
      "The best that any policy can do for \(cost): \(number(optimum)) \(scale.unit)"
        + " (± \(number(error)); \(states.count) states, at most \(states.most) waiting)",
      "어떤 정책이든 \(cost) 비용의 최선: \(number(optimum))\(scale.unit.name(in: .ko))"
        + " (± \(number(error)), 상태 \(states.count)개, 많아야 \(states.most)명 대기)")
  }

  /// The report as a page: how far each policy is from the best there is.
  public func html(command: String? = nil) -> String {
    var page = Page(
      language("How far from the best there is", "최선에서 얼마나 먼가"), asked: cost, language)
    page.answer([head])
    page.section(language("Above the best", "최선과의 차이"), [distances])
    page.careful(warnings)
    page.made([], command: command)
    return page.text
  }

  private var distances: Figure? {
    let known = policies.compactMap { policy in
      policy.cost.map { (name: policy.name, cost: $0, above: max(0, $0.mean / optimum - 1)) }
    }
    guard let best = known.first, let most = known.map(\.above).max() else { return nil }
    return Figure(
      title: language(
        "\(best.name) is nearest: \(SimulationReport.percent(best.above)) above the best",
        "\(best.name.with(.subject)) 가장 가깝습니다: 최선보다 \(SimulationReport.percent(best.above)) 큼"),
      subtitle: language(
        "By how much each policy costs more than the best that any policy can do.",
        "어떤 정책이든 이룰 수 있는 최선보다 각 정책의 비용이 얼마나 더 큰가."),
      table: [[language("policy", "정책"), language("cost", "비용"), "±", language("above", "차이")]]
        + known.map {
          [
            $0.name, number($0.cost.mean), $0.cost.halfWidth.map(number) ?? "–",
            SimulationReport.percent($0.above),
          ]
        }
    ) { width in
      let domain = 0...max(most, 0.01)
      var frame = Frame(
        width: width, rows: known.map(\.name), rowHeight: 24, x: domain,
        xTicks: Scale.ticks(domain, most: width < 500 ? 4 : 7).map {
          ($0, SimulationReport.wholePercent($0))
        }, unit: "", room: 60)
      for (row, policy) in known.enumerated() {
        let end = frame.x(policy.above)
        frame.drawing.box(
          x: frame.left, y: frame.y(Double(row)) + 4, width: max(1, end - frame.left), height: 16,
          "accent-fill", radius: 2,
          tip: "\(policy.name): \(SimulationReport.percent(policy.above))")
        frame.drawing.text(
          SimulationReport.percent(policy.above), x: end + 4, y: frame.y(Double(row)) + 16, "label")
      }
      return frame.drawing
    }
  }

  /// The report as one object; times are seconds.
  public var json: JSON {
    [
      "cost": .string(cost), "optimum": .number(optimum), "error": .number(error),
      "states": .number(states.count), "most": .number(states.most),
      "policies": .array(
        policies.map { policy in
          [
            "policy": .string(policy.name), "cost": .optional(policy.cost?.mean),
            "halfWidth": .optional(policy.cost?.halfWidth),
            "above": .optional(policy.cost.map { $0.mean / optimum - 1 }),
            "exact": .bool(policy.isExact),
          ]
        }),
      "warnings": .array(warnings.map { .string($0) }),
    ]
  }
}
