import BankCore
import BankSimulation

/// What is said where these days cannot tell when a service is worst.
extension Answer {
  /// That it is not known when the service is worst of which the answer speaks, where another is told of.
  var unknown: String {
    guard let first = judged.first?.service, let service = worst?.service, service != first,
      report.summary.days.count > 1
    else { return "" }
    return language(
      "When it is worst for \(report.titles[first]) these days cannot tell. ",
      "\(report.titles[first].with(.topic)) 언제 가장 나쁜지 이 날들로 알 수 없습니다. ")
  }

  /// Where no time of day stands out, when the share late is highest of the service of which the answer speaks.
  var highest: String? {
    guard worst == nil, report.summary.days.count > 1, report.hasIntervals,
      let day = DayPictures(report), day.arrivalStretches > 1, let first = judged.first,
      TargetState(late: first.late.mean) != .good
    else { return nil }
    guard let (stretch, late) = day.latest(Array(day.stretches), first.service) else { return nil }
    let (name, period) = (report.titles[first.service], day.period(stretch...stretch))
    let share = SimulationReport.share(late)
    return language(
      "No time is clearly the worst for \(name); the highest share late is that at \(period), \(share).",
      "\(name.with(.topic)) 특별히 더 나쁜 때가 없습니다. 목표 초과가 가장 많은 때는 \(period)(\(share))입니다.")
  }
}
