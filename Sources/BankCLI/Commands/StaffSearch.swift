import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// The fewest tellers in each stretch of the day of a branch.
struct StaffSearch {
  let setup: Setup
  private(set) var goals: [FigureText.Goal]
  /// The goal of lost that nobody gave, and the share of each stretch that it allows.
  private var kept: (text: String, limits: [Double])?
  private let days: SimulatedDays
  let stretches: DayStretches
  /// The tellers of each kind: those who can do the same as fast, and can serve somebody in a goal.
  private let kinds: [[Teller]]
  /// The others, who stay as they are.
  private let others: [Teller]
  /// Until when who is there at closing stays, if somebody is still to be served.
  private let latest: Time

  /// Days to search on, days to look again on, and days that the figures come from.
  private static let (searched, checked, told) = (100, 400, 400)
  /// The most stretches of a day.
  private static let mostStretches = 200

  init(_ setup: Setup, width: Time, _ arguments: Arguments) throws(Problems) {
    var problems: [Problem] = []
    let flag = Recommend.staffBy.name
    guard let closes = setup.configuration.workload.closes else {
      throw Problems([
        Problem(flag, "the branch does not close", "give closes: \"17:00\" in the config")
      ])
    }
    stretches = DayStretches(length: closes, width: width, isOpen: true)
    if stretches.count > Self.mostStretches {
      problems.append(
        Problem(
          flag, "\(stretches.count) stretches", "at most \(Self.mostStretches): give a longer one"))
    }
    var goals: [FigureText.Goal] = []
    for text in arguments.all(Recommend.goal) {
      do throws(Problems) {
        let goal = try setup.figures.goal(text, Recommend.goal.name)
        if let problem = Self.problem(with: goal, setup.plan) { problems.append(problem) }
        goals.append(goal)
      } catch {
        problems += error.all
      }
    }
    if arguments.all(Recommend.goal).isEmpty {
      problems.append(
        Problem(flag, "there is no goal", "give one: --goal 'late(all) <= 5%'"))
    }
    guard problems.isEmpty else { throw Problems(problems) }
    var setup = setup
    self.goals = goals
    let request = SimulatedDays.Request(arguments, &problems)
    var days = try SimulatedDays(&setup, request, arguments, replications: Self.searched)
    days.stretches = stretches
    self.setup = setup
    self.days = days
    let plan = setup.plan
    let asked = goals.flatMap { $0.figures.terms.map(\.place) }
    var (kinds, others) = Self.kinds(plan, asked: asked)
    let midnight = setup.configuration.scale.opens.map { Time.seconds(86_400 - 60 - $0) }
    let later = closes + .seconds(3 * 3600)
    let latest = midnight.map { $0 > closes ? min(later, $0) : later } ?? later
    self.latest = latest
    for teller in others.indices {
      others[teller].shifts = others[teller].shifts?.map {
        Shift(from: $0.start, to: min($0.end, latest))
      }
    }
    (self.kinds, self.others) = (kinds, others)
    if kinds.joined().contains(where: { $0.shifts?.count ?? 0 > 1 }) {
      Console.warn([
        Console.say(
          "the breaks of the config are not kept: the hours say how many tellers have to be at work, and whoever rests needs somebody else meanwhile"
        )
      ])
    }
    // What share of all may be lost does not say how long those may wait who do not leave.
    let ofWaits = goals.flatMap(\.figures.terms).filter {
      $0.place != nil || $0.kind.unit == .time || $0.kind == .late
    }.map(\.place)
    let unasked = plan.services.indices.filter { service in
      !ofWaits.contains { $0 == nil || $0 == service }
        && plan.tellers.indices.contains { teller in
          plan.can(teller, do: service)
            && kinds.contains { $0.contains { $0.name == plan.tellers[teller].name } }
        }
    }
    try keepLost()
    if !unasked.isEmpty {
      let names = unasked.map { plan.services[$0].name }.joined(separator: ", ")
      Console.warn([
        Console.say("no goal says how long those for \(names) may wait, whom these tellers serve")
      ])
    }
  }

  /// Adds a goal where clients can leave and none says how many may: no more in each stretch than today, or 1 %.
  ///
  /// A wait is of those who stay, and would be short where nobody serves.
  private mutating func keepLost() throws(Problems) {
    guard setup.canLose,
      !goals.contains(where: { goal in
        goal.figures.terms.contains { [.late, .lost].contains($0.kind) }
      }), let today = course(setup, after: 0, Self.searched)
    else { return }
    let limits = (0..<stretches.count).map { max(today.leftOfTheirOwn($0) ?? 0, 0.01) }
    func percent(_ share: Double?) -> String {
      Time.seconds(100 * (share ?? 0)).decimal(places: 1)
    }
    Console.note(
      "no goal says how many may leave unserved: at most as many in each stretch as today (\(percent(limits.min())) to \(percent(limits.max())) %), or 1 % where that is less"
    )
    let goal = try setup.figures.goal(
      "lost(all) <= \(percent(limits.max()))%", Recommend.goal.name)
    kept = (goal.text, limits)
    goals.append(goal)
  }

  /// What a goal for a stretch of the day cannot be of.
  private static func problem(with goal: FigureText.Goal, _ plan: BranchPlan) -> Problem? {
    let path = "\(Recommend.goal.name) \(goal.text)"
    guard let term = goal.figures.terms.first, goal.figures.terms.count == 1, goal.isUpper,
      term.factor == 1, goal.constant == 0,
      term.kind == .wait || term.kind == .late || term.kind == .lost
    else {
      return Problem(
        path, "is no goal for a stretch of the day",
        "give one figure of wait, late or lost, and at most how much: late(all) <= 5%")
    }
    if let place = term.place, place >= plan.services.count {
      return Problem(
        path, "is of a class or a route", "give a service or all: \(plan.services[0].name)")
    }
    return Recommend.missingTarget(of: goal.figures, [plan], path)
  }

  private static func tellEnded() {
    Console.tell("the search was ended before it was done: it says nothing yet")
  }

  /// Searches, and runs what was found on further days; `nil` where there is nothing, which is said.
  func run() throws(Problems) -> (report: StaffingReport, setup: Setup)? {
    let search = Staffing(stretches: stretches.count, kinds: kinds.count)
    var allDays = 0
    func tried(
      _ staff: Staffing.Staff, after: Int, _ count: Int, room: Double = 0
    ) -> Staffing.Look? {
      guard !Interrupt.shared.isRequested else { return nil }
      allDays += count
      return (try? staffed(staff)).flatMap { course($0, after: after, count) }.map {
        look($0, staff, room: room)
      }
    }
    let staff: Staffing.Staff
    do {
      staff = try search.fewest(
        search: { tried($0, after: 0, Self.searched) },
        // With room for chance, so that the goals hold on further days too.
        check: { tried($0, after: Self.searched, Self.checked, room: 1) })
    } catch {
      switch error {
      case _ where Interrupt.shared.isRequested: Self.tellEnded()
      case .missed(let stretch):
        let all = Array(repeating: kinds.map { _ in Staffing.most }, count: stretches.count)
        let course = (try? staffed(all)).flatMap { self.course($0, after: 0, Self.searched) }
        let missed = goals.filter { goal in
          course.flatMap { over(goal, $0, stretch) }.map { $0 > 0 } ?? false
        }
        let names = (missed.isEmpty ? goals : missed).map {
          $0.text == kept?.text ? setup.messages.language("lost as today", "이탈은 지금만큼") : $0.text
        }
        Console.warn([
          Console.say(
            "with \(Staffing.most) tellers of every kind \(names.joined(separator: "; ")) is still missed by those who come from \(clock(stretch)) on: what more tellers do not help, such as stock or a limit, is the cause"
          )
        ])
      case .nothingToSee:
        for number in [1, 2, 4, 8] {
          do throws(Problems) {
            _ = try staffed(Array(repeating: kinds.map { _ in number }, count: stretches.count))
          } catch {
            throw Problems([
              Problem(
                Recommend.staffBy.name,
                "\(setup.wired.name) does not suit every number of tellers: \(error.all[0])",
                "leave its options out, or use another policy")
            ])
          }
        }
        Console.tell("nobody is served who counts in a goal, or a law is broken")
      }
      return nil
    }
    let chosen = try staffed(staff)
    let before = Self.searched + Self.checked
    guard let course = course(chosen, after: before, Self.told), !Interrupt.shared.isRequested
    else {
      Self.tellEnded()
      return nil
    }
    allDays += Self.told
    let today = self.course(setup, after: before, Self.told)
    tellWhoElseIsLate(course, today)
    let present = today.map { course in
      StaffingReport.Present(
        hours: hoursNow, missed: look(course, []).missed.count, lost: course.shareLost)
    }
    let scale = setup.configuration.scale
    let closes = setup.configuration.workload.closes ?? .zero
    return (
      StaffingReport(
        policy: setup.wired.label,
        goals: goals.map {
          RecommendReport.Goal(
            text: $0.text == kept?.text
              ? setup.messages.language("lost as today", "이탈은 지금만큼") : $0.text,
            words: setup.figureWords, limit: $0.limit,
            isUpper: true,
            isTime: $0.figures.isTime)
        },
        kinds: kinds.map { kind in
          kinds.count == 1 && others.isEmpty
            ? setup.messages.language("tellers", "창구")
            : setup.messages.language("like ", "") + kind[0].name
              + setup.messages.language("", " 같은")
        },
        rows: staff.enumerated().map { stretch, tellers in
          StaffingReport.Row(
            from: stretches.start(stretch).seconds,
            to: min(stretches.start(stretch + 1), closes).seconds, tellers: tellers,
            figures: goals.map { figure($0, course, stretch) },
            isMet: goals.map { over($0, course, stretch).map { $0 <= 0 } },
            isUnsure: goals.contains { isUnsure($0, course, stretch) })
        },
        lost: chosen.plan.services.indices.allSatisfy { service in
          goals.lazy.map { $0.figures.terms[0] }
            .contains { $0.kind != .wait && $0.place ?? service == service }
        } ? nil : course.shareLost,
        present: present, hasRoutes: !chosen.plan.routes.isEmpty, tellers: chosen.plan.tellers,
        days: Self.told, allDays: allDays,
        scale: scale, language: setup.messages.language),
      chosen
    )
  }

  private func figure(_ goal: FigureText.Goal, _ course: DaysCourse, _ stretch: Int) -> Interval? {
    let term = goal.figures.terms[0]
    // What is out of stock no teller helps.
    if goal.text == kept?.text {
      return course.leftOfTheirOwn(stretch).map { Interval(mean: $0, halfWidth: nil) }
    }
    return switch term.kind {
    case .late: course.late(stretch, term.place)
    case .lost: course.lost(stretch, term.place)
    default: course.wait(stretch, term.place)
    }
  }

  /// The course of so many days, after others; `nil` where the policy breaks a law or nobody waits for it.
  private func course(_ setup: Setup, after: Int, _ count: Int) -> DaysCourse? {
    var days = days
    (days.daysBefore, days.replications) = (after, count)
    let result = days.run(setup)
    return result.fault == nil && !result.isInterrupted ? result.course : nil
  }

  /// By how much a goal is missed in a stretch, if that is above 0; `nil` where nobody came.
  ///
  /// Where clients wait for ever, or all leave, no wait is short and nobody is kept: that is beyond any limit.
  private func over(
    _ goal: FigureText.Goal, _ course: DaysCourse, _ stretch: Int, room: Double = 0
  ) -> Double? {
    let place = goal.figures.terms[0].place
    let came = course.came(stretch, place)
    guard came > 0 else { return nil }
    let forgotten = course.forgotten(stretch, place)
    guard forgotten == 0, let figure = figure(goal, course, stretch) else {
      return Self.beyond * Double(max(forgotten, 1)) / Double(came)
    }
    return figure.mean + room * (figure.halfWidth ?? 0) - limit(of: goal, stretch)
  }

  /// The most that a goal allows in a stretch.
  private func limit(of goal: FigureText.Goal, _ stretch: Int) -> Double {
    if let kept, goal.text == kept.text { return kept.limits[stretch] }
    return goal.limit
  }

  /// Whether a goal may well be missed in a stretch, as far as the days can tell.
  private func isUnsure(_ goal: FigureText.Goal, _ course: DaysCourse, _ stretch: Int) -> Bool {
    let term = goal.figures.terms[0]
    guard goal.text != kept?.text, let figure = figure(goal, course, stretch) else { return false }
    let most =
      term.kind == .wait
      ? figure.mean + (figure.halfWidth ?? .infinity)
      : figure.mostOfShare(of: course.came(stretch, term.place))
    return most > limit(of: goal, stretch)
  }

  /// More than a wait or a share is ever beyond a limit.
  private static let beyond = 1e9

  /// What a course shows: a goal is missed where its figure is beyond it, or is with so many of its half-widths
  /// more.
  private func look(
    _ course: DaysCourse, _ staff: Staffing.Staff, room: Double = 0
  ) -> Staffing.Look {
    var missed: [Int: Double] = [:]
    for stretch in 0..<stretches.count {
      for goal in goals {
        if let over = over(goal, course, stretch, room: room), over > 0 {
          missed[stretch, default: 0] += over
        }
      }
    }
    let busy = staff.enumerated().map { stretch, counts in
      var teller = 0
      return zip(numbers(staff), counts).map { number, _ in
        defer { teller += number }
        let all = (teller..<teller + number).reduce((0.0, 0.0)) {
          ($0.0 + course.busy(teller: $1, stretch), $0.1 + course.present(teller: $1, stretch))
        }
        return all.1 > 0 ? all.0 / all.1 : 0
      }
    }
    return Staffing.Look(missed: missed, busy: busy)
  }

  /// How many tellers of each kind there are in all.
  private func numbers(_ staff: Staffing.Staff) -> [Int] {
    kinds.indices.map { kind in staff.map { $0[kind] }.max() ?? 0 }
  }

  /// The branch with a staff.
  ///
  /// The first teller of a kind is there wherever one is, the second wherever two are. Who is there at closing stays until everybody is served.
  private func staffed(_ staff: Staffing.Staff) throws(Problems) -> Setup {
    var tellers: [Teller] = []
    for (kind, number) in numbers(staff).enumerated() {
      for place in 0..<number {
        var teller = kinds[kind].indices.contains(place) ? kinds[kind][place] : kinds[kind][0]
        var name = teller.name
        if place >= kinds[kind].count { name += " \(place + 1)" }
        while (tellers + others + kinds.flatMap { $0 }).contains(where: {
          $0.name == name && place >= kinds[kind].count
        }) { name += "+" }
        teller.name = name
        teller.shifts = shifts(staff.map { $0[kind] > place })
        tellers.append(teller)
      }
    }
    let plan = setup.plan
    return try setup.staffed(
      by: plan.changed(tellers + others))
  }

  private func shifts(_ isThere: [Bool]) -> [Shift] {
    var shifts: [Shift] = []
    for stretch in isThere.indices where isThere[stretch] {
      let isLast = stretch == isThere.count - 1
      let end = isLast ? latest : stretches.start(stretch + 1)
      if shifts.last?.end == stretches.start(stretch) {
        shifts[shifts.count - 1].end = end
      } else {
        shifts.append(Shift(from: stretches.start(stretch), to: end))
      }
    }
    return shifts
  }

  /// The hours of the config's own tellers of these kinds, until the branch closes.
  private var hoursNow: Double {
    let closes = setup.configuration.workload.closes ?? .zero
    return kinds.flatMap { $0 }.reduce(0) { sum, teller in
      let shifts = teller.shifts ?? [Shift(from: .zero, to: closes)]
      return sum
        + shifts.reduce(0) { $0 + max(0, (min($1.end, closes) - min($1.start, closes)).seconds) }
    } / 3600
  }
}
