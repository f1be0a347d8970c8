public import BankCore

/// A first-in-first-out queue that gets all operations of `Queueable` from the list it names.
///
/// A conformer writes none of the operations, only `var list = LinkedList<Element>()` and `init() {}`.
public protocol ListQueueable<Element>: Queueable {
  /// The list behind the queue.
  associatedtype List: QueueList where List.Element == Element

  /// Where the elements are.
  var list: List { get set }
}

extension ListQueueable {
  /// Adds `element` at the end of the list.
  @inlinable
  public mutating func enqueue(_ element: Element) { list.append(element) }

  /// Takes the first element of the list.
  @inlinable
  public mutating func dequeue() -> Element? { list.removeFirst() }

  /// Empties the list.
  @inlinable
  public mutating func clear() { list.removeAll() }

  /// The first element of the list.
  @inlinable public var peek: Element? { list.first }

  /// The length of the list.
  @inlinable public var count: Int { list.count }
}
