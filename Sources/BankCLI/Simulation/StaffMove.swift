import BankCore
import BankReports
import BankSimulation

/// A break of a teller at another time, or other hours of a teller who is there for a part of the day.
struct StaffMove {
  let teller: Int
  let change: Help.Change
  /// When the teller is there with it.
  let shifts: [Shift]

  /// Which kind of change it is.
  var kind: HelpTrial.Kind { if case .rest = change { .rest } else { .hours } }

  private static let step = Time.seconds(1800)

  /// All of one teller.
  static func all(_ teller: Int, of plan: BranchPlan, until closing: Time) -> [StaffMove] {
    ofBreaks(teller, of: plan, until: closing) + ofHours(teller, of: plan, until: closing)
  }

  /// Each break of a teller at each other half-hour of their hours up to `closing`: an hour away from the ends, or a quarter
  /// of short hours.
  private static func ofBreaks(_ teller: Int, of plan: BranchPlan, until closing: Time)
    -> [StaffMove]
  {
    let shifts = plan.tellers[teller].shifts ?? []
    return shifts.indices.dropFirst().flatMap { number -> [StaffMove] in
      let (before, after) = (shifts[number - 1], shifts[number])
      let length = after.start - before.end
      let end = min(after.end, closing)
      // Nobody rests as soon as they have come, or just before they go.
      let apart = Time.seconds(min(3600, (end - before.start).seconds / 4))
      var start = Time(
        nanoseconds: before.start.nanoseconds / step.nanoseconds * step.nanoseconds)
      var moves: [StaffMove] = []
      while start + length <= end - apart {
        defer { start += step }
        guard start >= before.start + apart, start != before.end else { continue }
        var moved = shifts
        moved.replaceSubrange(
          number - 1...number,
          with: [
            Shift(from: before.start, to: start), Shift(from: start + length, to: after.end),
          ])
        moves.append(
          StaffMove(
            teller: teller,
            change: .rest(
              teller: plan.tellers[teller].name, from: before.end..<after.start,
              to: start..<start + length),
            shifts: moved))
      }
      return moves
    }
  }

  /// The hours of a teller who is not there all day, breaks with them, half an hour and more earlier and later, between
  /// opening and `closing`.
  private static func ofHours(_ teller: Int, of plan: BranchPlan, until closing: Time)
    -> [StaffMove]
  {
    guard let shifts = plan.tellers[teller].shifts, let first = shifts.first?.start,
      let last = shifts.last, last.hasEnd, last.end <= closing
    else { return [] }
    let earliest = -(first.nanoseconds / step.nanoseconds)
    let latest = (closing - last.end).nanoseconds / step.nanoseconds
    return (earliest...latest).filter { $0 != 0 }.map { count in
      let by = Time(nanoseconds: count * step.nanoseconds)
      return StaffMove(
        teller: teller,
        change: .hours(
          teller: plan.tellers[teller].name, from: first..<last.end, to: first + by..<last.end + by,
          breaks: shifts.count - 1),
        shifts: shifts.map { Shift(from: $0.start + by, to: $0.end + by) })
    }
  }

  /// How much of some times somebody with such shifts is there.
  static func presence(_ shifts: [Shift], in times: [Range<Time>]) -> Time {
    times.reduce(.zero) { sum, time in
      shifts.reduce(sum) { sum, shift in
        let both = (shift.start..<shift.end).clamped(to: time)
        return sum + (both.upperBound - both.lowerBound)
      }
    }
  }
}

extension Setup {
  /// The same with some tellers there at other times; `nil` where the policy does not suit that.
  func moving(_ moves: [StaffMove]) -> Setup? {
    var tellers = plan.tellers
    for move in moves { tellers[move.teller].shifts = move.shifts }
    return try? growing(to: plan.changed(tellers))
  }
}

extension HelpSearch {
  /// Tries one more teller of each kind, and of those who do the same for as long the best with other breaks and hours, too.
  mutating func attempt(oneMore options: [Option], until closing: Time?) {
    let (moved, count) = closing.map { findNewcomers(among: options, until: $0) } ?? ([], 0)
    attempt(.teller, options + moved, beside: count)
  }

  /// Of newcomers who do the same for as long the one who helps most as they come, with the break and the hours that help
  /// most, and most for the service that fares worst; and how many were tried to find them.
  private mutating func findNewcomers(
    among options: [Option], until closing: Time
  ) -> (best: [Option], count: Int) {
    let groups = Dictionary(grouping: options) { group(of: $0.change) ?? "" }
    var (best, count) = ([Option](), 0)
    // A third of the room is for them: others follow.
    let least = room - room / 3
    func hasRoom(_ changes: Int) -> Bool { room - changes * few.replications >= least }
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
      guard hasRoom(group.count), takeRoom(group.count, onAll: 0) else { break }
      let known = group.compactMap { option in
        tried(option.branch, few).flatMap { summary -> (option: Option, mean: Double)? in
          // What helps all helps; but who fares worst may gain what others lose.
          let means = [allOf, worst ?? allOf].map { change(summary, $0, measure)?.mean ?? 0 }
          return means.contains { $0 < 0 } ? (option, means[0]) : nil
        }
      }.min { $0.mean < $1.mean }
      guard let known,
        case .teller(let like, let services, let option, _) = known.option.change
      else { continue }
      let plan = known.option.branch.plan
      let moves = StaffMove.all(plan.tellers.count - 1, of: plan, until: closing)
      guard !moves.isEmpty, hasRoom(moves.count), takeRoom(moves.count, onAll: 0) else { continue }
      count += moves.count
      let done = moves.compactMap { move -> (option: Option, summary: DaysSummary)? in
        guard let branch = known.option.branch.moving([move]),
          let summary = tried(branch, few)
        else { return nil }
        let change = Help.Change.teller(
          like: like, services: services, option: option, moved: move.change)
        return ((change, branch), summary)
      }
      let firsts = [allOf, worst ?? allOf].compactMap { part in
        func mean(_ place: Int) -> Double { change(done[place].summary, part, measure)?.mean ?? 0 }
        return done.indices.min { mean($0) < mean($1) }
      }
      for one in Set(firsts).sorted().map({ done[$0] }) {
        best.append(one.option)
        if case .teller(_, _, _, let moved) = one.option.change,
          let place = plan.tellers.firstIndex(where: { $0.name == like })
        {
          newcomers.append((place, moved, one.option.branch.plan.tellers[plan.tellers.count - 1]))
        }
      }
    }
    return (best, count)
  }

  /// At most so many breaks and shifts are moved together.
  private static let mostTogether = 4
  /// So many places of each teller's break or shift are looked at for that, the best first.
  private static let placesTogether = 12
  /// Those of so many tellers, who help most alone.
  private static let tellersTogether = 8

  /// Tries breaks at other times and other hours, one of each kind of teller, and then several of them at once.
  mutating func attempt(moving moves: [StaffMove]) {
    let kinds = SimulatedDays.kinds(of: plan)
    var done: [(move: StaffMove, mean: Double)] = []
    for kind in [HelpTrial.Kind.rest, .hours] {
      let own = moves.filter { $0.kind == kind && kinds.contains($0.teller) }
      // A branch is made of each only where there is room for them.
      guard own.count * few.replications <= room else {
        trial.untried.append(kind)
        continue
      }
      let options = own.compactMap { move in setup.moving([move]).map { (move, $0) } }
      let means = attempt(kind, options.map { ($0.0.change, $0.1) })
      done += zip(options, means).compactMap { option, mean in mean.map { (option.0, $0) } }
    }
    /// What a move did on the first few days, or the same one of another teller of the kind.
    func mean(_ move: StaffMove) -> Double? {
      done.first {
        $0.move.shifts == move.shifts
          && SimulatedDays.areAlike($0.move.teller, move.teller, in: plan)
      }?.mean
    }
    let places = plan.tellers.indices.map { teller -> (moves: [StaffMove], best: Double) in
      let own = moves.filter { $0.teller == teller }
      let known = own.compactMap { move in mean(move).map { (move: move, mean: $0) } }
      // What alone helps nobody may help beside others.
      let better = known.sorted { $0.mean < $1.mean }
      return (better.prefix(Self.placesTogether).map(\.move), better.first?.mean ?? 0)
    }.filter { !$0.moves.isEmpty }.sorted { $0.best < $1.best }
    attemptTogether(places.prefix(Self.tellersTogether).map(\.moves), beside: done.count)
  }

  /// Moves several breaks and shifts at once: again and again the one that helps most beside those that are moved
  /// already, as far as the first few days can tell.
  ///
  /// `places` are, for each teller, the best that was tried alone; `count` says how many that were.
  private mutating func attemptTogether(_ places: [[StaffMove]], beside count: Int) {
    guard places.count > 1 else { return }
    // One round for each that is moved, and one more of all places; of fewer places where that takes long.
    let rounds = min(places.count, Self.mostTogether) + 1
    func tries(_ most: Int) -> Int { places.reduce(0) { $0 + min($1.count, most) } * rounds }
    guard let most = (2...Self.placesTogether).last(where: { takeRoom(tries($0), onAll: 1) }) else {
      return trial.untried.append(.together)
    }
    let places = places.map { $0.prefix(most) }
    var (chosen, done) = ([StaffMove](), 0.0)
    /// The best further move of one teller, or of all who are not moved already.
    func next(
      beside chosen: [StaffMove], of teller: Int? = nil
    ) -> (move: StaffMove, mean: Double)? {
      places.joined().filter { move in
        teller.map { $0 == move.teller } ?? !chosen.contains { $0.teller == move.teller }
      }.compactMap { move in
        setup.moving(chosen + [move]).flatMap { tried($0, few) }
          .flatMap { change($0, allOf, measure)?.mean }.map { (move, $0) }
      }.min { $0.mean < $1.mean }
    }
    // A further one has to add a tenth.
    while chosen.count < Self.mostTogether, let next = next(beside: chosen), next.mean < 1.1 * done,
      next.mean < 0
    {
      chosen.append(next.move)
      done = next.mean
    }
    // Each may have a better place now that the others are moved.
    for teller in chosen.map(\.teller) {
      let others = chosen.filter { $0.teller != teller }
      guard let better = next(beside: others, of: teller), better.mean < done else { continue }
      chosen = others + [better.move]
      done = better.mean
    }
    guard chosen.count > 1, let branch = setup.moving(chosen), let summary = tried(branch, full),
      let difference = change(summary, allOf, measure)
    else { return }
    // What one alone does nearly as well is enough.
    let single = trial.best.filter { [.rest, .hours].contains($0.kind) }.map(\.difference.mean)
      .min()
    guard difference.mean < 1.2 * min(0, single ?? 0) else { return }
    chosen.sort { $0.teller < $1.teller }
    trial.best.append(
      result(
        of: .together(chosen.map(\.change)), among: count + tries(most), summary, difference,
        isOfWorst: false))
  }
}
