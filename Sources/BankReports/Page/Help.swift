public import BankCore
public import BankSimulation

/// What a change of the branch would do, tried on the same days.
public struct Help: Sendable {
  /// What is changed.
  public indirect enum Change: Sendable {
    /// A break is taken at another time.
    case rest(teller: String, from: Range<Time>, to: Range<Time>)
    /// A teller comes and goes at other times, and so many breaks with them.
    case hours(teller: String, from: Range<Time>, to: Range<Time>, breaks: Int)
    /// Several breaks and hours at once.
    case together([Change])
    /// Tellers are split otherwise: what the options of the policy say then.
    case split(String)
    /// A teller does a further service, here by its title.
    case skill(teller: String, service: String)
    /// Another policy, and what it does, in a line.
    case policy(String, summary: String = "")
    /// One more teller, like one who is there and can do `services`, with the same hours where they have some; `option`
    /// says which option of the policy counts the newcomer, where one has to, and `moved` which break or hours are others.
    case teller(like: String, services: String, option: String = "", moved: Change? = nil)
    /// More of an item of the stock, here by its title.
    case stock(item: String, from: Int, to: Int)

    /// Whose break or hours are moved.
    package var moved: String? {
      switch self {
      case .rest(let teller, _, _), .hours(let teller, _, _, _): teller
      default: nil
      }
    }
  }

  /// What is compared.
  public enum Measure: Sendable {
    /// The share of those who are called late, or not at all.
    case late
    /// The share of those who leave unserved.
    case lost
    /// Mean waits, in seconds.
    case wait
  }

  /// A service or a class whose figure the change moves, by its place among the figures.
  public typealias Effect = (place: Int, before: Double, after: Double)

  /// Something else than what is compared, of a service or a class by its place, or of all clients.
  public typealias Cost = (measure: Measure, place: Int?, before: Double, after: Double)

  /// What is changed.
  public var change: Change
  /// What is compared.
  public var measure: Measure
  /// Of how many of its kind it is one of the best.
  public var tried: Int
  /// On how many days it was tried.
  public var days: Int
  /// The difference from the days without, day by day, of all clients.
  public var difference: Interval
  /// Whether it was chosen for the service that fares worst.
  public var isOfWorst: Bool
  /// What it is without the change, all days together.
  public var before: Double
  /// What it is with it.
  public var after: Double
  /// The same for the service that fares worst, by its place in the plan.
  public var worst: Effect?
  /// The difference of that service, day by day; `nil` where some days have none.
  public var worstDifference: Interval?
  /// The services and classes that fare worse for it, as far as the days can tell.
  public var pays: [Effect]
  /// The other services that gain, or the classes where none does, as far as the days can tell; who gains most first.
  public var gains: [Effect]
  /// What else is worse for it, though what is compared is better: of all clients, and of whoever pays most.
  public var costs: [Cost]
  /// How many more are never served; below 0 where fewer are.
  public var neverServed: Int
  /// The share late of each service that has a target.
  public var late: [Effect]
  /// The services of which surely more are late.
  public var later: [Int]
  /// When the branch is empty, in seconds from opening, where the branch closes.
  public var through: (before: Double, after: Double)?
  /// The share late of all, where it is surely lower, though something else is compared.
  public var alsoLate: (before: Double, after: Double)?

  /// Makes a trial's result.
  public init(
    _ change: Change, of tried: Int, on days: Int, measure: Measure, difference: Interval,
    isOfWorst: Bool = false,
    before: Double, after: Double,
    worst: Effect? = nil, worstDifference: Interval? = nil, pays: [Effect] = [],
    gains: [Effect] = [],
    costs: [Cost] = [], neverServed: Int = 0, late: [Effect] = [], later: [Int] = [],
    through: (before: Double, after: Double)? = nil,
    alsoLate: (before: Double, after: Double)? = nil
  ) {
    self.alsoLate = alsoLate
    (self.change, self.tried, self.days) = (change, tried, days)
    (self.measure, self.difference) = (measure, difference)
    (self.before, self.after, self.worst) = (before, after, worst)
    self.isOfWorst = isOfWorst
    self.worstDifference = worstDifference
    (self.pays, self.gains, self.costs) = (pays, gains, costs)
    (self.neverServed, self.late, self.through) = (neverServed, late, through)
    self.later = later
  }

  /// Those of whom surely more are late: a few clients of a rare service are no sign.
  var laterOnes: [Effect] { late.filter { later.contains($0.place) } }

  /// How much later the branch is empty, where that is half an hour or more.
  var longer: Double? {
    through.map { $0.after - $0.before }.flatMap { $0 >= 1800 ? $0 : nil }
  }

  /// Whether what it makes worse is much: waits half as long again, a service too late that was not and
  /// late for 5 % more, an evening longer.
  var isDear: Bool {
    longer != nil
      || costs.contains { $0.measure == .wait && $0.after > 1.5 * $0.before }
      || measure == .wait && pays.contains { $0.after > 1.5 * $0.before }
      || laterOnes.contains {
        TargetState(late: $0.after) == .bad && TargetState(late: $0.before) != .bad
          && $0.after - $0.before > 0.05
      }
  }

  /// Whether clearly more of all clients are lost with it.
  var losesMore: Bool {
    costs.contains { $0.measure == .lost && $0.place == nil && $0.after - $0.before > 0.01 }
  }

  /// Whether a service that is too late already becomes far later, and nearly as late as any was.
  var ruins: Bool {
    let most = late.map(\.before).max() ?? 0
    return laterOnes.contains {
      TargetState(late: $0.before) == .bad && $0.after - $0.before > 0.1 && $0.after > 0.9 * most
    }
  }

  /// Whether it makes a service late where all were on target.
  var spoilsTargets: Bool {
    let limit = TargetState.mostOnTarget
    return late.allSatisfy { $0.before <= limit } && laterOnes.contains { $0.after > limit }
  }

  /// Whether clients feel it, of all or of the service that fares worst: a hundredth of them, or as much of their wait
  /// as anybody feels.
  func isFelt(in plan: BranchPlan) -> Bool {
    func least(_ service: Int?) -> Double { measure == .wait ? plan.leastFelt(by: service) : 0.01 }
    return benefit > least(nil)
      || worst.map { $0.before - $0.after > least($0.place) } ?? false
  }

  /// Who is told of as gaining, beside the service that fares worst: who gains most, and another that was too late and gains
  /// half as much.
  var gainers: [Effect] {
    gains.prefix(1)
      + gains.dropFirst().prefix(1).filter { other in
        measure == .late && TargetState(late: other.before) == .bad
          && other.before - other.after > (gains[0].before - gains[0].after) / 2
      }
  }

  /// How much less all have.
  var benefit: Double { before - after }

  /// What is better comes first: what nobody pays for, then what helps the service that fares worst, of which the answer
  /// speaks first, then what does most for all.
  var rank: (price: Int, passesOver: Int, harm: Double) {
    let helpsWorst = worst.map { $0.after < 0.95 * $0.before } ?? true
    return (price, measure == .lost || helpsWorst ? 0 : 1, -benefit)
  }

  /// Changes in the order of ``rank``; but one that does more than twice as much for all as the first comes
  /// before it, and more than five times as much where somebody pays, though not dearly.
  static func ordered(_ all: [Help]) -> [Help] { order(all).map { all[$0] } }

  /// The same by their places.
  static func order(_ all: [Help]) -> [Int] {
    var ordered = all.indices.sorted { all[$0].rank < all[$1].rank }
    guard let first = ordered.first.map({ all[$0] }) else { return [] }
    let most = ordered.indices.filter { place in
      let one = all[ordered[place]]
      let least = max(0, first.benefit)
      return one.price == first.price
        ? one.benefit > 2 * least
        : one.price < 2 && one.benefit > 5 * least && one.rank.passesOver <= first.rank.passesOver
    }.max { all[ordered[$0]].benefit < all[ordered[$1]].benefit }
    if let most { ordered.insert(ordered.remove(at: most), at: 0) }
    return ordered
  }

  /// The same where all are looked at, and no service before others.
  var rankOfAll: (price: Int, passesOver: Int, harm: Double) { (price, 0, -benefit) }

  /// Whether somebody pays for it: 0 for nobody, or little beside what it gains; 1 for some, 2 where that is much.
  ///
  /// Of more stock others pay little by waits, for more are served.
  var price: Int {
    let most = measure == .late ? max(0.01, benefit) : Self.muchLater
    if case .stock = change, !isDear, !laterOnes.contains(where: { $0.after - $0.before > most }) {
      return 0
    }
    return isDear ? 2 : neverServed <= 0 && isSlight ? 0 : 1
  }

  /// By how much more of a service have to be late for it to count as a price of more stock.
  static let muchLater = 0.03

  /// Whether no service is too late with it.
  var isEnough: Bool {
    !late.contains { TargetState(late: $0.after) == .bad }
      && (measure != .lost || TargetState(late: after) != .bad)
  }

  /// Whether the service that fares worst gains far more by it than by another change: a tenth of what it is without.
  func helpsWorstMore(than other: Help) -> Bool {
    guard let worst, let others = other.worst, worst.place == others.place else { return false }
    return worst.after < others.after - 0.1 * worst.before
  }

  /// Whether others pay for it, and all gain little.
  var hardlyPays: Bool { price > 0 && benefit < 0.05 * before }

  /// Whether nobody pays for it.
  package var isFree: Bool { price == 0 }

  /// Whether nobody pays more for it than a tenth of what all gain, and waits grow little.
  ///
  /// Those who are no longer lost wait too: of them a half more is no price.
  private var isSlight: Bool {
    let gain = before - after
    let longest = measure == .lost ? 1.5 : 1.15
    // What is paid in another share is little only where it is less than what is gained.
    let most = measure == .wait ? 0.05 : max(0.01, gain)
    return pays.allSatisfy { $0.after - $0.before < gain / 10 }
      && costs.allSatisfy {
        $0.measure == .wait
          ? $0.after < longest * $0.before
          : $0.after - $0.before < ($0.measure == measure ? gain / 10 : min(0.05, most))
      }
  }

  /// What kind of change it is.
  package var kind: HelpTrial.Kind {
    switch change {
    case .rest: .rest
    case .hours: .hours
    case .together: .together
    case .split: .split
    case .skill: .skill
    case .policy: .policy
    case .teller: .teller
    case .stock: .stock
    }
  }

  /// A value of what is compared.
  func told(_ value: Double, _ report: SimulationReport) -> String {
    measure.told(value, report.scale, report.language)
  }
}

extension BranchPlan {
  /// The least difference in waiting that clients feel, in seconds: a twentieth of their target, or of the time of their
  /// service where there is none; of a class or of all, the least that those of any service feel.
  package func leastFelt(by service: Int?) -> Double {
    let those =
      service.flatMap { services.indices.contains($0) ? services[$0...$0] : nil } ?? services[...]
    return (those.map { ($0.target ?? $0.meanTime).seconds }.min() ?? 0) / 20
  }
}
