public import BankCore

/// A world of one line, to print, to keep, and to repeat:
/// `T A:deposit B:deposit,loan/0-5 | 0:deposit@0+1 1:loan@2+3~4 | limit 2 handover 1 reset 3 seed 7`
extension World: CustomStringConvertible {
  /// The line.
  public var description: String {
    let tellers = staff.enumerated().map { index, teller in
      let shifts = teller.shifts.map { "\($0.lowerBound)-\($0.upperBound)" }
      return Self.tellerName(index) + ":"
        + teller.skills.map(Self.serviceName).joined(separator: ",")
        + (shifts.isEmpty ? "" : "/" + shifts.joined(separator: ","))
    }
    let clients = visitors.enumerated().map { index, visitor in
      "\(index):\(Self.serviceName(visitor.service))@\(visitor.arrival)+\(visitor.time)"
        + (visitor.patience.map { "~\($0)" } ?? "")
    }
    var rest: [String] = []
    if let limit { rest.append("limit \(limit)") }
    if handover > 0 { rest.append("handover \(handover)") }
    rest += resets.map { "reset \($0)" }
    if seed != 1 { rest.append("seed \(seed)") }
    let parts = [(["T"] + tellers).joined(separator: " "), clients.joined(separator: " ")]
    return (parts + (rest.isEmpty ? [] : [rest.joined(separator: " ")])).joined(separator: " | ")
  }

  /// Reads a line.
  ///
  /// - Throws: what is wrong with it.
  public init(line: String) throws(Problems) {
    func problem(_ text: some StringProtocol, _ wanted: String) -> Problems {
      Problems([Problem("", "\"\(text)\" is no part of a world", "write \(wanted)")])
    }
    let parts = line.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.split(whereSeparator: \.isWhitespace) }
    guard (2...3).contains(parts.count), parts[0].first == "T" else {
      throw problem(line, "T tellers | clients | settings, as a counter-example shows it")
    }
    self.init([], [])
    for word in parts[0].dropFirst() {
      guard let teller = Self.staff(word) else {
        throw problem(word, "a teller as A:deposit,loan/0-5")
      }
      staff.append(teller)
    }
    for word in parts[1] {
      guard let visitor = Self.visitor(word) else {
        throw problem(word, "a client as 0:deposit@0+1 or 0:deposit@0+1~5")
      }
      guard visitor.arrival >= visitors.last?.arrival ?? 0 else {
        throw problem(word, "clients in order of arrival")
      }
      visitors.append(visitor)
    }
    try readSettings(parts.count == 3 ? parts[2] : [], problem)
  }

  private mutating func readSettings(
    _ words: [Substring], _ problem: (Substring, String) -> Problems
  ) throws(Problems) {
    let wanted = "limit N, handover N, reset N or seed N"
    for pair in stride(from: 0, to: words.count, by: 2) {
      guard pair + 1 < words.count, let value = Self.number(words[pair + 1]) else {
        throw problem(words[pair], wanted)
      }
      switch words[pair] {
      case "limit": limit = value
      case "handover": handover = value
      case "reset": resets.append(value)
      case "seed": seed = UInt64(value)
      default: throw problem(words[pair], wanted)
      }
    }
    resets.sort()
  }

  private static func staff(_ word: Substring) -> Staff? {
    let halves = word.split(separator: "/", maxSplits: 1)
    let names = halves.first?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    guard names.count == 2 else { return nil }
    let skills = names[1].split(separator: ",").map { service($0) }
    let shifts = halves.dropFirst().joined().split(separator: ",").map { text -> Range<Int>? in
      let bounds = text.split(separator: "-").map { number($0) }
      guard bounds.count == 2, let start = bounds[0], let end = bounds[1], start < end else {
        return nil
      }
      return start..<end
    }
    guard !skills.contains(nil), !shifts.contains(nil) else { return nil }
    return Staff(Set(skills.compactMap { $0 }).sorted(), shifts: shifts.compactMap { $0 })
  }

  private static func visitor(_ word: Substring) -> Visitor? {
    guard let match = word.wholeMatch(of: /\d+:([a-z0-9-]+)@(\d+)\+(\d+)(?:~(\d+))?/),
      let service = service(match.1), let arrival = number(match.2), let time = number(match.3)
    else { return nil }
    return Visitor(service, at: arrival, time: time, patience: match.4.flatMap { number($0) })
  }

  private static func service(_ name: Substring) -> Int? {
    switch name {
    case "deposit": return 0
    case "loan": return 1
    default:
      guard name.hasPrefix("service-"), let index = number(name.dropFirst(8)), (2..<64) ~= index
      else { return nil }
      return index
    }
  }

  private static func number(_ text: Substring) -> Int? {
    guard let value = Int(text), (0...1_000_000) ~= value else { return nil }
    return value
  }
}
