import BankConfiguration
import BankCore
import BankReports
import BankSimulation

extension StaffSearch {
  /// Says of which services a fifth of those who come in some stretch, or more, are called late under the hours found,
  /// and more than today, where no goal is of that service alone: a goal of all may hide it.
  func tellWhoElseIsLate(_ course: DaysCourse, _ today: DaysCourse?) {
    for (service, one) in setup.plan.services.enumerated() where one.target != nil {
      let isAsked = goals.contains { goal in
        goal.figures.terms.contains { $0.place == service && $0.kind != .lost }
      }
      let late = (0..<stretches.count).compactMap { stretch in
        course.late(stretch, service).map { (stretch: stretch, share: $0) }
      }
      guard !isAsked, let worst = late.max(by: { $0.share.mean < $1.share.mean }),
        worst.share.mean - (worst.share.halfWidth ?? 0) > Self.muchLate
      else { continue }
      let before = today?.late(worst.stretch, service)?.mean
      guard worst.share.mean > (before ?? 0) + Self.muchMore else { continue }
      func percent(_ share: Double) -> String { Time.seconds(100 * share).decimal(places: 1) }
      Console.warn([
        Console.say(
          "of those who come for \(one.name) from \(clock(worst.stretch)) on \(percent(worst.share.mean)) % are called too late under these hours (\(before.map(percent) ?? "–") % today), and no goal is of that service: give one, such as --goal 'late(\(one.name)) <= 10%'"
        )
      ])
    }
  }

  /// Shares late of which the hours are told: a fifth is too late, a twentieth more than today is more.
  private static let (muchLate, muchMore) = (0.2, 0.05)

  /// When a stretch begins, for people.
  func clock(_ stretch: Int) -> String {
    setup.configuration.scale.opens.map {
      TimeScale.clock($0 + stretches.start(stretch).seconds)
    } ?? stretches.start(stretch).description
  }
}
