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
