import BankCore
import BankRecords
import BankSimulation

extension ReplayReport {
  /// The report as a page: how true the control is, then what each policy would have done.
  public func html(command: String? = nil) -> String {
    let name = log.split(separator: "/").last.map(String.init) ?? log
    var page = Page(
      language("Replay of \(name)", "\(name) 다시 돌리기"),
      asked: language(
        "\(days.count) days · control \(policies[0])", "\(days.count)일 · 대조 정책 \(policies[0])"),
      language)
    let error = mean(nil) > 0 ? totalError / mean(nil) : 0
    page.answer(
      [
        language(
          "The control, \(policies[0]), gives a mean wait of \(scale.brief(mean(0), in: language)) where \(scale.brief(mean(nil), in: language)) was recorded (\(error < 0 ? "−" : "+")\(SimulationReport.wholePercent(abs(error)))).",
          "대조 정책 \(policies[0])의 평균 대기는 \(scale.brief(mean(0), in: language)), 기록은 \(scale.brief(mean(nil), in: language))입니다(\(error < 0 ? "−" : "+")\(SimulationReport.wholePercent(abs(error))))."
        )
      ] + conclusions)
    page.section(language("Day by day", "날마다"), [daysFigure])
    page.section(language("By service", "업무별"), html: HTML.table(serviceTable))
    page.careful(warnings)
    page.made(head, command: command)
    return page.text
  }

  /// The mean wait of each day: recorded, and under each policy.
  private var daysFigure: Figure? {
    let series: [(name: String, values: [Double?])] =
      [(language("recorded", "기록"), days.map { Optional($0.recorded) })]
      + policies.indices.prefix(5).map { policy in
        (policies[policy], days.map { $0.figures[policy]?.mean })
      }
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
        "Mean wait of each day in \(scale.words)"
          + (policies.count > 5 ? "; five of \(policies.count) policies." : "."),
        "날마다의 평균 대기(\(scale.unit.name(in: .ko)))"
          + (policies.count > 5 ? ", \(policies.count)개 중 5개 정책." : ".")),
      table: table,
      legend: series.enumerated().map { ("s\($0 % 8 + 1)", $1.name) }
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
        frame.drawing.path(points, "curve s\(number % 8 + 1) dash\(number % 4)")
        for (day, mean) in line.values.enumerated() {
          guard let mean else { continue }
          frame.drawing.dot(
            x: frame.x(Double(day)), y: frame.y(mean / unit), radius: 3, "fill s\(number % 8 + 1)",
            tip: "\(days[day].date) \(line.name): \(scale.brief(mean, in: language))")
        }
      }
      return frame.drawing
    }
  }
}
