import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// The changes of a branch that are tried to find what would help.
extension SimulatedDays {
  /// One teller of each kind: of those with the same skills, hours and breaks, the one of middle speed.
  static func kinds(of plan: BranchPlan) -> [Int] {
    struct Kind: Hashable {
      let skills: [Bool]
      let shifts: [Shift]?
    }
    let tellers = Dictionary(grouping: plan.tellers.indices) { teller in
      Kind(
        skills: plan.services.indices.map { plan.can(teller, do: $0) },
        shifts: plan.tellers[teller].shifts)
    }
    func speed(_ teller: Int) -> Double {
      plan.services.indices.reduce(0) { $0 + plan.speed(of: teller, doing: $1) }
    }
    return tellers.values.compactMap { same in
      let middle = same.map(speed).sorted()[(same.count - 1) / 2]
      return same.first { speed($0) == middle }
    }.sorted()
  }

  /// A break of a teller at another time, and the tellers with it.
  typealias Rest = (
    teller: Int, from: Range<Time>, to: Range<Time>, tellers: [Teller]
  )

  /// Each break of those who can do `service`, or of everybody, at each other half-hour of their hours up to `closing`: an
  /// hour away from the ends, or a quarter of short hours.
  static func rests(
    of plan: BranchPlan, for service: Int?, until closing: Time
  ) -> [Rest] {
    let step = Time.seconds(1800)
    var rests: [Rest] = []
    for teller in plan.tellers.indices where service.map({ plan.can(teller, do: $0) }) ?? true {
      let shifts = plan.tellers[teller].shifts ?? []
      for number in shifts.indices.dropFirst() {
        let (before, after) = (shifts[number - 1], shifts[number])
        let length = after.start - before.end
        // Nobody rests as soon as they have come, or just before they go.
        let apart = Time.seconds(
          min(3600, (min(after.end, closing) - before.start).seconds / 4))
        var start = Time(
          nanoseconds: before.start.nanoseconds / step.nanoseconds * step.nanoseconds)
        while start + length <= min(after.end, closing) - apart {
          defer { start += step }
          guard start >= before.start + apart, start != before.end else { continue }
          var tellers = plan.tellers
          tellers[teller].shifts?.replaceSubrange(
            number - 1...number,
            with: [
              Shift(from: before.start, to: start), Shift(from: start + length, to: after.end),
            ])
          rests.append((teller, before.end..<after.start, start..<start + length, tellers))
        }
      }
    }
    return rests
  }

  /// Whether two changes are of one kind of teller, or of one teller's breaks.
  static func areOfOne(_ one: Help.Change, _ other: Help.Change) -> Bool {
    switch (one, other) {
    case (.teller(_, let services, let option), .teller(_, let others, let another)):
      services + option == others + another
    case (.rest(let teller, _, _, _), .rest(let another, _, _, _)): teller == another
    default: false
    }
  }

  /// A name that nobody has yet.
  static func name(like name: String, among plan: BranchPlan) -> String {
    var new = name + "+"
    while plan.tellers.contains(where: { $0.name == new }) { new += "+" }
    return new
  }
}

extension Setup {
  /// The same with a larger staff, and with one whole number of the policy's options larger by one, in every way that
  /// suits: a split of the staff has to count the newcomer.
  private func countingOneMore(in plan: BranchPlan) -> [(option: String, setup: Setup)] {
    wired.options.withOneMore.compactMap { more in
      let settings = OptionSettings(file: Node(json: more.options))
      return (try? staffed(by: plan, with: settings)).map { (more.path + ": " + more.value, $0) }
    }
  }
}

extension Setup {
  /// The same with a larger staff, in every way in which the policy's options suit it; with the option that counts the
  /// newcomer.
  ///
  /// A split of the staff that was not given is another one of a larger staff; but the newcomer may be better where that
  /// does not put them. One that was given has to count them.
  func grown(to larger: BranchPlan) -> [(option: String, setup: Setup)] {
    let same = (try? growing(to: larger)) ?? (try? staffed(by: larger))
    let counting =
      same == nil || splitsTellers
      ? countingOneMore(in: larger).filter { $0.setup.wired.options != same?.wired.options } : []
    return (same.map { [("", $0)] } ?? []) + counting
  }

  /// Whether an option of the policy says how many tellers are for what, all together as many as there are.
  private var splitsTellers: Bool {
    guard case .object(let options) = wired.options else { return false }
    return options.contains { option in
      guard case .object(let parts) = option.value else { return false }
      let counts = parts.compactMap { part -> Int? in
        if case .number(let count) = part.value { Int(exactly: count) } else { nil }
      }
      return counts.count == parts.count && counts.reduce(0, +) == plan.tellers.count
    }
  }
}

extension JSON {
  /// The same with one whole number larger by one, for each there is: where it stands, and what it is then.
  fileprivate var withOneMore: [(path: String, value: String, options: JSON)] {
    switch self {
    case .number(let value):
      Int(exactly: value).map { [("", String($0 + 1), .number(value + 1))] } ?? []
    case .object(let members):
      members.indices.flatMap { place in
        members[place].value.withOneMore.map { inner in
          var changed = members
          changed[place].value = inner.options
          let path = [members[place].key, inner.path].filter { !$0.isEmpty }
          return (path.joined(separator: "."), inner.value, .object(changed))
        }
      }
    default: []
    }
  }
}

extension BranchPlan {
  /// The same with other tellers, and another stock where that is given.
  func changed(_ tellers: [Teller], stock: [ItemCount]? = nil) throws(Problems) -> BranchPlan {
    try BranchPlan(
      services: services, tellers: tellers, stock: stock ?? self.stock, limit: limit,
      handover: handover,
      classes: classes, routes: routes)
  }
}
