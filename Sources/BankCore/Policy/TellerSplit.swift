/// How many tellers are kept for each service: the options of policies that split the staff.
public struct TellerSplit: PolicyOptions {
  /// The number of tellers for each service, by its name.
  public var tellers: [String: Int]

  /// Makes a split.
  public init(tellers: [String: Int]) {
    self.tellers = tellers
  }

  /// An even split, 2 deposit + 1 loan for the standard branch.
  ///
  /// Tellers are taken one after the other, those with the fewest skills first. Each is kept for a service that this
  /// teller can do: for the one with the fewest tellers so far, and at a tie for the one that comes first in the plan.
  ///
  /// If a service would get nobody in this way, every service is given one teller first, if the skills allow that for
  /// all services at once; if they do not, the even split stays. Example: one teller can do a and b, two others can do
  /// a and c. The even split keeps the first for a, and nobody for b; so the first is kept for b.
  public static func defaults(for plan: BranchPlan) -> TellerSplit {
    let noneKept = plan.tellers.map { _ in -1 }
    let even = split(plan, keeping: noneKept)
    guard even.values.contains(0) else { return TellerSplit(tellers: even) }
    let ones = TellerSplit(tellers: even.mapValues { _ in 1 })
    return TellerSplit(tellers: split(plan, keeping: ones.serviceOfTeller(in: plan) ?? noneKept))
  }

  /// How many tellers each service has when some are given.
  ///
  /// `given` has a service for each teller, or -1. Whoever has a service keeps it; the others are split evenly.
  private static func split(_ plan: BranchPlan, keeping given: [Int]) -> [String: Int] {
    var counts = plan.services.indices.map { service in given.count { $0 == service } }
    for teller in plan.tellersBySkills.joined() where given[teller] < 0 {
      let able = plan.services.indices.filter { plan.can(teller, do: $0) }
      if let least = able.min(by: { (counts[$0], $0) < (counts[$1], $1) }) { counts[least] += 1 }
    }
    return Dictionary(
      zip(plan.services.map(\.name), counts), uniquingKeysWith: { first, _ in first })
  }

  /// What `tellers` means and allows.
  public static let guide = [
    OptionGuide(
      "tellers", "the number of tellers kept for each service",
      allowed:
        "at least 1 for every service; together as many as there are tellers with a skill")
  ]

  /// Says why this split does not fit `plan`; empty when it does.
  public func problems(for plan: BranchPlan) -> [Problem] {
    let names = plan.services.map(\.name)
    let able = Self.able(in: plan).count
    if able < names.count, names.count > 1 {
      return [
        Problem(
          "tellers",
          "\(names.count) services need at least \(names.count) tellers, and only \(able) can serve",
          "have more tellers, or use a policy that shares tellers")
      ]
    }
    let undone = plan.services.indices.filter { service in
      !plan.tellers.indices.contains { plan.can($0, do: service) }
    }
    guard undone.isEmpty else {
      return undone.map {
        Problem(
          "tellers", "no teller can do \"\(names[$0])\"",
          "give a teller the skill, or remove the service")
      }
    }
    var found = plan.problems(
      with: tellers, at: "tellers", by: .services, allowed: 1...able)
    for name in names where tellers[name] == nil {
      found.append(
        Problem("tellers", "nobody is kept for \"\(name)\"", "give every service at least 1"))
    }
    guard found.isEmpty else { return found }

    let total = tellers.values.reduce(0, +)
    if total != able {
      return [
        Problem(
          "tellers",
          able == plan.tellers.count
            ? "the split adds up to \(total), and there are \(able) tellers"
            : "the split adds up to \(total), and there are \(able) tellers with a skill",
          "make the numbers add up to \(able)")
      ]
    }
    if serviceOfTeller(in: plan) == nil {
      let short = plan.services.enumerated().compactMap { index, service -> Problem? in
        let able = plan.tellers.indices.count { plan.can($0, do: index) }
        let wanted = tellers[service.name] ?? 0
        guard wanted > able else { return nil }
        return Problem(
          "tellers.\(service.name)", "\(wanted) are wanted, and \(able) can do it",
          "change the split or the tellers' skills")
      }
      return short.isEmpty
        ? [
          Problem(
            "tellers", "too few tellers have the skills for this split",
            "change the split or the tellers' skills")
        ] : short
    }
    return []
  }

  /// The tellers with a skill: whoever has none is kept for nothing.
  private static func able(in plan: BranchPlan) -> [Int] {
    plan.tellers.indices.filter { teller in
      plan.services.indices.contains { plan.can(teller, do: $0) }
    }
  }

  /// A pool for each service with the tellers who are kept for it, and one more for those without a skill, if there are
  /// any.
  ///
  /// - Precondition: ``problems(for:)`` finds nothing.
  public func pools(in plan: BranchPlan) -> [[Int]] {
    guard let service = serviceOfTeller(in: plan) else {
      preconditionFailure("the split does not fit the plan: see problems(for:)")
    }
    let kept = plan.services.indices.map { each in
      plan.tellers.indices.filter { service[$0] == each }
    }
    let others = plan.tellers.indices.filter { service[$0] < 0 }
    return others.isEmpty ? kept : kept + [others]
  }

  /// The service each teller is kept for, -1 for one kept for none; `nil` when no choice gives every service its
  /// number.
  ///
  /// Services take the first tellers who can do them; where that leaves one short, tellers are
  /// exchanged along an augmenting path (bipartite matching).
  public func serviceOfTeller(in plan: BranchPlan) -> [Int]? {
    var service = [Int](repeating: -1, count: plan.tellers.count)
    // For each service the first teller not tried yet. It only goes up: a teller once assigned stays assigned (perhaps
    // to another service), so nobody before `next` who can do the service is free again.
    var next = [Int](repeating: 0, count: plan.services.count)

    // `tried` are the services for which a teller was already looked for: each once, so that this goes no deeper than
    // there are services.
    func assign(to wanted: Int, _ tried: inout Set<Int>) -> Bool {
      while next[wanted] < plan.tellers.count {
        let teller = next[wanted]
        next[wanted] += 1
        guard service[teller] < 0, plan.can(teller, do: wanted) else { continue }
        service[teller] = wanted
        return true
      }
      tried.insert(wanted)
      for teller in plan.tellers.indices
      where plan.can(teller, do: wanted) && !tried.contains(service[teller]) {
        guard assign(to: service[teller], &tried) else { continue }
        service[teller] = wanted
        return true
      }
      return false
    }

    for (index, each) in plan.services.enumerated() {
      for _ in 0..<max(0, tellers[each.name] ?? 0) {
        var tried: Set<Int> = []
        if !assign(to: index, &tried) { return nil }
      }
    }
    return service
  }
}
