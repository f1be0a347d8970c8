/// An item of the stock that somebody outside wants to set.
public struct StockChange: Sendable, Equatable {
  /// The item, as an index into the plan's stock.
  public var item: Int
  /// The number to set.
  public var count: Int
  /// What the number was when somebody decided so, or `nil` for whatever it is.
  public var seen: Int?

  /// Makes a change.
  public init(item: Int, count: Int, seen: Int? = nil) {
    self.item = item
    self.count = count
    self.seen = seen
  }
}
