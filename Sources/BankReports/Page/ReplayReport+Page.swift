import BankCore
import BankRecords
import BankSimulation

extension ReplayReport {
  /// A control whose mean wait is off by more than this share is no control.
  private static let farOff = 0.3

  /// The report as a page: how true the control is, then what each policy would have done.
  public func html(command: String? = nil) -> String {
    let name = log.split(separator: "/").last.map(String.init) ?? log
    var page = Page(
      language("Replay of \(name)", "\(name) 다시 돌리기"),
      asked: language(
        "\(days.count) day\(days.count == 1 ? "" : "s") · control \(policies[0])",
        "\(days.count)일 · 대조 정책 \(policies[0])"),
      language)
    let share = mean(nil) > 0 ? totalError / mean(nil) : totalError == 0 ? 0 : nil
    let error =
      share.map { " (\($0 < 0 ? "−" : "+")\(SimulationReport.wholePercent(abs($0))))" } ?? ""
    let (own, recorded) = (
      scale.brief(mean(0), in: language), scale.brief(mean(nil), in: language)
    )
    // What was asked comes first; how far the replay itself may be trusted is next. Of one that is far off, that is
    // all there is to say.
    if let share, abs(share) > Self.farOff {
      page.answer(
        [
          language(
            "This replay is not what happened: under its own policy, \(policies[0]), the mean wait is \(own) where \(recorded) was recorded\(error). What follows says little.",
            "이 결과는 기록과 다릅니다. 원래 정책 \(policies[0])에서 평균 대기는 \(own), 기록은 \(recorded)입니다\(error). 아래 내용은 참고하기 어렵습니다."
          )
        ] + doubts + conclusions(isBrief: true), .bad)
    } else {
      page.answer(
        doubts + conclusions(isBrief: true) + [
          language(
            "The control, \(policies[0]), gives a mean wait of \(own) where \(recorded) was recorded\(error).",
            "대조 정책 \(policies[0])의 평균 대기는 \(own), 기록은 \(recorded)입니다\(error).") + worstPart
        ])
    }
    page.section(
      language("What each policy would have changed", "정책마다 달라졌을 것"),
      policies.indices.dropFirst().map { differencesFigure($0) })
    page.section(language("How true the replay is", "다시 돌린 결과가 기록과 얼마나 같은가"), [daysFigure])
    page.section(
      language("By service", "업무별") + (classes.isEmpty ? "" : language(" and class", "·등급별")),
      html: HTML.table(serviceTable))
    page.careful(warnings + remarks)
    page.made([method], command: command)
    return page.text
  }

  /// What a policy differs from the control by on each day, beside what the control errs by.
  private func differencesFigure(_ policy: Int) -> Figure? {
    let unit = scale.unit.seconds
    let all = days.compactMap { day in
      day.difference(policy).map { (date: day.date, by: $0, error: abs(day.error)) }
    }
    // What is the same on every day has no picture.
    guard all.contains(where: { abs($0.by) > 1e-9 }) else { return nil }
    let told = all.count { abs($0.by) > $0.error }
    let name = policies[policy]
    let most = Scale.roundedUp(all.map { max($0.by, $0.error) / unit }.max() ?? 1)
    let least = Scale.roundedUp(all.map { max(-$0.by, $0.error) / unit }.max() ?? 1)
    return Figure(
      title: isTold(policy) || all.count == 1
        ? language(
          "\(name): on \(told) of \(all.count) days it differs by more than the control errs",
          "\(name): \(all.count)일 중 \(told)일은 대조의 오차보다 크게 다릅니다")
        : language(
          "\(name): all days together cannot tell it from \(policies[0])",
          "\(name): 모든 날을 합쳐도 \(policies[0].with(.and)) 구별되지 않습니다"),
      subtitle: language(
        "Its mean wait minus that of \(policies[0]), day by day, in \(scale.words). Grey box around 0: what the control errs by on that day; a dot within says nothing.",
        "날마다 \(policies[0])보다 긴 평균 대기(\(scale.unit.name(in: .ko))). 0 둘레의 회색 칸: 그날 대조의 오차. 그 안의 점은 알 수 없음."
      ),
      table: [
        [
          language("day", "날짜"), language("difference", "차이"),
          language("control's error", "대조의 오차"),
        ]
      ] + all.map { [$0.date, number($0.by), number($0.error)] }
    ) { width in
      let step = max(1, (all.count + 5) / 6)
      let ticks = stride(from: 0, to: all.count, by: step).map {
        (at: Double($0), label: String(all[$0].date.suffix(5)))
      }
      var frame = Frame(
        width: width, height: 200, x: -0.5...Double(all.count) - 0.5, xTicks: ticks,
        y: -least...most,
        unit: language("longer, ", "길어짐, ") + scale.unit.sign(in: language))
      for (number, day) in all.enumerated() {
        let x = frame.x(Double(number))
        let (top, bottom) = (frame.y(day.error / unit), frame.y(-day.error / unit))
        // A box and no whiskers, which would be an interval of the dot.
        let width = min(28, 0.8 * (frame.x(1) - frame.x(0)))
        frame.drawing.box(
          x: x - width / 2, y: top, width: width, height: bottom - top, "plain-tint", radius: 3)
        frame.drawing.dot(
          x: x, y: frame.y(day.by / unit), radius: 4,
          abs(day.by) <= day.error ? "plain-fill" : day.by > 0 ? "bad-fill" : "good-fill",
          tip: "\(day.date): \(self.number(day.by)) (± \(self.number(day.error)))")
      }
      return frame.drawing
    }
  }

  /// The mean wait of each day: recorded, and under the control.
  private var daysFigure: Figure? {
    let series: [(name: String, values: [Double?])] =
      [(language("recorded", "기록"), days.map { Optional($0.recorded) })]
      + [(policies[0], days.map { $0.figures[0]?.mean })]
    guard !days.isEmpty else { return nil }
    let unit = scale.unit.seconds
    let top = (series.flatMap(\.values).compactMap { $0 }.max() ?? 1) / unit
    let far = days.max { abs($0.error) < abs($1.error) }
    return Figure(
      title: far.map {
        language(
          "The control is farthest from the record on \($0.date): by \(scale.brief(abs($0.error), in: language))",
          "대조가 기록과 가장 다른 날 \($0.date): \(scale.brief(abs($0.error), in: language))")
      } ?? "",
      subtitle: language(
        "Mean wait of each day in \(scale.words), as it was and under the control.",
        "날마다의 평균 대기(\(scale.unit.name(in: .ko))), 기록과 대조."),
      table: table,
      legend: series.enumerated().map { (Figure.curve($0), $1.name) }
    ) { width in
      let domain = 0...Double(max(days.count - 1, 1))
      let step = max(1, (days.count + 5) / 6)
      let ticks = stride(from: 0, to: days.count, by: step).map {
        (at: Double($0), label: String(days[$0].date.suffix(5)))
      }
      var frame = Frame(
        width: width, height: 240, x: domain, xTicks: ticks, y: 0...Scale.roundedUp(top),
        unit: language("mean wait, ", "평균 대기, ") + scale.unit.sign(in: language))
      for (number, line) in series.enumerated() {
        // A day that does not suit a policy has no point.
        let points = line.values.enumerated().compactMap { day, mean in
          mean.map { (x: frame.x(Double(day)), y: frame.y($0 / unit)) }
        }
        frame.drawing.path(points, "curve \(Figure.curve(number))")
        for (day, mean) in line.values.enumerated() {
          guard let mean else { continue }
          frame.drawing.dot(
            x: frame.x(Double(day)), y: frame.y(mean / unit), radius: 3,
            "fill \(Figure.curve(number))",
            tip: "\(days[day].date) \(line.name): \(scale.brief(mean, in: language))")
        }
      }
      return frame.drawing
    }
  }
}
