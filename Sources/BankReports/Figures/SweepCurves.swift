import BankSimulation

/// How clients fare as the last key of a sweep grows; where that is a number, and nothing else varies but the policy.
struct SweepCurves {
  let grid: SweepGrid

  private typealias Point = (at: Double, value: Interval)
  private typealias Curve = (style: String, name: String, points: [Point])

  private var report: SweepReport { grid.report }
  private var language: Language { report.language }
  private var key: String { report.keys.last.map { grid.shortNames[$0] ?? $0 } ?? "" }

  /// The values of the key; `nil` where they are no numbers, too few, or not all that varies.
  private var places: [(at: Double, column: String)]? {
    let places = grid.columns.compactMap { column in Double(column).map { (at: $0, column: column) }
    }
    guard places.count > 2, places.count == grid.columns.count, grid.groups.count == 1,
      let first = places.first?.at, let last = places.last?.at, first < last
    else { return nil }
    return places
  }

  private func curve(
    _ style: String, _ name: String, _ policy: String, _ part: String, isLate: Bool
  )
    -> Curve
  {
    let points = (places ?? []).compactMap { place in
      grid.cell(grid.groups[0], place.column, policy)
        .flatMap { grid.interval($0, part, isLate: isLate) }.map { (at: place.at, value: $0) }
    }
    return (style, name, points)
  }

  private func told(_ value: Double, isLate: Bool) -> String {
    isLate ? SimulationReport.percent(value) : report.scale.brief(value, in: language)
  }

  /// All clients, a curve for each policy: of shares late, or of mean waits where nobody has a target.
  var ofPolicies: Figure? {
    guard (2...8).contains(grid.policies.count) else { return nil }
    let isLate = report.cells.contains { grid.figure($0, "all", isLate: true) != nil }
    let curves = grid.policies.enumerated().map { number, policy in
      curve(Figure.curve(number), policy, policy, "all", isLate: isLate)
    }
    return figure(
      title: isLate ? shareTitle : language("Mean wait by \(key)", "\(key)별 평균 대기"),
      whom: language("all clients", "전체 고객"), curves, isLate: isLate)
  }

  /// Under the only policy, a curve for all clients and one for each service.
  func ofServices(isLate: Bool) -> Figure? {
    guard grid.policies.count == 1, report.parts.count <= 9 else { return nil }
    let services = report.parts.dropLast()
    var curves = services.enumerated().map { number, service in
      curve(
        Figure.hue(number), report.title(service), grid.policies[0], service, isLate: isLate)
    }
    if services.count > 1 {
      curves.append(
        curve(Figure.curve(0), language("all", "전체"), grid.policies[0], "all", isLate: isLate))
    }
    let title =
      isLate
      ? shareTitle : waitTitle(curves) ?? language("Mean wait by \(key)", "\(key)별 평균 대기")
    return figure(
      title: title, whom: language("each service", "업무별"), curves, isLate: isLate)
  }

  private var shareTitle: String {
    grid.enough
      ?? (grid.policies.count == 1
        ? language(
          "With no \(key) that was tried surely at most 5 % are late",
          "확실히 목표 초과 5 % 이하인 \(key) 값은 없습니다")
        : language(
          "No \(key) surely keeps every policy within 5 % late",
          "모든 정책이 확실히 목표 초과 5 % 이하인 \(key) 값은 없습니다"))
  }

  /// The wait that changes most.
  private func waitTitle(_ curves: [Curve]) -> String? {
    func change(_ curve: Curve) -> Double {
      guard let first = curve.points.first, let last = curve.points.last else { return 0 }
      return abs(last.value.mean - first.value.mean)
    }
    guard let most = curves.max(by: { change($0) < change($1) }), change(most) > 0,
      let first = most.points.first, let last = most.points.last
    else { return nil }
    let (from, to) = (told(first.value.mean, isLate: false), told(last.value.mean, isLate: false))
    let (one, other) = (grid.last(Scale.label(first.at)), grid.last(Scale.label(last.at)))
    return language(
      "\(most.name.capitalizedFirst): \(from) with \(one), \(to) with \(other)",
      "\(most.name): \(one)이면 \(from), \(other)이면 \(to)")
  }

  private func whole(_ value: Interval, isLate: Bool) -> String {
    isLate
      ? SimulationReport.share(value)
      : report.scale.brief(value.mean)
        + (value.halfWidth.map { " ± " + report.scale.brief($0) } ?? "")
  }

  private func figure(title: String, whom: String, _ all: [Curve], isLate: Bool) -> Figure? {
    let curves = all.filter { !$0.points.isEmpty }
    let top = curves.flatMap(\.points).map { $0.value.mean + ($0.value.halfWidth ?? 0) }.max() ?? 0
    guard let places, top > 0, curves.contains(where: { $0.points.count > 1 }) else { return nil }
    let isWhole = all.allSatisfy { $0.points.count == places.count }
    let gaps =
      isWhole
      ? ""
      : language(
        " No dot: there is no mean, or the policy does not suit that branch.",
        " 점이 없으면 평균이 없거나 정책이 그 지점에 맞지 않음.")
    return Figure(
      title: title,
      subtitle: (isLate
        ? language(
          "Share late by \(key), \(whom), with 95 % intervals; dashed: 5 %.",
          "\(key)별 목표 초과 비율(\(whom))과 95 % 구간, 점선: 5 %.")
        : language(
          "Mean wait in \(report.scale.words) by \(key), \(whom), with 95 % intervals.",
          "\(key)별 평균 대기(\(report.scale.unit.name(in: .ko)), \(whom))와 95 % 구간.")) + gaps,
      table: [[key] + curves.map(\.name)]
        + places.map { place in
          [place.column]
            + curves.map { curve in
              curve.points.first { $0.at == place.at }.map { whole($0.value, isLate: isLate) }
                ?? "–"
            }
        },
      legend: curves.map { ($0.style, $0.name) }
    ) { width in
      let domain = 0...Scale.roundedUp(isLate ? min(top, 1) : top)
      // Room for the first and last dots beside their values.
      let (first, last) = (places[0].at, places[places.count - 1].at)
      let margin = (last - first) / 40
      var frame = Frame(
        width: width, height: 240, x: first - margin...last + margin,
        xTicks: places.map { ($0.at, $0.column) }, y: domain,
        yTicks: isLate ? Scale.percentTicks(domain) : report.scale.lengthTicks(domain),
        unit: isLate ? language("late", "목표 초과") : report.scale.unit.name(in: language),
        xUnit: key, room: 24)
      if isLate, TargetState.mostOnTarget < domain.upperBound {
        let y = frame.y(TargetState.mostOnTarget)
        frame.drawing.line(from: (frame.left, y), to: (frame.right, y), "target unsure")
      }
      for (number, curve) in curves.enumerated() {
        // Side by side, so that one interval does not hide another.
        let shift = (Double(number) - Double(curves.count - 1) / 2) * 5
        let points = curve.points.map { (x: frame.x($0.at) + shift, y: frame.y($0.value.mean)) }
        frame.drawing.path(points, "curve \(curve.style)")
        for (point, place) in zip(points, curve.points) {
          let half = place.value.halfWidth ?? 0
          frame.drawing.line(
            from: (point.x, frame.y(max(0, place.value.mean - half))),
            to: (point.x, frame.y(min(domain.upperBound, place.value.mean + half))),
            "curve \(curve.style)")
          frame.drawing.dot(
            x: point.x, y: point.y, radius: 4, "fill \(curve.style)",
            tip:
              "\(curve.name), \(grid.last(Scale.label(place.at))): \(whole(place.value, isLate: isLate))"
          )
        }
      }
      return frame.drawing
    }
  }
}
