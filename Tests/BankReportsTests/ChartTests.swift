import Testing

@testable import BankReports

@Suite struct `A picture` {
  @Test(arguments: [
    (0.0...1.0, 7, [0, 0.2, 0.4, 0.6, 0.8, 1.0]), (0...40, 6, [0, 10, 20, 30, 40]),
    (0...0.03, 7, [0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03]),
    (-2.5...2.5, 7, [-2, -1, 0, 1, 2]), (3...3, 7, [3]),
  ])
  func `has round ticks, not too many`(
    _ range: ClosedRange<Double>, _ most: Int, _ ticks: [Double]
  ) {
    let found = Scale.ticks(range, most: most)
    #expect(found.count == ticks.count)
    #expect(zip(found, ticks).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
  }

  @Test func `says differences with three digits, and never as nothing where there is some`() {
    let scale = TimeScale(unit: .min)
    let told = [-14_889.66, 246, -3.6, 0.24, 0].map { scale.apart($0, in: .en) }
    #expect(told == ["248 min", "4.1 min", "0.06 min", "0.0040 min", "0.00 min"])
  }

  @Test func `says a chosen length in the largest unit in which it has few decimals`() {
    func told(_ seconds: Double, _ unit: TimeScale.Unit) -> String {
      TimeScale(unit: unit).exact(seconds, in: .en)
    }
    #expect(told(1200, .h) == "20 min" && told(5400, .h) == "1.5 h" && told(100, .h) == "100 s")
    #expect(
      told(1200, .min) == "20 min" && told(100, .min) == "100 s" && told(0.125, .s) == "0.125 s")
  }

  @Test func `says a time of night as a clock does, for a day after opening`() {
    let scale = TimeScale(unit: .min, opens: 72_000)
    let told = [0.0, 14_400, 18_000, 86_399, 86_400].map(scale.moment)
    #expect(told == ["20:00", "00:00", "01:00", "19:59:59", "20:00 +1"])
  }

  /// Where the highest is of few, the highest of the others is named too; none is that is hardly there.
  @Test func `of a day names the highest share of each service`() {
    func bars(_ shares: Double...) -> [Glance.Bar?] {
      shares.map { Glance.Bar(share: $0, isOfFew: $0 == 1, tip: "") }
    }
    let rows = [("a", bars(1, 0.4)), ("b", bars(0.1, 0.3)), ("c", bars(0.02, 0))]
    let svg = Glance(rows: rows, moments: ["09:00", "09:30"]).drawing.svg("")
    let told = svg.matches(of: #/>([0-9]+) %</#).map { String($0.output.1) }
    #expect(told == ["40", "100", "30"], "\(svg)")
  }

  @Test func `says numbers without needless decimals`() {
    #expect(Scale.label(20) == "20" && Scale.label(0.25) == "0.25" && Scale.label(-3) == "−3")
    #expect(Scale.label(0.1 + 0.2) == "0.3" && Scale.label(-0.0) == "0")
  }

  @Test func `puts a value within its frame, never beyond`() {
    let scale = Scale(0...10, from: 100, to: 200)
    #expect(scale(0) == 100 && scale(5) == 150 && scale(99) == 200 && scale(-1) == 100)
    #expect(Scale.roundedUp(17) == 20 && Scale.roundedUp(20) == 20 && Scale.roundedUp(0) == 1)
  }

  @Test func `cuts a text that has no room, and says so`() {
    #expect(TextSize.fitted("doctor", in: 100) == "doctor")
    let short = TextSize.fitted("accumulating-priority", in: 60)
    #expect(short.hasSuffix("…") && TextSize.width(short) <= 60)
    #expect(TextSize.width("진료") == 24, "Korean letters are as wide as high")
    #expect(TextSize.lines("strawberry juice", in: 88) == ["strawberry", "juice"])
    #expect(TextSize.lines("strawberry-banana juice", in: 88) == ["strawberry-", "banana juice"])
    #expect(TextSize.lines("외국환", in: 20).allSatisfy { TextSize.width($0) <= 20 })
    #expect(TextSize.lines("doctor", in: 88) == ["doctor"])
    let room = TextSize.width("one more teller like") + 1
    #expect(
      TextSize.lines("one more teller like A", in: room) == ["one more teller like", "A"],
      "the first line is full")
    let three = TextSize.wrapped("one more teller like A, with the same hours", in: room, most: 3)
    #expect(three == ["one more teller like", "A, with the same", "hours"])
    let two = TextSize.wrapped("one more teller like A, with the same hours", in: room, most: 2)
    #expect(two.count == 2 && two[1].hasSuffix("…") && TextSize.width(two[1]) <= room)
  }

  @Test func `writes a name only where nothing else is`() {
    var frame = Frame(width: 400, height: 300, x: 0...10, xTicks: [], y: 0...10, unit: "")
    // Thirty dots in one place: a few names fit beside it and more with a line to it, none on another.
    frame.names((0..<30).map { (x: 200, y: 150, text: "policy-\($0)") })
    let svg = frame.drawing.svg("")
    let places = svg.matches(of: /<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>policy-[0-9]+</).map {
      (x: Double($0.1) ?? 0, y: Double($0.2) ?? 0)
    }
    #expect((5..<30).contains(places.count))
    for (number, one) in places.enumerated() {
      for other in places[(number + 1)...] {
        #expect(abs(one.y - other.y) >= 14 || abs(one.x - other.x) > 50)
      }
    }
    #expect(svg.contains("class=\"cross\""), "a line to those farther away")
  }

  @Test func `draws the same bytes for the same numbers, none that is no number`() {
    func draw() -> String {
      var drawing = Drawing(width: 10, height: 10)
      drawing.box(x: 1.04, y: .nan, width: -3, height: .infinity, "a", tip: "<&\">")
      return drawing.svg("x")
    }
    #expect(draw() == draw())
    #expect(
      draw().contains(
        "<rect x=\"1\" y=\"0\" width=\"0\" height=\"0\" class=\"a mark\"><title>&lt;&amp;&quot;&gt;</title></rect>"
      ))
  }
}

@Suite struct `Korean` {
  @Test(arguments: [
    ("예금", "예금을", "예금이", "예금은", "예금과", "예금으로"), ("진료", "진료를", "진료가", "진료는", "진료와", "진료로"),
    ("채혈", "채혈을", "채혈이", "채혈은", "채혈과", "채혈로"),
    ("shared-pool", "shared-pool을", "shared-pool이", "shared-pool은", "shared-pool과", "shared-pool로"),
    (
      "loan-priority", "loan-priority를", "loan-priority가", "loan-priority는", "loan-priority와",
      "loan-priority로"
    ),
    ("창구 3", "창구 3을", "창구 3이", "창구 3은", "창구 3과", "창구 3으로"), ("2", "2를", "2가", "2는", "2와", "2로"),
    ("7", "7을", "7이", "7은", "7과", "7로"),
    ("head-start", "head-start를", "head-start가", "head-start는", "head-start와", "head-start로"),
    (
      "fixed-split", "fixed-split을", "fixed-split이", "fixed-split은", "fixed-split과",
      "fixed-split으로"
    ),
    ("max-weight", "max-weight를", "max-weight가", "max-weight는", "max-weight와", "max-weight로"),
    ("desk", "desk를", "desk가", "desk는", "desk와", "desk로"),
  ])
  func `particles follow the sound of the word`(
    _ word: String, _ object: String, _ subject: String, _ topic: String, _ and: String,
    _ by: String
  ) {
    #expect(word.with(.object) == object && word.with(.subject) == subject)
    #expect(word.with(.topic) == topic && word.with(.and) == and && word.with(.by) == by)
  }
}
