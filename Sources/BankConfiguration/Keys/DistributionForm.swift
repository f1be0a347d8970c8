import BankCore
import BankRecords
import BankSimulation

/// How one kind of distribution is written in a config: everything about it that reader, writer and
/// schema need.
struct DistributionForm: Sendable {
  /// What a number may be.
  enum Number: Sendable {
    case time, positiveTime, shape, wholeShape

    var form: Form<Double> {
      switch self {
      case .time: .seconds
      case .positiveTime: .positiveSeconds
      case .shape: .number(0.01...1000)
      case .wholeShape:
        Form<Int>.integer(1...1000).made({ whole, _, _ in Double(whole) }, from: { Int($0) })
      }
    }
  }

  /// What stands under the name: numbers by key, or a list of times with weights.
  enum Content: Sendable {
    case numbers(
      [(key: String, kind: Number)], make: @Sendable ([Double]) -> Distribution,
      parts: @Sendable (Distribution) -> [Double]?)
    case weighted(
      key: String, orZero: Bool, make: @Sendable ([Double], [Double]) -> Distribution,
      parts: @Sendable (Distribution) -> (times: [Double], weights: [Double])?)
  }

  let name: String
  let content: Content

  private init(
    _ name: String, _ keys: [(key: String, kind: Number)],
    make: @escaping @Sendable ([Double]) -> Distribution,
    parts: @escaping @Sendable (Distribution) -> [Double]?
  ) {
    self.name = name
    content = .numbers(keys, make: make, parts: parts)
  }

  private init(
    _ name: String, timesWithWeights key: String, orZero: Bool,
    make: @escaping @Sendable ([Double], [Double]) -> Distribution,
    parts: @escaping @Sendable (Distribution) -> (times: [Double], weights: [Double])?
  ) {
    self.name = name
    content = .weighted(key: key, orZero: orZero, make: make, parts: parts)
  }

  /// Every kind there is.
  static let all: [DistributionForm] = [
    DistributionForm("constant", [("value", .time)]) {
      .constant($0[0])
    } parts: {
      if case .constant(let value) = $0 { [value] } else { nil }
    },
    DistributionForm("exponential", [("mean", .positiveTime)]) {
      .exponential(mean: $0[0])
    } parts: {
      if case .exponential(let mean) = $0 { [mean] } else { nil }
    },
    DistributionForm("uniform", [("from", .time), ("to", .time)]) {
      .uniform(from: $0[0], to: $0[1])
    } parts: {
      if case .uniform(let low, let high) = $0 { [low, high] } else { nil }
    },
    DistributionForm("triangular", [("from", .time), ("mode", .time), ("to", .time)]) {
      .triangular(from: $0[0], mode: $0[1], to: $0[2])
    } parts: {
      if case .triangular(let low, let mode, let high) = $0 { [low, mode, high] } else { nil }
    },
    DistributionForm("normal", [("mean", .positiveTime), ("sd", .positiveTime)]) {
      .normal(mean: $0[0], sd: $0[1])
    } parts: {
      if case .normal(let mean, let sd) = $0 { [mean, sd] } else { nil }
    },
    DistributionForm("erlang", [("shape", .wholeShape), ("mean", .positiveTime)]) {
      .erlang(shape: Int($0[0]), mean: $0[1])
    } parts: {
      if case .erlang(let shape, let mean) = $0 { [Double(shape), mean] } else { nil }
    },
    DistributionForm("gamma", [("shape", .shape), ("mean", .positiveTime)]) {
      .gamma(shape: $0[0], mean: $0[1])
    } parts: {
      if case .gamma(let shape, let mean) = $0 { [shape, mean] } else { nil }
    },
    DistributionForm("lognormal", [("mean", .positiveTime), ("sd", .positiveTime)]) {
      .lognormal(mean: $0[0], sd: $0[1])
    } parts: {
      if case .lognormal(let mean, let sd) = $0 { [mean, sd] } else { nil }
    },
    DistributionForm("weibull", [("shape", .shape), ("mean", .positiveTime)]) {
      .weibull(shape: $0[0], mean: $0[1])
    } parts: {
      if case .weibull(let shape, let mean) = $0 { [shape, mean] } else { nil }
    },
    DistributionForm("hyperexponential", timesWithWeights: "means", orZero: false) {
      .hyperexponential(means: $0, weights: $1)
    } parts: {
      if case .hyperexponential(let means, let weights) = $0 { (means, weights) } else { nil }
    },
    DistributionForm("empirical", timesWithWeights: "values", orZero: true) {
      .empirical(values: $0, weights: $1)
    } parts: {
      if case .empirical(let values, let weights) = $0 { (values, weights) } else { nil }
    },
  ]

  /// `{ gamma: { shape, mean } }`.
  var written: String {
    let keys =
      switch content {
      case .numbers(let keys, _, _): keys.map(\.key)
      case .weighted(let key, _, _, _): [key, "weights"]
      }
    return "{ \(name): { \(keys.joined(separator: ", ")) } }"
  }

  // MARK: - Writing

  /// `distribution` as a config has it, or `nil` where it is of another kind.
  private func json(_ distribution: Distribution) -> JSON? {
    func list(_ values: [Double]) -> JSON { .array(values.map { .number($0) }) }
    let inner: JSON
    switch content {
    case .numbers(let keys, _, let parts):
      guard let numbers = parts(distribution) else { return nil }
      inner = .object(zip(keys, numbers).map { .init($0.key, .number($1)) })
    case .weighted(let key, _, _, let parts):
      guard let (times, weights) = parts(distribution) else { return nil }
      inner = .object([.init(key, list(times)), .init("weights", list(weights))])
    }
    return .object([.init(name, inner)])
  }

  /// `distribution` as a config has it; a number for a constant.
  fileprivate static func json(_ distribution: Distribution) -> JSON {
    if case .constant(let value) = distribution { return .number(value) }
    return all.lazy.compactMap { $0.json(distribution) }.first ?? .null
  }

  /// What a config may have.
  static var schema: JSON {
    ["oneOf": .array([Form<Double>.seconds.schema] + all.map(\.schema))]
  }

  private static let numbers = Form<Double>.seconds.list("a list", orNone: "give at least one")
    .schema

  private var schema: JSON {
    switch content {
    case .numbers(let keys, _, _):
      ConfigSchema.only(
        name, ConfigSchema.record(.object(keys.map { .init($0.key, $0.kind.form.schema) })))
    case .weighted(let key, _, _, _):
      ConfigSchema.only(
        name,
        ConfigSchema.record(
          .object([.init(key, Self.numbers)]), optional: ["weights": Self.numbers]))
    }
  }
}

extension Form<Distribution> {
  /// A number for a constant, or an object with one key, the name of the kind.
  static let distribution = Form(
    wanted: "a time, or a distribution", schema: ["$ref": "#/$defs/distribution"],
    read: { $0.distribution($1, $2) }, write: { DistributionForm.json($0) })
}

// MARK: - Reading

extension ConfigReader {
  private static let distributions = DistributionForm.all.map(\.name)

  fileprivate func distribution(_ node: Node, _ path: String) -> Distribution? {
    switch node.value {
    case .number: return seconds(node, path).map { .constant($0) }
    case .string(let text) where TimeText.length(text) != nil:
      return seconds(node, path).map { .constant($0) }
    default: break
    }
    guard
      let (name, inner, path) = only(node, path, "a time, or a distribution", Self.distributions),
      let form = DistributionForm.all.first(where: { $0.name == name })
    else { return nil }
    return object(inner, path) { keys in
      switch form.content {
      case .numbers(let kinds, let make, _):
        let numbers = kinds.map { key, kind in
          keys.require(key) { kind.form.read(self, $0, $1) }
        }.compactMap { $0 }
        guard numbers.count == kinds.count else { return nil }
        let made = make(numbers)
        if case .uniform(let low, let high) = made, low > high {
          report(path, "from \(low) to \(high)", "give the smaller bound first")
          return nil
        }
        if case .triangular(let low, let mode, let high) = made, !(low <= mode && mode <= high) {
          report(path, "from \(low), mode \(mode), to \(high)", "give them in this order")
          return nil
        }
        return made
      case .weighted(let key, let orZero, let make, _):
        return weighted(&keys, key, orZero: orZero, make)
      }
    }
  }

  /// Times with weights, which are equal where they are not given.
  private func weighted(
    _ keys: inout ObjectReader, _ key: String, orZero: Bool,
    _ make: ([Double], [Double]) -> Distribution
  ) -> Distribution? {
    let before = problems.count
    let times = keys.require(key) { node, path in
      list(node, path) { seconds($0, $1, orZero: orZero) }
    }
    let weights = keys.read("weights") { node, path in
      list(node, path) { number($0, $1, in: 0...1e9) }
    }
    guard problems.count == before, let times else { return nil }
    guard !times.isEmpty else {
      report(keys.inside(key), "is empty", "give at least one")
      return nil
    }
    let all = weights ?? times.map { _ in 1 }
    guard all.count == times.count, all.contains(where: { $0 > 0 }) else {
      report(
        keys.inside("weights"), "\(all.count) weights for \(times.count) \(key)",
        "give one for each, not all 0")
      return nil
    }
    return make(times, all)
  }
}
