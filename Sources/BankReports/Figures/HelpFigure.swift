import BankCore
import BankSimulation

/// What each change that was tried would do, as a picture: from the figure of today to the one with the change.
struct HelpFigure {
  let report: SimulationReport
  let help: [Help]

  private var language: Language { report.language }

  /// How a change fares.
  private enum Verdict: Int, CaseIterable {
    case helps, atAPrice, unsure, harms

    var style: String {
      switch self {
      case .helps: "good"
      case .atAPrice: "risk"
      case .unsure: "plain"
      case .harms: "bad"
      }
    }

    /// `isOfDrawn` says whether it is of the clients whose figure is drawn, and not of all; `helped` is the service that
    /// alone is surely helped, in a picture of all.
    func name(_ language: Language, isOfDrawn: Bool, helped: String? = nil) -> String {
      switch self {
      case .helps where helped != nil:
        language("surely helps \(helped ?? "")", "\(helped ?? "")에 확실히 도움이 됨")
      case .helps: language("surely helps", "확실히 도움이 됨")
      case .atAPrice: language("helps, but others pay", "도움이 되지만 다른 고객이 손해")
      case .unsure where isOfDrawn: language("these days cannot tell", "이 날들로는 알 수 없음")
      case .unsure: language("for all these days cannot tell", "전체로는 이 날들로 알 수 없음")
      case .harms: language("makes it worse, for all or for others", "전체나 다른 고객이 나빠짐")
      }
    }
  }

  private struct Row {
    let name: String
    /// Who fares worse by it, and how much.
    let payer: String?
    let before: Double
    let after: Double
    let half: Double?
    let all: (before: Double, after: Double)
    let verdict: Verdict
    /// The verdict in words.
    let told: String
    /// What surely helps first, and of that what nobody pays for; then what does most for whom the picture is of.
    let order: (verdict: Int, rank: (Int, Int, Double))
  }

  /// Of whom the picture is: the service that fares worst; all where there is one only, and where something surely helps
  /// all, and that service not surely.
  private var service: String? {
    guard let first = help.first, first.measure != .lost, let worst = first.worst else {
      return nil
    }
    let isSure = report.helping(help).allSatisfy {
      report.isSurelyLess($0.worstDifference, $0, of: help)
    }
    return isSure ? report.titles[worst.place] : nil
  }

  /// The same in words.
  private var whom: String {
    service ?? (report.titles.count == 1 ? report.titles[0] : language("all", "전체"))
  }

  private func verdict(_ one: Help) -> Verdict {
    if report.surelyHelps(one, of: help) { return one.price > 0 ? .atAPrice : .helps }
    func isSurelyMore(_ difference: Interval) -> Bool {
      difference.mean > (difference.halfWidth ?? .infinity) * report.widening(one, of: help)
    }
    // What is drawn as surely longer is not called open.
    let isWorseForDrawn = service != nil && one.worstDifference.map(isSurelyMore) ?? false
    return isSurelyMore(one.difference) || isWorseForDrawn || one.losesMore || one.ruins
      || one.spoilsTargets ? .harms : .unsure
  }

  /// Who fares worse by a change, and how much: the share late that grows most, else what else is paid.
  private func payer(of one: Help) -> String? {
    func told(_ whose: String, _ measure: Help.Measure, _ before: Double, _ after: Double) -> String
    {
      "\(whose) \(measure.name(language)) \(measure.told(before, report.scale, language)) → \(measure.told(after, report.scale, language))"
    }
    let late = one.laterOnes.filter { $0.after - $0.before > Help.muchLater }
      .max { $0.after - $0.before < $1.after - $1.before }
    if let late { return told(report.titles[late.place], .late, late.before, late.after) }
    let names = report.titles + report.classNames.map(report.titled)
    guard let cost = one.costs.first(where: { $0.place != nil }) ?? one.costs.first else {
      return one.pays.max { $0.after - $0.before < $1.after - $1.before }
        .map { told(names[$0.place], one.measure, $0.before, $0.after) }
    }
    return told(
      cost.place.map { names[$0] } ?? language("all", "전체"), cost.measure, cost.before, cost.after)
  }

  private var rows: [Row] {
    let isOfAll = service == nil
    // What the answer has first comes first.
    let isFelt = report.isWell || report.helping(help).contains { $0.isFelt(in: report.plan) }
    let lead = report.order(of: help).first
    return help.enumerated().compactMap { number, one in
      // Where nothing has to change, or something is felt, what nobody would feel is not drawn.
      guard !isFelt || one.isFelt(in: report.plan) else { return nil }
      let verdict = verdict(one)
      let worst = isOfAll ? nil : one.worst
      let difference = worst != nil ? one.worstDifference : one.difference
      let helped =
        isOfAll && one.isOfWorst && !report.isSurelyLess(one.difference, one, of: help)
        ? one.worst.map { report.titles[$0.place] } : nil
      return Row(
        name: one.name(report), payer: payer(of: one), before: worst?.before ?? one.before,
        after: worst?.after ?? one.after,
        half: difference?.halfWidth.map { $0 * report.widening(one, of: help) },
        all: (one.before, one.after), verdict: verdict,
        told: verdict.name(language, isOfDrawn: isOfAll || one.isOfWorst, helped: helped),
        order: (
          number == lead ? -1 : verdict.rawValue,
          isOfAll ? one.rankOfAll : one.rank
        ))
    }
    // What changes nothing on any day is not looked at.
    .filter { $0.before != $0.after || ($0.half ?? 0) > 0 }
    .sorted { one, other in
      one.order.verdict == other.order.verdict
        ? one.order.rank < other.order.rank : one.order.verdict < other.order.verdict
    }
  }

  /// The picture; `nil` where nothing was tried.
  var figure: Figure? {
    guard let measure = help.first?.measure else { return nil }
    let (rows, scale) = (rows, report.scale)
    guard !rows.isEmpty else { return nil }
    let days = help.first?.days ?? 0
    func told(_ value: Double) -> String { measure.told(value, scale, language) }
    let what = measure.name(language)
    /// The figure with the change, and its interval: no share is below 0.
    func after(_ row: Row) -> String {
      guard let half = row.half else { return told(row.after) }
      return measure == .wait
        ? "\(told(row.after)) ± \(told(half))"
        : SimulationReport.share(Interval(mean: row.after, halfWidth: half))
    }
    let best = rows.first { [.helps, .atAPrice].contains($0.verdict) }
    let title =
      best.map { best in
        let name = language(best.name.capitalizedFirst, best.name)
        return "\(name): \(whom) \(what) \(told(best.before)) → \(after(best))"
          + (best.verdict == .atAPrice ? language("; others pay", ". 다른 고객이 손해") : "")
      }
      ?? language(
        "Nothing that was tried surely helps", "시험한 것 가운데 확실히 도움이 되는 것은 없습니다")
    let used = Verdict.allCases.filter { verdict in
      rows.contains { $0.verdict == verdict }
    }
    return Figure(
      title: title,
      subtitle: language(
        "\(whom.capitalizedFirst), \(what): ring today, dot with the change; bars are 95 % intervals of the difference on the same \(days) days, that hold for all that was tried\(measure == .late ? "; the stroke across: 5 %" : "").",
        "\(whom) \(what): 고리는 지금, 점은 바꾼 뒤. 막대는 같은 \(days)일의 차이에 대한 95 % 구간(시험한 모든 것에 함께 성립).\(measure == .late ? " 세로선: 5 %." : "")"
      ),
      table: [
        [
          language("change", "바꾸는 것"), language("\(whom): today", "\(whom): 지금"),
          language("with it", "바꾼 뒤"), "±",
        ]
          + (service == nil ? [] : [language("all: today", "전체: 지금"), language("with it", "바꾼 뒤")])
          + [language("verdict", "판단"), language("who pays", "손해 보는 쪽")]
      ]
        + rows.map { row in
          [row.name, told(row.before), told(row.after), row.half.map(told) ?? "–"]
            + (service == nil ? [] : [told(row.all.before), told(row.all.after)])
            + [row.told, row.payer ?? "–"]
        },
      legend: used.map { verdict in
        let told = Set(rows.filter { $0.verdict == verdict }.map(\.told))
        return (
          verdict.style + "-fill",
          (told.count == 1 ? told.first : nil) ?? verdict.name(language, isOfDrawn: true)
        )
      }
    ) { width in
      let most = rows.map { max($0.before, $0.after + ($0.half ?? 0)) }.max() ?? 0
      let domain = 0...Scale.roundedUp(measure == .wait ? most : min(1, most))
      let names = rows.map { row in
        // Who pays is not cut for a long name.
        row.payer.flatMap { payer in
          row.verdict == .harms
            ? [row.name, language("worse: ", "나빠짐: ") + payer].flatMap {
              TextSize.wrapped($0, in: width - 24, most: 2)
            } : nil
        } ?? TextSize.wrapped(row.name, in: width - 24, most: 3)
      }
      let lines = names.map(\.count).max() ?? 1
      let height = 26 + 14 * Double(lines)
      var frame = Frame(
        width: width, rows: rows.map { _ in "" }, rowHeight: height, x: domain,
        xTicks: measure == .wait
          ? scale.lengthTicks(domain) : Scale.percentTicks(domain),
        unit: measure == .wait ? "\(what), \(scale.unit.name(in: language))" : what, names: 12)
      let limit = TargetState.mostOnTarget
      let hasLimit = measure == .late && limit < domain.upperBound
      for (number, row) in rows.enumerated() {
        let y = frame.y(Double(number)) + height - 12
        let style = row.verdict.style
        for (line, name) in names[number].reversed().enumerated() {
          frame.drawing.text(name, x: frame.left, y: y - 12 - 14 * Double(line), "label")
        }
        if let half = row.half {
          frame.drawing.box(
            x: frame.x(row.after - half), y: y - 6,
            width: frame.x(row.after + half) - frame.x(row.after - half), height: 12,
            "\(style)-tint", radius: 3)
        }
        if hasLimit {
          frame.drawing.line(
            from: (frame.x(limit), y - 8), to: (frame.x(limit), y + 8), "target")
        }
        frame.drawing.line(
          from: (frame.x(row.before), y), to: (frame.x(row.after), y), "spread \(style)-stroke")
        frame.drawing.dot(x: frame.x(row.before), y: y, "ring \(style)-stroke")
        frame.drawing.dot(
          x: frame.x(row.after), y: y, "\(style)-fill",
          tip: "\(row.name): \(told(row.before)) → \(after(row)), \(row.told)")
      }
      return frame.drawing
    }
  }
}
