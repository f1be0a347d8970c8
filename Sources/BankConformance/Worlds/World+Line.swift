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
    if handover > .zero { rest.append("handover \(handover)") }
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
      guard visitor.arrival >= visitors.last?.arrival ?? .zero else {
        throw problem(word, "clients in order of arrival")
      }
      visitors.append(visitor)
    }
    try readSettings(parts.count == 3 ? parts[2] : [], problem)
  }

  /// Reads a world from each line of `text` but empty ones and those that begin with `#`.
  ///
  /// - Throws: what is wrong, with the number of the line.
  public static func all(in text: String) throws(Problems) -> [World] {
    var worlds: [World] = []
    var problems: [Problem] = []
    for (index, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() where !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace) {
      do { worlds.append(try World(line: String(line))) } catch {
        problems += error.all.map { $0.inside("line \(index + 1)") }
      }
    }
    guard problems.isEmpty else { throw Problems(problems) }
    return worlds
  }

  private mutating func readSettings(
    _ words: [Substring], _ problem: (Substring, String) -> Problems
  ) throws(Problems) {
    let wanted = "limit N, handover N, reset N or seed N"
    for pair in stride(from: 0, to: words.count, by: 2) {
      guard pair + 1 < words.count else { throw problem(words[pair], wanted) }
      let value = words[pair + 1]
      switch (words[pair], Self.number(value), Self.time(value)) {
      case ("limit", let number?, _): limit = number
      case ("handover", _, let time?): handover = time
      case ("reset", _, let time?): resets.append(time)
      case ("seed", let number?, _): seed = UInt64(number)
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
    let shifts = halves.dropFirst().joined().split(separator: ",").map { text -> Range<Time>? in
      let bounds = text.split(separator: "-").map { time($0) }
      guard bounds.count == 2, let start = bounds[0], let end = bounds[1], start < end else {
        return nil
      }
      return start..<end
    }
    guard !skills.contains(nil), !shifts.contains(nil) else { return nil }
    return Staff(Set(skills.compactMap { $0 }).sorted(), shifts: shifts.compactMap { $0 })
  }

  private static func visitor(_ word: Substring) -> Visitor? {
    guard let match = word.wholeMatch(of: /\d+:([a-z0-9-]+)@([0-9.]+)\+([0-9.]+)(?:~([0-9.]+))?/),
      let service = service(match.1), let arrival = time(match.2), let length = time(match.3)
    else { return nil }
    var patience: Time?
    if let text = match.4 {
      guard let value = time(text) else { return nil }
      patience = value
    }
    return Visitor(service, at: arrival, time: length, patience: patience)
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

  private static func time(_ text: Substring) -> Time? {
    guard let time = Time(decimal: text), time >= .zero, time <= .whole(1_000_000) else {
      return nil
    }
    return time
  }

  private static func number(_ text: Substring) -> Int? {
    guard let value = Int(text), (0...1_000_000) ~= value else { return nil }
    return value
  }
}
