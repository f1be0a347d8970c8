package import BankCore

/// Times and rates as people write them: `20min`, `1h 30min`, `10:30`, `58/h`.
package enum TimeText {
  /// Seconds by unit.
  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("min", 60), ("h", 3600), ("d", 86_400),
  ]

  /// The units, for a message.
  package static let unitNames = units.map(\.name).joined(separator: ", ")

  /// What a text says.
  package enum Reading: Sendable, Equatable {
    /// A length of time, or a point that long after opening.
    case length(Time)
    /// A time of day, in seconds from midnight.
    case clock(Double)

    /// The point in time for a branch that opens at `opens` (seconds from midnight).
    ///
    /// `nil` for a time of day without an opening. One that is earlier than the opening is of the next
    /// day where the branch is open past midnight, and otherwise `nil` too.
    package func time(opens: Double?, isOvernight: Bool = false) -> Time? {
      switch self {
      case .length(let time): return time
      case .clock(let clock):
        guard let opens else { return nil }
        if clock >= opens { return .seconds(clock - opens) }
        return isOvernight ? .seconds(clock + 86_400 - opens) : nil
      }
    }
  }

  /// Reads a number of seconds, numbers with units, or a time of day.
  package static func read(_ text: String) -> Reading? {
    if let time = Time(decimal: text) { return .length(time) }
    if let clock = clock(text) { return .clock(clock) }
    var rest = text[...]
    var sum = Time.zero
    repeat {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(number.count).drop { $0 == " " }
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(name.count).drop { $0 == " " }
      guard let unit = units.first(where: { $0.name == name }),
        let value = Time(decimal: number)
      else { return nil }
      sum += scaled(value, by: unit.seconds)
    } while !rest.isEmpty
    return .length(sum)
  }

  /// Reads a length of time.
  package static func length(_ text: String) -> Time? {
    if case .length(let time)? = read(text) { time } else { nil }
  }

  /// Exactly, where nothing is lost by it.
  private static func scaled(_ time: Time, by factor: Double) -> Time {
    guard factor >= 1 else { return .seconds(time.seconds * factor) }
    let (product, overflow) = time.nanoseconds.multipliedReportingOverflow(by: Int64(factor))
    return overflow ? .never : Time(nanoseconds: product)
  }

  /// Reads a time of day, `9:00`, `09:00` or `09:00:30`, up to `24:00`.
  package static func clock(_ text: String) -> Double? {
    // By hand: a pattern is compiled anew at every call, and a config has hundreds of times.
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, 1...2 ~= parts[0].count,
      parts.dropFirst().allSatisfy({ $0.count == 2 }), parts.joined().allSatisfy(isDigit)
    else { return nil }
    let numbers = parts.map { $0.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) } }
    let seconds = numbers.count == 3 ? numbers[2] : 0
    guard numbers[0] <= 24, numbers[1] < 60, seconds < 60 else { return nil }
    let total = numbers[0] * 3600 + numbers[1] * 60 + seconds
    return total <= 86_400 ? Double(total) : nil
  }

  /// What a text such as `17.30` may mean beside seconds: `17:30`; `nil` for all others.
  package static func dottedClock(_ text: String) -> String? {
    guard text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 1,
      !text.utf8.contains(UInt8(ascii: ":"))
    else { return nil }
    let clock = String(text.map { $0 == "." ? ":" : $0 })
    return self.clock(clock) == nil ? nil : clock
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Reads a rate per second: a number, or `58/h`.
  package static func rate(_ text: String) -> Double? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map {
      $0.trimmingPrefix(while: \.isWhitespace)
    }
    guard let number = parts.first.flatMap({ Double(decimal: $0.filter { $0 != " " }) }) else {
      return nil
    }
    guard parts.count == 2 else { return number }
    guard let unit = units.first(where: { $0.name == parts[1] }) else { return nil }
    return number / unit.seconds
  }

  /// The number that a text begins with times `factor`, with what follows it.
  static func multiplied(_ text: String, by factor: Double) -> String? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = Double(decimal: number) else { return nil }
    return "\(value * factor)" + text.dropFirst(number.count)
  }
}

extension Double {
  /// Reads a finite decimal number: `0.5`, `1e3`, and neither `0x10` nor `inf`.
  package init?(decimal text: some StringProtocol) {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || ".+-eE".contains($0)) }),
      let value = Double(text), value.isFinite
    else { return nil }
    self = value
  }
}
