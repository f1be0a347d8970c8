import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// The changes of a branch that are tried to find what would help.
extension SimulatedDays {
  /// A kind of teller.
  private struct Kind: Hashable {
    let skills: [Bool]
    let shifts: [Shift]?

    init(_ teller: Int, in plan: BranchPlan) {
      skills = plan.services.indices.map { plan.can(teller, do: $0) }
      shifts = plan.tellers[teller].shifts
    }
  }

  /// Whether two tellers have the same skills, hours and breaks.
  static func areAlike(_ one: Int, _ other: Int, in plan: BranchPlan) -> Bool {
    Kind(one, in: plan) == Kind(other, in: plan)
  }

  /// One teller of each kind: of those with the same skills, hours and breaks, the one of middle speed.
  static func kinds(of plan: BranchPlan) -> [Int] {
    let tellers = Dictionary(grouping: plan.tellers.indices) { Kind($0, in: plan) }
    func speed(_ teller: Int) -> Double {
      plan.services.indices.reduce(0) { $0 + plan.speed(of: teller, doing: $1) }
    }
    return tellers.values.compactMap { same in
      let middle = same.map(speed).sorted()[(same.count - 1) / 2]
      return same.first { speed($0) == middle }
    }.sorted()
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
      return (try? staffed(by: plan, with: settings)).map { (Self.told(more), $0) }
    }
  }

  /// The option that is larger by one, and after it those beside it: with another staff their defaults would be others.
  private static func told(_ more: (path: String, value: String, options: JSON)) -> String {
    let own = more.path + ": " + more.value
    guard let dot = more.path.firstIndex(of: "."),
      case .object(let members)? = more.options[String(more.path[..<dot])]
    else { return own }
    let name = more.path[more.path.index(after: dot)...]
    let others = members.filter { $0.key != name }.map {
      "\(more.path[..<dot]).\($0.key): \($0.value)"
    }
    return ([own] + others).joined(separator: ", ")
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
      same == nil || !splits.isEmpty
      ? countingOneMore(in: larger).filter { $0.setup.wired.options != same?.wired.options } : []
    return (same.map { [("", $0)] } ?? []) + counting
  }

  /// An option that says how many tellers are for what, by its place, and the counts.
  private typealias Split = (place: Int, parts: [(name: String, count: Int)])

  /// The options that count tellers, by their name, all together as many as there are.
  private var splits: [Split] {
    guard case .object(let options) = wired.options else { return [] }
    return options.indices.compactMap { place in
      guard options[place].key == "tellers", case .object(let members) = options[place].value
      else { return nil }
      var parts: [(name: String, count: Int)] = []
      for member in members {
        guard case .number(let value) = member.value, let count = Int(exactly: value) else {
          return nil
        }
        parts.append((member.key, count))
      }
      let isWhole =
        parts.allSatisfy { 0...plan.tellers.count ~= $0.count }
        && parts.reduce(0) { $0 + $1.count } == plan.tellers.count
      return isWhole ? (place, parts) : nil
    }
  }

  /// The same with the tellers split otherwise, one of them for something else: what the options say then.
  var splitOtherwise: [(option: String, setup: Setup)] {
    guard case .object(let options) = wired.options else { return [] }
    var all: [(option: String, setup: Setup)] = []
    for (place, parts) in splits {
      let key = options[place].key
      for more in parts.indices {
        for less in parts.indices where less != more && parts[less].count > 0 {
          var changed = parts
          changed[more].count += 1
          changed[less].count -= 1
          var other = options
          other[place].value = .object(changed.map { .init($0.name, .number(Double($0.count))) })
          let settings = OptionSettings(file: Node(json: .object(other)))
          guard let setup = try? staffed(by: plan, with: settings) else { continue }
          let told = [more, less].map { "\(key).\(changed[$0].name): \(changed[$0].count)" }
          all.append((told.joined(separator: ", "), setup))
        }
      }
    }
    return all
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
