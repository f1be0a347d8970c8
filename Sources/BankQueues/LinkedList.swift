/// A singly linked list whose nodes live side by side in one array and link to each other by
/// index.
///
/// The array gives what a chain of node objects cannot: a copy is a value (the array is copied
/// when one of two owners changes it), a list of any length is released without recursion, and a
/// freed node is used again, so a line in a steady state allocates nothing.
public struct LinkedList<Element>: QueueList {
  @usableFromInline
  struct Node {
    @usableFromInline var element: Element?
    @usableFromInline var next: Int

    @inlinable
    init(element: Element?, next: Int) {
      self.element = element
      self.next = next
    }
  }

  /// Marks the end of a chain.
  @inlinable static var none: Int { -1 }

  @usableFromInline var nodes: [Node] = []
  @usableFromInline var head = none
  @usableFromInline var tail = none
  /// The chain of nodes that are free to be used again.
  @usableFromInline var spare = none

  /// The number of elements.
  @inlinable public var count: Int { used }

  @usableFromInline var used = 0

  /// Makes an empty list.
  @inlinable public init() {}

  /// Adds `element` at the end.
  ///
  /// Amortised O(1).
  @inlinable
  public mutating func append(_ element: Element) {
    let new = takeNode(for: element)
    if tail == Self.none { head = new } else { nodes[tail].next = new }
    tail = new
    used += 1
  }

  /// Takes the first element out, or returns `nil` when the list is empty.
  ///
  /// O(1).
  @inlinable
  public mutating func removeFirst() -> Element? {
    guard head != Self.none else { return nil }
    let old = head
    let element = nodes[old].element
    head = nodes[old].next
    if head == Self.none { tail = Self.none }
    nodes[old] = Node(element: nil, next: spare)
    spare = old
    used -= 1
    return element
  }

  /// Removes every element, and frees their memory.
  @inlinable
  public mutating func removeAll() {
    self = LinkedList()
  }

  /// The first element.
  @inlinable public var first: Element? {
    head == Self.none ? nil : nodes[head].element
  }

  /// The number of nodes, with an element or spare.
  package var nodeCount: Int { nodes.count }

  @inlinable
  mutating func takeNode(for element: Element) -> Int {
    guard spare != Self.none else {
      nodes.append(Node(element: element, next: Self.none))
      return nodes.count - 1
    }
    let node = spare
    spare = nodes[node].next
    nodes[node] = Node(element: element, next: Self.none)
    return node
  }
}

extension LinkedList: Sendable where Element: Sendable {}
extension LinkedList.Node: Sendable where Element: Sendable {}
