public import BankCore

/// The Korean words of what the other libraries say in English: `Pages/ko.po`, in the format of
/// gettext, which translators' tools read.
enum Catalogue {
  static let korean = read(ReportsPages.koPo)

  /// `\n` as a line break, and anything else behind a `\` as itself.
  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// Reads pairs of `msgid` and `msgstr`, each a text in quotes or several on lines of their own.
  static func read(_ text: String) -> [String: String] {
    var entries: [String: String] = [:]
    var texts = (id: "", translation: "")
    var isTranslation = false
    func keep() {
      if !texts.id.isEmpty, !texts.translation.isEmpty { entries[texts.id] = texts.translation }
    }
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("msgid") {
        keep()
        (texts, isTranslation) = (("", ""), false)
      } else if line.hasPrefix("msgstr") {
        isTranslation = true
      }
      guard let open = line.firstIndex(of: "\""), let close = line.lastIndex(of: "\""), open < close
      else { continue }
      let part = unescaped(line[line.index(after: open)..<close])
      if isTranslation { texts.translation += part } else { texts.id += part }
    }
    keep()
    return entries
  }
}

extension Language {
  /// A phrase in this language, with Korean particles as the words before them sound.
  public func say(_ phrase: Phrase) -> String {
    switch self {
    case .en: phrase.description
    case .ko: Particle.choose(in: phrase.text { Catalogue.korean[$0] })
    }
  }

  /// What is wrong, with its path: of that the words before a number are translated, as in `line 3`.
  public func say(_ problem: Problem) -> String {
    guard self != .en else { return problem.description }
    guard !problem.path.isEmpty else { return say(problem.sentence) }
    let path = problem.path.replacing(" and --", with: ", --")
    let places = path.split(separator: ": ", omittingEmptySubsequences: false).map {
      place in
      place.split(separator: ", ").map { say(Self.numbered($0)) }.joined(separator: ", ")
    }
    return places.joined(separator: ": ") + ": " + say(problem.sentence)
  }

  /// `line 3` as `line %@` with a value; anything but words and a value stays as it is.
  private static func numbered(_ place: Substring) -> Phrase {
    let words = place.split(separator: " ", maxSplits: 1)
    guard words.count == 2, ["line", "column"].contains(words[0]) else {
      return Phrase(verbatim: String(place))
    }
    return words[0] == "line" ? "line \(words[1])" : "column \(words[1])"
  }
}

extension Particle {
  /// Both forms of each, as a translation has them where only the word before can tell.
  private static let pairs: [(written: String, particle: Particle)] = [
    ("을(를)", .object), ("이(가)", .subject), ("은(는)", .topic), ("과(와)", .and), ("(으)로", .by),
  ]

  /// Puts the right form for `을(를)`, `이(가)`, `은(는)`, `과(와)` and `(으)로`.
  static func choose(in text: String) -> String {
    guard text.contains("(") else { return text }
    var chosen = ""
    var rest = Substring(text)
    while !rest.isEmpty {
      if let pair = pairs.first(where: { rest.hasPrefix($0.written) }) {
        chosen += pair.particle.after(chosen).dropFirst(chosen.count)
        rest = rest.dropFirst(pair.written.count)
      } else {
        chosen.append(rest.removeFirst())
      }
    }
    return chosen
  }
}
