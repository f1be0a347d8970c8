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
  /// The name of the policy that the branch has today, where it says one.
  public var today: String?
  /// What the reader has to know.
  public var warnings: [String]
  /// How times are shown.
  public var scale: TimeScale
  /// What people who read it speak.
  public var language: Language

  /// Makes a report; the policies are put in order of their cost.
  public init(
    cost: String, optimum: Double, error: Double, states: (count: Int, most: Int),
    policies: [Policy], today: String? = nil, warnings: [String], scale: TimeScale,
    language: Language = .en
  ) {
    (self.today, self.language) = (today, language)
    (self.cost, self.optimum, self.error, self.states) = (cost, optimum, error, states)
    // Whoever was seen at less than the best by chance comes after those who surely have it.
    self.policies = policies.sorted {
      ($0.cost.map { max($0.mean, optimum) } ?? .infinity, $0.isExact ? 0 : 1, $0.name)
        < ($1.cost.map { max($0.mean, optimum) } ?? .infinity, $1.isExact ? 0 : 1, $1.name)
    }
    (self.warnings, self.scale) = (warnings, scale)
  }

  private func number(_ value: Double) -> String {
    (value / scale.unit.seconds).decimal(places: 5)
  }

  /// How far off, at most.
  private func bound(_ value: Double) -> String {
    value / scale.unit.seconds < 0.000005 ? "<0.00001" : number(value)
  }

  /// By how much a policy costs more than the best; of a simulated one, as its interval says.
  private func above(_ cost: Interval, isExact: Bool) -> String {
    let share = max(0, cost.mean / optimum - 1)
    let half = isExact ? 0 : (cost.halfWidth ?? 0) / optimum
    guard half >= 0.0005 else { return SimulationReport.percent(share) }
    guard share < half else {
      return SimulationReport.percent(share) + " ± " + SimulationReport.percent(half)
    }
    let most = SimulationReport.percent(max(0, cost.mean / optimum - 1 + half))
    return language("at most \(most)", "많아야 \(most)")
  }

  /// The report for people.
  public var text: String {
    var rows = [
      [
        language("policy", "정책"),
        scale.heading(language("cost", "비용"), in: language),
        "±", language("above the best", "최선과의 차이"), language("known", "방법"),
      ]
    ]
    rows += policies.map { policy in
      [
        policy.name, policy.cost.map { number($0.mean) } ?? "–",
        policy.cost?.halfWidth.map(bound) ?? "–",
        policy.cost.map { above($0, isExact: policy.isExact) } ?? "–",
        policy.isExact
          ? language("exactly", "정확히 계산")
          : policy.cost == nil
            ? language("no mean: not stable", "평균 없음: 안정되지 않음") : language("simulated", "모의실험"),
      ]
    }
    return ([head, ""] + SimulationReport.table(rows) + ["", options]).joined(separator: "\n")
  }

  private var options: String {
    language(
      "Each has the options given with it or in the config, or its defaults, whatever the cost.",
      "옵션은 함께 준 것이나 설정 파일의 것, 없으면 기본값이며 비용과 무관합니다.")
  }

  private var head: String {
    language(
      "The best that any policy can do for \(cost): \(number(optimum)) \(scale.unit)"
        + " (± \(bound(error)); \(states.count) states, at most \(states.most) waiting)",
      "어떤 정책이든 \(cost) 비용의 최선: \(number(optimum))\(scale.unit.name(in: .ko))"
        + " (± \(bound(error)), 상태 \(states.count)개, 많아야 \(states.most)명 대기)")
  }

  /// The report as a page: how far each policy is from the best there is.
  public func html(branch: String, command: String? = nil) -> String {
    var page = Page(
      language("How far from the best there is", "최선에서 얼마나 먼가"), asked: "\(branch) · \(cost)",
      language)
    page.answer([answer])
    page.section(language("Above the best", "최선과의 차이"), [distances])
    page.careful(warnings)
    page.made([head], command: command)
    return page.text
  }

  /// The policies that surely cost no more than the best.
  private var reaching: [String] {
    policies.filter { policy in
      policy.isExact && policy.cost.map { $0.mean / optimum - 1 < 0.0005 } ?? false
    }.map(\.name)
  }

  /// The best there is, who reaches it, and how far today's policy is from it.
  private var answer: String {
    let least = scale.brief(optimum, in: language)
    var sentences = [
      language(
        "No policy can do better than \(least) for \(cost)"
          + (reaching.isEmpty
            ? "."
            : "; \(language.list(reaching)) \(reaching.count == 1 ? "reaches" : "reach") it."),
        "어떤 정책도 \(cost) 비용을 \(least)보다 줄일 수 없습니다."
          + (reaching.isEmpty
            ? "" : " \(language.list(reaching).with(.subject)) 여기에 이릅니다."))
    ]
    if let policy = policies.first(where: { $0.name == today }), !reaching.contains(policy.name) {
      sentences.append(
        policy.cost.map { cost in
          let above = above(cost, isExact: policy.isExact)
          return language(
            "Today's \(policy.name) costs \(above) more.",
            "지금의 \(policy.name.with(.topic)) 비용이 최선보다 \(above) 큽니다.")
        }
          ?? language(
            "Under today's \(policy.name) lines grow without end.",
            "지금의 \(policy.name)에서는 줄이 끝없이 늘어납니다."))
    }
    return sentences.joined(separator: " ")
  }

  private var distances: Figure? {
    let known = policies.compactMap { policy in
      policy.cost.map {
        (
          name: policy.name, cost: $0, above: max(0, $0.mean / optimum - 1),
          // Nothing is below the best, though a simulated cost may fall there.
          low: max(0, ($0.mean - ($0.halfWidth ?? 0)) / optimum - 1),
          high: max(0, ($0.mean + ($0.halfWidth ?? 0)) / optimum - 1),
          told: above($0, isExact: policy.isExact)
        )
      }
    }
    let endless = policies.filter { $0.cost == nil }.map(\.name)
    guard let best = known.first, let most = known.map(\.above).max() else { return nil }
    // One that is far worse than most leaves no room for the others.
    let usual = known[known.count * 3 / 4].above
    let far = most > 4 * max(usual, 0.05) ? 1.5 * max(usual, 0.05) : max(most, 0.01)
    // Room for the whole interval of every bar that is drawn to its end.
    let limit = known.filter { $0.above <= far }.map(\.high).reduce(far, max)
    return Figure(
      title: reaching.isEmpty
        ? language(
          "\(best.name) is nearest: \(best.told) above the best",
          "\(best.name.with(.subject)) 가장 가깝습니다: 최선보다 \(best.told) 큼")
        : language(
          "Nothing beats \(scale.brief(optimum, in: language)), and \(language.list(reaching)) \(reaching.count == 1 ? "reaches" : "reach") it",
          "\(scale.brief(optimum, in: language))보다 나을 수 없고, \(language.list(reaching).with(.subject)) 이를 이룹니다"
        ),
      subtitle: language(
        "By how much each policy costs more than the best that any policy can do; a line is a simulated one's 95 % interval."
          + (far < most ? " Bars with an arrow go on." : "")
          + (endless.isEmpty
            ? "" : " Not drawn, for their lines grow without end: \(language.list(endless))."),
        "어떤 정책이든 이룰 수 있는 최선보다 각 정책의 비용이 얼마나 더 큰가. 선은 모의실험의 95 % 구간."
          + (far < most ? " 화살표가 있는 막대는 더 깁니다." : "")
          + (endless.isEmpty ? "" : " 줄이 끝없이 늘어 그리지 않은 정책: \(language.list(endless)).")) + " "
        + options,
      table: [[language("policy", "정책"), language("cost", "비용"), "±", language("above", "차이")]]
        + known.map {
          [
            $0.name, number($0.cost.mean), $0.cost.halfWidth.map(bound) ?? "–",
            $0.told,
          ]
        } + endless.map { [$0, "–", "–", "–"] }
    ) { width in
      let domain = 0...limit
      let isNarrow = width < 500
      let labels = known.map { ($0.above > far ? "→ " : "") + $0.told }
      var frame = Frame(
        width: width, rows: known.map { isNarrow ? "" : $0.name }, rowHeight: isNarrow ? 40 : 24,
        x: domain,
        xTicks: Scale.ticks(domain, most: isNarrow ? 4 : 7).map {
          ($0, SimulationReport.wholePercent($0))
        }, unit: "", names: isNarrow ? 8 : nil,
        room: 12 + (labels.map { TextSize.width($0) }.max() ?? 0))
      for (row, policy) in known.enumerated() {
        let isDrawn = policy.above <= far
        let end = frame.x(isDrawn ? policy.above : limit)
        let top = frame.y(Double(row)) + (isNarrow ? 18 : 4)
        if isNarrow { frame.name(policy.name, aboveRow: row) }
        frame.drawing.box(
          x: frame.left, y: top, width: max(1, end - frame.left), height: 16,
          "accent-fill", radius: 2,
          tip: "\(policy.name): \(policy.told)")
        if policy.high - policy.low > 0.002, isDrawn {
          frame.drawing.line(
            from: (frame.x(policy.low), top + 8), to: (frame.x(policy.high), top + 8), "whisker")
        }
        let reach = isDrawn ? frame.x(policy.high) : end
        frame.drawing.text(labels[row], x: max(end, reach) + 4, y: top + 12, "label")
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
