import BankRecords
import BankSimulation

extension SimulationReport {
  /// The heading of ``dayRows``.
  public static let dayHeading =
    "day,service,arrived,served,waited,inTime,abandoned,left,unserved,wait.mean,wait.p50,wait.p90,wait.p95,"
    + "wait.p99,sojourn.mean"

  /// What each day says of each service, priority class and route, and of all, as CSV under a heading; times
  /// in seconds, and what does not exist is empty.
  public var dayRows: [String] {
    func decimal(_ value: Double?) -> String { value.map { JSON.number($0).description } ?? "" }
    return [Self.dayHeading]
      + summary.days.enumerated().flatMap { number, day in
        parts.map { name, place in
          let figures = day[place ?? day.count - 1]
          let counts = [
            figures.arrived, figures.served, figures.waited, figures.inTime, figures.abandoned,
            figures.left, figures.arrived - figures.served - figures.left,
          ]
          let times =
            [figures.mean]
            + DaysSummary.DayFigures.levels.indices.map { figures.quantiles?[$0] }
            + [figures.served > 0 ? figures.sojourn : nil]
          return
            ([String(number + 1), CSV.field(name)] + counts.map { $0.map(String.init) ?? "" }
            + times.map(decimal)).joined(separator: ",")
        }
      }
  }
}
