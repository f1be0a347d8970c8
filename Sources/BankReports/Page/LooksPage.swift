/// The design language on one page: every token, mark and part that reports are made of.
package enum LooksPage {
  /// The document.
  package static func text(_ language: Language) -> String {
    var page = Page(
      language("Looks", "모양새"),
      asked: language(
        "Every token, picture and part of the reports, in light or dark as the browser asks, on paper and on a phone.",
        "보고서의 모든 색, 그림, 부분. 브라우저에 따라 밝게 또는 어둡게, 종이와 전화기에서도."), language)
    for state in [TargetState.good, .risk, .bad] {
      page.answer(
        parts: [
          .init(
            nil, language("An answer says the most important thing first.", "답은 가장 중요한 것부터 말합니다.")),
          .init(language("What it is about", "무엇에 대한 말인지"), state.label(language)),
          .init(
            language("What it is about", "무엇에 대한 말인지"),
            language(
              "On a small screen the rest of it opens by hand.", "작은 화면에서는 나머지를 펼쳐 봅니다."),
            isDetail: true),
        ], state, beside: (glance(state), language("Shares late", "목표 초과 비율")))
    }
    page.tiles([
      .init(name: language("clients a day", "하루 고객"), value: "161.3"),
      .init(
        name: language("called within target", "목표 안에 호출"), value: "96.6 %", beside: "± 1.1 %",
        state: .good),
      .init(
        name: language("called within target", "목표 안에 호출"), value: "86.6 %", beside: "± 1.1 %",
        state: .risk),
      .init(
        name: language("called within target", "목표 안에 호출"), value: "61.2 %", beside: "± 2.4 %",
        state: .bad),
    ])
    page.section(
      language("Colours", "색"),
      html: swatches(
        [
          "ground", "panel", "text", "quiet", "line", "accent", "good", "risk", "bad", "waiting",
          "serving",
        ]
          + (1...8).map { "s\($0)" } + (0...6).map { "heat\($0)" }))
    page.section(language("Pictures", "그림"), figures(language))
    page.careful([
      language("What a reader has to know stands in a list.", "읽는 사람이 알아야 할 것은 목록에 적습니다.")
    ])
    page.made(
      [language("Made by the code that makes reports.", "보고서를 만드는 코드가 만들었습니다.")], command: nil)
    return page.text
  }

  private static func glance(_ state: TargetState) -> Drawing {
    let most = state == .good ? 0.05 : state == .risk ? 0.2 : 1
    let bars = (0..<8).map { Glance.Bar(share: most * Double($0) / 7, isOfFew: $0 == 3, tip: "") }
    return Glance(rows: [(rows[2], bars)], moments: hours.prefix(8).map(\.label)).drawing
  }

  private static func swatches(_ names: [String]) -> String {
    "<ul class=\"tiles\">"
      + names.map {
        "<li><span class=\"swatch\" style=\"background: var(--\($0))\"></span><span class=\"name\">--\($0)</span></li>"
      }.joined() + "</ul>"
  }

  private static let rows = ["deposit", "loan", "blood test", "registration"]
  private static let hours: [Frame.Tick] = (9...17).map {
    (Double($0), "\($0 < 10 ? "0" : "")\($0):00")
  }

  private static func figure(
    _ title: String, _ language: Language, legend: [(style: String, text: String)] = [],
    _ draw: @escaping (Double) -> Drawing
  ) -> Figure {
    Figure(
      title: title,
      subtitle: language("Numbers made up to show the marks.", "표시를 보이려고 지어낸 수치."),
      table: [["", language("value", "값")], ["a", "1"]], legend: legend, draw: draw)
  }

  private static func figures(_ language: Language) -> [Figure] {
    let level = { (hour: Double) in 2 + 3 * max(0, 1 - abs(hour - 11) / 3) }
    let band = figure(language("A band and its curve", "띠와 곡선"), language) { width in
      var frame = Frame(
        width: width, height: 200, x: 9...17, xTicks: hours, y: 0...10,
        unit: language("clients waiting", "대기 고객"))
      let times = stride(from: 9.0, through: 17, by: 0.5)
      frame.drawing.band(
        times.map { (frame.x($0), frame.y(level($0) * 1.8)) },
        times.map { (frame.x($0), frame.y(level($0) * 0.4)) }, "band")
      frame.drawing.path(
        times.map { (frame.x($0), frame.y(level($0))) }, "strong accent-stroke", tip: "mean")
      return frame.drawing
    }
    let stacks = figure(
      language("Boxes on each other, and a line", "쌓은 상자와 선"), language,
      legend: (1...8).map { ("s\($0)", language("service \($0)", "업무 \($0)")) }
    ) { width in
      var frame = Frame(
        width: width, height: 220, x: 9...17, xTicks: hours, y: 0...10,
        unit: language("tellers", "창구"))
      for hour in 9..<17 {
        for service in 1...8 {
          let base = Double(service - 1) * level(Double(hour)) / 6
          let top = Double(service) * level(Double(hour)) / 6
          frame.drawing.box(
            x: frame.x(Double(hour)) + 1, y: frame.y(top),
            width: frame.x(Double(hour) + 1) - frame.x(Double(hour)) - 2,
            height: frame.y(base) - frame.y(top), "fill s\(service)", tip: "service \(service)")
        }
      }
      frame.drawing.path([(frame.left, frame.y(6)), (frame.right, frame.y(6))], "strong")
      return frame.drawing
    }
    let spread = figure(language("Dots with intervals, and a target", "점과 구간, 목표"), language) {
      width in
      var frame = Frame(
        width: width, rows: rows, rowHeight: 40, x: 0...30,
        xTicks: Scale.ticks(0...30).map { ($0, Scale.label($0)) },
        unit: language("wait, min", "대기, 분"))
      for (row, style) in ["good", "risk", "bad", "plain"].enumerated() {
        let (y, end) = (frame.y(Double(row) + 0.5), Double(8 + row * 6))
        frame.drawing.line(from: (frame.x(3), y), to: (frame.x(end), y), "spread \(style)-stroke")
        frame.drawing.dot(x: frame.x(3), y: y, radius: 5, "ring \(style)-stroke")
        frame.drawing.dot(x: frame.x(end), y: y, radius: 6, "\(style)-fill", tip: "\(end)")
        frame.drawing.line(from: (frame.x(15), y - 14), to: (frame.x(15), y + 14), "target")
      }
      return frame.drawing
    }
    let curves = figure(
      language("Curves of policies, told apart by colour and dash", "정책의 곡선, 색과 선 모양으로 구별"),
      language,
      legend: (0..<4).map { (Figure.curve($0), language("policy \($0 + 1)", "정책 \($0 + 1)")) }
    ) { width in
      var frame = Frame(
        width: width, height: 200, x: 0...10,
        xTicks: Scale.ticks(0...10).map { ($0, Scale.label($0)) }, y: 0...1,
        unit: language("share", "비율"))
      for number in 0..<4 {
        frame.drawing.path(
          stride(from: 0.0, through: 10, by: 0.25).map {
            (frame.x($0), frame.y($0 / ($0 + Double(number + 1))))
          }, "curve \(Figure.curve(number))", tip: "\(number + 1)")
      }
      return frame.drawing
    }
    let heat = figure(language("Cells, framed beyond the target", "칸, 목표를 넘으면 테두리"), language) {
      width in
      var drawing = Drawing(width: width, height: 40)
      let column = width / 7
      for step in 0...6 {
        drawing.box(
          x: column * Double(step) + 2, y: 4, width: column - 4, height: 32,
          "heat\(step)" + (step > 3 ? " over" : ""), radius: 3, tip: "\(step)")
        drawing.text(
          "\(step * 5)", x: column * (Double(step) + 0.5), y: 24, "onheat\(step)", .middle)
      }
      return drawing
    }
    let lanes = figure(
      language("Lanes", "띠줄"), language,
      legend: [
        ("work-serving", language("serving", "업무 중")),
        ("work-handover", language("between clients", "다음 고객 준비")),
        ("work-idle", language("free", "비어 있음")),
        ("work-holding", language("free while somebody waits", "맡을 고객이 있는데 빈 창구")),
        ("away-key", language("away", "자리 비움")),
      ]
    ) { width in
      var frame = Frame(
        width: width, rows: ["Kim", "Lee"], rowHeight: 28, x: 9...17, xTicks: hours, unit: "")
      let styles = ["work-serving", "work-handover", "work-idle", "work-holding", "away"]
      for row in 0..<2 {
        for (place, style) in styles.enumerated() {
          let from = 9 + Double(place) * 1.6
          frame.drawing.box(
            x: frame.x(from), y: frame.y(Double(row)) + 4,
            width: frame.x(from + 1.6) - frame.x(from) - 1,
            height: 20, style, radius: 2, tip: style)
        }
      }
      return frame.drawing
    }
    return [band, stacks, spread, curves, heat, lanes]
  }
}
