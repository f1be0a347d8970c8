/// What a client comes for: a deposit, a loan, a strawberry juice.
public struct Service: Hashable, Sendable {
  /// The name, as config, options and reports use it.
  public var name: String

  /// How long serving one client takes on average, at speed 1.
  ///
  /// Policies may plan with it; the true time of a client stays hidden from them.
  public var meanTime: Time

  /// The wait within which a client should be called, if the branch has such a target.
  public var target: Time?

  /// What serving one client takes from the stock.
  public var needs: [ItemCount]

  /// Makes a service.
  public init(_ name: String, meanTime: Time, target: Time? = nil, needs: [ItemCount] = []) {
    self.name = name
    self.meanTime = meanTime
    self.target = target
    self.needs = needs
  }
}

/// A number of one item: what a client needs of it, or how many the stock has.
public struct ItemCount: Hashable, Sendable {
  /// The name of the item.
  public var item: String

  /// How many of it: at least 1 as a need, at least 0 in the stock.
  public var count: Int

  /// Makes a number of one item: a need, or what the stock has.
  public init(_ item: String, _ count: Int) {
    self.item = item
    self.count = count
  }
}
