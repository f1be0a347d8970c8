public import BankCore

/// The courses of several days together: means with their intervals, and how much days differ.
public struct DaysCourse: Sendable {
  /// The stretches.
  public let stretches: DayStretches
  /// How many days there are.
  public private(set) var days = 0
  /// For each stretch and each service what happened, added up over the days.
  public private(set) var cells: [[DayCourse.Cell]]
  /// For each stretch how long each teller was there, added up, in seconds.
  private var present: [[Double]]
  /// The same of their time with clients.
  private var busy: [[Double]]
  /// What each teller did, added up over the days.
  public private(set) var work: [DayCourse.Work]
  /// Whom each teller called, added up over the days.
  public private(set) var calls: [[Int]]
  /// How much stock there is; `nil` for a branch without any.
  public private(set) var stock: DaysStock?
  /// Whether somebody was still there after the last stretch, on some day.
  public private(set) var isCut = false
  /// When a run stopped with somebody still there, on some day; `nil` where none did.
  public private(set) var cutAt: Time?
  private let targets: [Time?]
  /// The first stretch that was looked at whole: after the beginning that is left out.
  public private(set) var first = 0

  /// What intervals are made of: for each stretch each service, and all of them last.
  private var wait: [[RatioTally]]
  private var late: [[RatioTally]]
  private var lost: [[RatioTally]]
  /// For each stretch the mean number of those waiting on each day, in order of the days.
  private var waiting: [[Float]]

  /// So many days say how much days differ; more would only take memory.
  public static let mostForBands = 2000

  /// Makes the course of days of which there is none yet.
  public init(plan: BranchPlan, stretches: DayStretches) {
    let empty = DayCourse(plan: plan, stretches: stretches)
    self.stretches = stretches
    targets = plan.services.map(\.target)
    (cells, present, busy) = (empty.cells, empty.present, empty.busy)
    (work, calls) = (empty.work, empty.calls)
    wait = cells.map { $0.map { _ in RatioTally() } + [RatioTally()] }
    (late, lost) = (wait, wait)
    waiting = cells.map { _ in [] }
    if !plan.stock.isEmpty { stock = DaysStock(plan: plan, stretches: stretches) }
  }

  /// Adds a day.
  public mutating func add(_ day: DayCourse) {
    days += 1
    isCut = isCut || day.isCut
    cutAt = cutAt ?? day.cutAt
    if let own = day.stock { stock?.add(own) }
    first = (0..<stretches.most).first { stretches.start($0) >= day.start } ?? stretches.most
    for (stretch, services) in day.cells.enumerated() {
      for (service, cell) in services.enumerated() { cells[stretch][service].add(cell) }
      for (place, part) in (services + [.sum(services)]).enumerated() {
        let arrived = Double(part.arrived)
        wait[stretch][place].add(part.waits, Double(part.served))
        late[stretch][place].add(arrived - Double(part.inTime), arrived)
        lost[stretch][place].add(Double(part.left), arrived)
      }
      for teller in work.indices {
        present[stretch][teller] += day.present[stretch][teller]
        busy[stretch][teller] += day.busy[stretch][teller]
      }
      if days <= Self.mostForBands {
        let mean = services.reduce(0) { $0 + $1.waiting } / stretches.width.seconds
        waiting[stretch].append(Float(mean))
      }
    }
    for (teller, each) in day.work.enumerated() {
      work[teller].add(each)
      for (service, count) in day.calls[teller].enumerated() { calls[teller][service] += count }
    }
  }

  /// How many stretches something happened in.
  public var used: Int {
    let last = cells.lastIndex { services in
      services.contains { $0.arrived > 0 || $0.waiting > 0 }
    }
    let busy = busy.lastIndex { $0.contains { $0 > 0 } }
    return min(stretches.most, max(last ?? -1, busy ?? -1, 0) + 1)
  }

  /// What happened in a stretch to those who came for a service, or for any.
  private func cell(_ stretch: Int, _ service: Int?) -> DayCourse.Cell {
    service.map { cells[stretch][$0] } ?? .sum(cells[stretch])
  }

  /// The mean wait of those who came in a stretch for a service, or for any; `nil` when nobody was served.
  public func wait(_ stretch: Int, _ service: Int?) -> Interval? {
    let place = service ?? cells[stretch].count
    return cell(stretch, service).served > 0
      ? wait[stretch][place].interval().ofWait(over: days) : nil
  }

  /// The share of those who came in a stretch for a service, or for any, and were not called within the
  /// target; `nil` when nobody came, or where the run stopped before that can be known.
  public func late(_ stretch: Int, _ service: Int?) -> Interval? {
    let place = service ?? cells[stretch].count
    let target = service.map { targets[$0] ?? .zero } ?? targets.compactMap { $0 }.max() ?? .zero
    if let cutAt, stretches.start(stretch + 1) + target > cutAt { return nil }
    return cell(stretch, service).arrived > 0
      ? late[stretch][place].interval().ofShare(over: days) : nil
  }

  /// On how many of the days somebody came in a stretch for a service.
  public func daysOfWhoCame(_ stretch: Int, _ service: Int) -> Int { late[stretch][service].days }

  /// The share of those who came in a stretch for a service, or for any, that left unserved; `nil` when
  /// nobody came.
  public func lost(_ stretch: Int, _ service: Int?) -> Interval? {
    let place = service ?? cells[stretch].count
    return cell(stretch, service).arrived > 0
      ? lost[stretch][place].interval().ofShare(over: days) : nil
  }

  /// The share of those who came in a stretch that left unserved though the stock was there; `nil` when nobody came.
  public func leftOfTheirOwn(_ stretch: Int) -> Double? {
    let all = cell(stretch, nil)
    return all.arrived > 0 ? Double(all.left - all.refused) / Double(all.arrived) : nil
  }

  /// The share of those who came in a stretch for a service, or for any, that was refused for want of stock; `nil` when
  /// nobody came.
  public func refused(_ stretch: Int, _ service: Int?) -> Double? {
    let part = cell(stretch, service)
    return part.arrived > 0 ? Double(part.refused) / Double(part.arrived) : nil
  }

  /// How many came in a stretch for a service, or for any, over all days.
  public func came(_ stretch: Int, _ service: Int?) -> Int { cell(stretch, service).arrived }

  /// How many of them nobody was there for: who were neither called nor left, and all who came for a service of which
  /// everybody left.
  public func forgotten(_ stretch: Int, _ service: Int?) -> Int {
    let services = service.map { [cells[stretch][$0]] } ?? cells[stretch]
    return services.reduce(0) { sum, part in
      sum + part.arrived - part.called - (part.called > 0 ? part.left : 0)
    }
  }

  /// The share of all visits that were lost; 0 where nobody came.
  public var shareLost: Double {
    let all = DayCourse.Cell.sum(cells.flatMap { $0 })
    return all.arrived > 0 ? Double(all.left) / Double(all.arrived) : 0
  }

  /// How many came for a service in a stretch on an average day.
  public func arrived(_ stretch: Int, _ service: Int) -> Double {
    Double(cells[stretch][service].arrived) / Double(max(days, 1))
  }

  /// How many wait in a stretch, on average over it: the mean over the days.
  public func waiting(_ stretch: Int) -> Double {
    cells[stretch].reduce(0) { $0 + $1.waiting } / stretches.width.seconds / Double(max(days, 1))
  }

  /// How many wait in a stretch on the day that is above the share `level` of the days.
  public func waiting(_ stretch: Int, level: Double) -> Double {
    let sorted = waiting[stretch].sorted()
    guard !sorted.isEmpty else { return 0 }
    return Double(sorted[sorted.rank(level)])
  }

  /// How many tellers are there in a stretch, on average.
  public func tellers(_ stretch: Int) -> Double {
    present[stretch].reduce(0, +) / stretches.width.seconds / Double(max(days, 1))
  }

  /// The share of their time there that tellers spent with clients in a stretch; `nil` when nobody was there.
  public func busy(_ stretch: Int) -> Double? {
    let present = present[stretch].reduce(0, +)
    return present > 0 ? busy[stretch].reduce(0, +) / present : nil
  }

  /// How long a teller was there in a stretch, over all days, in seconds.
  public func present(teller: Int, _ stretch: Int) -> Double { present[stretch][teller] }

  /// How long a teller was with clients in a stretch, over all days, in seconds.
  public func busy(teller: Int, _ stretch: Int) -> Double { busy[stretch][teller] }
}
