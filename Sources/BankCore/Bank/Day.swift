/// A bank and those who will come: the step that every driver takes.
///
/// A driver waits until ``nextTime`` in its own way (not at all, or by a clock) and calls
/// ``step(_:)``.
public struct Day<Queue: ClientQueueable, Policy: TellerPolicy, Arrivals: IteratorProtocol>
where Arrivals.Element == Arrival {
  /// The bank.
  public var bank: Bank<Queue, Policy>

  @usableFromInline var arrivals: Arrivals
  @usableFromInline var upcoming: Arrival?

  /// Makes a day.
  ///
  /// `arrivals` come in order of time; one that comes too late counts as now.
  @inlinable
  public init(bank: Bank<Queue, Policy>, arrivals: Arrivals) {
    self.bank = bank
    self.arrivals = arrivals
    upcoming = self.arrivals.next()
  }

  /// When something will next happen, ``Time/never`` if nothing will.
  @inlinable public var nextTime: Time {
    min(upcoming?.time ?? .never, bank.nextTime)
  }

  /// Whether everybody has come and nobody is left, or nothing will happen any more.
  @inlinable public var isOver: Bool {
    upcoming == nil && (bank.isEmpty || bank.nextTime == .never)
  }

  /// Does what happens next, at ``nextTime``.
  @inlinable
  @inline(__always)
  public mutating func step<Observer: BankObserver>(_ observer: inout Observer) {
    if let arrival = upcoming, arrival.time <= bank.nextTime {
      upcoming = arrivals.next()
      bank.arrive(arrival.visit, at: arrival.time, &observer)
    } else {
      bank.advance(to: bank.nextTime, &observer)
    }
    if isOver { bank.breakStall(&observer) }
  }
}
