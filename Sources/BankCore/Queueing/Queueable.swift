/// A waiting line: elements go in, and one at a time comes out.
///
/// The five operations are those of the seeds. A conformer MUST have value semantics: changing a
/// copy leaves the original alone. It MUST hand every element back exactly once. Which element is
/// next is its own choice; ``LinkedClientQueue`` and ``RingClientQueue`` are first in, first out.
///
/// A queue that keeps its elements in a list needs no more than that list: see ``ListQueueable``.
public protocol Queueable<Element> {
  /// What waits.
  associatedtype Element

  /// Whether elements always come out in the order in which they went in; `false` by default.
  ///
  /// Where they do, the bank keeps whoever is first itself, and the queue those behind: a client who
  /// joins an empty line never sees it.
  static var isFirstInFirstOut: Bool { get }

  /// Makes an empty queue.
  init()

  /// Adds `element`. Amortised O(1).
  mutating func enqueue(_ element: Element)

  /// Takes the next element out, or returns `nil` when nobody waits. Amortised O(1).
  mutating func dequeue() -> Element?

  /// Drops everybody.
  mutating func clear()

  /// The element that ``dequeue()`` would return. O(1).
  var peek: Element? { get }

  /// The number of waiting elements. O(1).
  var count: Int { get }
}

extension Queueable {
  /// Not known.
  @inlinable public static var isFirstInFirstOut: Bool { false }

  /// Whether nobody waits.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// Makes a queue of `elements`, enqueued in their order.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements { enqueue(element) }
  }
}
