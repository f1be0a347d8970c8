import BankCore
import BankSimulation

/// What pictures of a day have in common.
struct DayPictures {
  let report: SimulationReport
  let course: DaysCourse
  /// How many stretches and how many who wait a picture of the line has room for, where it stands beside others.
  var room = (stretches: 0, waiting: 0.0)

  init?(_ report: SimulationReport) {
    guard let course = report.course, course.days > 0 else { return nil }
    self.report = report
    self.course = course
  }

  var language: Language { report.language }
  var scale: TimeScale { report.scale }
  var stretches: Range<Int> { 0..<course.used }
  /// Those without the beginning that is left out.
  var wholeStretches: Range<Int> { min(course.first, course.used)..<course.used }

  /// In how many stretches anybody comes.
  var arrivalStretches: Int {
    stretches.count { stretch in
      report.plan.services.indices.contains { course.cells[stretch][$0].arrived > 0 }
    }
  }

  /// When a stretch begins, in seconds.
  func start(_ stretch: Int) -> Double { course.stretches.start(stretch).seconds }

  /// When a stretch begins, as people say it.
  func moment(_ stretch: Int) -> String {
    scale.opens == nil
      ? Scale.label((start(stretch) / scale.unit.seconds * 100).rounded() / 100)
      : scale.moment(start(stretch))
  }

  /// The same in a sentence, with its unit where there is no clock.
  func point(_ stretch: Int) -> String {
    scale.opens == nil
      ? moment(stretch) + language(" ", "") + scale.unit.sign(in: language) : moment(stretch)
  }

  /// A stretch of the day: `10:30–12:00`.
  func period(_ stretches: ClosedRange<Int>) -> String {
    moment(stretches.lowerBound) + "–" + moment(stretches.upperBound + 1)
      + (scale.opens == nil ? language(" ", "") + scale.unit.sign(in: language) : "")
  }

  /// Stretches of the day: `10:30–12:00, 18:00–19:00`.
  func periods(_ stretches: [Int]) -> String {
    stretches.runs.map { period($0) }.joined(separator: ", ")
  }

  /// Three periods, or of more the two longest, in order, and how many there are besides.
  func longestPeriods(_ stretches: [Int]) -> String {
    let runs = stretches.runs
    let named = runs.sorted { $0.count > $1.count }.prefix(runs.count > 3 ? 2 : 3).sorted {
      $0.lowerBound < $1.lowerBound
    }
    let rest = runs.count - named.count
    return named.map(period).joined(separator: ", ")
      + (rest == 0 ? "" : language(" and at \(rest) other times", " 외 \(rest)번"))
  }

  /// The mean wait of those who came in a stretch for a service, with an interval where one can be trusted.
  func wait(_ stretch: Int, _ service: Int) -> Interval? { told(course.wait(stretch, service)) }

  /// The share of them that was late.
  func late(_ stretch: Int, _ service: Int) -> Interval? {
    told(course.late(stretch, service))
  }

  private func told(_ interval: Interval?) -> Interval? {
    report.hasIntervals ? interval : interval.map { Interval(mean: $0.mean, halfWidth: nil) }
  }

  /// How many days: `200 days`, and whether they went on beyond what is shown.
  var days: String {
    let days =
      course.days == 1
      ? language("one day", "하루") : language("\(course.days) days", "\(course.days)일")
    let end = point(course.stretches.most)
    return days
      + (course.isCut
        ? language("; what comes after \(end) is not shown", "(\(end) 이후는 그리지 않음)") : "")
  }

  var width: String {
    let seconds = course.stretches.width.seconds
    let (count, unit) =
      seconds >= 3600
      ? (seconds / 3600, language("hour", "시간"))
      : seconds >= 60 ? (seconds / 60, language("minute", "분")) : (seconds, language("second", "초"))
    let number = Scale.label(count)
    return language(number == "1" ? unit : "\(number) \(unit)s", "\(number)\(unit)")
  }

  var domain: ClosedRange<Double> { 0...start(course.used) }

  /// Steps over the day, without the beginning that is left out.
  func points(_ value: (Int) -> Double) -> [(at: Double, value: Double)] {
    wholeStretches.flatMap { [(start($0), value($0)), (start($0 + 1), value($0))] }
  }

  // MARK: Waiting

  private var isBand: Bool { course.days > 4 }

  /// The highest that the picture of the line shows.
  var top: Double {
    wholeStretches.map { isBand ? course.waiting($0, level: 0.95) : course.waiting($0) }.max() ?? 0
  }

  /// How many wait over the day, and how much days differ.
  var waiting: Figure {
    let stretches = wholeStretches
    let most = stretches.map(course.waiting).max() ?? 0
    // What is nearly as high on average may be higher on other days.
    let high = stretches.filter { course.waiting($0) >= 0.9 * most }.runs
    let peak = stretches.first { course.waiting($0) == most } ?? 0
    let longest = high.first { $0.contains(peak) } ?? peak...peak

    let others = high.filter { $0 != longest }
    let like =
      others.count > 2
      ? language("times within ", "")
        + period(others[0].lowerBound...others[others.count - 1].upperBound)
        + language("", " 사이") : language.list(others.map(period))
    let isAt = high.count < stretches.count
    // Of a hundred people no tenth.
    let number = Time.seconds(most).decimal(places: most < 10 ? 1 : 0)
    let title =
      top == 0
      ? most == 0
        ? language("Nobody waits", "기다리는 고객이 없습니다")
        : language("Hardly anybody waits", "기다리는 고객이 거의 없습니다")
      : course.days > 1
        // Other days may have it at another time.
        ? language(
          "On these days the line was longest\(isAt ? " at \(period(longest))" : ""): \(longest.count > 1 ? "up to " : "")\(number) waited on average"
            + (others.isEmpty ? "" : "; nearly as long at \(like)"),
          "이 날들에는 \(isAt ? "\(period(longest))에 " : "")줄이 가장 길었습니다(\(longest.count > 1 ? "가장 붐빌 때 " : "")평균 \(number)명)"
            + (others.isEmpty ? "" : ". \(like)에도 거의 같았습니다"))
        : language(
          "The line is longest\(isAt ? " at \(period(longest))" : ""): \(longest.count > 1 ? "up to " : "")\(number) \(number == "1" ? "waits" : "wait")"
            + (others.isEmpty ? "" : "; nearly as long at \(like)"),
          "\(isAt ? "\(period(longest))에 " : "")줄이 가장 깁니다(\(longest.count > 1 ? "가장 붐빌 때 " : "")\(number)명)"
            + (others.isEmpty ? "" : ". \(like)에도 거의 같습니다")
        )
    return Figure(
      title: title,
      subtitle: language(
        "Clients waiting, every \(width): mean of \(days)"
          + (isBand
            ? "; shaded: 90 of 100 days\(course.days > DaysCourse.mostForBands ? " of the first \(DaysCourse.mostForBands)" : "")."
            : "."),
        "대기 고객 수, \(width) 단위: \(days) 평균" + (isBand ? ", 음영: 100일 중 90일." : ".")),
      table: [
        [language("from", "시각"), language("mean", "평균")]
          + (isBand ? ["5 %", "50 %", "95 %"] : [])
      ]
        + stretches.map { stretch in
          [moment(stretch), report.brief(course.waiting(stretch))]
            + (isBand
              ? [0.05, 0.5, 0.95].map { report.brief(course.waiting(stretch, level: $0)) } : [])
        }
    ) { width in
      let domain = 0...start(max(course.used, room.stretches))
      var frame = Frame(
        width: width, height: 200, x: domain, xTicks: scale.ticks(domain),
        y: 0...Scale.roundedUp(max(top, room.waiting, 0.5) * 1.02),
        unit: language("clients waiting", "대기 고객"))
      func placed(_ value: (Int) -> Double) -> [(x: Double, y: Double)] {
        points(value).map { (frame.x($0.at), frame.y($0.value)) }
      }
      if isBand {
        frame.drawing.band(
          placed { course.waiting($0, level: 0.95) }, placed { course.waiting($0, level: 0.05) },
          "band")
      }
      frame.drawing.path(placed(course.waiting), "strong accent-stroke")
      for stretch in stretches {
        frame.drawing.box(
          x: frame.x(start(stretch)), y: frame.top,
          width: frame.x(start(stretch + 1)) - frame.x(start(stretch)),
          height: frame.bottom - frame.top, "hit",
          tip: "\(moment(stretch)): \(report.brief(course.waiting(stretch)))"
            + (isBand
              ? " (\(report.brief(course.waiting(stretch, level: 0.05)))–\(report.brief(course.waiting(stretch, level: 0.95))))"
              : ""))
      }
      return frame.drawing
    }
  }
}

extension [Int] {
  /// Ascending numbers as runs of neighbours.
  var runs: [ClosedRange<Int>] {
    reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound == number - 1 {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
  }
}
