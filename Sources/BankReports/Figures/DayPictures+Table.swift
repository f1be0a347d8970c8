import BankCore
import BankRecords
import BankSimulation

extension DayPictures {
  /// How many services a table of the day has room for.
  static let mostColumns = 6

  /// For each stretch of the day who waits, who is there, and how each service does: late, or the mean wait.
  ///
  /// Of many services those that fare worst.
  var hours: [[String]] {
    let services = worstFirst.prefix(Self.mostColumns).sorted()
    let plan = report.plan
    let heading =
      [
        language("from", "시각"), language("waiting", "대기 고객"), language("tellers", "창구"),
        language("busy", "업무 비율"),
      ]
      + services.map { service in
        let name = report.named(plan.services[service].name)
        return plan.services[service].target == nil
          ? report.timed(language("\(name) wait", "\(name) 대기"))
          : language("\(name) late", "\(name) 초과")
      }
    let columns = services.map { service in
      guard plan.services[service].target != nil else {
        return stretches.map { stretch in
          let wait = wait(stretch, service)
          return report.told(wait?.mean, wait?.halfWidth)
        }
      }
      return TargetState.marked(
        stretches.map { stretch in
          let late = late(stretch, service)
          return (SimulationReport.share(late), late?.mean)
        })
    }
    return [heading]
      + wholeStretches.map { stretch in
        [
          moment(stretch), Time.seconds(course.waiting(stretch)).decimal(places: 2),
          Time.seconds(course.tellers(stretch)).decimal(places: 1),
          course.busy(stretch).map(SimulationReport.percent) ?? "–",
        ] + columns.map { $0[stretch] }
      }
  }

  /// The headings of ``hours`` that a narrow terminal goes without, the first of them first: of the services those that
  /// fare best.
  var spareHours: [String] {
    let heading = hours[0]
    let services = worstFirst.prefix(Self.mostColumns)
    let inOrder = services.sorted()
    return [heading[2], heading[3]]
      + services.reversed().compactMap { service in
        inOrder.firstIndex(of: service).map { heading[4 + $0] }
      }
  }

  /// The same as objects; times in seconds from opening.
  var json: JSON {
    .array(
      wholeStretches.map { stretch in
        [
          "from": .number(start(stretch)), "to": .number(start(stretch + 1)),
          "waiting": .number(course.waiting(stretch)), "tellers": .number(course.tellers(stretch)),
          "busy": .optional(course.busy(stretch)),
          "services": .object(
            report.plan.services.enumerated().map { service, each in
              let wait = wait(stretch, service)
              let late = each.target == nil ? nil : late(stretch, service)
              return .init(
                each.name,
                [
                  "arrived": .number(course.arrived(stretch, service)),
                  "wait": [
                    "mean": .optional(wait?.mean), "halfWidth": .optional(wait?.halfWidth),
                  ],
                  "late": .optional(late?.mean), "lateHalfWidth": .optional(late?.halfWidth),
                ])
            }),
        ]
      })
  }

  /// The services somebody comes for: the one of which the answer speaks first, the others as they are late, and those
  /// without a target last.
  var worstFirst: [Int] {
    let lines = report.lines
    let first = report.latestService
    func place(_ service: Int) -> Double {
      let line = lines[service]
      if service == first { return .infinity }
      if let late = line.late { return 1e9 + late.mean }
      return line.figures.wait.mean
    }
    return report.plan.services.indices
      .filter { report.summary.statistics.services[$0].arrived > 0 }
      .sorted { (place($0), $1) > (place($1), $0) }
  }
}
