import BankCore
import BankSimulation

/// What tellers did with their time.
struct StaffPictures {
  let report: SimulationReport

  private var language: Language { report.language }

  /// The most tellers in a picture.
  static let most = 40

  private struct Row {
    let name: String
    let served: Int
    /// Serving, handing over, idle, holding back; shares of the time there.
    let shares: [Double]
    let interval: Interval?
  }

  private var rows: [Row] {
    report.plan.tellers.indices.compactMap { teller -> Row? in
      guard let busy = report.summary.utilization(teller: teller) else { return nil }
      let served = report.summary.statistics.tellers[teller].served
      let name = report.tellerName(report.plan.tellers[teller].name)
      let interval = report.hasIntervals ? busy : Interval(mean: busy.mean, halfWidth: nil)
      guard let work = report.course?.work[teller], work.present > 0 else {
        return Row(
          name: name, served: served, shares: [busy.mean, 0, 1 - busy.mean, 0], interval: interval)
      }
      let parts = [work.serving, work.handingOver, work.idle, work.holding]
      return Row(
        name: name, served: served, shares: parts.map { $0 / work.present }, interval: interval)
    }
  }

  /// The most that a teller's share of anything differs from the one under another policy; `nil` where not the same
  /// tellers work.
  func mostDifferent(from other: Self) -> Double? {
    let pairs = zip(rows, other.rows)
    guard rows.map(\.name) == other.rows.map(\.name) else { return nil }
    return pairs.flatMap { one, other in zip(one.shares, other.shares).map { abs($0 - $1) } }.max()
  }

  private var parts: [(style: String, text: String)] {
    [
      ("work-serving", language("serving", "업무 중")),
      ("work-handover", language("between clients", "다음 고객 준비")),
      report.course == nil
        ? ("work-idle", language("not serving", "업무 중이 아님"))
        : ("work-idle", language("free, nobody to serve", "빈 창구, 맡을 고객 없음")),
      report.isRecorded
        ? (
          "work-handover",
          language("between clients, while somebody waits", "고객이 기다리는 동안의 다음 고객 준비")
        )
        : ("work-holding", language("free while somebody waits", "맡을 고객이 있는데 빈 창구")),
    ]
  }

  /// The share of each teller's time there that went into what.
  var shares: Figure? {
    let rows = rows.sorted { ($0.shares[0], $1.name) > ($1.shares[0], $0.name) }
    guard let busiest = rows.first, let least = rows.last else { return nil }
    let hasCourse = report.course != nil
    let used =
      hasCourse
      ? parts.indices.filter { part in rows.contains { $0.shares[part] > 0.0005 } } : [0, 2]
    let percent = { (share: Double) in SimulationReport.percent(share) }
    let title =
      rows.count == 1 || busiest.shares[0] - least.shares[0] < 0.05
      ? busiest.shares[0] > 0.9995
        ? language(
          rows.count == 1 ? "The teller serves all of the time" : "Tellers serve all of the time",
          "창구가 쉴 틈이 없습니다")
        : least.shares[0] >= 0.9
          ? language(
            "All tellers are busy: they serve \(percent(least.shares[0]))\(rows.count == 1 ? "" : " to \(percent(busiest.shares[0]))") of the time",
            "모든 창구가 바쁩니다: 업무 비율이 \(percent(least.shares[0]))\(rows.count == 1 ? "" : "에서 \(percent(busiest.shares[0]))까지")입니다"
          )
          : language(
            "No teller serves more than \(percent(busiest.shares[0])) of the time",
            "가장 바쁜 창구도 업무 비율은 \(percent(busiest.shares[0]))입니다")
      : language(
        "\(busiest.name.capitalizedFirst) serves \(percent(busiest.shares[0])) of the time, \(least.name) \(percent(least.shares[0]))",
        "업무 비율: \(busiest.name) \(percent(busiest.shares[0])), \(least.name) \(percent(least.shares[0]))"
      )
    let shown = rows.prefix(Self.most)
    let more = rows.count > Self.most
    return Figure(
      title: title,
      subtitle: language(
        "Share of the time that each teller was there, \(report.summary.days.count == 1 ? "on this one day" : "all days together")"
          + (more ? "; the \(Self.most) busiest of \(rows.count)." : ".")
          + (report.isUnseenAway
            ? " Longer idle times are left out: the log does not tell them from absence." : ""),
        "각 창구가 나와 있던 시간 중의 비율, \(report.summary.days.count == 1 ? "이 하루" : "모든 날을 합쳐서")"
          + (more ? ", \(rows.count)개 중 가장 바쁜 \(Self.most)개." : ".")
          + (report.isUnseenAway ? " 긴 빈 시간은 뺐습니다. 기록만으로는 자리 비움과 구별되지 않습니다." : "")
      ),
      table: [
        [language("teller", "창구"), language("served", "완료"), language("serving", "업무 중"), "±"]
          + used.dropFirst().map { parts[$0].text }
      ]
        + rows.map { row in
          [
            row.name, String(row.served), percent(row.shares[0]),
            row.interval?.halfWidth.map(percent) ?? "–",
          ] + used.dropFirst().map { percent(row.shares[$0]) }
        },
      legend: used.map { parts[$0] }
    ) { width in
      let ticks = [0, 0.25, 0.5, 0.75, 1].map { (at: $0, label: "\(Int($0 * 100)) %") }
      var frame = Frame(
        width: width, rows: shown.map(\.name), rowHeight: 26, x: 0...1, xTicks: ticks, unit: "",
        room: 20)
      for (place, row) in shown.enumerated() {
        var from = 0.0
        for part in used where row.shares[part] > 0 {
          let to = from + row.shares[part]
          frame.drawing.box(
            x: frame.x(from), y: frame.y(Double(place)) + 4,
            width: frame.x(to) - frame.x(from) - 1, height: 18, parts[part].style, radius: 2,
            tip: "\(row.name), \(parts[part].text): \(percent(row.shares[part]))")
          from = to
        }
      }
      return frame.drawing
    }
  }
}
