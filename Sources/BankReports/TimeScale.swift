import BankCore
import BankSimulation
import Foundation

/// How times are shown to people: in which unit, and by which clock.
public struct TimeScale: Sendable, Equatable {
  /// A unit of time.
  public enum Unit: String, CaseIterable, Sendable {
    /// Seconds, minutes, hours.
    case s, min, h

    /// How many seconds it has.
    public var seconds: Double {
      switch self {
      case .s: 1
      case .min: 60
      case .h: 3600
      }
    }

    /// What it is called.
    var words: String { name(in: .en) }

    /// What it is called in a language.
    func name(in language: Language) -> String {
      switch self {
      case .s: language("seconds", "초")
      case .min: language("minutes", "분")
      case .h: language("hours", "시간")
      }
    }

    /// What stands after a number.
    func sign(in language: Language) -> String { language(rawValue, name(in: .ko)) }

    var places: Int { self == .min ? 2 : 3 }
  }

  /// The unit of lengths.
  public var unit: Unit

  /// When the branch opens, in seconds from midnight, where the config says so.
  public var opens: Double?

  /// Makes a scale.
  public init(unit: Unit = .s, opens: Double? = nil) {
    self.unit = unit
    self.opens = opens
  }

  /// What lengths are given in.
  var words: String { unit.words }

  /// A length of time, without its unit.
  func number(_ seconds: Double) -> String {
    (seconds / unit.seconds).decimal(places: unit.places)
  }

  /// A length of time with its unit.
  func length(_ seconds: Double, in language: Language = .en) -> String {
    number(seconds) + language(" ", "") + unit.sign(in: language)
  }

  /// A length of time with three digits or fewer, for pictures and sentences.
  func brief(_ seconds: Double) -> String {
    Time.seconds(seconds / unit.seconds).decimal(places: places(seconds))
  }

  private func places(_ seconds: Double) -> Int {
    let value = abs(seconds / unit.seconds)
    return value < 1 ? 2 : value < 100 ? 1 : 0
  }

  /// A length of time and half of its interval, both with as many decimals: so many that the half is not 0.
  func brief(_ seconds: Double, half: Double?) -> (value: String, half: String?) {
    guard let half else { return (brief(seconds), nil) }
    let value = half / unit.seconds
    let places =
      (places(seconds)...4).first { value >= 0.5 * pow(10, -Double($0)) } ?? places(seconds)
    func told(_ seconds: Double) -> String { (seconds / unit.seconds).decimal(places: places) }
    return (told(seconds), "± " + told(half))
  }

  /// A length of time that somebody chose, with its unit: no decimals that it does not need, and in a smaller unit where
  /// it has more than two.
  func exact(_ seconds: Double, in language: Language) -> String {
    func isPlain(_ unit: Unit) -> Bool {
      let hundredths = seconds / unit.seconds * 100
      return abs(hundredths - hundredths.rounded()) < 1e-6
    }
    let smaller = [Unit.h, .min, .s].filter { $0.seconds <= unit.seconds }
    let plain = smaller.first(where: isPlain) ?? .s
    return Scale.label(seconds / plain.seconds) + language(" ", "") + plain.sign(in: language)
  }

  /// The same with its unit.
  package func brief(_ seconds: Double, in language: Language) -> String {
    brief(seconds) + language(" ", "") + unit.sign(in: language)
  }

  /// How much two lengths of time are apart: brief, and with more decimals where those would be zeros.
  func apart(_ seconds: Double, in language: Language) -> String {
    let value = abs(seconds / unit.seconds)
    let isZero = value < 0.005 && value > 0
    let places = isZero ? min(9, Int((-log10(value)).rounded(.up)) + 1) : places(seconds)
    return value.decimal(places: places) + language(" ", "") + unit.sign(in: language)
  }

  /// The same with half of its interval.
  func brief(_ interval: Interval, in language: Language) -> String {
    let told = brief(interval.mean, half: interval.halfWidth)
    return [told.value, told.half].compactMap { $0 }.joined(separator: " ") + language(" ", "")
      + unit.sign(in: language)
  }

  /// A length of time, with more decimals for shorter ones: for how long a run was.
  func total(_ seconds: Double, in language: Language = .en) -> String {
    (seconds / unit.seconds).decimal(places: 2) + language(" ", "")
      + unit.sign(in: language)
  }

  /// A length of time as people say it, as the floor's page writes it: 4.2 s, 3 min 5 s, 11 h 30 min.
  package static func spoken(_ seconds: Double, in language: Language) -> String {
    func say(_ value: Int, _ unit: Unit) -> String {
      "\(value)" + language(" ", "") + unit.sign(in: language)
    }
    guard seconds >= 59.5 else {
      let places = seconds < 9.95 && seconds != seconds.rounded() ? 1 : 0
      return Time.seconds(seconds).decimal(places: places) + language(" ", "")
        + Unit.s.sign(in: language)
    }
    let isShort = seconds < 600
    let whole = Int((isShort ? seconds : seconds / 60).rounded())
    let parts = [(whole / 60, isShort ? Unit.min : .h), (whole % 60, isShort ? .s : .min)]
    return parts.filter { $0.0 > 0 }.map(say).joined(separator: " ")
  }

  /// What stands beside a heading of lengths: nothing for seconds.
  func heading(_ words: String, in language: Language) -> String {
    unit == .s && language == .en ? words : "\(words) (\(unit.sign(in: language)))"
  }

  /// A point in time: by the clock where there is one, otherwise since opening.
  package func moment(_ seconds: Double) -> String {
    guard let opens else { return length(seconds) }
    // Within a day of opening the time alone says when it is, after midnight too.
    let time = opens + seconds
    return Self.clock(seconds.rounded() < 86_400 && time.rounded() >= 86_400 ? time - 86_400 : time)
  }

  /// What an axis of points in time is called.
  func axis(in language: Language) -> String {
    opens == nil
      ? language("time (\(unit))", "시각(\(unit.sign(in: .ko)))") : language("time of day", "시각")
  }

  /// `09:30`, or `09:30:15` where there are seconds; of a later day with the number of days: `00:30 +1`.
  public static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    let (day, rest) = (whole / 86_400, whole % 86_400)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = "\(two(rest / 3600)):\(two(rest / 60 % 60))"
    return time + (rest % 60 == 0 ? "" : ":\(two(rest % 60))") + (day == 0 ? "" : " +\(day)")
  }

  /// At most seven round lengths of a range of seconds, with what is written beside them.
  func lengthTicks(_ range: ClosedRange<Double>) -> [(at: Double, label: String)] {
    let scaled = (range.lowerBound / unit.seconds)...(range.upperBound / unit.seconds)
    return Scale.ticks(scaled).map { ($0 * unit.seconds, Scale.label($0)) }
  }

  /// At most seven round points of a range of seconds, with what is written beside them.
  func ticks(_ range: ClosedRange<Double>) -> [(at: Double, label: String)] {
    guard let opens else { return lengthTicks(range) }
    let span = range.upperBound - range.lowerBound
    let steps: [Double] = [
      1, 5, 15, 60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
    ]
    let step = steps.first { span / $0 <= 7 } ?? (span / 6 / 86_400).rounded(.up) * 86_400
    var tick = ((range.lowerBound + opens) / step).rounded(.up) * step
    var ticks: [(Double, String)] = []
    while tick <= range.upperBound + opens {
      ticks.append((tick - opens, moment(tick - opens)))
      tick += step
    }
    return ticks
  }
}

extension Double {
  /// With so many decimals, rounded; a number beyond what times can be as `1.2e+10`.
  func decimal(places: Int) -> String {
    abs(self) < 9e9 ? Time.seconds(self).decimal(places: places) : String(format: "%.4g", self)
  }
}

extension TimeScale {
  /// From when until when: by the clock where there is one, otherwise since opening.
  func period(_ hours: Range<Time>, in language: Language) -> String {
    let (from, to) = (hours.lowerBound.seconds, hours.upperBound.seconds)
    guard opens == nil else { return moment(from) + "–" + moment(to) }
    let (first, last) = (exact(from, in: language), exact(to, in: language))
    let sign = language(" ", "") + unit.sign(in: language)
    return (first.hasSuffix(sign) && last.hasSuffix(sign) ? first.dropLast(sign.count) : first[...])
      + "–" + last
  }
}
