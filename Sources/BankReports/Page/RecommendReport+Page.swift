import BankCore
import BankRecords
import BankSimulation

extension RecommendReport {
  /// The report as a page: the answer, how long each candidate was looked at, and what the good ones cost.
  public func html(branch: String, command: String? = nil) -> String {
    let days = candidates.map(\.days).max() ?? 0
    var page = Page(
      language("What to use", "추천"),
      asked: ([
        branch, language("least \(costWords)", "\(costWords) 최소"),
      ] + goals.map(\.words) + [
        language("up to \(days) days for each candidate", "후보마다 \(days)일까지"),
        language("± is half of a 95 % interval", "±는 95 % 신뢰구간의 반폭"),
      ]).joined(separator: " · "), language)
    page.answer(
      parts: parts + [sure].compactMap { $0 }.map { .init(language("How sure", "얼마나 확실한가"), $0) },
      // Where no candidate keeps the goals, that is no calm answer.
      goals.isEmpty || candidates.contains { keeping($0) != .misses } ? nil : .bad)
    page.section(
      language("Which candidates keep the goals", "어느 후보가 목표를 지키나"), goals.indices.map(kept))
    page.section(language("What the candidates cost", "후보별 비용"), [costs])
    page.section(
      language("How the choice was made", "어떻게 골랐나"), [elimination])
    page.careful(warnings)
    page.made(noFigures == nil ? [effort] : [], command: command)
    return page.text
  }

  func style(_ candidate: Candidate) -> String {
    if isNear(candidate) { return "risk-fill" }
    if keeping(candidate) == .misses { return "bad-fill" }
    return switch candidate.verdict {
    case .best: "good-fill"
    case .tied, .open: "accent-fill"
    case .worse: "plain-fill"
    case .misses: "bad-fill"
    }
  }

  func legend(of shown: some Sequence<Candidate>) -> [(style: String, text: String)] {
    let words = [
      (
        "good-fill",
        unchanged == nil ? language("the choice", "선택") : language("the least", "가장 낮음")
      ),
      (
        "accent-fill",
        isUndecided
          ? language("not decided", "미정") : language("cannot be told from it", "구별 불가")
      ),
      (
        "plain-fill",
        shown.contains(where: needsMore)
          ? language("worse than another, or needs more tellers", "다른 후보보다 나쁘거나 창구가 더 필요")
          : language("worse than another", "다른 후보보다 나쁨")
      ),
      ("risk-fill", language("may miss a goal", "목표 미달일 수 있음")),
      ("bad-fill", language("misses a goal", "목표 미달")),
    ]
    let styles = Set(shown.map(style))
    return words.filter { styles.contains($0.0) }
  }

  /// What each branch makes of a goal: the choice, or its candidate that keeps it best, and the spread of all.
  private func kept(_ number: Int) -> Figure? {
    let goal = goals[number]
    func told(_ value: Double) -> String { goal.told(value, scale, language) }
    // No share and no time is below 0.
    func low(_ mean: Double, _ half: Double) -> Double {
      mean >= 0 ? max(0, mean - half) : mean - half
    }
    let known = candidates.filter { $0.goals.indices.contains(number) && $0.days > 0 }
    var branches: [String] = []
    func branch(_ one: Candidate) -> String { one.branch(in: language) }
    for one in known where !branches.contains(branch(one)) { branches.append(branch(one)) }
    // With one branch, its candidates stand side by side; else a row is a branch.
    let isOne = branches.count < 2
    let rows = (isOne ? known.map { [$0] } : branches.map { b in known.filter { branch($0) == b } })
      .map { row in
        let sorted = row.sorted {
          goal.isUpper
            ? $0.goals[number].mean < $1.goals[number].mean
            : $0.goals[number].mean > $1.goals[number].mean
        }
        // The choice stands for its branch, whoever keeps this goal better.
        let shown = sorted.first { $0.verdict == .best && !isOne } ?? sorted[0]
        return (name: isOne ? row[0].policy : branch(row[0]), sorted: sorted, shown: shown)
      }
      .sorted { isOne && ($0.sorted[0].goals[number].mean < $1.sorted[0].goals[number].mean) }
    let shown = rows.prefix(20)
    let values = shown.flatMap { $0.sorted }.flatMap { one in
      let figure = one.goals[number]
      return [
        figure.mean, figure.mean + (figure.halfWidth ?? 0), low(figure.mean, figure.halfWidth ?? 0),
      ]
    }
    guard let least = values.min(), let most = values.max() else { return nil }
    let keeping = rows.map { row in row.sorted.count { goal.isMet($0.goals[number].mean) } }
    let all = keeping.reduce(0, +)
    let missing = zip(rows, keeping).filter { $0.1 == 0 }.map(\.0.name)
    // One whose interval reaches the goal may keep it.
    let mayKeep = zip(rows, keeping).contains { row, count in
      count == 0
        && row.sorted.contains { one in
          let figure = one.goals[number], half = figure.halfWidth ?? .infinity
          return goal.isMet(figure.mean + (goal.isUpper ? -half : half))
        }
    }
    let title =
      isOne || missing.isEmpty || missing.count == rows.count
      ? language(
        "\(all) of \(known.count) candidates \(all == 1 ? "keeps" : "keep") \(goal.words), by \(all == 1 ? "its mean" : "their means")",
        "후보 \(known.count)개 중 \(all)개가 평균으로 \(goal.words) 목표를 지킴")
      : language(
        "With \(missing.prefix(3).joined(separator: "; "))\(missing.count > 3 ? ", …" : "") no policy \(mayKeep ? "surely " : "")keeps \(goal.words)",
        "\(missing.prefix(3).joined(separator: "; "))\(missing.count > 3 ? " …" : "")에서는 어떤 정책도 \(goal.words) 목표를 \(mayKeep ? "확실히 " : "")지키지 못함"
      )
    let unit = goal.isTime ? scale.words : ""
    let hasChoice = shown.contains { $0.shown.verdict == .best }
    return Figure(
      title: title,
      subtitle: (isOne
        ? language(
          "Of all clients of all days, with its 95 % interval; the line: the goal; yellow: these days cannot tell",
          "모든 날의 고객을 합친 값과 95 % 구간, 선: 목표, 노랑: 이 날들로 알 수 없음")
        : language(
          "Of all clients of all days: the policy that keeps it best, with its 95 % interval; pale: the spread of all; the line: the goal\(hasChoice ? "; the choice has a ring" : "")",
          "모든 날의 고객을 합친 값: 가장 잘 지키는 정책과 그 95 % 구간, 옅은 띠: 모든 정책의 범위, 선: 목표\(hasChoice ? ", 고리: 선택한 후보" : "")"
        ))
        + (unit.isEmpty ? "" : language(", in \(unit)", ", \(scale.unit.name(in: .ko))"))
        + (shown.count < rows.count
          ? language(
            "; the first \(shown.count) of \(rows.count).", ", \(rows.count)개 중 \(shown.count)개.")
          : "."),
      table: [
        [
          language("candidate", "후보"), goal.words, "±", language("this goal", "이 목표"),
          language("in all", "종합"),
        ]
      ]
        + known.map { one in
          let figure = one.goals[number]
          return [
            name(of: one), told(figure.mean), figure.halfWidth.map(told) ?? "–",
            word(goal, figure), verdict(one),
          ]
        }
    ) { width in
      let isNarrow = width < 500
      let labels = shown.map { isOne ? $0.name : "\($0.name) · \($0.shown.policy)" }
      let domain = min(0, least)...max(most, goal.limit * 1.05, 1e-9)
      let ticks: [Frame.Tick] =
        goal.isTime
        ? scale.lengthTicks(domain)
        : goal.text.contains("%")
          ? Scale.percentTicks(domain) : Scale.ticks(domain).map { ($0, Scale.label($0)) }
      var frame = Frame(
        width: width, rows: labels.map { isNarrow ? "" : $0 }, rowHeight: isNarrow ? 36 : 26,
        x: domain, xTicks: ticks, unit: "", names: isNarrow ? 8 : nil)
      let limit = frame.x(goal.limit)
      frame.drawing.line(from: (limit, frame.top), to: (limit, frame.bottom), "target")
      for (row, line) in shown.enumerated() {
        let y = frame.y(Double(row) + (isNarrow ? 0.7 : 0.5))
        if isNarrow { frame.name(labels[row], aboveRow: row) }
        let (best, last) = (line.shown, line.sorted[line.sorted.count - 1])
        let ends = [line.sorted[0], last].map { $0.goals[number].mean }.sorted()
        let mean = best.goals[number].mean
        if line.sorted.count > 1 {
          frame.drawing.box(
            x: frame.x(ends[0]), y: y - 4, width: frame.x(ends[1]) - frame.x(ends[0]), height: 8,
            "plain-tint", radius: 2, tip: "\(name(of: last)): \(told(last.goals[number].mean))")
        }
        if let half = best.goals[number].halfWidth {
          frame.drawing.line(
            from: (frame.x(low(mean, half)), y), to: (frame.x(mean + half), y),
            "spread plain-stroke")
        }
        if best.verdict == .best, !isOne {
          frame.drawing.dot(x: frame.x(mean), y: y, radius: 8, "choice")
        }
        frame.drawing.dot(
          x: frame.x(mean), y: y, radius: 5, style(goal, best.goals[number]),
          tip: "\(name(of: best)): \(told(mean))"
            + (best.goals[number].halfWidth.map { " ± " + told($0) } ?? ""))
      }
      return frame.drawing
    }
  }

  /// Whether a goal is kept, missed, or cannot be told by the days there are.
  private func state(_ goal: Goal, _ figure: Interval) -> Keeping {
    let half = figure.halfWidth ?? 0
    let ends = [figure.mean - half, figure.mean + half].map(goal.isMet)
    return ends[0] != ends[1] ? .unclear : ends[0] ? .keeps : .misses
  }

  private func word(_ goal: Goal, _ figure: Interval) -> String {
    switch state(goal, figure) {
    case .keeps: language("kept", "지킴")
    case .misses: language("missed", "미달")
    case .unclear: language("cannot be told", "알 수 없음")
    }
  }

  private func style(_ goal: Goal, _ figure: Interval) -> String {
    switch state(goal, figure) {
    case .keeps: "good-fill"
    case .misses: "bad-fill"
    case .unclear: "risk-fill"
    }
  }

  /// The cheapest candidates with their intervals.
  private var costs: Figure? {
    let known = candidates.filter {
      $0.cost != nil && !needsMore($0) && ($0.verdict == .best || keeping($0) == .keeps)
    }
    .sorted { (cost(of: $0)?.mean ?? 0) < (cost(of: $1)?.mean ?? 0) }
    // Today's is drawn wherever it stands.
    let now = today.map { candidates[$0].name }
    let shown = known.enumerated().filter { $0 < 20 || $1.name == now }.map(\.element)
    // One alone is the choice, which is said.
    guard shown.count > 1, let last = shown.last.flatMap(cost) else { return nil }
    // What each costs more than the choice, where there is one: that is what the days were for.
    let choice = shown.first { $0.verdict == .best }
    let from = choice.flatMap(cost)?.mean ?? 0
    let ends = shown.compactMap { one in
      cost(of: one).map { cost -> (Double, Double) in
        guard let reach = reach(one) else { return (cost.mean - from, cost.mean - from) }
        return (reach.lowerBound, reach.upperBound)
      }
    }
    let least = min(0, ends.map(\.0).min() ?? 0)
    let domain = least...max(ends.map(\.1).max() ?? last.mean, 1e-9)
    let hasBounds = shown.contains { $0.bounds != nil }
    return Figure(
      title: choice.map { costsTitle($0, beside: known) }
        ?? language("Nothing is decided", "결정되지 않았습니다"),
      subtitle: language(
        "\(cost)\(costUnit == .time ? " in \(scale.words)" : costUnit == .share ? " in per cent" : "") of those that \(goals.isEmpty ? "have figures" : "keep the goals")\(isFewest ? " with as few tellers" : "")\(choice == nil ? "" : ": how much more than the choice, \(costNumber(from))"),"
          + (!hasBounds
            ? choice == nil ? " with its 95 % interval" : ""
            : " with the bounds by which the choice was made: they hold for all at once")
          + unnamed(shown)
          + (known.count > shown.count
            ? "; the 20 least of \(known.count)\(shown.count > 20 ? ", and today's" : "")." : "."),
        "\(cost)\(costUnit == .time ? "(\(scale.unit.name(in: .ko)))" : costUnit == .share ? "(%)" : ""), \(isFewest ? "창구 수가 같은 후보만, " : "")\(choice == nil ? "" : "선택(\(costNumber(from)))보다 더 드는 비용: ")\(!hasBounds ? choice == nil ? "95 % 구간" : "" : "선택에 쓴 한계(모든 후보에 함께 성립)")"
          + unnamed(shown)
          + (known.count > shown.count
            ? ", \(known.count)개 중 작은 순서로 20개\(shown.count > 20 ? "와 지금" : "")." : ".")),
      table: [
        [
          language("candidate", "후보"), costHeading, "±", language("more, at least", "더 드는 비용, 최소"),
          language("at most", "최대"), language("days", "날"),
        ]
      ]
        + known.map { one in
          [
            name(of: one), cost(of: one).map { costNumber($0.mean) } ?? "–",
            cost(of: one)?.halfWidth.map(costNumber) ?? "–",
            one.bounds.map { costNumber($0.lowerBound) } ?? "–",
            one.bounds.map { costNumber($0.upperBound) } ?? "–", String(one.days),
          ]
        },
      legend: legend(of: shown)
    ) { width in
      let isNarrow = width < 500
      let ticks: [Frame.Tick] =
        switch costUnit {
        case .time: scale.lengthTicks(domain)
        case .share: Scale.percentTicks(domain)
        case .count: Scale.ticks(domain).map { ($0, Scale.label($0)) }
        }
      var frame = Frame(
        width: width, rows: shown.map { isNarrow ? "" : label(of: $0, among: shown) },
        rowHeight: isNarrow ? 36 : 26,
        x: domain, xTicks: ticks, unit: "", names: isNarrow ? 8 : nil)
      frame.drawing.line(from: (frame.x(0), frame.top), to: (frame.x(0), frame.bottom), "axis")
      for (row, one) in shown.enumerated() {
        guard let cost = cost(of: one) else { continue }
        let y = frame.y(Double(row) + (isNarrow ? 0.7 : 0.5))
        if isNarrow { frame.name(label(of: one, among: shown), aboveRow: row) }
        if let reach = reach(one) {
          frame.drawing.line(
            from: (frame.x(reach.lowerBound), y), to: (frame.x(reach.upperBound), y),
            "spread plain-stroke")
        }
        frame.drawing.dot(
          x: frame.x(cost.mean - from), y: y, radius: 5, style(one),
          tip: "\(name(of: one)): \(costNumber(cost.mean))"
            + (cost.halfWidth.map { " ± " + costNumber($0) } ?? ""))
      }
      return frame.drawing
    }
  }

  /// The ends of what is drawn of a candidate's cost: the bounds of what it costs more than the choice, or the interval
  /// of its cost where nothing is decided; `nil` for the choice.
  private func reach(_ one: Candidate) -> ClosedRange<Double>? {
    if best != nil { return one.bounds }
    return one.cost.flatMap { cost in cost.halfWidth.map { cost.mean - $0...cost.mean + $0 } }
  }

  /// Whom the days cannot tell from the choice, and what the first of the others costs more.
  private func costsTitle(_ choice: Candidate, beside known: [Candidate]) -> String {
    let name = name(of: choice)
    let others = known.filter { $0.verdict != .best }
    let open = others.count { [.tied, .open].contains($0.verdict) }
    // One may be dropped for another that is as good as the choice.
    let worse = others.count {
      $0.verdict == .worse && $0.bounds?.lowerBound ?? (isDoubtful ? 0 : 1) > 0
    }
    let cheaper = others.count(where: isSurelyCheaper)
    guard cheaper == 0 else {
      return language(
        "\(cheaper) of \(others.count) others \(cheaper == 1 ? "costs" : "cost") surely less than \(name), by so little that it counts as no difference",
        "다른 \(others.count)개 중 \(cheaper)개는 \(name)보다 확실히 싸지만 같은 것으로 볼 만큼 작은 차이입니다")
    }
    let isAll = worse > 0 && open + worse == others.count
    return open == 0 && isAll
      ? language(
        "\(others.count == 1 ? "The other costs" : others.count == 2 ? "Both others cost" : "All \(others.count) others cost") surely more than \(name)",
        "다른 \(others.count)개는 \(others.count == 1 ? "" : "모두 ")확실히 \(name)보다 비쌉니다")
      : language(
        "\(open) of \(others.count) others cannot be told from \(name)\(isAll ? "; the rest cost surely more" : "")",
        "다른 \(others.count)개 중 \(open)개는 \(name.with(.and)) 구별되지 않습니다\(isAll ? ". 나머지는 확실히 더 비쌉니다" : "")"
      )
  }

  /// What a row is called: the policy, and what was set where the rows differ in that.
  func label(of one: Candidate, among shown: [Candidate]) -> String {
    let keys = Self.keys(of: shown)
    let set = keys.differing.compactMap { key in
      one.set[key].map {
        keys.differing.count == 1 ? SweepReport.text($0) : "\(key)=\(SweepReport.text($0))"
      }
    }
    let isToday = today.map { candidates[$0].name == one.name } ?? false
    return ([one.policy] + set).joined(separator: " · ")
      + (isToday ? language(" (today)", " (지금)") : "")
  }

  /// What the names of rows leave out: what all have in common, and whose value stands behind the dot.
  func unnamed(_ shown: [Candidate]) -> String {
    let keys = Self.keys(of: shown)
    let common = keys.common.compactMap { key in
      shown.first?.set[key].map { "\(key)=\(SweepReport.text($0))" }
    }
    return (common.isEmpty ? "" : language("; all with ", "; 모두 ") + common.joined(separator: ", "))
      + (keys.differing.count == 1
        ? language("; after the name: \(keys.differing[0])", "; 이름 뒤: \(keys.differing[0])") : "")
  }

  /// The keys of the config in which some candidates are alike, and in which they differ.
  private static func keys(of shown: [Candidate]) -> (common: [String], differing: [String]) {
    guard case .object(let members)? = shown.first?.set else { return ([], []) }
    let keys = members.map(\.key)
    func isCommon(_ key: String) -> Bool {
      shown.allSatisfy { $0.set[key] == shown[0].set[key] }
    }
    return (keys.filter(isCommon), keys.filter { !isCommon($0) })
  }
}
