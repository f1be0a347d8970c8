public import BankCore

/// The stretches that a day is looked at in: half-hours, say.
public struct DayStretches: Sendable, Equatable {
  /// How long a stretch is.
  public let width: Time
  /// How many stretches there are until the day is meant to be over.
  public let count: Int
  /// Until when the branch is open, whoever comes; zero where it closes when nobody is left.
  public let open: Time

  /// A day is looked at for this many times its length.
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
    /// How many of them were served to the end.
    public internal(set) var served = 0
    /// What those served had waited, added up, in seconds.
    public internal(set) var waits = 0.0
    /// How many of them left unserved.
    public internal(set) var left = 0
    /// How many of those for want of stock.
    public internal(set) var refused = 0
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
  /// How much stock there is; `nil` for a branch without any.
  public private(set) var stock: DayStock?
  /// Whether somebody was still there after the last stretch.
  public private(set) var isCut = false

  /// When the run stopped with somebody still there; `nil` where nobody was.
  public private(set) var cutAt: Time?

  private let plan: BranchPlan
  /// Whoever came before is left out, and so is that time.
  let start: Time
  private var now: Time
  private var floor: ObservedFloor

  /// Makes the course of a day of a branch that opens at `opening`, empty; looked at from `start` on.
  ///
  /// `stock` is what there is of each item then, where that is not what the plan says.
  public init(
    plan: BranchPlan, stretches: DayStretches, opening: Time = .zero, from start: Time = .zero,
    stock: [Int]? = nil, handovers: (any HandoverSource)? = nil
  ) {
    (self.start, now) = (start, start)
    self.plan = plan
    floor = ObservedFloor(plan: plan, from: opening, handovers: handovers)
    self.stretches = stretches
    cells = Array(repeating: plan.services.map { _ in Cell() }, count: stretches.most)
    present = Array(repeating: plan.tellers.map { _ in 0 }, count: stretches.most)
    busy = present
    work = plan.tellers.map { _ in Work() }
    calls = plan.tellers.map { _ in plan.services.map { _ in 0 } }
    if !plan.stock.isEmpty {
      self.stock = DayStock(
        plan: plan, stretches: stretches, counts: stock, opening: opening, from: start)
    }
  }

  /// Takes note of `event`.
  public mutating func observe(_ event: BankEvent) {
    pass(until: event.time)
    floor.observe(event)
    stock?.observe(event)
    switch event.kind {
    case .arrived(let client, _): note(client) { $0.arrived += 1 }
    case .refused(let client, _):
      note(client) {
        ($0.arrived, $0.left, $0.refused) = ($0.arrived + 1, $0.left + 1, $0.refused + 1)
      }
    case .abandoned(let client, _), .balked(let client, _): note(client) { $0.left += 1 }
    case .started(let client, _, let teller):
      calls[teller][client.service] += 1
      let wait = event.time - client.arrival
      let target = plan.services[client.service].target ?? .never
      note(client) {
        $0.called += 1
        if wait <= target { $0.inTime += 1 }
      }
    case .finished(let client, _, let started):
      // Waits are of those served to the end, as everywhere.
      note(client) {
        $0.served += 1
        $0.waits += (started - client.arrival).seconds
      }
    case .came, .left, .reset, .restocked, .ejected: break
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
    stock?.end()
  }

  /// Notes that the run stops at `time`, whoever still waits.
  public mutating func cut(at time: Time) {
    if floor.isBusy { cutAt = time }
  }

  /// Leaves out a stretch that is not over yet, and those after it.
  public mutating func leaveOut(from stretch: Int) {
    for stretch in stretch..<stretches.most {
      cells[stretch] = plan.services.map { _ in Cell() }
      present[stretch] = plan.tellers.map { _ in 0 }
      busy[stretch] = present[stretch]
    }
    stock?.leaveOut(from: stretch)
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
    var (isServing, present): ([Bool], [Int]) = ([], [])
    for (teller, client) in floor.serving.enumerated() {
      isServing.append(client != nil)
      if client != nil || floor.isPresent[teller] { present.append(teller) }
    }
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

extension DayCourse.Cell {
  static func sum(_ cells: [Self]) -> Self {
    cells.reduce(into: Self()) { $0.add($1) }
  }

  mutating func add(_ other: Self) {
    arrived += other.arrived
    called += other.called
    served += other.served
    inTime += other.inTime
    waits += other.waits
    left += other.left
    refused += other.refused
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
