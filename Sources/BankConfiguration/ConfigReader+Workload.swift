import BankCore
package import BankSimulation

extension ConfigReader {
  /// An arrival process: an object with one key, its name.
  package func arrivalProcess(_ node: Node, _ path: String) -> ArrivalProcess? {
    let wanted: Phrase = "poisson, renewal or times"
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
      guard let times = list(inner, path, read: { moment($0, $1) }) else { return nil }
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
      let rate = keys.read("rate") { self.rate($0, $1, orZero: false) }
      let before = problems.count
      let pieces = keys.read("rates") { node, path in
        list(node, path) { ratePiece($0, $1) }
      }
      // What could not be read says nothing of the order.
      guard problems.count == before, !(pieces != nil && hasUnreadOpening) else { return nil }
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

  /// So many a second: a number, or a text such as `58/h`.
  private func rate(_ node: Node, _ path: String, orZero: Bool = true) -> Double? {
    if case .string(let text) = node.value, let rate = TimeText.rate(text) {
      return number(Node(.number(rate)), path, in: 0...1e6, orZero: orZero)
    }
    return number(
      node, path, in: 0...1e6, orZero: orZero,
      "so many a second, \(Self.bounds(orZero, 0, 1_000_000)), or a text such as \"58/h\""
    )
  }

  private func ratePiece(_ node: Node, _ path: String) -> ArrivalProcess.RatePiece? {
    guard case .array(let pair) = node.value, pair.count == 2 else {
      mismatch(node, path, "[from when, rate]")
      return nil
    }
    let from = moment(pair[0], path + "[0]")
    let rate = rate(pair[1], path + "[1]")
    guard let from, let rate else { return nil }
    return ArrivalProcess.RatePiece(from: from, rate: rate)
  }

  /// The one member of an object whose key says what it is.
  func only(
    _ node: Node, _ path: String, _ wanted: Phrase, _ names: [String]
  ) -> (name: String, node: Node, path: String)? {
    if let members = node.members, members.count > 1 {
      let given = members.map(\.key).joined(separator: ", ")
      report(path, Phrase(verbatim: given), "keep one")
      return nil
    }
    guard let member = node.members?.first else {
      mismatch(node, path, names.count > 3 ? "\(wanted): { \(names[1]): { mean: 1 } }" : wanted)
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
