extension String {
  /// How many columns of a terminal it takes: two for each Chinese, Japanese or Korean character and most emoji, none
  /// for combining accents and characters without width.
  package var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
  fileprivate var columns: Int {
    // U+FE0F asks for a picture. A picture takes two columns, however many scalars are joined into it.
    let isPicture = unicodeScalars.first?.properties.isEmojiPresentation ?? false
    if isPicture || unicodeScalars.contains("\u{FE0F}") { return 2 }
    return unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    switch (value, properties.generalCategory) {
    case (_, .nonspacingMark), (_, .enclosingMark), (_, .format): 0
    // Korean vowels and last consonants that are scalars of their own: the first consonant before them has the two
    // columns.
    case (0x1160...0x11FF, _), (0xD7B0...0xD7FF, _): 0
    case (0x1100...0x115F, _), (0x2E80...0xA4CF, _), (0xA960...0xA97F, _), (0xAC00...0xD7A3, _),
      (0xF900...0xFAFF, _), (0xFE30...0xFE6F, _), (0xFF00...0xFF60, _), (0xFFE0...0xFFE6, _),
      (0x1F300...0x1FAFF, _), (0x20000...0x3FFFD, _):
      2
    default: 1
    }
  }
}
