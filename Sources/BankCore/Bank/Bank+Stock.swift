extension Bank {
  /// What the stock is short of for one more client who is to have all of `services`; empty when there is enough.
  func shortages(for services: some Sequence<Int>) -> [Shortage] {
    var needed: [(item: Int, count: Int)] = []
    for need in services.flatMap({ currentFloor.plan.needs[$0] }) {
      if let known = needed.firstIndex(where: { $0.item == need.item }) {
        needed[known].count += need.count
      } else {
        needed.append(need)
      }
    }
    return needed.compactMap { need in
      let available = storage.stock[need.item]
      return available >= need.count
        ? nil : Shortage(item: need.item, needed: need.count, available: available)
    }
  }

  /// Sets an item of the stock to `count`, which does not include what clients in the bank have reserved; `now` means
  /// the same as in ``advance(to:_:)``.
  ///
  /// - Precondition: the plan has the item, and `count` is from 0 to ``BranchPlan/largestStock``.
  public mutating func restock<Observer: BankObserver>(
    _ item: Int, to count: Int, at now: Time, _ observer: inout Observer
  ) {
    precondition(0...BranchPlan.largestStock ~= count, "a stock cannot be set to \(count)")
    precondition(currentFloor.plan.stock.indices.contains(item), "there is no such item")
    advance(to: now, &observer)
    wakeUpsInARow = 0
    storage.stock[item] = count
    tell(&observer, .restocked(item: item, count: count))
    ask(&observer)
  }

  /// Reserves what one client of `service` needs.
  mutating func reserve(_ service: Int) {
    guard storage.facts.hasNeeds[service] else { return }
    for need in currentFloor.plan.needs[service] { storage.stock[need.item] -= need.count }
    reservations[service] += 1
  }

  /// Uses up what a client had reserved for `service`, which has ended.
  mutating func use(_ service: Int) {
    if storage.facts.hasNeeds[service] { reservations[service] -= 1 }
  }

  /// Returns to the stock what `times` reservations for `service` hold.
  mutating func giveBack(_ service: Int, times: Int = 1) {
    guard storage.facts.hasNeeds[service] else { return }
    for need in currentFloor.plan.needs[service] {
      let count = storage.stock[need.item] + need.count * times
      storage.stock[need.item] = min(count, BranchPlan.largestStock)
    }
    reservations[service] -= times
  }
}
