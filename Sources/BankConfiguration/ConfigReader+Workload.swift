import BankCore
package import BankSimulation

extension ConfigReader {
  package static let distributions = [
    "constant", "exponential", "uniform", "erlang", "gamma", "lognormal", "weibull",
    "hyperexponential", "empirical",
  ]

  /// A distribution: a number for a constant, or an object with one key, its name.
  package func distribution(_ node: Node, _ path: String) -> Distribution? {
    if case .number = node.value { return seconds(node, path).map { .constant($0) } }
    guard
      let (name, inner, path) = only(node, path, "a number, or a distribution", Self.distributions)
    else { return nil }
    return object(inner, path) { keys in
      func time(_ node: Node, _ path: String) -> Double? { seconds(node, path, orZero: false) }
      func shape(_ node: Node, _ path: String) -> Double? {
        number(node, path, in: 0.01...1000)
      }
      switch name {
      case "constant": return keys.require("value") { seconds($0, $1) }.map { .constant($0) }
      case "exponential": return keys.require("mean", time).map { .exponential(mean: $0) }
      case "uniform":
        guard let low = keys.require("from", { seconds($0, $1) }),
          let high = keys.require("to", { seconds($0, $1) })
        else { return nil }
        guard low <= high else {
          report(path, "from \(low) to \(high)", "give the smaller bound first")
          return nil
        }
        return .uniform(from: low, to: high)
      case "erlang":
        let shape = keys.require("shape") { integer($0, $1, in: 1...1000) }
        let mean = keys.require("mean", time)
        return both(shape, mean) { .erlang(shape: $0, mean: $1) }
      case "gamma":
        let shape = keys.require("shape", shape)
        let mean = keys.require("mean", time)
        return both(shape, mean) { .gamma(shape: $0, mean: $1) }
      case "lognormal":
        let mean = keys.require("mean", time)
        let sd = keys.require("sd", time)
        return both(mean, sd) { .lognormal(mean: $0, sd: $1) }
      case "weibull":
        let shape = keys.require("shape", shape)
        let mean = keys.require("mean", time)
        return both(shape, mean) { .weibull(shape: $0, mean: $1) }
      case "hyperexponential":
        return weighted(&keys, "means", orZero: false) { .hyperexponential(means: $0, weights: $1) }
      default:
        return weighted(&keys, "values", orZero: true) { .empirical(values: $0, weights: $1) }
      }
    }
  }

  private func both<A, B, T>(_ first: A?, _ second: B?, _ make: (A, B) -> T) -> T? {
    guard let first, let second else { return nil }
    return make(first, second)
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

  /// An arrival process: an object with one key, its name.
  package func arrivalProcess(_ node: Node, _ path: String) -> ArrivalProcess? {
    let wanted = "poisson, renewal or times"
    guard let (name, inner, path) = only(node, path, wanted, ["poisson", "renewal", "times"]) else {
      return nil
    }
    switch name {
    case "renewal":
      guard let gaps = distribution(inner, path) else { return nil }
      guard gaps.mean >= 1e-9 else {
        report(path, "gaps of \(gaps.mean) seconds", "give a mean of a nanosecond or more")
        return nil
      }
      return .renewal(gaps)
    case "times":
      guard let times = list(inner, path, read: { seconds($0, $1) }) else { return nil }
      if let late = times.indices.dropFirst().first(where: { times[$0] < times[$0 - 1] }) {
        report("\(path)[\(late)]", "comes before the one before it", "give times in order")
        return nil
      }
      return .times(times)
    default: return poisson(inner, path)
    }
  }

  private func poisson(_ node: Node, _ path: String) -> ArrivalProcess? {
    object(node, path) { keys in
      let rate = keys.read("rate") { number($0, $1, in: 0...1e6, orZero: false) }
      let pieces = keys.read("rates") { node, path in
        list(node, path) { ratePiece($0, $1) }
      }
      let given = ["rate", "rates"].filter { key in keys.members.contains { $0.key == key } }
      guard given.count == 1 else {
        report(path, given.isEmpty ? "no rate" : "both rate and rates", "give one of rate, rates")
        return nil
      }
      if let rate { return .poisson(rate: rate) }
      guard let pieces else { return nil }
      let isOrdered = zip(pieces, pieces.dropFirst()).allSatisfy { $0.from < $1.from }
      guard isOrdered, pieces.contains(where: { $0.rate > 0 }) else {
        report(
          "\(path).rates", "not in order of time, or no rate above 0", "give [[0, 2], [60, 0.5]]")
        return nil
      }
      return .piecewisePoisson(pieces)
    }
  }

  private func ratePiece(_ node: Node, _ path: String) -> ArrivalProcess.RatePiece? {
    guard case .array(let pair) = node.value, pair.count == 2 else {
      mismatch(node, path, "[from when, rate]")
      return nil
    }
    let from = seconds(pair[0], path + "[0]")
    let rate = number(pair[1], path + "[1]", in: 0...1e6)
    return both(from, rate) { ArrivalProcess.RatePiece(from: $0, rate: $1) }
  }

  /// The one member of an object whose key says what it is.
  private func only(
    _ node: Node, _ path: String, _ wanted: String, _ names: [String]
  ) -> (name: String, node: Node, path: String)? {
    if let members = node.members, members.count > 1 {
      let given = members.map(\.key).joined(separator: " and ")
      report(path, given, "keep one")
      return nil
    }
    guard let member = node.members?.first else {
      mismatch(node, path, wanted + (names.count > 3 ? ": { \(names[1]): { mean: 1 } }" : ""))
      return nil
    }
    guard names.contains(member.key) else {
      report(
        "\(path).\(member.key)", "unknown \"\(member.key)\"",
        Suggestion.allowed(names, meant: member.key))
      return nil
    }
    return (member.key, member.node, "\(path).\(member.key)")
  }
}
