extension Int {
  /// In groups of three digits: `100,000`.
  var grouped: String {
    let digits = String(magnitude)
    let parts = stride(from: digits.count, to: 0, by: -3).map { end in
      String(digits.dropLast(digits.count - end).suffix(3))
    }
    return (self < 0 ? "−" : "") + parts.reversed().joined(separator: ",")
  }
}

/// Where on a picture a value stands.
struct Scale {
  let domain: ClosedRange<Double>
  let start: Double
  let end: Double

  /// Makes a scale from values to pixels; a domain of one value is given some room.
  init(_ domain: ClosedRange<Double>, from start: Double, to end: Double) {
    self.domain =
      domain.lowerBound < domain.upperBound
      ? domain : domain.lowerBound...(domain.lowerBound + 1)
    self.start = start
    self.end = end
  }

  func callAsFunction(_ value: Double) -> Double {
    let share = (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
    return start + min(max(share, 0), 1) * (end - start)
  }

  /// At most `most` round values of a range.
  static func ticks(_ range: ClosedRange<Double>, most: Int = 7) -> [Double] {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite else { return [range.lowerBound] }
    var step = 1.0
    while span / step > Double(most - 1) { step *= 10 }
    while span / step < Double(most - 1) / 10 { step /= 10 }
    for part in [0.1, 0.2, 0.5] where span / (step * part) <= Double(most - 1) {
      step *= part
      break
    }
    var ticks: [Double] = []
    var tick = (range.lowerBound / step).rounded(.up)
    while tick * step <= range.upperBound + step * 1e-9 {
      ticks.append(tick * step)
      tick += 1
    }
    return ticks
  }

  /// Round shares of a range, with what is written beside them.
  static func percentTicks(_ range: ClosedRange<Double>) -> [(at: Double, label: String)] {
    ticks(range, most: 6).map { ($0, label($0 * 100) + " %") }
  }

  /// A round value that is no less than `value`, for the end of an axis that begins at zero.
  static func roundedUp(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 1 }
    let ticks = ticks(0...value, most: 5)
    guard ticks.count > 1 else { return value }
    let step = ticks[1] - ticks[0]
    return (value / step - 1e-9).rounded(.up) * step
  }

  /// A tick's value without needless decimals.
  static func label(_ value: Double) -> String {
    let text = String(format(value))
    return text == "-0" ? "0" : text.replacing("-", with: "−")
  }

  private static func format(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? String(Int(rounded)) : String(rounded)
  }
}
