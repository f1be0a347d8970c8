import BankCore
import BankLive
import BankRecords
import BankWeb

/// What a page may ask of the stock.
extension FloorSite {
  /// `{"counts": {"mango": 12}, "seen": {"mango": 10}}`.
  func restock(
    _ body: JSON, _ plan: BranchPlan, _ origin: Origin?
  ) async -> HTTPResponse {
    guard case .object(let counts)? = body["counts"], !counts.isEmpty else {
      return refusal(422, "counts: give an object with a number for each item")
    }
    var changes: [StockChange] = []
    for member in counts {
      guard let item = plan.stock.firstIndex(where: { $0.item == member.key }) else {
        return refusal(
          422, "counts: \(Suggestion.allowed(plan.stock.map(\.item), meant: member.key))")
      }
      let most = plan.stock[item].mostToSet
      guard case .number(let value) = member.value, let count = Int(exactly: value),
        0...most ~= count
      else {
        return refusal(422, "counts.\(member.key): allowed: a whole number from 0 to \(most)")
      }
      var change = StockChange(item: item, count: count)
      if let seen = body["seen"] {
        guard case .number(let value)? = seen[member.key], let whole = Int(exactly: value) else {
          return refusal(422, "seen.\(member.key): give what the number was, or leave seen out")
        }
        change.seen = whole
      }
      changes.append(change)
    }
    guard await hub.restock(changes, from: origin) else {
      if await hub.isStopped { return await closed }
      return refusal(409, "the stock has changed meanwhile; nothing was set")
    }
    return .json(["done": true])
  }
}
