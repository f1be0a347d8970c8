package import BankCore
import BankSimulation

/// At which times of the day it is worst.
extension Answer {
  /// Of a policy beside others when it is worst, and who is busy, away or free then.
  var ofCompared: [Page.Part] {
    guard report.fault == nil, report.unstable.isEmpty, report.summary.days.count > 1,
      report.summary.statistics.all.arrived > 0, !isWell || report.isBadAtTimes, let when
    else { return [] }
    let label = language("Worst under \(report.policy)", "\(report.policy)의 가장 나쁜 때")
    return [when.first, idle?.first].compactMap(\.self).map { .init(label, $0) }
  }

  /// The half-hour, say, at which it is worst, since opening; `nil` where none clearly is.
  var worstTime: Range<Time>? {
    worst.flatMap { service, worst, day in
      // When another is worst says nothing of the first.
      judged.first.map { $0.service != service } ?? false
        ? nil
        : worst.top.map { Time.seconds(day.start($0))..<Time.seconds(day.start($0 + 1)) }
    }
  }

  /// The service that loses most, where no target says who is late and many leave: the largest share, where that is much more
  /// than of all, or else the largest number.
  var leftMost: Int? {
    let services = report.plan.services.indices.filter { report.lines[$0].figures.arrived > 0 }
    guard targeted.isEmpty, TargetState(late: report.lostClients.mean) != .good else { return nil }
    func lost(_ service: Int) -> Double { report.lines[service].lost.mean }
    let share = services.max { lost($0) < lost($1) }
    return share.map(lost) ?? 0 > 1.5 * report.lostClients.mean
      ? share
      : services.max {
        lost($0) * Double(report.lines[$0].figures.arrived)
          < lost($1) * Double(report.lines[$1].figures.arrived)
      }
  }
}

extension SimulationReport {
  /// When it is worst, since opening; `nil` where no time clearly is.
  package var worstTime: Range<Time>? { Answer(report: self, help: HelpTrial()).worstTime }

  /// All the half-hours at which a service is worst; none where no time clearly is.
  package func worstTimes(of service: Int) -> [Range<Time>] {
    guard let day = DayPictures(self), let worst = day.worst(service), worst.top != nil else {
      return []
    }
    return worst.stretches.map {
      Time.seconds(day.start($0))..<Time.seconds(day.start($0 + 1))
    }
  }
}
