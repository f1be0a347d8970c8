import BankCore
import BankSimulation

/// How long clients waited, under one policy.
struct WaitPictures {
  let report: SimulationReport

  private var language: Language { report.language }
  private var scale: TimeScale { report.scale }

  struct Row {
    let name: String
    let line: SimulationReport.Line
    let target: Double?
  }

  /// Services that have a mean: the one of which the answer speaks first, then those with a target, the latest first, then
  /// the longest waits.
  ///
  /// At the end come those for which people came and nobody was served. None where nobody waited at all.
  var services: [Row] {
    func rows(_ isShown: (SimulationReport.Line) -> Bool) -> [Row] {
      zip(report.plan.services.indices, report.lines).compactMap { service, line -> Row? in
        guard isShown(line) else { return nil }
        return Row(
          name: report.titles[service], line: line,
          target: report.plan.services[service].target?.seconds)
      }
    }
    let first = report.latestService.map { report.titles[$0] }
    let served = rows(\.hasMean).sorted {
      ($0.name == first ? 1 : 0, weight($0)) > ($1.name == first ? 1 : 0, weight($1))
    }
    return served.allSatisfy { $0.line.figures.wait.max == 0 }
      ? [] : served + rows { $0.isStable && $0.figures.served == 0 && $0.figures.arrived > 0 }
  }

  /// The priority classes that have a mean, the latest first; they have no target of their own.
  private var classes: [Row] {
    zip(report.classNames, report.lines.dropFirst(report.plan.services.count)).compactMap {
      name, line in
      guard line.hasMean, line.figures.served > 0 else { return nil }
      return Row(name: report.titled(name), line: line, target: nil)
    }.sorted { weight($0) > weight($1) }
  }

  private func weight(_ row: Row) -> Double {
    row.line.late.map { 1000 + $0.mean } ?? (row.line.quantiles[2]?.mean ?? 0) / 1e12
  }

  /// Median, 90th and 95th percentile of each service, with the target; `nil` when nobody waited.
  var spread: Figure? { figure(services, language("service", "업무")) }

  /// The same of each priority class; `nil` where there are none.
  var classSpread: Figure? { figure(classes, language("class", "등급")) }

  private func figure(_ rows: [Row], _ kind: String) -> Figure? {
    guard let first = rows.first else { return nil }
    let end =
      rows.flatMap { row -> [Double] in
        let p95 = row.line.quantiles[2].map { $0.mean + ($0.halfWidth ?? 0) } ?? 0
        return [p95, row.target ?? 0]
      }.max() ?? 1
    let title: String
    // Who leaves unserved is not in the picture.
    if let late = first.line.late, late.mean > 0, let target = first.target,
      !first.line.isLateByLeaving
    {
      title = language(
        "\(SimulationReport.percent(late.mean)) of those for \(first.name) were not called within \(scale.exact(target, in: language))",
        "\(first.name): \(SimulationReport.percent(late.mean))가 \(scale.exact(target, in: language)) 안에 호출되지 못했습니다"
      )
    } else {
      // Rows are in the order of who is late, and not of who waits longest.
      let known = rows.compactMap { row in row.line.quantiles[2].map { (name: row.name, p95: $0) } }
        .sorted { $0.p95.mean > $1.p95.mean }
      let longest = known.first
      func told(_ one: (name: String, p95: Interval)?) -> String {
        scale.brief(one?.p95.mean ?? 0, in: language)
      }
      let (most, least) = (told(longest), told(known.last))
      // Whose wait is longest by chance is not what there is to say.
      let isLongest = known.dropFirst().allSatisfy { other in
        longest.map { $0.p95.mean - ($0.p95.halfWidth ?? .infinity) } ?? 0
          > other.p95.mean + (other.p95.halfWidth ?? 0)
      }
      title =
        known.allSatisfy { $0.p95.mean == 0 }
        ? language("19 of 20 of those served do not wait", "20명 중 19명은 기다리지 않습니다")
        : known.count == 1 || least == most
          ? language("19 of 20 of those served wait at most \(most)", "20명 중 19명이 \(most) 안에 호출됩니다")
          : !isLongest
            ? language(
              "19 of 20 of those served are called within \(least) (\(known.last?.name ?? "")) to \(most) (\(longest?.name ?? ""))",
              "20명 중 19명이 \(least)(\(known.last?.name ?? ""))에서 \(most)(\(longest?.name ?? "")) 안에 호출됩니다"
            )
            : language(
              "Those for \(longest?.name ?? "") wait longest: 19 of 20 of those served are called within \(most)",
              "\(longest?.name ?? "") 고객이 가장 오래 기다립니다: 20명 중 19명이 \(most) 안에 호출됩니다")
    }
    let hasTargets = rows.contains { $0.target != nil }
    // Who leaves or is turned away is late, and not in the picture.
    let lost =
      hasTargets && rows.contains { $0.line.lost.mean > 0.01 }
      ? language(
        " Late counts all who come, also those who left or were turned away.",
        " 목표 초과는 떠나거나 돌아간 고객까지 모두 셉니다.") : ""
    let areKnown = rows.allSatisfy { $0.line.quantiles[2].map { $0.halfWidth != nil } ?? true }
    func share(_ row: Row) -> String {
      row.line.late.map { language("late ", "초과 ") + SimulationReport.percent($0.mean) } ?? ""
    }
    func cells(_ row: Row) -> [String] {
      [
        row.name, String(row.line.figures.served),
        report.told(row.line.hasMean ? row.line.figures.wait.mean : nil, row.line.halfWidth),
      ]
        + row.line.quantiles.map { report.told($0?.mean, $0?.halfWidth) }
        + [
          row.line.hasMean ? scale.brief(row.line.figures.wait.max) : "–",
          row.target.map { Scale.label($0 / scale.unit.seconds) } ?? "–",
          row.line.share(row.line.late),
        ]
    }
    return Figure(
      title: title,
      subtitle: language(
        "Waits of those served in \(scale.words): half wait at most as long as the ring, 90 % as the small dot, 95 % as the large one"
          + " (bar: its 95 % interval\(areKnown ? "" : ", where the days can tell"))\(hasTargets ? "; the stroke across is the target" : "").\(lost)",
        "업무를 본 고객의 대기(\(scale.unit.name(in: .ko))): 고리는 50 %, 작은 점은 90 %, 큰 점은 95 %(막대는 95 % 구간\(areKnown ? "" : ", 알 수 있는 곳만"))\(hasTargets ? ", 세로선은 목표" : "").\(lost)"
      ),
      table: [
        [
          kind, language("served", "완료"), language("mean", "평균"), "50 %",
          "90 %",
          "95 %", "99 %", language("longest", "최대"), language("target", "목표"),
          language("late", "목표 초과"),
        ]
      ] + rows.map(cells)
    ) { width in
      let room = rows.map { TextSize.width(share($0)) }.max() ?? 0
      let domain = 0...Scale.roundedUp(end / scale.unit.seconds) * scale.unit.seconds
      var frame = Frame(
        width: width, rows: rows.map(\.name), rowHeight: 40, x: domain,
        xTicks: scale.lengthTicks(domain),
        unit: language("wait, ", "대기, ") + scale.unit.sign(in: language),
        room: room + 20)
      for (place, row) in rows.enumerated() {
        let y = frame.y(Double(place) + 0.5)
        let quantiles = row.line.quantiles
        let style =
          row.target == nil
          ? "plain" : row.line.late.map { TargetState(late: $0.mean).rawValue } ?? "plain"
        if let low = quantiles[0]?.mean, let high = quantiles[2] {
          if let half = high.halfWidth {
            frame.drawing.box(
              x: frame.x(high.mean - half), y: y - 9,
              width: frame.x(high.mean + half) - frame.x(high.mean - half), height: 18,
              "\(style)-tint", radius: 3)
          }
          frame.drawing.line(
            from: (frame.x(low), y), to: (frame.x(high.mean), y), "spread \(style)-stroke")
          frame.drawing.dot(
            x: frame.x(low), y: y, radius: 5, "ring \(style)-stroke",
            tip:
              "\(row.name) 50 %: \(report.told(low, quantiles[0]?.halfWidth)) \(scale.unit.sign(in: language))"
          )
          if let middle = quantiles[1] {
            frame.drawing.dot(
              x: frame.x(middle.mean), y: y, radius: 4, "\(style)-fill",
              tip:
                "\(row.name) 90 %: \(report.told(middle.mean, middle.halfWidth)) \(scale.unit.sign(in: language))"
            )
          }
          frame.drawing.dot(
            x: frame.x(high.mean), y: y, radius: 6, "\(style)-fill",
            tip:
              "\(row.name) 95 %: \(report.told(high.mean, high.halfWidth)) \(scale.unit.sign(in: language))"
          )
        }
        if row.line.figures.served == 0 {
          let text = language("nobody was served", "업무를 본 고객 없음")
          frame.drawing.text(text, x: frame.left + 4, y: y + 4, "tick")
        } else if let target = row.target {
          frame.drawing.line(
            from: (frame.x(target), y - 14), to: (frame.x(target), y + 14), "target")
        }
        frame.drawing.text(share(row), x: width, y: y + 4, "label", .end)
      }
      return frame.drawing
    }
  }
}

/// Shares of clients who waited no longer than a time, a curve for each of several.
struct ShareFigure {
  /// A curve: its name, and the share at each time in seconds.
  struct Curve {
    let name: String
    let points: [(time: Double, share: Double)]
    /// Whether it is seen beneath another that lies on it.
    var isUnder = false

    /// The style of it and of its key, as the curve of this number.
    func style(_ number: Int) -> String { (isUnder ? "under " : "") + Figure.curve(number) }
  }

  let figure: Figure

  /// Draws curves over times, their shares from end to end of `shares`.
  init(
    _ curves: [Curve], shares: ClosedRange<Double> = 0...1, title: String, subtitle: String,
    unit: String, scale: TimeScale, table: [[String]], language: Language
  ) {
    let end = curves.compactMap { $0.points.last?.time }.max() ?? 1
    figure = Figure(
      title: title, subtitle: subtitle, table: table,
      legend: curves.count > 1 ? curves.enumerated().map { ($1.style($0), $1.name) } : []
    ) { width in
      var frame = Frame(
        width: width, height: 256, x: 0...end, xTicks: scale.lengthTicks(0...end), y: shares,
        yTicks: Scale.percentTicks(shares), unit: unit, xUnit: scale.unit.sign(in: language))
      for (number, curve) in curves.enumerated() {
        frame.drawing.path(
          curve.points.map { (frame.x($0.time), frame.y($0.share)) },
          "curve " + curve.style(number), tip: curve.name)
      }
      return frame.drawing
    }
  }

  /// Where the curves are farthest apart.
  private static func finding(
    _ curves: [Curve], _ results: [SimulationReport], _ scale: TimeScale, _ language: Language
  ) -> String {
    let steps = (curves.first?.points.indices).map(Array.init) ?? []
    func ends(_ step: Int) -> (low: Curve, high: Curve)? {
      let sorted = curves.sorted { $0.points[step].share < $1.points[step].share }
      return sorted.first.flatMap { low in sorted.last.map { (low, $0) } }
    }
    func gap(_ step: Int) -> Double {
      ends(step).map { $1.points[step].share - $0.points[step].share } ?? 0
    }
    guard let step = steps.max(by: { gap($0) < gap($1) }), gap(step) >= 0.02,
      let (low, high) = ends(step)
    else {
      let names = language.some(curves.map(\.name))
      return language("Waits are spread alike under \(names)", "대기의 분포는 \(names)에서 비슷합니다")
    }
    let within = scale.brief(low.points[step].time, in: language)
    let pair = [low, high].compactMap { curve in results.first { $0.policy == curve.name } }
    let isTold =
      pair.count == 2
      && Difference.all(pair[1], from: pair[0]).contains {
        $0.service == "all" && [.meanWait, .late, .lost].contains($0.metric) && $0.isClear
      }
    guard isTold || results[0].summary.days.count == 1 else {
      return language(
        "The shares called within a time differ by at most \(SimulationReport.wholePercent(gap(step))) of all, which may be chance",
        "어떤 시간 안에 불린 비율의 정책별 차이는 많아야 \(SimulationReport.wholePercent(gap(step)))이며 우연일 수 있습니다")
    }
    let shares = [high, low].map { SimulationReport.wholePercent($0.points[step].share) }
    return language(
      "Within \(within) \(shares[0]) are called under \(high.name), \(shares[1]) under \(low.name)",
      "\(within) 안에 \(high.name)에서는 \(shares[0]), \(low.name)에서는 \(shares[1])가 호출됩니다")
  }

  /// The curves as they differ from the one of that name; none where it is not among them.
  private static func differences(_ curves: [Curve], from name: String) -> [Curve] {
    guard let base = curves.first(where: { $0.name == name }) else { return [] }
    return curves.map { curve in
      Curve(
        name: curve.name,
        points: zip(curve.points, base.points).map { ($0.time, $0.share - $1.share) })
    }
  }

  /// The waits of all clients under several policies, the baseline first.
  init?(_ results: [SimulationReport]) {
    let shown = results.filter { $0.unstable.isEmpty && $0.summary.statistics.all.served > 0 }
    let all = shown.map { $0.summary.statistics.all }
    guard let scale = shown.first?.scale, let language = shown.first?.language,
      let end = all.compactMap({ $0.waitQuantile(0.99) }).max(), end > 0
    else { return nil }
    /// Of all who came: whoever left was called within no time.
    func share(_ index: Int, upTo time: Double) -> Double {
      let figures = all[index]
      return figures.waits.share(upTo: time) * Double(figures.served)
        / Double(max(1, figures.arrived))
    }
    let order = shown.indices.sorted { share($0, upTo: end / 8) > share($1, upTo: end / 8) }
    let curves = order.prefix(8).map { index in
      Curve(
        name: shown[index].policy,
        points: (0...120).map { step in
          let time = end * Double(step) / 120
          return (time, share(index, upTo: time))
        })
    }
    // Curves that are close hide each other: then only what each differs from the baseline is drawn.
    let base = results[0].policy
    let apart = Self.differences(curves, from: base)
    let far = apart.flatMap { $0.points.map(\.share) }
    let isClose = curves.count > 1 && far.allSatisfy { abs($0) < 0.15 } && far.contains { $0 != 0 }
    let more =
      shown.count > 8
      ? language("; eight of \(shown.count) policies", ", \(shown.count)개 중 8개 정책") : ""
    self.init(
      isClose ? apart : curves,
      shares: isClose ? (far.min() ?? 0) * 1.05...(far.max() ?? 0) * 1.05 : 0...1,
      title: Self.finding(curves, shown, scale, language),
      subtitle: isClose
        ? language(
          "How many more of all who came were called within a time (in \(scale.words)) than under \(base), in percent of all, all days together\(more); small differences may be chance. The numbers below are waits of those served.",
          "어떤 시간(\(scale.unit.name(in: .ko))) 안에 불린 고객이 \(base) 정책보다 얼마나 많은지(찾아온 모든 고객에 대한 비율), 모든 날을 합쳐서\(more), 작은 차이는 우연일 수 있음. 아래 숫자는 업무를 본 고객의 대기."
        )
        : language(
          "Share of all who came that was called within a time, in \(scale.words), all days together\(more). The numbers below are waits of those served.",
          "찾아온 모든 고객 중 어떤 시간(\(scale.unit.name(in: .ko))) 안에 불린 비율, 모든 날을 합쳐서\(more). 아래 숫자는 업무를 본 고객의 대기."
        ),
      unit: isClose ? language("more called", "더 불린 비율") : language("share", "비율"), scale: scale,
      table: [[language("policy", "정책"), "50 %", "90 %", "95 %", "99 %"]]
        + shown.map { result in
          [result.policy]
            + DaysSummary.DayFigures.levels.indices.map { level in
              result.summary.quantile(nil, level: level).map { scale.brief($0.mean) } ?? "–"
            }
        }, language: language)
  }
}
