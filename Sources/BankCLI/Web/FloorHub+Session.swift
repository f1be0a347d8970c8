import BankConfiguration
import BankCore
import BankLive
import BankRecords
import BankReports

/// The session so far, for files and reports.
extension FloorHub {
  /// A session so far.
  typealias Past = (
    events: [BankEvent], policy: WiredPolicy, session: Int, configuration: JSON,
    beginning: SessionReport.Beginning
  )

  /// What the present session was so far.
  func day() -> Past {
    (
      log, wired, number, setup.effective(under: wired),
      SessionReport.Beginning(
        time: log.first?.kind == .reset ? log[0].time : openedAt, stock: stockAtBeginning,
        day: firstNumber)
    )
  }

  /// How many clients were served to the end in the present session: on a route at every step.
  var served: Int {
    log.count {
      if case .finished(let client, _, _) = $0.kind {
        setup.plan.isLastStep(of: client)
      } else {
        false
      }
    }
  }

  /// The present session up to an instant: everything that happened until then, and nothing that did later.
  func dayUntilNow() async -> (day: Past, now: Time) {
    while true {
      let (epoch, number) = (epoch, number)
      let reading = await session.reading()
      await recorded(reading.events, epoch)
      guard epoch == self.epoch, number == self.number else { continue }
      var day = self.day()
      day.events.removeAll { $0.time > reading.time }
      return (day, reading.time)
    }
  }
}
