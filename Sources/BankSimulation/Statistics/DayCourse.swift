public import BankCore

/// The stretches that a day is looked at in: half-hours, say.
public struct DayStretches: Sendable, Equatable {
  /// How long a stretch is.
  public let width: Time
  /// How many stretches there are until the day is meant to be over.
  public let count: Int
  /// Until when the branch is open, whoever comes; zero where it closes when nobody is left.
  public let open: Time

  /// How much longer than it is meant to be a day is looked at.
  private static let overtime = 2

  /// The most stretches of a day, the time after its end included.
  public var most: Int { count * Self.overtime }

  /// Cuts a day of `length` into at most 24 stretches of a round length; `nil` for no length or more than 24 weeks.
  ///
  /// `isOpen` says whether the branch is open that long, whoever comes.
  public init?(length: Time, isOpen: Bool = false) {
    let widths: [Double] = [
      0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600,
      43_200, 86_400, 604_800,
    ]
    guard length > .zero, let width = widths.first(where: { length.seconds / $0 <= 24 }) else {
      return nil
    }
    self.init(length: length, width: .seconds(width), isOpen: isOpen)
  }

  /// Cuts a day of `length` into stretches of `width`, both above zero; the last may be shorter.
  public init(length: Time, width: Time, isOpen: Bool) {
    self.width = width
    open = isOpen ? length : .zero
    count = max(1, Int((length.nanoseconds + width.nanoseconds - 1) / width.nanoseconds))
  }

  /// The stretch that holds `time`; `nil` beyond the last.
  func index(_ time: Time) -> Int? {
    let index = Int(time.nanoseconds / width.nanoseconds)
    return index < most ? index : nil
  }

  /// When a stretch begins.
  public func start(_ index: Int) -> Time {
    Time(nanoseconds: width.nanoseconds * Int64(index))
  }
}

/// How one day goes: who came, waited and was served in each stretch of it, and what tellers did.
///
/// Where ``DayObserver`` adds a whole day up, this tells when. It looks at every teller at every event, so
/// it is for days that are drawn, and not for the fast path.
public struct DayCourse: BankObserver, Sendable {
  /// What happened in a stretch to the clients of a service who came in it, and who waited during it.
  public struct Cell: Sendable, Equatable {
    /// How many came.
    public internal(set) var arrived = 0
    /// How many of them were called.
    public internal(set) var called = 0
    /// How many of those who came were called within the target.
    public internal(set) var inTime = 0
    /// What those called had waited, added up, in seconds.
    public internal(set) var waits = 0.0
    /// How many of them left unserved.
    public internal(set) var left = 0
    /// The number of those waiting, added up over the stretch, in seconds.
    public internal(set) var waiting = 0.0
  }

  /// What a teller did with the day, in seconds.
  public struct Work: Sendable, Equatable {
    /// Serving.
    public internal(set) var serving = 0.0
    /// Between two clients, not yet free.
    public internal(set) var handingOver = 0.0
    /// Free, while nobody waited whom they could serve.
    public internal(set) var idle = 0.0
    /// Free, while somebody waited whom they could serve.
    public internal(set) var holding = 0.0
    /// How long they were there.
    public var present: Double { serving + handingOver + idle + holding }
  }

  /// The stretches.
  public let stretches: DayStretches
  /// For each stretch each service, in the plan's order.
  public private(set) var cells: [[Cell]]
  /// For each stretch how long each teller was there, in seconds.
  public private(set) var present: [[Double]]
  /// The same of their time with clients, serving and handing over.
  public private(set) var busy: [[Double]]
  /// What each teller did.
  public private(set) var work: [Work]
  /// How many clients of each service each teller began to serve, by teller.
  public private(set) var calls: [[Int]]
  /// Whether somebody was still there after the last stretch.
  public private(set) var isCut = false

  /// When the run stopped with somebody still there; `nil` where nobody was.
  public private(set) var cutAt: Time?

  private let plan: BranchPlan
  /// Whoever came before is left out, and so is that time.
  fileprivate let start: Time
  private var now: Time
  private var floor: ObservedFloor

  /// Makes the course of a day of a branch, empty; looked at from `start` on.
  public init(
    plan: BranchPlan, stretches: DayStretches, from start: Time = .zero,
    handovers: (any HandoverSource)? = nil
  ) {
    (self.start, now) = (start, start)
    self.plan = plan
    floor = ObservedFloor(plan: plan, handovers: handovers)
    self.stretches = stretches
    cells = Array(repeating: plan.services.map { _ in Cell() }, count: stretches.most)
    present = Array(repeating: plan.tellers.map { _ in 0 }, count: stretches.most)
    busy = present
    work = plan.tellers.map { _ in Work() }
    calls = plan.tellers.map { _ in plan.services.map { _ in 0 } }
  }

  /// Takes note of `event`.
  public mutating func observe(_ event: BankEvent) {
    pass(until: event.time)
    floor.observe(event)
    switch event.kind {
    case .arrived(let client, _): note(client) { $0.arrived += 1 }
    case .refused(let client, _):
      note(client) { ($0.arrived, $0.left) = ($0.arrived + 1, $0.left + 1) }
    case .abandoned(let client, _), .balked(let client, _): note(client) { $0.left += 1 }
    case .started(let client, _, let teller):
      calls[teller][client.service] += 1
      let wait = event.time - client.arrival
      let target = plan.services[client.service].target ?? .never
      note(client) {
        $0.called += 1
        $0.waits += wait.seconds
        if wait <= target { $0.inTime += 1 }
      }
    case .finished, .came, .left, .reset, .restocked, .ejected: break
    }
  }

  /// Lets everything last until the end of the day: tellers come and go by their shifts, if nobody else does.
  public mutating func end(at time: Time) {
    let shifts = plan.tellers.flatMap { $0.shifts ?? [] }
    let changes = Set(shifts.flatMap { [$0.start, $0.end] }.filter { now < $0 && $0 < time })
    for change in changes.sorted() {
      pass(until: change)
      floor.followShifts(at: change)
    }
    pass(until: time)
  }

  /// Notes that the run stops at `time`, whoever still waits.
  public mutating func cut(at time: Time) {
    if floor.isBusy { cutAt = time }
  }

  private mutating func note(_ client: Client, _ change: (inout Cell) -> Void) {
    guard client.arrival >= start, let stretch = stretches.index(client.arrival) else { return }
    change(&cells[stretch][client.service])
  }

  /// Adds up what lasted until `time`.
  private mutating func pass(until time: Time) {
    guard time > now else { return }
    defer { now = time }
    let (waiting, freeAt) = (floor.waitingByService, floor.freeAt)
    let isServing = floor.serving.map { $0 != nil }
    let present = isServing.indices.filter { floor.isPresent[$0] || isServing[$0] }
    var from = now
    while from < time, let stretch = stretches.index(from) {
      let end = min(time, stretches.start(stretch + 1))
      let length = (end - from).seconds
      for service in waiting.indices where waiting[service] > 0 {
        cells[stretch][service].waiting += Double(waiting[service]) * length
      }
      for teller in present {
        self.present[stretch][teller] += length
        let handedOver = isServing[teller] ? 0 : max(.zero, min(freeAt[teller], end) - from).seconds
        busy[stretch][teller] += isServing[teller] ? length : handedOver
      }
      from = end
    }
    if from < time, floor.isBusy { isCut = true }
    let length = (time - now).seconds
    for teller in present {
      guard !isServing[teller] else {
        work[teller].serving += length
        continue
      }
      let handedOver = max(.zero, min(freeAt[teller], time) - now).seconds
      work[teller].handingOver += handedOver
      if floor.isNeeded(teller) {
        work[teller].holding += length - handedOver
      } else {
        work[teller].idle += length - handedOver
      }
    }
  }
}

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
  }

  /// Adds a day.
  public mutating func add(_ day: DayCourse) {
    days += 1
    isCut = isCut || day.isCut
    cutAt = cutAt ?? day.cutAt
    first = (0..<stretches.most).first { stretches.start($0) >= day.start } ?? stretches.most
    for (stretch, services) in day.cells.enumerated() {
      for (service, cell) in services.enumerated() { cells[stretch][service].add(cell) }
      for (place, part) in (services + [.sum(services)]).enumerated() {
        let arrived = Double(part.arrived)
        wait[stretch][place].add(part.waits, Double(part.called))
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

  /// The mean wait of those who came in a stretch for a service, or for any; `nil` when nobody was called.
  public func wait(_ stretch: Int, _ service: Int?) -> Interval? {
    let place = service ?? cells[stretch].count
    return cell(stretch, service).called > 0
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

  /// How many came in a stretch for a service, or for any, over all days.
  public func came(_ stretch: Int, _ service: Int?) -> Int { cell(stretch, service).arrived }

  /// How many of them nobody was there for: they were neither called nor left, or all who came for their
  /// service left.
  public func forgotten(_ stretch: Int, _ service: Int?) -> Int {
    let services = service.map { [cells[stretch][$0]] } ?? cells[stretch]
    return services.reduce(0) { sum, part in
      sum + part.arrived - part.called - (part.called > 0 ? part.left : 0)
    }
  }

  /// The share of all clients who left unserved; 0 where nobody came.
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
    return Double(sorted[min(sorted.count - 1, Int(level * Double(sorted.count)))])
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

extension DayCourse.Cell {
  static func sum(_ cells: [Self]) -> Self {
    cells.reduce(into: Self()) { $0.add($1) }
  }

  mutating func add(_ other: Self) {
    arrived += other.arrived
    called += other.called
    inTime += other.inTime
    waits += other.waits
    left += other.left
    waiting += other.waiting
  }
}

extension DayCourse.Work {
  mutating func add(_ other: Self) {
    serving += other.serving
    handingOver += other.handingOver
    idle += other.idle
    holding += other.holding
  }
}
