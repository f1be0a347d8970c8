import BankCore

extension StaffSearch {
  /// The tellers of each kind, and those who can serve nobody whom a goal asks for.
  ///
  /// A kind is what tellers can do and how fast, however it is written: a list of all skills is none left out, in any
  /// order, and speeds count where they can serve. Otherwise the search would change one for another who is the same.
  static func kinds(
    _ plan: BranchPlan, asked: [Int?]
  ) -> (kinds: [[Teller]], others: [Teller]) {
    var (kinds, others): ([[Teller]], [Teller]) = ([], [])
    var known: [[Double?]: Int] = [:]
    for (number, teller) in plan.tellers.enumerated() {
      let speeds = plan.services.indices.map { service in
        plan.can(number, do: service) ? plan.speed(of: number, doing: service) : nil
      }
      let helps = speeds.indices.contains { service in
        speeds[service] != nil && asked.contains { $0 == nil || $0 == service }
      }
      if !helps {
        others.append(teller)
      } else if let kind = known[speeds] {
        kinds[kind].append(teller)
      } else {
        known[speeds] = kinds.count
        kinds.append([teller])
      }
    }
    return (kinds, others)
  }
}
