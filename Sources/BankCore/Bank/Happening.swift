/// One thing that happened in a bank.
public struct Happening: Equatable, Sendable {
  /// When.
  public let time: Time

  /// In which session; nothing of an old session can be mistaken for something of a new one.
  public let session: Int

  /// What.
  public let event: Event

  /// Makes a happening.
  @inlinable
  public init(time: Time, session: Int, event: Event) {
    self.time = time
    self.session = session
    self.event = event
  }

  /// What can happen.
  ///
  /// A client who comes is either `refused`, or `arrived` and then one of `started` … `finished`,
  /// `abandoned`, `balked`, or still there at a reset or at the end of the day.
  public enum Event: Equatable, Sendable {
    /// A client came and joined a line.
    case arrived(Client, line: Int)
    /// A client came for something the stock is short of, and nothing was taken.
    case refused(Client, missing: [Shortage])
    /// A client who had just arrived left at once: as many as may wait did so already.
    case balked(Client, line: Int)
    /// A client left the line unserved, out of patience.
    case abandoned(Client, line: Int)
    /// A teller called the client and began.
    case started(Client, line: Int, teller: Int)
    /// A teller finished with the client.
    case finished(Client, teller: Int, started: Time)
    /// A teller came.
    case came(teller: Int)
    /// A teller left.
    case left(teller: Int)
    /// An item of the stock was set to a number, by somebody outside.
    case restocked(item: Int, count: Int)
    /// A new session began: everybody left, all tellers are free, tickets start at 1.
    case reset
    /// The policy was dropped for what it did; the bank's own shared pool took over.
    indirect case ejected(PolicyFault)
  }
}

/// An item of the stock of which there is not enough.
public struct Shortage: Hashable, Sendable {
  /// The item, as an index into the plan's stock.
  public let item: Int

  /// How many were needed.
  public let needed: Int

  /// How many there were.
  public let available: Int
}

/// Who wants to know what happens: told of every happening, in order, as it happens.
public protocol BankObserver {
  /// Takes note of `happening`. Called in the middle of a change of the bank; O(1) is expected.
  mutating func observe(_ happening: Happening)

  /// Told of ``Happening/Event/arrived(_:line:)``; by default handed to ``observe(_:)``.
  ///
  /// The three that every client brings may be taken unwrapped, where it has to be fast.
  mutating func arrived(_ client: Client, line: Int, at now: Time, session: Int)

  /// Told of ``Happening/Event/started(_:line:teller:)``; by default handed to ``observe(_:)``.
  mutating func started(_ client: Client, line: Int, teller: Int, at now: Time, session: Int)

  /// Told of ``Happening/Event/finished(_:teller:started:)``; by default handed to ``observe(_:)``.
  mutating func finished(
    _ client: Client, teller: Int, started: Time, at now: Time, session: Int)
}

extension BankObserver {
  /// Hands it to ``observe(_:)``.
  @inlinable
  public mutating func arrived(_ client: Client, line: Int, at now: Time, session: Int) {
    observe(Happening(time: now, session: session, event: .arrived(client, line: line)))
  }

  /// Hands it to ``observe(_:)``.
  @inlinable
  public mutating func started(
    _ client: Client, line: Int, teller: Int, at now: Time, session: Int
  ) {
    observe(
      Happening(time: now, session: session, event: .started(client, line: line, teller: teller)))
  }

  /// Hands it to ``observe(_:)``.
  @inlinable
  public mutating func finished(
    _ client: Client, teller: Int, started: Time, at now: Time, session: Int
  ) {
    observe(
      Happening(
        time: now, session: session, event: .finished(client, teller: teller, started: started)))
  }
}

/// An observer that keeps everything it is told.
public struct HappeningLog: BankObserver, Sendable {
  /// What happened, in order.
  public private(set) var happenings: [Happening] = []

  /// Makes an empty log.
  public init() {}

  /// Keeps `happening`.
  public mutating func observe(_ happening: Happening) { happenings.append(happening) }

  /// Hands over what has been kept so far, and keeps it no longer.
  public mutating func drain() -> [Happening] {
    defer { happenings.removeAll(keepingCapacity: true) }
    return happenings
  }
}
