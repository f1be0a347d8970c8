/// Plain values side by side, in memory that its owner frees.
///
/// It is no array: copies share the memory, an index is not checked, and a write checks neither for sharing nor for
/// exclusive access. Its owner takes care of all that. With arrays in place of all tables a whole simulation
/// takes 2.1 times as long.
@usableFromInline
package struct Table<Element: BitwiseCopyable>: BitwiseCopyable {
  @usableFromInline let start: UnsafeMutablePointer<Element>
  /// How many values there are.
  @usableFromInline package let count: Int

  /// Makes a table of copies of `element`.
  @usableFromInline
  package init(repeating element: Element, count: Int) {
    start = .allocate(capacity: count)
    start.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Makes a table of `count` values, which mean nothing before they are set.
  package init(uninitialized count: Int) {
    start = .allocate(capacity: count)
    self.count = count
  }

  /// Makes a table of `elements`.
  package init(_ elements: some Collection<Element>) {
    count = elements.count
    start = .allocate(capacity: count)
    _ = UnsafeMutableBufferPointer(start: start, count: count).initialize(fromContentsOf: elements)
  }

  /// Makes a table of the same values as `other`, in memory of its own.
  package init(copying other: Table) {
    start = .allocate(capacity: other.count)
    start.initialize(from: other.start, count: other.count)
    count = other.count
  }

  /// A table twice as large that begins with the same values; `empty` fills the rest.
  package func doubled(with empty: Element) -> Table {
    let larger = Table(repeating: empty, count: 2 * count)
    for index in 0..<count { larger[index] = self[index] }
    return larger
  }

  /// The bytes of the values.
  package var bytes: UnsafeRawPointer { UnsafeRawPointer(start) }

  /// Frees the memory: nobody may look at the table or at a copy of it again.
  package func free() { start.deallocate() }

  /// The values, as an array.
  package var elements: [Element] { elements(0..<count) }

  /// The values at `places`, as an array.
  package func elements(_ places: Range<Int>) -> [Element] {
    Array(UnsafeBufferPointer(start: start + places.lowerBound, count: places.count))
  }

  /// The value at `index`, from 0 to ``count`` − 1, which is not checked.
  ///
  /// Accessed by address, and not by `get`: a debug build would copy the whole value to read one field of it.
  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { UnsafePointer(start + index) }
    @inline(__always) nonmutating unsafeMutableAddress { start + index }
  }
}

extension Int {
  /// Whether this is from 0 to `count` − 1, in one comparison: as an unsigned number a negative one is very large.
  @inlinable
  @inline(__always)
  func isIndex(below count: Int) -> Bool { UInt(bitPattern: self) < UInt(bitPattern: count) }
}
