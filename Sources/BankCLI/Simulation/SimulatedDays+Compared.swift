import BankReports
import BankSimulation

/// What is compared to find what would help.
extension SimulatedDays {
  /// What is compared, of a service, a class or all: of all days together, as the report has it.
  static func badness(
    _ summary: DaysSummary, _ place: Int?, _ measure: Help.Measure
  ) -> Double {
    switch measure {
    case .late where place == nil:
      share(summary.days.flatMap { $0.prefix(summary.statistics.services.count) }) ?? 0
    case .late: summary.late(place)?.mean ?? 0
    case .lost: summary.lost(place).mean
    case .wait: summary.figures(place).wait.mean
    }
  }

  /// The same day by day, of a service, a class or, with the number after the last, of all.
  static func values(
    _ summary: DaysSummary, _ place: Int, _ measure: Help.Measure
  ) -> [Double?] {
    summary.days.map { day in
      let parts = summary.statistics.services.count + summary.statistics.classes.count
      let figures = place < parts ? day[place] : day[day.count - 1]
      return switch measure {
      case .late where place >= parts: share(day.prefix(summary.statistics.services.count))
      case .late: figures.late
      case .lost: figures.lost
      case .wait: figures.mean
      }
    }
  }

  /// The share late of those who came for services that have a target.
  private static func share(_ services: some Collection<DaysSummary.DayFigures>) -> Double? {
    let (late, came) = services.reduce((0, 0)) { sum, figures in
      figures.inTime.map { (sum.0 + figures.arrived - $0, sum.1 + figures.arrived) } ?? sum
    }
    return came > 0 ? Double(late) / Double(came) : nil
  }
}
