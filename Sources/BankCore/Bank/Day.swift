/// A bank and those who will come: what every driver runs.
///
/// A driver is the loop that feeds a bank, in virtual time or by a clock. It waits until ``nextTime`` in
/// its own way and calls ``step(until:_:)``.
public struct Day<Queue: ClientQueueable, Policy: TellerPolicy, Arrivals: IteratorProtocol>
where Arrivals.Element == Arrival {
  /// The bank.
  public var bank: Bank<Queue, Policy>

  @usableFromInline var arrivals: Arrivals
  /// Who comes next, at ``Time/never`` once all have come.
  @usableFromInline var upcoming: Arrival

  /// Whether clients may still be waiting at the end of the day: then neither a policy that leaves clients waiting for
  /// ever nor a queue that has lost one is dropped for it.
  @usableFromInline package var toleratesStalls = false

  /// Makes a day.
  ///
  /// `arrivals` should be in order of time. A client whose time has passed comes at once, before all else that is due now.
  /// An arrival at ``Time/never`` is the end of them.
  ///
  /// - Precondition: the plan has the service of each.
  @inlinable
  public init(bank: Bank<Queue, Policy>, arrivals: Arrivals) {
    self.bank = bank
    self.arrivals = arrivals
    upcoming = self.arrivals.next() ?? Self.nobody
  }

  @inlinable static var nobody: Arrival {
    Arrival(at: .never, Visit(service: 0, serviceTime: .zero))
  }

  /// Skips the arrivals before `time`, for a day that is continued from then.
  package mutating func skipArrivals(before time: Time) {
    while upcoming.time < time { upcoming = arrivals.next() ?? Self.nobody }
  }

  /// The earliest time at which something may happen, ``Time/never`` if nothing will.
  @inlinable public var nextTime: Time { min(upcoming.time, bank.nextTime) }

  /// Whether all have come, and nothing is left to do.
  ///
  /// Once all have come, that is so when nobody waits or is served and nothing more is due at this instant, and also
  /// when nothing will ever happen by itself again, even if clients still wait.
  @inlinable public var isOver: Bool {
    upcoming.time == .never
      && ((bank.isEmpty && bank.nextTime > bank.floor.now) || bank.nextTime == .never)
  }

  /// Takes the next step, if it is due by `end` and the day is not over; returns whether it did.
  ///
  /// If nothing more would happen although an idle teller could serve somebody who waits, the policy is dropped and the
  /// fallback policy goes on.
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func step<Observer: BankObserver>(
    until end: Time = .never, _ observer: inout Observer
  ) -> Bool {
    let next = upcoming
    let isToBeAsked: Bool
    if bank.happensNext(before: Moment(next.time, .arrival)) {
      guard bank.nextTime <= end, !isOver else { return false }
      isToBeAsked = bank.step(&observer)
    } else {
      guard next.time <= end, next.time < .never else { return false }
      upcoming = arrivals.next() ?? Self.nobody
      isToBeAsked = bank.enter(next.visit, at: next.time, &observer) == nil
    }
    if isToBeAsked { bank.ask(&observer) }
    if upcoming.time == .never { checkEnd(&observer) }
    return true
  }

  /// Once the day is over, drops the policy if it leaves clients waiting whom an idle teller could serve, or looked at
  /// an index that does not exist; and the queue, if it has lost one of those who wait.
  @inlinable
  @inline(never)
  public mutating func checkEnd<Observer: BankObserver>(_ observer: inout Observer) {
    guard isOver else { return }
    bank.dropPolicyForBadIndex(&observer)
    if !toleratesStalls { bank.breakStall(&observer) }
  }

  /// The fault that would show if nobody else came and the day went on to its end; `nil` if there is none, if nobody
  /// waits now, or if policy or queue is dropped already.
  ///
  /// So a policy that would leave those who wait now waiting for ever is found even if the day is stopped early. Runs a
  /// copy of the bank until nothing more happens: about as much computing as the rest of the day without newcomers.
  public var faultToCome: BankFault? {
    guard bank.fault == nil, bank.floor.waiting > 0 else { return nil }
    var copy = bank
    var ignored = IgnoringObserver()
    while copy.nextTime < .never, copy.fault == nil {
      if copy.step(&ignored) { copy.ask(&ignored) }
    }
    copy.dropPolicyForBadIndex(&ignored)
    copy.breakStall(&ignored)
    return copy.fault
  }
}
