package import BankCore
package import BankSimulation

/// Costs and goals as people write them: `3 wait(loan) + wait(deposit)`, `wait.p95(loan) <= 5min`.
///
/// A figure is of a service, of a priority class, of a route, or of all. Times are seconds, or have a unit;
/// shares are numbers, or have a `%`.
package struct FigureText {
  /// What figures may be of, with the places among those of a day; `nil` is of all.
  package let parts: [(name: String, place: Int?)]

  package init(parts: [(name: String, place: Int?)]) { self.parts = parts }

  /// A goal: figures that are to be at most, or at least, a limit on average.
  package struct Goal: Sendable {
    /// As it was written.
    package let text: String
    /// The figures, without what they are compared with.
    package let figures: FigureSum
    /// What they are compared with, less what is added to them: 5 for `wait(all) + 5 <= 10`.
    package let limit: Double
    /// What is added to them on their side.
    package let constant: Double
    /// Whether they are to be at most that, and not at least.
    package let isUpper: Bool
  }

  /// The kinds of figures, by name.
  static let kinds: [(name: String, kind: FigureSum.Kind)] = [
    ("wait", .wait), ("wait.p50", .quantile(0)), ("wait.p90", .quantile(1)),
    ("wait.p95", .quantile(2)), ("wait.p99", .quantile(3)), ("sojourn", .sojourn),
    ("late", .late), ("lost", .lost), ("served", .served), ("utilization", .utilization),
    ("tellers", .tellers),
  ]

  /// Reads a cost.
  ///
  /// - Throws: what is wrong with it, under `path`.
  package func cost(_ text: String, _ path: String) throws(Problems) -> FigureSum {
    var numbers: [Number] = []
    let sum = try self.sum(text, path, &numbers)
    guard !sum.terms.isEmpty else {
      throw problem(path, text, "name a figure, such as wait(all)")
    }
    guard Self.weighs(sum.terms) else {
      throw problem(path, text, "its figures weigh nothing together: every choice costs the same")
    }
    return sum
  }

  /// Reads a goal.
  ///
  /// - Throws: what is wrong with it, under `path`.
  package func goal(_ text: String, _ path: String) throws(Problems) -> Goal {
    // As goals are printed.
    let text = text.replacing("≤", with: "<=").replacing("≥", with: ">=")
    for (sign, isUpper) in [("<=", true), (">=", false)] {
      guard let range = text.firstRange(of: sign) else { continue }
      var numbers: [Number] = []
      var left = try sum(String(text[..<range.lowerBound]), path, &numbers)
      var right = try sum(String(text[range.upperBound...]), path, &numbers)
      guard !left.terms.isEmpty || !right.terms.isEmpty else { break }
      // 5min >= wait(all) is wait(all) <= 5min.
      let isTurned = left.terms.isEmpty
      if isTurned { swap(&left, &right) }
      let terms = left.terms + right.terms.map { FigureSum.Term(-$0.factor, $0.kind, of: $0.place) }
      let goal = Goal(
        text: text, figures: FigureSum(terms), limit: right.constant - left.constant,
        constant: left.constant, isUpper: isUpper != isTurned)
      try check(goal, numbers, path)
      return goal
    }
    throw problem(path, text, "write a figure, <= or >=, and a number: wait.p95(loan) <= 5min")
  }

  /// Whether figures do not all cancel out.
  private static func weighs(_ terms: [FigureSum.Term]) -> Bool {
    terms.contains { term in
      let same = terms.filter { $0.kind == term.kind && $0.place == term.place }
      return same.reduce(0) { $0 + $1.factor } != 0
    }
  }

  /// Goals of the same figures of which one asks for more than another allows.
  package static func contradictions(among goals: [Goal], _ path: String) -> [Problem] {
    goals.enumerated().compactMap { number, one in
      guard
        let other = goals[..<number].first(where: { other in
          other.figures.terms == one.figures.terms && other.isUpper != one.isUpper
            && (one.isUpper ? one.limit < other.limit : other.limit < one.limit)
        })
      else { return nil }
      return Problem(
        path, "\"\(other.text)\" and \"\(one.text)\" exclude each other", "change one of them")
    }
  }

  /// Refuses a limit of another kind than its figures: `late(all) <= 5` for 5 % would always be met.
  private func check(_ goal: Goal, _ numbers: [Number], _ path: String) throws(Problems) {
    let terms = goal.figures.terms
    guard Self.weighs(terms) else {
      throw problem(path, goal.text, "it compares nothing: its figures cancel out")
    }
    if terms.allSatisfy({ $0.factor > 0 }), goal.limit < 0 {
      throw problem(path, goal.text, "no figure is below 0: write a limit of 0 or more")
    }
    let isShare = terms.allSatisfy { $0.kind.unit == .share }
    if let one = terms.first, terms.count == 1, isShare, !(0...1 ~= goal.limit / one.factor) {
      throw problem(path, goal.text, "a share is from 0 to 100 %, or from 0 to 1: late(all) <= 5%")
    }
    for number in numbers {
      guard let unit = number.unit, terms.contains(where: { $0.kind.unit != unit }) else {
        continue
      }
      throw problem(
        path, goal.text,
        "compare shares with shares, times with times: late(all) <= 5%, wait(all) <= 5min,"
          + " served(all) >= 100")
    }
  }

  private func problem(_ path: String, _ text: some StringProtocol, _ remedy: Phrase) -> Problems {
    Problems([Problem(path, "\"\(text.prefix(80))\"", remedy)])
  }

  /// Reads figures and numbers with `+` and `-` between them, and factors before figures.
  private func sum(
    _ text: String, _ path: String, _ numbers: inout [Number]
  ) throws(Problems) -> FigureSum {
    var sum = FigureSum([])
    for (sign, part) in try Self.parts(of: text, problem(path, text, "end every bracket")) {
      var part = part.trimmed
      guard !part.isEmpty else {
        throw problem(path, text, "put a figure or a number on both sides of + and -")
      }
      // The factor: a number and a *, behind the figure or before it, or a number and a space before it.
      var factor = 1.0
      if let close = part.lastIndex(of: ")"), let star = part[close...].firstIndex(of: "*") {
        guard let value = Double(decimal: part[part.index(after: star)...].trimmed) else {
          throw problem(path, part, "put a number behind *: wait(loan) * 3")
        }
        factor = value
        part = part[..<star].trimmed
      }
      guard let open = part.firstIndex(of: "(") else {
        guard let number = Self.number(part) else { throw unknown(part, path) }
        sum.constant += sign * number.value
        numbers.append(number)
        continue
      }
      guard part.hasSuffix(")") else { throw problem(path, part, "end a figure with )") }
      var head = part[..<open]
      if let end = head.lastIndex(where: { $0 == " " || $0 == "*" }) {
        let number = head[..<end].trimmed
        let digits = number.hasSuffix("*") ? String(number.dropLast()).trimmed : number
        guard let value = Double(decimal: digits) else {
          throw problem(path, part, "put a number before a figure: 3 wait(loan)")
        }
        factor *= value
        head = head[head.index(after: end)...]
      }
      guard let kind = Self.kinds.first(where: { $0.name == head })?.kind else {
        throw unknown(String(head), path)
      }
      let name = String(part[part.index(after: open)...].dropLast()).trimmed
      guard let place = parts.first(where: { $0.name == name }) else {
        throw Problems([
          Problem(
            path, "\"\(name)\" is nobody's figure",
            Suggestion.allowed(parts.map(\.name), meant: name))
        ])
      }
      if kind == .utilization || kind == .tellers, place.place != nil {
        throw problem(path, part, "it is of all: \(head)(all)")
      }
      sum.terms.append(.init(sign * factor, kind, of: place.place))
    }
    return sum
  }

  private func unknown(_ name: String, _ path: String) -> Problems {
    let names = Self.kinds.map(\.name)
    return Problems([
      Problem(
        path, "\"\(name)\" is no figure and no number",
        Suggestion.allowed(names.map { $0 + "(…)" }, meant: name))
    ])
  }

  /// What stands between `+` and `-` that are in no brackets, with its sign.
  private static func parts(
    of text: String, _ unended: Problems
  ) throws(Problems) -> [(sign: Double, text: String)] {
    var parts: [(sign: Double, text: String)] = [(1, "")]
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0, character == "+" || character == "-" {
        // A sign at the beginning belongs to the first part.
        let last = parts[parts.count - 1].text
        if parts.count == 1, last.trimmed.isEmpty {
          parts[0].sign = character == "-" ? -1 : 1
        } else if last.wholeMatch(of: /.*[0-9][eE]/) != nil {
          // Of a number such as 1e-9.
          parts[parts.count - 1].text.append(character)
        } else {
          parts.append((character == "-" ? -1 : 1, ""))
        }
      } else {
        parts[parts.count - 1].text.append(character)
      }
    }
    guard depth == 0 else { throw unended }
    return parts
  }

  /// A number, with its unit where it was written with one.
  private struct Number {
    let value: Double
    let unit: FigureSum.Kind.Unit?
  }

  /// Reads a number, a share in per cent, or a time with a unit, in seconds.
  private static func number(_ text: String) -> Number? {
    if text.hasSuffix("%") {
      return Double(decimal: text.dropLast().trimmed).map { Number(value: $0 / 100, unit: .share) }
    }
    if let value = Double(decimal: text) { return Number(value: value, unit: nil) }
    return TimeText.length(text).map { Number(value: $0.seconds, unit: .time) }
  }
}

extension StringProtocol {
  /// Without spaces at both ends.
  fileprivate var trimmed: String {
    let body = drop { $0 == " " }
    return String(body.reversed().drop { $0 == " " }.reversed())
  }
}
