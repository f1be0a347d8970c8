public import BankCore

/// The stock over several days together: how much there is on the middle one of them, and how much they differ.
public struct DaysStock: Sendable {
  /// A median, with what nine of ten days are within.
  public struct Spread: Sendable, Equatable {
    /// The value that one day in twenty is below.
    public let low: Double
    /// The median.
    public let median: Double
    /// The value that one day in twenty is above.
    public let high: Double

    /// The spread of values in any order; `nil` for none.
    init?(_ values: [Double]) {
      guard !values.isEmpty else { return nil }
      let sorted = values.sorted()
      (low, median, high) = (
        sorted[sorted.rank(0.05)], sorted[sorted.rank(0.5)], sorted[sorted.rank(0.95)]
      )
    }
  }

  /// The stretches of the day.
  public let stretches: DayStretches
  /// How many days there are.
  public private(set) var days = 0
  /// For each item the least that a service takes of it; `nil` where none takes any.
  public let least: [Int?]
  /// For each item how many came who needed some, over all days.
  public private(set) var needed: [Int]
  /// For each item how many of them were turned away because there was too little of it, over all days.
  public private(set) var refused: [Int]
  /// For each item on how many days it was out.
  public private(set) var daysOut: [Int]
  /// For each item on how many days somebody was turned away for want of it.
  public private(set) var daysShort: [Int]

  /// So many days say how much there is; more would only take memory.
  public static let mostForBands = 500

  /// For each item each day's levels, in order of the days.
  private var levels: [[[Int]]]
  private var byClient: [[[Int]]]
  /// For each item when it was out, on the days that it was.
  private var outAt: [[Double]]
  private var outAfter: [[Double]]
  /// For each item when somebody was turned away first, on the days that anybody was.
  private var shortAt: [[Double]]
  private var shortAfter: [[Double]]
  private var share: [RatioTally]

  /// Makes the stock of days of which there is none yet.
  init(plan: BranchPlan, stretches: DayStretches) {
    self.stretches = stretches
    least = DayStock.least(of: plan)
    needed = plan.stock.map { _ in 0 }
    (refused, daysOut, daysShort) = (needed, needed, needed)
    levels = plan.stock.map { _ in [] }
    byClient = levels
    outAt = plan.stock.map { _ in [] }
    (outAfter, shortAt, shortAfter) = (outAt, outAt, outAt)
    share = plan.stock.map { _ in RatioTally() }
  }

  /// Adds a day.
  mutating func add(_ day: DayStock) {
    days += 1
    for item in needed.indices {
      needed[item] += day.needed[item]
      refused[item] += day.refused[item]
      share[item].add(Double(day.refused[item]), Double(day.needed[item]))
      if let time = day.outAt[item] {
        daysOut[item] += 1
        outAt[item].append(time.seconds)
      }
      if let clients = day.outAfter[item] { outAfter[item].append(Double(clients)) }
      if let time = day.shortAt[item] {
        daysShort[item] += 1
        shortAt[item].append(time.seconds)
      }
      if let clients = day.shortAfter[item] { shortAfter[item].append(Double(clients)) }
      if days <= Self.mostForBands {
        levels[item].append(day.levels[item])
        byClient[item].append(day.byClient[item])
      }
    }
  }

  /// How many looks at the day there are: the first is at opening.
  public var looks: Int { levels.first?.map(\.count).min() ?? 0 }

  /// When a look at the day is.
  public func time(ofLook look: Int) -> Time { DayStock.time(ofLook: look, stretches) }

  /// How much there is of an item at a look.
  ///
  /// - Precondition: `look` is below ``looks``.
  public func level(_ item: Int, look: Int) -> Spread? {
    Spread(levels[item].map { Double($0[look]) })
  }

  /// How many clients came on the day with the most, as far as is looked at.
  public var clients: Int { (byClient.first?.map(\.count).max() ?? 1) - 1 }

  /// How much there is of an item once so many clients have come; on days with fewer, what was left.
  public func level(_ item: Int, after clients: Int) -> Spread? {
    Spread(byClient[item].compactMap { $0.isEmpty ? nil : Double($0[min(clients, $0.count - 1)]) })
  }

  /// When an item is out, in seconds from opening, on the days that it is; `nil` where it never is.
  public func outAt(_ item: Int) -> Spread? { Spread(outAt[item]) }

  /// After how many clients an item is out, on the days that it is; `nil` where it never is.
  public func outAfter(_ item: Int) -> Spread? { Spread(outAfter[item]) }

  /// When somebody is turned away for want of an item first, in seconds from opening, on the days that anybody is; `nil`
  /// where nobody ever is.
  public func shortAt(_ item: Int) -> Spread? { Spread(shortAt[item]) }

  /// After how many clients that is; `nil` where nobody ever is.
  public func shortAfter(_ item: Int) -> Spread? { Spread(shortAfter[item]) }

  /// The share of those who needed an item that were turned away because there was too little; `nil` where nobody did.
  public func refusedShare(_ item: Int) -> Interval? {
    needed[item] > 0 ? share[item].interval().ofShare(over: days) : nil
  }
}
