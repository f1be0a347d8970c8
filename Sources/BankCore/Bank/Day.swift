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

  /// Does what happens next, at ``nextTime``.
  @inlinable
  @inline(__always)
  public mutating func step<Observer: BankObserver>(_ observer: inout Observer) {
    let next = bank.nextTime
    if upcoming.time <= next, upcoming.time < .never {
      bank.arrive(upcoming.visit, at: upcoming.time, &observer)
      upcoming = arrivals.next() ?? Self.nobody
    } else {
      bank.advance(to: next, &observer)
    }
    if isOver { bank.breakStall(&observer) }
  }
}
