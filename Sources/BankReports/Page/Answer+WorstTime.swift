package import BankCore
import BankSimulation

/// At which times of the day it is worst.
extension Answer {
  /// The half-hour, say, at which it is worst, since opening; `nil` where none clearly is.
  var worstTime: Range<Time>? {
    worst.flatMap { service, worst, day in
      // When another is worst says nothing of the first.
      judged.first.map { $0.service != service } ?? false
        ? nil
        : worst.top.map { Time.seconds(day.start($0))..<Time.seconds(day.start($0 + 1)) }
    }
  }

}

extension SimulationReport {
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
