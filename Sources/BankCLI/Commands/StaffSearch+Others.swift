import BankConfiguration
import BankCore
import BankReports
import BankSimulation

extension StaffSearch {
  /// Says of which services surely more than a fifth of those who come in some stretch are not called within the target
  /// under the hours found, and more than today, where no goal is of that service alone: a goal of all may hide it.
  func tellWhoElseIsLate(_ course: DaysCourse, _ today: DaysCourse?) {
    guard let today else { return }
    let asked = goals.flatMap { $0.figures.terms.map(\.place) }
    for (service, one) in setup.plan.services.enumerated()
    where one.target != nil && !asked.contains(service) {
      let late = (0..<stretches.count).compactMap {
        stretch -> (stretch: Int, share: Double, before: Double)? in
        guard let share = course.late(stretch, service) else { return nil }
        let before = today.late(stretch, service)?.mean ?? 0
        let error =
          share.mean == 1
          ? Interval.errorOfAll(
            days: course.daysOfWhoCame(stretch, service), atOnce: stretches.count)
          : share.errorOfShare(of: course.came(stretch, service))
        return share.mean - error > Self.muchLate && share.mean > before + Self.muchMore
          ? (stretch, share.mean, before) : nil
      }
      guard let worst = late.max(by: { $0.share < $1.share }) else { continue }
      func percent(_ share: Double) -> String { Time.seconds(100 * share).decimal(places: 1) }
      Console.warn([
        Console.say(
          "of those who come for \(one.name) from \(clock(worst.stretch)) on \(percent(worst.share)) % are not called within their target under these hours (\(percent(worst.before)) % today), and no goal is of that service: give one, such as --goal 'late(\(one.name)) <= 10%'"
        )
      ])
    }
  }

  /// A fifth is too late, and a twentieth more than today is more.
  private static let (muchLate, muchMore) = (0.2, 0.05)

  /// When a stretch begins, for people.
  func clock(_ stretch: Int) -> String {
    setup.configuration.scale.opens.map {
      TimeScale.clock($0 + stretches.start(stretch).seconds)
    } ?? stretches.start(stretch).description
  }
}
