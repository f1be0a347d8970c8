import BankCore
import BankSimulation

/// What is told of the time after closing.
extension Answer {
  /// How long the branch goes on after closing, where that is half an hour or more; and since when nobody serves those who
  /// are still there, where that is five minutes or more.
  var overtime: String? {
    guard report.soFar == nil, !report.isCut, let course = report.course,
      course.stretches.open > .zero
    else { return nil }
    let open = course.stretches.open
    let end = report.summary.end / Double(report.summary.days.count)
    guard end - open.seconds >= 1800 else { return nil }
    let over = TimeScale.spoken(end - open.seconds, in: language)
    func clock(_ time: Double) -> String? {
      scale.opens.map { scale.moment((($0 + time) / 60).rounded() * 60 - $0) }
    }
    let isMean = report.summary.days.count > 1
    let when = clock(end).map { "\($0), " } ?? ""
    guard let last = lastWork(course, after: open), end - last.from >= 300 else {
      return language(
        "The \(report.unservedShare > 0 ? "last service ends" : "branch is empty") \(when.isEmpty ? "" : "at ")\(when)\(over) after closing\(isMean ? ", on average" : "").",
        "마지막 업무가 끝나는 때는 \(isMean ? "평균 " : "")\(when)마감 \(over) 뒤입니다.")
    }
    let since =
      clock(last.from)
      ?? language(
        "\(TimeScale.spoken(last.from - open.seconds, in: language)) after closing",
        "마감 \(TimeScale.spoken(last.from - open.seconds, in: language)) 뒤")
    return language(
      "Whoever still waits at \(since) is hardly served any more, for \(last.isEmpty ? "no teller is there" : "none of the tellers there serves them"): the last of them leaves \(when.isEmpty ? "" : "at ")\(when)\(over) after closing\(isMean ? ", on average" : "").",
      "\(since)에도 기다리는 고객은 \(last.isEmpty ? "남은 창구가 없어" : "남은 창구가 맡지 않아") 거의 업무를 보지 못합니다. 마지막 고객이 떠나는 때는 \(isMean ? "평균 " : "")\(when)마감 \(over) 뒤입니다."
    )
  }

  /// From when on after closing hardly anybody is served though some wait, and whether no teller is there then.
  private func lastWork(_ course: DaysCourse, after open: Time) -> (from: Double, isEmpty: Bool)? {
    let late = (0..<course.used).filter { course.stretches.start($0) >= open }
    /// How many tellers serve, on average.
    func serving(_ stretch: Int) -> Double { (course.busy(stretch) ?? 0) * course.tellers(stretch) }
    let left = late.suffix(from: (late.lastIndex { serving($0) >= 0.05 } ?? -1) + 1)
    // Where somebody serves those who wait, it is for about as long as they wait.
    guard let first = left.first, course.waiting(first) >= 0.1,
      left.reduce(0, { $0 + serving($1) }) < left.reduce(0, { $0 + course.waiting($1) }) / 50
    else { return nil }
    return (course.stretches.start(first).seconds, left.allSatisfy { course.tellers($0) < 0.05 })
  }
}
