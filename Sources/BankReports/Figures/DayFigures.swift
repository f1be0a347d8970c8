import BankCore
import BankSimulation

/// What pictures of a day have in common.
struct DayPictures {
  let report: SimulationReport
  let course: DaysCourse

  init?(_ report: SimulationReport) {
    guard let course = report.course, course.days > 0 else { return nil }
    self.report = report
    self.course = course
  }

  var language: Language { report.language }
  var scale: TimeScale { report.scale }
  var stretches: Range<Int> { 0..<course.used }

  /// In how many stretches anybody comes.
  var arrivalStretches: Int {
    stretches.count { stretch in
      report.plan.services.indices.contains { course.parts[stretch][$0].arrived > 0 }
    }
  }

  /// When a stretch begins, in seconds.
  func start(_ stretch: Int) -> Double { course.stretches.start(stretch).seconds }

  /// When a stretch begins, as people say it.
  func moment(_ stretch: Int) -> String {
    scale.opens == nil ? scale.brief(start(stretch)) : scale.moment(start(stretch))
  }

  /// The same in a sentence, with its unit where there is no clock.
  func point(_ stretch: Int) -> String {
    scale.opens == nil ? scale.brief(start(stretch), in: language) : moment(stretch)
  }

  /// A stretch of the day: `10:30–12:00`.
  func period(_ stretches: ClosedRange<Int>) -> String {
    moment(stretches.lowerBound) + "–" + moment(stretches.upperBound + 1)
      + (scale.opens == nil ? language(" ", "") + scale.unit.sign(in: language) : "")
  }

  /// The mean wait of those who came in a stretch for a service, with an interval where one can be trusted.
  func wait(_ stretch: Int, _ service: Int) -> Interval? { told(course.wait(stretch, service)) }

  /// The share of them that was late.
  func late(_ stretch: Int, _ service: Int) -> Interval? {
    told(course.late(stretch, service)?.ofShare)
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
        ? language("; what comes after \(end) is not shown", ", \(end) 뒤는 그리지 않음") : "")
  }

  private var width: String {
    let seconds = course.stretches.width.seconds
    let (count, unit) =
      seconds >= 3600
      ? (seconds / 3600, language("hour", "시간"))
      : seconds >= 60 ? (seconds / 60, language("minute", "분")) : (seconds, language("second", "초"))
    let number = Scale.label(count)
    return language(number == "1" ? unit : "\(number) \(unit)s", "\(number)\(unit)")
  }

  private var domain: ClosedRange<Double> { 0...start(course.used) }

  private func points(_ value: (Int) -> Double) -> [(at: Double, value: Double)] {
    stretches.flatMap { [(start($0), value($0)), (start($0 + 1), value($0))] }
  }

  // MARK: Work beside staff

  /// The work that comes in a stretch for a service, in tellers who would be needed for it.
  func work(_ stretch: Int, _ service: Int) -> Double {
    course.arrived(stretch, service)
      * (report.plan.services[service].meanTime.seconds + report.plan.handover.seconds)
      / course.stretches.width.seconds
  }

  private func allWork(_ stretch: Int) -> Double {
    report.plan.services.indices.reduce(0) { $0 + work(stretch, $1) }
  }

  /// How much of a service those who can do it get done in a stretch, in tellers of speed 1; upper bounds,
  /// for they may have other services to do.
  private func capacity(_ stretch: Int, _ service: Int) -> Double {
    report.plan.tellers.indices.reduce(0) { sum, teller in
      guard report.plan.can(teller, do: service) else { return sum }
      return sum + course.present(teller: teller, stretch)
        * report.plan.speed(of: teller, doing: service)
    } / course.stretches.width.seconds / Double(max(course.days, 1))
  }

  /// When more work comes for a service than all who can do it get done, the longest first.
  private var overfull: [(service: Int, stretches: [Int])] {
    report.plan.services.indices.map { service in
      (
        service,
        stretches.filter {
          work($0, service) > capacity($0, service) + 0.005
            && course.parts[$0][service].arrived >= Self.fewest
        }
      )
    }.filter { !$0.1.isEmpty }.sorted { $0.1.count > $1.1.count }
  }

  private var isFull: [Int] { stretches.filter { allWork($0) > course.tellers($0) + 0.005 } }

  /// What comes, in work, and who is there to do it.
  var load: Figure {
    let services = report.plan.services.indices.filter { service in
      stretches.contains { course.arrived($0, service) > 0 }
    }
    // Services that the same tellers can do stand in one picture, over one line.
    let groups = (0..<report.plan.serviceGroups).map { group in
      services.filter { report.plan.groupOfService[$0] == group }
    }.filter { !$0.isEmpty }
    func there(_ stretch: Int, _ group: [Int]) -> Double {
      groups.count > 1 ? capacity(stretch, group[0]) : course.tellers(stretch)
    }
    let most =
      groups.flatMap { group in
        stretches.map { stretch in
          max(group.reduce(0) { $0 + work(stretch, $1) }, there(stretch, group))
        }
      }.max() ?? 1
    func names(_ group: [Int]) -> String {
      group.map { report.titles[$0] }.joined(separator: ", ")
    }
    let line =
      groups.count > 1
      ? language("tellers there who can do it", "맡을 수 있는 창구")
      : language("tellers there", "나와 있는 창구")
    func periods(_ stretches: [Int]) -> String {
      stretches.runs.map { period($0) }.joined(separator: ", ")
    }
    let title: String
    if let first = overfull.first {
      let name = report.titles[first.service]
      title =
        language(
          "More work comes for \(name) than those who can do it get done: ",
          "\(name): 맡을 수 있는 창구보다 업무가 많은 때 ") + periods(first.stretches)
    } else if !isFull.isEmpty {
      title =
        language("More work comes than there are tellers for: ", "들어오는 업무가 창구보다 많은 때 ")
        + periods(isFull)
    } else {
      title = language(
        "There are tellers for all the work that comes, on average",
        "평균으로 보면 들어오는 업무를 맡을 창구가 늘 있습니다")
    }
    let caveat =
      groups.count > 1
      ? language(
        " Who can do several services stands in several pictures.",
        " 여러 업무를 맡는 창구는 여러 그림에 나옵니다.") : ""
    return Figure(
      title: title,
      subtitle: language(
        "Work that comes, in tellers needed for it at mean times, and \(line); every \(width), mean of \(days)."
          + caveat,
        "들어오는 업무(평균 시간으로 필요한 창구 수)와 \(line) 수. \(width) 단위, \(days) 평균." + caveat),
      table: [
        [
          language("from", "시각"), language("tellers there", "창구 수"),
          language("with clients", "업무중"),
        ]
          + services.map { report.titles[$0] }
          + (groups.count > 1
            ? groups.map { language("can do \(names($0))", "\(names($0)) 가능") } : [])
      ]
        + stretches.map { stretch in
          [
            moment(stretch), report.brief(course.tellers(stretch)),
            course.busy(stretch).map(SimulationReport.percent) ?? "–",
          ] + services.map { report.brief(work(stretch, $0)) }
            + (groups.count > 1 ? groups.map { report.brief(there(stretch, $0)) } : [])
        },
      legend: services.map { ("s\($0 % 8 + 1)", report.titles[$0]) } + [("stroke-key", line)]
    ) { width in
      let unit = language("tellers", "창구 수")
      let height = groups.count > 1 ? 130.0 : 220
      let shortFirst = groups.sorted { left, right in
        shortage(left) > shortage(right)
      }
      var drawing = Drawing(width: width, height: height * Double(max(groups.count, 1)))
      for (number, group) in shortFirst.enumerated() {
        var frame = Frame(
          width: width, height: height, x: domain, xTicks: scale.ticks(domain),
          y: 0...Scale.roundedUp(most * 1.02),
          unit: groups.count > 1
            ? TextSize.fitted("\(names(group)): \(unit)", in: width - 10) : unit)
        stack(group, in: &frame)
        frame.drawing.path(
          points { there($0, group) }.map { (frame.x($0.at), frame.y($0.value)) }, "strong")
        drawing.place(frame.drawing, y: height * Double(number))
      }
      return drawing
    }
  }

  /// In how many stretches more comes for one of these services than gets done.
  private func shortage(_ services: [Int]) -> Int {
    overfull.filter { services.contains($0.service) }.map(\.stretches.count).max() ?? 0
  }

  /// Draws the work of some services, one on top of the other.
  private func stack(_ services: [Int], in frame: inout Frame) {
    for stretch in stretches {
      var low = 0.0
      for service in services {
        let value = work(stretch, service)
        guard value > 0 else { continue }
        frame.drawing.box(
          x: frame.x(start(stretch)) + 0.5, y: frame.y(low + value),
          width: frame.x(start(stretch + 1)) - frame.x(start(stretch)) - 1,
          height: frame.y(low) - frame.y(low + value), "fill s\(service % 8 + 1)",
          tip: "\(moment(stretch)) \(report.titles[service]): \(report.brief(value))")
        low += value
      }
    }
  }

  // MARK: Waiting

  /// How many wait over the day, and how much days differ.
  var waiting: Figure {
    let isBand = course.days > 4
    let top =
      stretches.map {
        isBand ? course.waiting($0, level: 0.95) : course.waiting($0)
      }.max() ?? 0
    let peak = stretches.max { course.waiting($0) < course.waiting($1) } ?? 0
    let title =
      top == 0
      ? language("Nobody waits", "기다리는 고객이 없습니다")
      : language(
        "Most wait at \(point(peak)): \(report.brief(course.waiting(peak)))"
          + (course.days > 1 ? " on an average day" : ""),
        "\(point(peak))에 가장 많이 기다립니다: \(course.days > 1 ? "평균 " : "")\(report.brief(course.waiting(peak)))명"
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
      var frame = Frame(
        width: width, height: 200, x: domain, xTicks: scale.ticks(domain),
        y: 0...Scale.roundedUp(max(top, 0.5) * 1.02), unit: language("clients waiting", "대기 고객"))
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
