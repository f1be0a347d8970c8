import BankCore
import BankSimulation

extension RecommendReport {
  /// The report as a page: the answer, how long each candidate was looked at, and what the good ones cost.
  public func html(command: String? = nil) -> String {
    var page = Page(
      language("What to use", "무엇을 쓸까"),
      asked: ([cost] + goals.map(\.text)).joined(separator: " · "), language)
    page.answer(sentences + [foot])
    page.section(
      language("What the candidates cost", "후보의 비용"), [costs])
    page.section(
      language("How the choice was made", "어떻게 골랐나"), [elimination])
    page.careful(warnings)
    page.made([], command: command)
    return page.text
  }

  private func style(_ verdict: Selection.Verdict) -> String {
    switch verdict {
    case .best: "good-fill"
    case .tied, .open: "accent-fill"
    case .worse: "plain-fill"
    case .misses: "bad-fill"
    }
  }

  private var legend: [(style: String, text: String)] {
    [
      ("good-fill", language("best", "최선")),
      ("accent-fill", language("cannot be told from it", "구별 불가")),
      ("plain-fill", language("worse", "더 나쁨")),
    ] + (goals.isEmpty ? [] : [("bad-fill", language("misses a goal", "목표 미달"))])
  }

  /// The cheapest candidates with their intervals.
  private var costs: Figure? {
    let known = candidates.filter { $0.cost != nil && $0.verdict != .misses }
      .sorted { ($0.cost?.mean ?? 0) < ($1.cost?.mean ?? 0) }
    let shown = Array(known.prefix(20))
    guard let last = shown.last?.cost else { return nil }
    func told(_ value: Double) -> String {
      costIsTime ? scale.brief(value) : Time.seconds(value).decimal(places: 3)
    }
    let end = shown.compactMap { $0.cost.map { $0.mean + ($0.halfWidth ?? 0) } }.max() ?? last.mean
    let domain = min(0, shown[0].cost?.mean ?? 0)...max(end, 1e-9)
    return Figure(
      title: best.map { language("\($0.name) is the choice", "선택: \($0.name)") }
        ?? language("Nothing is decided", "결정되지 않았습니다"),
      subtitle: language(
        "\(cost)\(costIsTime ? " in \(scale.words)" : ""), with the 95 % interval of each by itself; verdicts are of"
          + " differences on the same days, which are known better"
          + (known.count > shown.count ? "; the \(shown.count) least of \(known.count)." : "."),
        "\(cost)\(costIsTime ? "(\(scale.unit.name(in: .ko)))" : ""), 각각의 95 % 구간. 판정은 같은 날의 차이로 하므로 더 정확함"
          + (known.count > shown.count ? ", \(known.count)개 중 작은 순서로 \(shown.count)개." : ".")),
      table: [[language("candidate", "후보"), language("cost", "비용"), "±", language("days", "날")]]
        + known.map { one in
          [
            one.name, one.cost.map { told($0.mean) } ?? "–",
            one.cost?.halfWidth.map(told) ?? "–", String(one.days),
          ]
        },
      legend: legend
    ) { width in
      let isNarrow = width < 500
      let ticks: [Frame.Tick] =
        costIsTime ? scale.lengthTicks(domain) : Scale.ticks(domain).map { ($0, Scale.label($0)) }
      var frame = Frame(
        width: width, rows: shown.map { isNarrow ? "" : $0.name }, rowHeight: isNarrow ? 36 : 26,
        x: domain, xTicks: ticks, unit: "", names: isNarrow ? 8 : nil)
      for (row, one) in shown.enumerated() {
        guard let cost = one.cost else { continue }
        let y = frame.y(Double(row) + (isNarrow ? 0.7 : 0.5))
        if isNarrow {
          frame.drawing.text(
            TextSize.fitted(one.name, in: width), x: 0, y: frame.y(Double(row)) + 13, "label")
        }
        if let half = cost.halfWidth {
          frame.drawing.line(
            from: (frame.x(cost.mean - half), y), to: (frame.x(cost.mean + half), y),
            "spread plain-stroke")
        }
        frame.drawing.dot(
          x: frame.x(cost.mean), y: y, radius: 5, style(one.verdict),
          tip: "\(one.name): \(told(cost.mean))" + (cost.halfWidth.map { " ± " + told($0) } ?? ""))
      }
      return frame.drawing
    }
  }

  /// How many days each candidate had before it was dropped.
  private var elimination: Figure? {
    let sorted = candidates.sorted { ($0.days, $1.name) > ($1.days, $0.name) }
    let shown = Array(sorted.prefix(40))
    guard let most = shown.first?.days, most > 0 else { return nil }
    let all = candidates.reduce(0) { $0 + $1.days }
    return Figure(
      title: language(
        "\(all) simulated days instead of \(most * candidates.count): they went where the difference was hard to see",
        "모의 \(most * candidates.count)일 대신 \(all)일: 차이를 알기 어려운 후보를 더 오래 돌렸습니다"),
      subtitle: language(
        "Days on which each candidate was tried, until it was found worse or to miss a goal"
          + (sorted.count > shown.count ? "; the \(shown.count) longest of \(sorted.count)." : "."),
        "더 나쁘거나 목표에 못 미침이 드러날 때까지 후보마다 돌린 날"
          + (sorted.count > shown.count ? ", \(sorted.count)개 중 긴 순서로 \(shown.count)개." : ".")),
      table: [[language("candidate", "후보"), language("verdict", "판정"), language("days", "날")]]
        + sorted.map { [$0.name, $0.verdict.name(in: language), String($0.days)] },
      legend: legend
    ) { width in
      let isNarrow = width < 500
      let domain = 0...Double(most)
      var frame = Frame(
        width: width, rows: shown.map { isNarrow ? "" : $0.name }, rowHeight: isNarrow ? 32 : 20,
        x: domain, xTicks: Scale.ticks(domain).map { ($0, Scale.label($0)) },
        unit: "", names: isNarrow ? 8 : nil)
      for (row, one) in shown.enumerated() {
        let top = frame.y(Double(row)) + (isNarrow ? 18 : 4)
        if isNarrow {
          frame.drawing.text(
            TextSize.fitted(one.name, in: width), x: 0, y: frame.y(Double(row)) + 13, "label")
        }
        frame.drawing.box(
          x: frame.left, y: top, width: frame.x(Double(one.days)) - frame.left, height: 12,
          style(one.verdict), radius: 2,
          tip: "\(one.name): \(one.days), \(one.verdict.name(in: language))")
      }
      return frame.drawing
    }
  }
}
