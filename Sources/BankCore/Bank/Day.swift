/// A bank and those who will come: the step that every driver takes.
///
/// A driver waits until ``nextTime`` in its own way (not at all, or by a clock) and calls
/// ``step(_:)``.
public struct Day<Queue: ClientQueueable, Policy: TellerPolicy, Arrivals: IteratorProtocol>
where Arrivals.Element == Arrival {
  /// The bank.
  public var bank: Bank<Queue, Policy>

  @usableFromInline var arrivals: Arrivals
  /// Who comes next, at ``Time/never`` once all have come.
  @usableFromInline var upcoming: Arrival

  /// Makes a day.
  ///
  /// `arrivals` come in order of time; one that comes too late counts as now, and one at
  /// ``Time/never`` is the end of them.
  @inlinable
  public init(bank: Bank<Queue, Policy>, arrivals: Arrivals) {
    self.bank = bank
    self.arrivals = arrivals
    upcoming = self.arrivals.next() ?? Self.nobody
  }

  @inlinable static var nobody: Arrival { Arrival(at: .never, Visit(service: 0, time: .zero)) }

  /// When something will next happen, ``Time/never`` if nothing will.
  @inlinable public var nextTime: Time {
    min(upcoming.time, bank.nextTime)
  }

  /// Whether everybody has come and nobody is left, or nothing will happen any more.
  @inlinable public var isOver: Bool {
    upcoming.time == .never && (bank.isEmpty || bank.nextTime == .never)
  }

  /// Does what happens next, unless the day is over or that is later than `end`; returns whether it
  /// did.
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func step<Observer: BankObserver>(
    until end: Time = .never, _ observer: inout Observer
  ) -> Bool {
    let next = upcoming.time
    let due = bank.due
    let isToBeAsked: Bool
    if next < due, next <= bank.wakeUp {
      guard next <= end else { return false }
      let visit = upcoming.visit
      upcoming = arrivals.next() ?? Self.nobody
      if upcoming.time == .never {
        enterLast(visit, at: next, &observer)
        return true
      }
      isToBeAsked = bank.enter(visit, at: next, &observer) == nil
    } else if next == .never {
      return stepAlone(until: end, &observer)
    } else if due <= bank.wakeUp {
      guard due <= end else { return false }
      isToBeAsked = bank.performNext(&observer)
    } else {
      guard bank.wakeUp <= end else { return false }
      bank.wake()
      isToBeAsked = true
    }
    if isToBeAsked, bank.hasQuestion { bank.ask(&observer) }
    bank.hall.agenda.pointee.close()
    return true
  }

  /// Lets the last client in.
  @inlinable
  @inline(never)
  mutating func enterLast<Observer: BankObserver>(
    _ visit: Visit, at now: Time, _ observer: inout Observer
  ) {
    bank.arrive(visit, at: now, &observer)
    stopStalling(&observer)
  }

  /// A step after the last client has come.
  @inlinable
  @inline(never)
  mutating func stepAlone<Observer: BankObserver>(
    until end: Time, _ observer: inout Observer
  ) -> Bool {
    let next = bank.nextTime
    guard !isOver, next <= end else { return false }
    bank.advance(to: next, &observer)
    stopStalling(&observer)
    return true
  }

  @inlinable
  mutating func stopStalling<Observer: BankObserver>(_ observer: inout Observer) {
    if isOver { bank.breakStall(&observer) }
  }
}
