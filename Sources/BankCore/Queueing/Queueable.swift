/// A queue: elements go in, and one at a time comes out. (It is the queue that conforms, not its elements.)
///
/// A conformer MUST have value semantics: changing a copy leaves the original alone (law Q4). It
/// MUST hand every element out exactly once (law Q1). Which element is next is its own choice.
public protocol Queueable<Element> {
  /// What waits.
  associatedtype Element

  /// Makes an empty queue.
  init()

  /// Adds `element`. Amortised O(1) or O(log n).
  mutating func enqueue(_ element: Element)

  /// Takes the next element out, or returns `nil` when it is empty. Amortised O(1) or O(log n).
  mutating func dequeue() -> Element?

  /// Removes every element (law Q5). Other state, such as a random source, MAY stay as it is.
  mutating func clear()

  /// The element that ``dequeue()`` would return (law Q2). O(1).
  var peek: Element? { get }

  /// How many elements went in and have not come out (law Q3). O(1).
  var count: Int { get }
}

extension Queueable {
  /// Whether it is empty.
  @inlinable public var isEmpty: Bool { count == 0 }
}
