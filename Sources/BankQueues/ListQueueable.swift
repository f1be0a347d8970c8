public import BankCore

/// A list that a queue can be built on: elements are appended at the end and taken from the front.
public protocol QueueList<Element> {
  /// What the list holds.
  associatedtype Element

  /// Makes an empty list.
  init()

  /// Adds `element` at the end. Amortised O(1).
  mutating func append(_ element: Element)

  /// Takes the first element out, or returns `nil` when the list is empty. O(1).
  mutating func removeFirst() -> Element?

  /// Removes every element.
  mutating func removeAll()

  /// The first element. O(1).
  var first: Element? { get }

  /// The number of elements. O(1).
  var count: Int { get }
}

/// A first-in-first-out queue that gets all of `Queueable` from the list it names.
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
