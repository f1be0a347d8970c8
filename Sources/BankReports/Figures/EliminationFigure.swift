import BankCore
import BankSimulation

extension RecommendReport {
  /// How many days each candidate had before it was dropped.
  var elimination: Figure? {
    let sorted = candidates.filter { $0.days > 0 }
      .sorted { ($0.days, $1.name) > ($1.days, $0.name) }
    let shown = Array(sorted.prefix(20))
    guard let most = shown.first?.days, most > 0 else { return nil }
    let all = candidates.reduce(0) { $0 + $1.days }
    // Where everybody had as many, none went anywhere.
    guard candidates.contains(where: { 0 < $0.days && $0.days < most }) else { return nil }
    return Figure(
      title: language(
        "\(all.grouped) simulated days instead of \(daysForAll.grouped): they went where the difference was hard to see",
        "모의 \(daysForAll.grouped)일 대신 \(all.grouped)일: 차이를 알기 어려운 후보를 더 오래 돌렸습니다"),
      subtitle: language(
        "Days on which each candidate was tried, until it was found worse or to miss a goal"
          + unnamed(shown)
          + (sorted.count > shown.count ? "; the \(shown.count) longest of \(sorted.count)." : "."),
        "더 나쁘거나 목표를 지키지 못함이 드러날 때까지 후보마다 돌린 날" + unnamed(shown)
          + (sorted.count > shown.count ? ", \(sorted.count)개 중 긴 순서로 \(shown.count)개." : ".")),
      table: [[language("candidate", "후보"), language("verdict", "판정"), language("days", "날")]]
        + sorted.map { [name(of: $0), verdict($0), String($0.days)] },
      legend: legend(of: shown)
    ) { width in
      let isNarrow = width < 500
      let domain = 0...Double(most)
      var frame = Frame(
        width: width, rows: shown.map { isNarrow ? "" : label(of: $0, among: shown) },
        rowHeight: isNarrow ? 32 : 20,
        x: domain, xTicks: Scale.ticks(domain).map { ($0, Scale.label($0)) },
        unit: "", names: isNarrow ? 8 : nil)
      for (row, one) in shown.enumerated() {
        let top = frame.y(Double(row)) + (isNarrow ? 18 : 4)
        if isNarrow { frame.name(label(of: one, among: shown), aboveRow: row) }
        frame.drawing.box(
          x: frame.left, y: top, width: frame.x(Double(one.days)) - frame.left, height: 12,
          style(one), radius: 2,
          tip: "\(name(of: one)): \(one.days), \(verdict(one))")
      }
      return frame.drawing
    }
  }
}
