import BankCore
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

  /// All the half-hours at which it is worst.
  var worstTimes: [Range<Time>] {
    guard worstTime != nil, let (_, worst, day) = worst else { return [] }
    return worst.stretches.map {
      Time.seconds(day.start($0))..<Time.seconds(day.start($0 + 1))
    }
  }
}
