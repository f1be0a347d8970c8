/// Korean particles, which depend on how the word before them ends.
enum Particle {
  /// 을/를, 이/가, 은/는, 과/와, (으)로.
  case object, subject, topic, and, by

  private var forms: (afterConsonant: String, afterVowel: String) {
    switch self {
    case .object: ("을", "를")
    case .subject: ("이", "가")
    case .topic: ("은", "는")
    case .and: ("과", "와")
    case .by: ("으로", "로")
    }
  }

  /// How a word sounds at its end.
  private enum Ending {
    case vowel, consonant
    /// ㄹ, after which 로 follows as after a vowel.
    case liquid
  }

  private static func ending(_ word: String) -> Ending {
    guard
      let last = word.unicodeScalars.last(where: { $0.properties.isAlphabetic || "0"..."9" ~= $0 })
    else { return .vowel }
    switch last.value {
    case 0xAC00...0xD7A3:
      switch (last.value - 0xAC00) % 28 {
      case 0: return .vowel
      case 8: return .liquid
      default: return .consonant
      }
    default: return latin(word, last)
    }
  }

  /// Of digits as they are read, of Latin words as they mostly sound.
  private static func latin(_ word: String, _ last: Unicode.Scalar) -> Ending {
    let letters = word.unicodeScalars.filter(\.properties.isAlphabetic).suffix(3).dropLast()
    let before = letters.last ?? " "
    func isVowel(_ letter: Unicode.Scalar) -> Bool { "aeiou".unicodeScalars.contains(letter) }
    switch last {
    case "1", "7", "8", "l", "L": return .liquid
    case "0", "3", "6", "m", "n", "M", "N", "b", "c": return .consonant
    // 뱅크, 그룹, 블록.
    case "k", "p": return isVowel(before) || before == "c" ? .consonant : .vowel
    // 스타트, 웨이트, 스플릿.
    case "t":
      let isLong = letters.dropLast().contains(where: isVowel)
      return isVowel(before) && !isLong ? .consonant : .vowel
    case "g": return before == "n" ? .consonant : .vowel
    case "e": return before == "n" || before == "m" ? .consonant : before == "l" ? .liquid : .vowel
    default: return .vowel
    }
  }

  func after(_ word: String) -> String {
    switch Self.ending(word) {
    case .vowel: word + forms.afterVowel
    case .liquid: word + (self == .by ? forms.afterVowel : forms.afterConsonant)
    case .consonant: word + forms.afterConsonant
    }
  }
}

extension String {
  /// The word with its particle.
  func with(_ particle: Particle) -> String { particle.after(self) }
}
