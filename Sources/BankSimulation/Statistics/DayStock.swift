public import BankCore

/// How much of each item of the stock there is over one day, and who is turned away for want of it.
public struct DayStock: BankObserver, Sendable {
  /// How often a stretch of the day is looked at.
  public static let looksPerStretch = 3

  /// After how many clients, at most, it is looked at by the number of those who have come.
  public static let mostClients = 200

  /// For each item how much there is at each look: the first is at opening, and what happens at an instant counts at it.
  public private(set) var levels: [[Int]]

  /// For each item how much there is once so many clients have come: the first number is that before anybody came.
  public private(set) var byClient: [[Int]]

  /// For each item when it was out first: when there was less than any service takes; `nil` where that never was.
  public private(set) var outAt: [Time?]

  /// The same by how many clients had come.
  public private(set) var outAfter: [Int?]

  /// For each item when somebody was turned away for want of it first; `nil` where nobody was.
  public private(set) var shortAt: [Time?]

  /// The same by how many clients had come before.
  public private(set) var shortAfter: [Int?]

  /// For each item how many came who needed some.
  public private(set) var needed: [Int]

  /// For each item how many of them were turned away because there was too little of it.
  public private(set) var refused: [Int]

  private let stretches: DayStretches
  /// Whoever came before is in no count.
  private let start: Time
  private let least: [Int?]
  private var ledger: StockLedger
  private var came = 0

  /// Makes the stock of a day that nobody has come on yet: `counts` of each item at opening, or what the plan says.
  init(
    plan: BranchPlan, stretches: DayStretches, counts: [Int]?, opening: Time, from start: Time
  ) {
    (self.stretches, self.start) = (stretches, start)
    ledger = StockLedger(plan, counts: counts)
    least = Self.least(of: plan)
    levels = plan.stock.map { _ in [] }
    byClient = ledger.counts.map { [$0] }
    outAt = plan.stock.map { _ in nil }
    outAfter = plan.stock.map { _ in nil }
    (shortAt, shortAfter) = (outAt, outAfter)
    needed = plan.stock.map { _ in 0 }
    refused = needed
    lookWhatIsOut(at: opening)
  }

  /// For each item the least that a service takes of it; `nil` where none takes any.
  static func least(of plan: BranchPlan) -> [Int?] {
    plan.stock.map { item in
      plan.services.flatMap(\.needs).filter { $0.item == item.item }.map(\.count).min()
    }
  }

  /// When a look is.
  static func time(ofLook look: Int, _ stretches: DayStretches) -> Time {
    Time(nanoseconds: stretches.width.nanoseconds * Int64(look) / Int64(looksPerStretch))
  }

  /// Takes note of `event`.
  public mutating func observe(_ event: BankEvent) {
    look(before: event.time)
    switch event.kind {
    case .arrived(let client, _):
      let isNew = client.step == 0
      if client.arrival >= start { count(ledger.itemsToReserve(for: client)) }
      ledger.observe(event)
      if isNew { noteClient() }
    case .refused(let client, let missing):
      if client.arrival >= start {
        count(ledger.itemsToReserve(for: client))
        for shortage in missing {
          refused[shortage.item] += 1
          guard shortAt[shortage.item] == nil else { continue }
          (shortAt[shortage.item], shortAfter[shortage.item]) = (event.time, came)
        }
      }
      noteClient()
    case .abandoned, .balked, .finished, .restocked, .reset: ledger.observe(event)
    case .started, .came, .left, .ejected: return
    }
    lookWhatIsOut(at: event.time)
  }

  /// Lets what is left last until the end of the last stretch.
  mutating func end() { look(before: .never) }

  /// Leaves out what comes after the beginning of a stretch.
  mutating func leaveOut(from stretch: Int) {
    for item in levels.indices {
      levels[item].removeLast(max(0, levels[item].count - stretch * Self.looksPerStretch - 1))
    }
  }

  private mutating func count(_ items: Set<Int>) {
    for item in items { needed[item] += 1 }
  }

  private mutating func noteClient() {
    came += 1
    guard came <= Self.mostClients else { return }
    for (item, count) in ledger.counts.enumerated() { byClient[item].append(count) }
  }

  private mutating func look(before time: Time) {
    let last = stretches.most * Self.looksPerStretch
    while let count = levels.first?.count, count <= last,
      Self.time(ofLook: count, stretches) < time
    {
      for (item, count) in ledger.counts.enumerated() { levels[item].append(count) }
    }
  }

  private mutating func lookWhatIsOut(at time: Time) {
    for (item, count) in ledger.counts.enumerated() where outAt[item] == nil {
      guard let least = least[item], count < least else { continue }
      (outAt[item], outAfter[item]) = (time, came)
    }
  }
}
