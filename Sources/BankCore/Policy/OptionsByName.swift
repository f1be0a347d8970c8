/// What the keys of an option such as `weight: { deposit: 1, loan: 2 }` name.
public enum OptionNames: Sendable {
  /// Services.
  case services
  /// Tellers.
  case tellers
  /// Services, and priority classes by their number.
  case servicesAndClasses
}

extension BranchPlan {
  /// What is wrong with an option that maps names to values.
  ///
  /// - Parameters:
  ///   - values: the option.
  ///   - key: what it is called.
  ///   - names: what its keys name. Not every service, teller or class needs a value.
  ///   - range: the values that are allowed.
  /// - Returns: a problem for each name that is unknown and for each value that is not allowed.
  public func problems<Value: Comparable & Sendable>(
    with values: [String: Value], at key: String, by names: OptionNames,
    allowed range: ClosedRange<Value>
  ) -> [Problem] {
    let known = known(names)
    return values.sorted { $0.key < $1.key }.flatMap { name, value -> [Problem] in
      let unknown = problem(with: name, at: "\(key).\(name)", by: names, among: known)
      // NaN is in no range, and so is reported.
      let outside =
        range.contains(value)
        ? nil
        : Problem(
          "\(key).\(name)", "\(written(value))",
          "allowed: \(written(range.lowerBound)) to \(written(range.upperBound))")
      return [unknown, outside].compactMap { $0 }
    }
  }

  /// What is wrong with an option, called `key`, with `values` by teller and then by service, each allowed in `range`.
  public func problems<Value: Comparable & Sendable>(
    with values: [String: [String: Value]], at key: String, allowed range: ClosedRange<Value>
  ) -> [Problem] {
    let known = known(.tellers)
    return values.sorted { $0.key < $1.key }.flatMap { teller, row -> [Problem] in
      [problem(with: teller, at: "\(key).\(teller)", by: .tellers, among: known)].compactMap { $0 }
        + problems(with: row, at: "\(key).\(teller)", by: .services, allowed: range)
    }
  }

  /// What is wrong with an option, called `key`, that lists the `names` of services, each once at most.
  public func problems(with names: [String], at key: String) -> [Problem] {
    let known = known(.services)
    var seen: Set<String> = []
    return names.enumerated().compactMap { index, name in
      let path = "\(key)[\(index)]"
      if let unknown = problem(with: name, at: path, by: .services, among: known) { return unknown }
      guard !seen.insert(name).inserted else { return nil }
      return Problem(path, "\"\(name)\" is there twice", "name each once")
    }
  }

  /// The value as an option has it: 1 and not 1.0.
  private func written<Value>(_ value: Value) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The names that a key may be, of tellers or of services; class numbers are not among them.
  private func known(_ names: OptionNames) -> Set<String> {
    Set(names == .tellers ? tellers.map(\.name) : services.map(\.name))
  }

  private func problem(
    with name: String, at path: String, by names: OptionNames, among known: Set<String>
  ) -> Problem? {
    guard !known.contains(name) else { return nil }
    switch names {
    case .services: return Problem(path, service: name, of: services.map(\.name))
    case .tellers:
      return Problem(
        path, "\"\(name)\" is not a teller",
        Suggestion.allowed(tellers.map(\.name), meant: name))
    case .servicesAndClasses:
      // `01` and `1` would be two keys for one class.
      if let number = Int(name) {
        guard String(number) == name else {
          return Problem(
            path, "\"\(name)\" is not how the class \(number) is written", "write \(number)")
        }
        return Problem(path, class: number, of: self)
      }
      return Problem(
        path, "\"\(name)\" is neither a service nor the number of a class",
        Suggestion.allowed(services.map(\.name), meant: name))
    }
  }

  /// What is wrong with an option, called `key`, that lists priority `classes`, each once at most.
  public func problems(with classes: [Int], at key: String) -> [Problem] {
    var seen: Set<Int> = []
    return classes.enumerated().compactMap { index, each in
      let path = "\(key)[\(index)]"
      guard seen.insert(each).inserted else {
        return Problem(path, "the class \(each) is there twice", "name each once")
      }
      return Problem(path, class: each, of: self)
    }
  }

  /// The same value for every service, by name: a default.
  public func forEveryService<Value>(_ value: Value) -> [String: Value] {
    Dictionary(services.map { ($0.name, value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The values in the order of the services; `other` for a service that has none.
  public func byService<Value>(_ values: [String: Value], otherwise other: Value) -> [Value] {
    services.map { values[$0.name] ?? other }
  }

  /// The values for priority classes: of the keys that are numbers and not names of services.
  public func byClass<Value>(_ values: [String: Value]) -> [Int: Value] {
    var classes: [Int: Value] = [:]
    for (key, value) in values where service(named: key) == nil {
      if let number = Int(key) { classes[number] = value }
    }
    return classes
  }

  /// The values in the order of the tellers and then of the services; `other` where there is none.
  public func byTellerAndService<Value>(
    _ values: [String: [String: Value]], otherwise other: Value
  ) -> [[Value]] {
    tellers.map { byService(values[$0.name] ?? [:], otherwise: other) }
  }
}

extension Problem {
  /// The problem that the plan does not know the class `number`; `nil` if it does.
  ///
  /// A plan of fewer than two classes accepts any, for its classes may still come from a trace or a log. A plan with
  /// two or more accepts only its own; a class of a trace or a log is among them once it was added
  /// (``BranchPlan/knowing(classes:)``).
  fileprivate init?(_ path: String, class number: Int, of plan: BranchPlan) {
    guard Int32(exactly: number) != nil else {
      self.init(
        path, "no client can have the class \(number)", "allowed: \(Int32.min) to \(Int32.max)")
      return
    }
    guard plan.classes.count > 1, !plan.classes.contains(number) else { return nil }
    let known = plan.classes.map(String.init).joined(separator: ", ")
    self.init(path, "the branch has no class \(number)", "allowed: \(known)")
  }
}
