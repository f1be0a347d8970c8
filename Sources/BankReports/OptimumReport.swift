import BankCore
public import BankRecords
public import BankSimulation

/// The best that any policy can do on a small branch, and how far each policy is from it.
public struct OptimumReport: Sendable {
  /// What a policy costs.
  public struct Policy: Sendable {
    /// Its name.
    public var name: String
    /// The cost, with the half of its interval; an exact one has the error of working it out.
    ///
    /// `nil` where there is none: lines grow without end.
    public var cost: Interval?
    /// Whether it was worked out from the policy's decisions in every state, and not simulated.
    public var isExact: Bool

    /// Makes a result.
    public init(name: String, cost: Interval?, isExact: Bool) {
      (self.name, self.cost, self.isExact) = (name, cost, isExact)
    }
  }

  /// The cost as it was written.
  public var cost: String
  /// The least there is.
  public var optimum: Double
  /// By how much it may be off.
  public var error: Double
  /// How many states were looked at, with how many waiting at most.
  public var states: (count: Int, most: Int)
  /// The policies.
  public var policies: [Policy]
  /// What the reader has to know.
  public var warnings: [String]
  /// How times are shown.
  public var scale: TimeScale

  /// Makes a report; the policies are put in order of their cost.
  public init(
    cost: String, optimum: Double, error: Double, states: (count: Int, most: Int),
    policies: [Policy], warnings: [String], scale: TimeScale
  ) {
    (self.cost, self.optimum, self.error, self.states) = (cost, optimum, error, states)
    self.policies = policies.sorted {
      ($0.cost?.mean ?? .infinity, $0.name) < ($1.cost?.mean ?? .infinity, $1.name)
    }
    (self.warnings, self.scale) = (warnings, scale)
  }

  private func number(_ value: Double) -> String {
    Time.seconds(value / scale.unit.seconds).decimal(places: 5)
  }

  /// The report for people.
  public var text: String {
    var rows = [["policy", scale.heading("cost"), "±", "above the best", "known"]]
    rows += policies.map { policy in
      let above = policy.cost.map { $0.mean / optimum - 1 }
      return [
        policy.name, policy.cost.map { number($0.mean) } ?? "–",
        policy.cost?.halfWidth.map(number) ?? "–",
        above.map { SimulationReport.percent(max(0, $0)) } ?? "–",
        policy.isExact ? "exactly" : policy.cost == nil ? "no mean: not stable" : "simulated",
      ]
    }
    return
      ([
        "The best that any policy can do for \(cost): \(number(optimum)) \(scale.unit)"
          + " (± \(number(error)); \(states.count) states, at most \(states.most) waiting)", "",
      ]
      + SimulationReport.table(rows)).joined(separator: "\n")
  }

  /// The report as one object; times are seconds.
  public var json: JSON {
    [
      "cost": .string(cost), "optimum": .number(optimum), "error": .number(error),
      "states": .number(states.count), "most": .number(states.most),
      "policies": .array(
        policies.map { policy in
          [
            "policy": .string(policy.name), "cost": .optional(policy.cost?.mean),
            "halfWidth": .optional(policy.cost?.halfWidth),
            "above": .optional(policy.cost.map { $0.mean / optimum - 1 }),
            "exact": .bool(policy.isExact),
          ]
        }),
      "warnings": .array(warnings.map { .string($0) }),
    ]
  }
}
