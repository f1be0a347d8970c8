/// How much a value holds, seen by reflection.
enum ValuesKept {
  /// No more are counted: an object may hold itself.
  private static let most = 1_000_000

  /// How many values `value` holds: itself, and all that its properties, elements and objects hold.
  static func count(in value: Any) -> Int {
    var count = 0
    var left: [Any] = [value]
    while let next = left.popLast(), count < most {
      count += 1
      if let text = next as? String {
        count += text.utf8.count
      } else {
        left += Mirror(reflecting: next).children.map(\.value)
      }
    }
    return count
  }
}
