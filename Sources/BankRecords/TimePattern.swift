/// How a file writes dates or times: runs of `y`, `M`, `d`, `H`, `h`, `m`, `s` for the numbers, `MMM` for the name of a
/// month (English or German), `E` for that of a weekday, which is passed over, `a` for AM
/// and PM (오전 and 오후), `S` for a fraction of a second, `Z` for an offset, anything else as it is; or
/// `seconds` or `minutes` for a plain number, `epoch` and `epoch-ms` for seconds and milliseconds since 1970, `excel` for the
/// days since 1900 that a spreadsheet counts.
///
/// A run of one letter takes one or two digits, a longer run as many digits as letters. A fraction may be
/// left out with its point. Times of day are those of the branch: an offset is used only where those of one row differ.
public struct TimePattern: Sendable, Equatable {
  /// What a run of one letter stands for.
  private enum Field: Character {
    case year = "y"
    case month = "M"
    case day = "d"
    case hour = "H"
    case hourOfHalf = "h"
    case minute = "m"
    case second = "s"
    case half = "a"
    case fraction = "S"
    case offset = "Z"
    case weekday = "E"
  }

  private enum Part: Equatable {
    case number(Field, length: Int)
    case text(Character)
  }

  /// A number of seconds, and the day if the pattern has one (days since 1970).
  public struct Moment: Equatable, Sendable {
    /// Seconds since midnight, or a plain number of seconds.
    public var seconds: Double
    /// The day, if the text says one.
    public var day: Int?
    /// How far the clock is ahead of Greenwich in seconds, if the text says so.
    public var offset: Double?

    /// Makes a moment.
    public init(seconds: Double, day: Int?, offset: Double? = nil) {
      self.seconds = seconds
      self.day = day
      self.offset = offset
    }
  }

  /// The pattern as it is written.
  public let text: String
  private let parts: [Part]
  /// The fewest characters of a text so written.
  private let shortest: Int

  /// Makes a pattern; `nil` where a letter is none of those it knows.
  public init?(_ text: String) {
    self.text = text
    guard !Self.plain.keys.contains(text) else {
      parts = []
      shortest = 1
      return
    }
    var parts: [Part] = []
    for letter in text {
      if let field = Field(rawValue: letter) {
        if case .number(field, let length)? = parts.last {
          parts[parts.count - 1] = .number(field, length: length + 1)
        } else {
          parts.append(.number(field, length: 1))
        }
      } else if letter.isLetter, letter.isASCII, letter != "T" {
        return nil
      } else {
        parts.append(.text(letter))
      }
    }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
    shortest = parts.reduce(0) { sum, part in
      switch part {
      case .number(.fraction, _), .text("."): sum
      case .number(.half, _), .number(.weekday, _), .number(.offset, _), .text: sum + 1
      case .number(_, let length): sum + length
      }
    }
  }

  /// Reads `text`, or returns `nil` where it is not so written or no such time exists.
  public func read(_ text: Substring) -> Moment? {
    guard text.utf8.count <= Self.longest else { return nil }
    guard !parts.isEmpty else {
      // With a comma where the language of a spreadsheet has one.
      guard let value = Double(text) ?? Double(text.replacing(",", with: ".")), value.isFinite,
        abs(value) < 1e15
      else { return nil }
      guard let unit = Self.plain[self.text], unit > 0 else {
        return Moment(seconds: self.text == "minutes" ? value * 60 : value, day: nil)
      }
      // A spreadsheet writes seconds as shares of a day, and not exactly.
      let all = unit < 86_400 ? value * unit : (value * unit).rounded()
      let day = (all / 86_400).rounded(.down)
      let first = unit < 86_400 ? 0 : Self.firstOfExcel
      // A spreadsheet's time of day is a share of no day.
      guard first == 0 || !(0..<1 ~= value) else { return Moment(seconds: all, day: nil) }
      return Moment(seconds: all - day * 86_400, day: Int(day) + first)
    }
    var rest = text.utf8[...]
    guard rest.count >= shortest else { return nil }
    var values: [Field: Int] = [:]
    var fraction = 0.0
    var isAfternoon: Bool?
    var offset: Double?
    var next = 0
    while next < parts.count {
      defer { next += 1 }
      switch parts[next] {
      case .text(".")
      where parts.dropFirst(next + 1).first == .number(.fraction, length: 1)
        && rest.first != UInt8(ascii: "."):
        next += 1
      case .text(let letter):
        for byte in letter.utf8 {
          guard rest.first == byte else { return nil }
          rest = rest.dropFirst()
        }
      case .number(.half, _):
        guard let (word, isPM) = Self.halves.first(where: { rest.starts(with: $0.word.utf8) })
        else { return nil }
        isAfternoon = isPM
        rest = rest.dropFirst(word.utf8.count)
      case .number(.weekday, _):
        let word = Self.word(rest)
        guard !word.isEmpty else { return nil }
        rest = rest.dropFirst(word.utf8.count)
        if rest.first == UInt8(ascii: "."), parts.dropFirst(next + 1).first != .text(".") {
          rest = rest.dropFirst()
        }
      case .number(.month, 3...):
        let word = Self.word(rest)
        guard word.count >= 3, let month = Self.months[word.lowercased().prefix(3).description]
        else { return nil }
        values[.month] = month
        rest = rest.dropFirst(word.utf8.count)
      case .number(.fraction, _):
        let digits = rest.prefix { (48...57).contains($0) }
        guard let value = Double("0." + String(Substring(digits))), !digits.isEmpty else {
          return nil
        }
        fraction = value
        rest = rest.dropFirst(digits.count)
      case .number(.offset, _):
        guard
          let found = Substring(rest).prefixMatch(of: /Z|([+-])(\d{2}):?(\d{2})?/)
        else { return nil }
        let minutes = 60 * (found.2.flatMap { Int($0) } ?? 0) + (found.3.flatMap { Int($0) } ?? 0)
        offset = Double((found.1 == "-" ? -60 : 60) * minutes)
        rest = rest.dropFirst(found.0.utf8.count)
      case .number(let field, let length):
        let most = length == 1 ? 2 : length
        let digits = rest.prefix(most).prefix { (48...57).contains($0) }
        guard !digits.isEmpty, length == 1 || digits.count == length else { return nil }
        values[field] = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        rest = rest.dropFirst(digits.count)
      }
    }
    guard rest.isEmpty else { return nil }
    var hours = values[.hour] ?? 0
    if let twelve = values[.hourOfHalf] {
      guard 0...12 ~= twelve else { return nil }
      hours = twelve % 12 + (isAfternoon == true ? 12 : 0)
    }
    let (minutes, seconds) = (values[.minute] ?? 0, values[.second] ?? 0)
    guard hours < 48, minutes < 60, seconds < 61 else { return nil }
    var day: Int?
    if let month = values[.month], let date = values[.day] {
      guard 1...12 ~= month, 1...31 ~= date else { return nil }
      let year = Self.year(values[.year] ?? 1970)
      let known = Self.day(year: year, month, date)
      // The thirtieth of February would be the second of March.
      let next = Self.day(year: month < 12 ? year : year + 1, month % 12 + 1, 1)
      guard known < next else { return nil }
      day = known
    }
    return Moment(
      seconds: Double(hours * 3600 + minutes * 60 + seconds) + fraction, day: day,
      offset: offset)
  }

  /// No time takes more bytes.
  private static let longest = 200

  /// The words for plain numbers, with the seconds of their unit; 0 for no date.
  private static let plain: [String: Double] = [
    "seconds": 0, "minutes": 0, "epoch": 1, "epoch-ms": 0.001, "excel": 86_400,
  ]
  /// Day 0 of a spreadsheet, in days since 1970.
  private static let firstOfExcel = -25_569

  /// The letters that a text begins with.
  private static func word(_ text: Substring.UTF8View) -> Substring {
    Substring(text).prefix { $0.isLetter }
  }

  /// Months by the first three letters of their names.
  private static let months = [
    "jan": 1, "feb": 2, "mar": 3, "mär": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7,
    "aug": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12,
  ]

  /// How halves of a day are written.
  private static let halves: [(word: String, isPM: Bool)] = [
    ("AM", false), ("PM", true), ("am", false), ("pm", true), ("a.m.", false), ("p.m.", true),
    ("오전", false), ("오후", true),
  ]

  /// Whether it says the day.
  public var hasDate: Bool {
    Self.plain[text].map { $0 > 0 } ?? (text.contains("M") && text.contains("d"))
  }

  /// Two digits are of 1970 to 2069.
  private static func year(_ year: Int) -> Int {
    year >= 100 ? year : year >= 70 ? 1900 + year : 2000 + year
  }

  /// Days since 1970 (Gregorian; Howard Hinnant's algorithm).
  static func day(year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let ofEra = year - era * 400
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  /// A day since 1970 as `1999-02-01`.
  public static func date(_ day: Int) -> String {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let ofYears = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * ofYears + ofYears / 4 - ofYears / 100)
    let part = (5 * ofYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    let year = ofYears + era * 400 + (month <= 2 ? 1 : 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(ofYear - (153 * part + 2) / 5 + 1))"
  }

  /// The names of the days of a week, the first of 1970 being a Thursday.
  public static let weekdays = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"]

  /// The same with another one first.
  static func weekdays(from first: String) -> [String] {
    let place = weekdays.firstIndex(of: first) ?? 0
    return Array(weekdays[place...] + weekdays[..<place])
  }

  /// The weekday of a day since 1970.
  public static func weekday(_ day: Int) -> String { weekdays[((day % 7) + 7) % 7] }
}
