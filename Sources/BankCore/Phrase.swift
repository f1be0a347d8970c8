/// Words for a person, with places for names and numbers: `"%@" is not a service`.
///
/// Written as a text literal, in English. The words are the key under which a translation is found,
/// so whoever says something needs to know no other language:
///
/// ```swift
/// let phrase: Phrase = "\"\(name)\" is not a service"
/// phrase.words   // "%@" is not a service
/// ```
public struct Phrase: Hashable, Sendable, CustomStringConvertible {
  /// What stands at a place.
  public enum Value: Sendable {
    /// A name, a number, somebody else's words: the same in every language.
    case text(String)
    /// Words that are translated on their own.
    case phrase(Phrase)
  }

  /// The words, `%@` where a value goes.
  public private(set) var words: String

  /// What goes there, in order.
  public private(set) var values: [Value]

  /// Words that stay as they are: a name, or what the system said.
  public init(verbatim text: String) {
    words = "%@"
    values = [.text(text)]
  }

  /// Several phrases, one after the other, with `separator` between them.
  public init(_ phrases: [Phrase], separator: String) {
    words = Array(repeating: "%@", count: phrases.count).joined(separator: separator)
    values = phrases.map(Value.phrase)
  }

  /// Whether nothing is said.
  public var isEmpty: Bool { description.isEmpty }

  /// In English.
  public var description: String { text { _ in nil } }

  /// In the language of `translation`, which gives the words for others', with as many `%@`, or
  /// with `%1$@` and so on where they come in another order; English where it has none.
  public func text(_ translation: (String) -> String?) -> String {
    var rest = Substring(translation(words) ?? words)
    var text = ""
    var next = 0
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[percent...]
      let place = rest.dropFirst().prefix { $0.isNumber }
      if rest.hasPrefix("%@"), next < values.count {
        text += value(next, translation)
        next += 1
        rest = rest.dropFirst(2)
      } else if let number = Int(place), rest.dropFirst(1 + place.count).hasPrefix("$@"),
        values.indices.contains(number - 1)
      {
        text += value(number - 1, translation)
        rest = rest.dropFirst(3 + place.count)
      } else {
        text += "%"
        rest = rest.dropFirst()
      }
    }
    return text + rest
  }

  private func value(_ index: Int, _ translation: (String) -> String?) -> String {
    switch values[index] {
    case .text(let text): text
    case .phrase(let phrase): phrase.text(translation)
    }
  }

  /// One after the other.
  public static func + (left: Phrase, right: Phrase) -> Phrase {
    var both = left
    both.words += right.words
    both.values += right.values
    return both
  }

  /// Phrases are the same that say the same.
  public static func == (left: Phrase, right: Phrase) -> Bool {
    left.description == right.description
  }

  /// As ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Phrase: ExpressibleByStringInterpolation {
  /// Takes a literal apart into words and values.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var words = ""
    fileprivate var values: [Value] = []

    /// For a literal with so many letters and places.
    public init(literalCapacity: Int, interpolationCount: Int) {
      words.reserveCapacity(literalCapacity + 2 * interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    /// Words.
    public mutating func appendLiteral(_ literal: String) { words += literal }

    /// A value.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      words += "%@"
      values.append(.text("\(value)"))
    }

    /// Words that are translated on their own.
    public mutating func appendInterpolation(_ phrase: Phrase) {
      words += "%@"
      values.append(.phrase(phrase))
    }

    /// What is wrong, with its path.
    public mutating func appendInterpolation(_ problem: Problem) {
      appendInterpolation(problem.phrase)
    }
  }

  /// Words without places.
  public init(stringLiteral value: String) {
    words = value
    values = []
  }

  /// Words with places.
  public init(stringInterpolation: StringInterpolation) {
    words = stringInterpolation.words
    values = stringInterpolation.values
  }
}

extension String {
  /// How many columns of a terminal it takes: two for each Chinese, Japanese or Korean character.
  package var columns: Int {
    unicodeScalars.reduce(0) { sum, scalar in
      switch scalar.value {
      case 0x0300...0x036F, 0x200B...0x200F: sum
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        sum + 2
      default: sum + 1
      }
    }
  }
}
