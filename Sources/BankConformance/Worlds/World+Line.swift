public import BankCore

/// A world of one line, to print, to keep, and to repeat:
/// `T A:deposit B:deposit,loan*1.5/0-5 | 0:deposit@0+1 1:loan^2@2+3~4 | limit 2 reset 3 seed 7`
///
/// A teller has skills, a speed (`*`, and for one service `*loan=2`) and shifts (`/`), a client a priority
/// class (`^`), a route (`#`, counted from 0), a service time (`+`) and a patience (`~`). Three or more in a row
/// who are alike are one word: `A-D:loan 0-99:deposit@0+1`. A line is read in its order, whatever letters and numbers stand
/// in front: whoever takes a client out by hand need not count anew.
extension World: CustomStringConvertible {
  /// The line.
  public var description: String {
    let tellers = staff.map { teller in
      let shifts =
        teller.isNeverThere
        ? ["never"] : teller.shifts.map { "\($0.lowerBound)-\($0.upperBound)" }
      return teller.skills.map(Self.serviceName).joined(separator: ",")
        + (teller.speed == 1 ? "" : "*\(teller.speed)")
        + teller.speeds.sorted { $0.key < $1.key }
        .map { "*\(Self.serviceName($0.key))=\($0.value)" }.joined()
        + (shifts.isEmpty ? "" : "/" + shifts.joined(separator: ","))
    }
    let clients = visitors.map { visitor in
      Self.serviceName(visitor.service)
        + (visitor.priority == 0 ? "" : "^\(visitor.priority)")
        + (visitor.route.map { "#\($0)" } ?? "")
        + "@\(visitor.arrival)+\(visitor.time)"
        + (visitor.patience.map { "~\($0)" } ?? "")
    }
    var rest: [String] = []
    if let limit { rest.append("limit \(limit)") }
    if handover > .zero { rest.append("\(isHandoverUneven ? "uneven" : "handover") \(handover)") }
    rest += resets.map { "reset \($0)" }
    if comesBack { rest += ["back", "1"] }
    for restock in restocks { rest += ["restock", "\(restock.time)=\(restock.count)"] }
    func by<Value>(_ word: String, _ values: [Int: Value]) -> [String] {
      values.sorted { $0.key < $1.key }.map { "\(word) \(Self.serviceName($0.key))=\($0.value)" }
    }
    rest += by("mean", means) + by("target", targets) + by("needs", needs)
    rest += by("inks", inkNeeds)
    rest += routes.map { "route " + $0.map(Self.serviceName).joined(separator: ">") }
    if hasStock { rest.append("paper \(paper)") }
    if !inkNeeds.isEmpty || !items.isEmpty { rest += ["ink", "\(ink)"] }
    rest += items.flatMap { ["item", "\($0.count)"] + by("of", $0.needs) }
    rest += by("name", serviceNames.mapValues(Self.joined))
    rest += staff.enumerated().compactMap { index, teller in
      teller.name.map { "teller \(Self.tellerName(index))=\(Self.joined($0))" }
    }
    rest += unlistedClasses.flatMap { ["unlisted", "\($0)"] }
    if let queue { rest.append("queue \(queue)") }
    if services == 1 { rest += ["services", "1"] }
    if options > 0 { rest.append("options \(options)") }
    if seed != 1 { rest.append("seed \(seed)") }
    let parts = [
      (["T"] + Self.runs(tellers, Self.tellerName)).joined(separator: " "),
      Self.runs(clients) { "\($0)" }.joined(separator: " "),
    ]
    return (parts + (rest.isEmpty ? [] : [rest.joined(separator: " ")])).joined(separator: " | ")
  }

  /// Words with the names of their places in front; three or more in a row that are equal are one.
  private static func runs(_ words: [String], _ name: (Int) -> String) -> [String] {
    var lines: [String] = []
    var first = 0
    while first < words.count {
      let end = words[first...].firstIndex { $0 != words[first] } ?? words.count
      lines +=
        end - first < 3
        ? (first..<end).map { name($0) + ":" + words[$0] }
        : ["\(name(first))-\(name(end - 1)):" + words[first]]
      first = end
    }
    return lines
  }

  /// How many a word such as `A-D:loan` or `0-99:deposit@0+1` is about; `nil` where it is none.
  private static func count(_ word: Substring, _ place: (Substring) -> Int?) throws(Problems)
    -> Int?
  {
    let ends = word.prefix { $0 != ":" }.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return ends.count == 1 ? 1 : nil }
    guard let first = place(ends[0]), let last = place(ends[1]), first < last else { return nil }
    let count = last - first + 1
    guard count <= mostInARow else {
      throw Problems([
        Problem(
          "", "\"\(word)\" is \(count) in a row",
          "allowed: up to \(mostInARow); write the others as words of their own")
      ])
    }
    return count
  }

  private static let mostInARow = 100_000

  /// Which teller is called so.
  private static func teller(_ name: Substring) -> Int? {
    guard let letter = name.unicodeScalars.first, (65...90) ~= letter.value else { return nil }
    return name.count == 1 ? Int(letter.value) - 65 : number(name.dropFirst())
  }

  /// Whether it is too large to be printed, and to be given on a command line.
  var isLong: Bool {
    visitors.count > Shrinker.mostClients && description.utf8.count > Self.longestLine
  }

  private static let longestLine = 4000

  /// A name as one word of a line, which a shell and a text of Swift can hold, too: `%7C` for a bar.
  private static func joined(_ name: String) -> String {
    name.map { letter in
      if letter == " " { return "␣" }
      guard letter.isWhitespace || "|'\"\\%␣".contains(letter) else { return String(letter) }
      return letter.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }.joined()
  }

  /// The name that ``joined(_:)`` wrote; `nil` where no name was written so.
  private static func name(_ word: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = word.replacing("␣", with: " ").utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(Substring(rest.prefix(2))), radix: 16) else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Reads a line.
  ///
  /// - Throws: what is wrong with it.
  public init(line: String) throws(Problems) {
    func problem(_ text: some StringProtocol, _ wanted: Phrase) -> Problems {
      Problems([Problem("", "\"\(text)\" is no part of a world", "write \(wanted)")])
    }
    let parts = line.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.split(whereSeparator: \.isWhitespace) }
    guard (2...3).contains(parts.count), parts[0].first == "T" else {
      throw problem(line, "T tellers | clients | settings, as a counter-example shows it")
    }
    self.init([], [])
    for word in parts[0].dropFirst() {
      guard let teller = Self.staff(word), let count = try Self.count(word, Self.teller) else {
        throw problem(word, "a teller as A:deposit,loan/0-5 or A:deposit*1.5")
      }
      staff += Array(repeating: teller, count: count)
    }
    let form = Self.visitorForm
    for word in parts[1] {
      guard let visitor = Self.visitor(word, form),
        let count = try Self.count(word, { Self.number($0) })
      else {
        throw problem(
          word, "a client as 0:deposit@0+1, 0:deposit@0+1~5, 0:deposit^2@0+1 or 0:deposit#0@0+1")
      }
      guard visitor.arrival >= visitors.last?.arrival ?? .zero else {
        throw problem(word, "clients in order of arrival")
      }
      visitors += Array(repeating: visitor, count: count)
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
    _ words: [Substring], _ problem: (Substring, Phrase) -> Problems
  ) throws(Problems) {
    let wanted: Phrase =
      "limit N, handover N, uneven N, reset N, back 1, restock N=N, mean SERVICE=N, target SERVICE=N, needs SERVICE=N, paper N, inks SERVICE=N, ink N, item N, of SERVICE=N,"
      + " route SERVICE>SERVICE, unlisted CLASS, queue NAME, name SERVICE=NAME, teller LETTER=NAME, services 1, options N or seed N"
    for pair in stride(from: 0, to: words.count, by: 2) {
      guard pair + 1 < words.count else { throw problem(words[pair], wanted) }
      let value = words[pair + 1]
      switch (words[pair], Self.number(value), Self.time(value)) {
      case ("limit", let number?, _): limit = number
      case ("handover", _, let time?): handover = time
      case ("uneven", _, let time?): (handover, isHandoverUneven) = (time, true)
      case ("reset", _, let time?): resets.append(time)
      case ("back", 1?, _): comesBack = true
      case ("seed", let number?, _): seed = UInt64(number)
      case ("paper", let number?, _): paper = number
      case ("ink", let number?, _): ink = number
      case ("item", let number?, _): items.append(Item(count: number, needs: [:]))
      case ("options", let number?, _): options = number
      case ("unlisted", _, _):
        guard let number = Int32(value) else { throw problem(value, wanted) }
        unlistedClasses.append(Int(number))
      case ("services", 1?, _): leastServices = 1
      case ("route", _, _):
        let steps = value.split(separator: ">", omittingEmptySubsequences: false)
          .compactMap { Self.service($0) }
        guard steps.count == value.count(where: { $0 == ">" }) + 1 else {
          throw problem(value, wanted)
        }
        routes.append(steps)
      case ("restock", _, _):
        let sides = value.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, let time = Self.time(sides[0]), let count = Self.number(sides[1]),
          0...BranchPlan.largestCount ~= count
        else { throw problem(value, wanted) }
        restocks.append(Restock(time: time, count: count))
      case ("queue", _, _):
        guard WorldQueue.named(String(value)) != nil else {
          let names = WorldQueue.all.map(\.name)
          throw Problems([
            Problem(
              "queue", "\"\(value)\" is no queue here",
              Suggestion.allowed(names, meant: String(value)))
          ])
        }
        queue = String(value)
      case ("name", _, _), ("teller", _, _):
        let sides = value.split(separator: "=", maxSplits: 1)
        guard let name = Self.name(sides.last ?? "") else { throw problem(value, wanted) }
        let tellers = staff.indices.map(Self.tellerName)
        if sides.count == 2, words[pair] == "name", let service = Self.service(sides[0]) {
          serviceNames[service] = name
        } else if sides.count == 2, words[pair] == "teller",
          let teller = tellers.firstIndex(of: String(sides[0]))
        {
          staff[teller].name = name
        } else {
          throw problem(value, wanted)
        }
      case ("mean", _, _), ("target", _, _), ("needs", _, _), ("inks", _, _), ("of", _, _):
        let sides = value.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, let service = Self.service(sides[0]) else {
          throw problem(value, wanted)
        }
        switch (words[pair], Self.number(sides[1]), Self.time(sides[1])) {
        case ("mean", _, let time?): means[service] = time
        case ("target", _, let time?): targets[service] = time
        case ("needs", let number?, _) where number > 0: needs[service] = number
        case ("inks", let number?, _) where number > 0: inkNeeds[service] = number
        case ("of", let number?, _) where number > 0 && !items.isEmpty:
          items[items.count - 1].needs[service] = number
        default: throw problem(value, wanted)
        }
      default: throw problem(words[pair], wanted)
      }
    }
    resets.sort()
    restocks.sort { $0.time < $1.time }
  }

  private static func staff(_ word: Substring) -> Staff? {
    let halves = word.split(separator: "/", maxSplits: 1)
    let names = halves.first?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    guard names.count == 2 else { return nil }
    let sides = names[1].split(separator: "*", omittingEmptySubsequences: false)
    var speed: Double?
    var speeds: [Int: Double] = [:]
    for side in sides.dropFirst() {
      let parts = side.split(separator: "=", omittingEmptySubsequences: false)
      guard let last = parts.last, let value = Double(last), 0.001...1000 ~= value else {
        return nil
      }
      switch (parts.count, parts.first.flatMap { service($0) }) {
      case (1, _) where speed == nil: speed = value
      case (2, let service?) where speeds[service] == nil: speeds[service] = value
      default: return nil
      }
    }
    let skills = sides[0].split(separator: ",").map { service($0) }
    let isNeverThere = halves.count == 2 && halves[1] == "never"
    let shifts =
      isNeverThere
      ? []
      : halves.dropFirst().joined().split(separator: ",").map { text -> Range<Time>? in
        let bounds = text.split(separator: "-").map { time($0) }
        guard bounds.count == 2, let start = bounds[0], let end = bounds[1], start < end else {
          return nil
        }
        return start..<end
      }
    guard !skills.contains(nil), !shifts.contains(nil) else { return nil }
    var staff = Staff(
      Set(skills.compactMap { $0 }).sorted(), shifts: shifts.compactMap { $0 },
      speed: speed ?? 1)
    staff.speeds = speeds
    staff.isNeverThere = isNeverThere
    return staff
  }

  private typealias VisitorForm = Regex<
    (Substring, Substring, Substring?, Substring?, Substring, Substring, Substring?)
  >

  /// How a client is written: made once for all of a line.
  private static var visitorForm: VisitorForm {
    /\d+(?:-\d+)?:([a-z0-9-]+)(?:\^(-?\d{1,10}))?(?:#(\d{1,4}))?@([0-9.]+)\+([0-9.]+)(?:~([0-9.]+))?/
  }

  private static func visitor(_ word: Substring, _ form: VisitorForm) -> Visitor? {
    guard let match = word.wholeMatch(of: form), let service = service(match.1),
      let arrival = time(match.4), let length = time(match.5)
    else { return nil }
    var patience: Time?
    if let text = match.6 {
      guard let value = time(text) else { return nil }
      patience = value
    }
    var visitor = Visitor(
      service, at: arrival, time: length, patience: patience,
      priority: match.2.flatMap { Int($0) } ?? 0)
    visitor.route = match.3.flatMap { Int($0) }
    return visitor
  }

  private static func service(_ name: Substring) -> Int? {
    switch name {
    case "deposit": return 0
    case "loan": return 1
    default:
      guard name.hasPrefix("service-"), let index = number(name.dropFirst(8)), (2...999) ~= index
      else { return nil }
      return index
    }
  }

  private static func time(_ text: Substring) -> Time? {
    guard let time = Time(decimal: text), time >= .zero, time <= .whole(3_000_000_000) else {
      return nil
    }
    return time
  }

  private static func number(_ text: Substring) -> Int? {
    guard let value = Int(text), (0...2_000_000_000) ~= value else { return nil }
    return value
  }
}
