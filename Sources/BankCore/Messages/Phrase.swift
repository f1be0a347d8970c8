/// A text that people read, with places for names and numbers: `"%@" is not a service`.
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
    /// A name, a number or a text from elsewhere: the same in every language.
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

  /// Whether the text is empty.
  public var isEmpty: Bool { description.isEmpty }

  /// In English.
  public var description: String { text { _ in nil } }

  /// In another language: `translation` returns the words for the English ones, or `nil` to keep them.
  ///
  /// Translated words have as many `%@`, or `%1$@`, `%2$@` … where the values come in another order.
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

  /// Equal when the English texts are equal.
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

    /// Makes room for a literal of about this many letters and places.
    public init(literalCapacity: Int, interpolationCount: Int) {
      words.reserveCapacity(literalCapacity + 2 * interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    /// Words.
    public mutating func appendLiteral(_ literal: String) { words += literal }

    /// A value.
    public mutating func appendInterpolation<Other>(_ value: Other) {
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
