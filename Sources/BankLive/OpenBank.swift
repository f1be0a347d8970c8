public import BankCore

/// What became of those who came at one instant.
public struct Entry: Sendable, Equatable {
  /// The session that their tickets are of.
  public var session: Int
  /// What became of each, in their order; empty where nobody was let in.
  public var admissions: [Admission] = []
}

/// A live bank whose queue, policy and clock do not matter: the seam a console or a page holds.
public protocol OpenBank: Actor {
  /// Everything that happens from now on; see ``LiveBank/events()``.
  func events() -> AsyncStream<BankEvent>
  /// Begins; see ``LiveBank/open()``.
  func open()
  /// Lets a client in now, or returns `nil` when the doors are closed.
  @discardableResult
  func visit(_ visit: Visit) -> Admission?
  /// Lets several clients in at one instant: all of them, or nobody when the doors are closed.
  @discardableResult
  func visit(_ visits: [Visit]) -> Entry
  /// Lets those in again who were there before; see ``LiveBank/letBackIn(_:)``.
  @discardableResult
  func letBackIn(_ clients: [Returning]) -> Entry
  /// Begins a new session; see ``LiveBank/reset()``.
  @discardableResult
  func reset() -> Snapshot?
  /// Sets several items at once if they are still what was seen; see ``LiveBank/restock(_:)``.
  @discardableResult
  func restock(_ changes: [StockChange]) -> Bool
  /// Lets nobody in any more; see ``LiveBank/closeDoors()``.
  func closeDoors()
  /// Goes on at another speed; see ``LiveBank/setSpeed(_:)``.
  func setSpeed(_ speed: Double)
  /// What a clock on the wall has to know; see ``LiveBank/reading()``.
  func reading() -> LiveReading
  /// Ends at once; see ``LiveBank/stop()``.
  func stop()
  /// What the branch looks like; see ``LiveBank/snapshot()``.
  func snapshot() -> Snapshot
}

extension LiveBank: OpenBank {}
