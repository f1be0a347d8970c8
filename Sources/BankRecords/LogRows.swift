import BankCore

/// The rows of a log below its heading, as both the proposal of its columns and the reader take them.
///
/// Were they taken in two ways, the one would find columns and services in rows that the other reads otherwise.
struct LogRows: Sequence {
  /// What a row is.
  enum Content {
    /// A client: as many fields as the heading has.
    case client([Substring])
    /// The sum of those above it.
    case total
    /// The heading once more.
    case heading
    /// None of them.
    case unreadable(_ finding: Phrase, _ remedy: Phrase)
  }

  /// Between two fields.
  let separator: Character
  /// The line of the heading, the first one being 1.
  let headingLine: Int
  /// The names of the columns; `nil` where a quote in the heading does not end, or it has more than any log.
  private(set) var heading: [Substring]?

  private let body: Substring.UTF8View
  private let lines: [Substring.UTF8View]
  /// The heading as it is written, with what a separator at its end leaves.
  private let written: [Substring]
  /// Whether every row has a separator at its end that the heading has not.
  private var endsInSeparator = false
  /// Whether a blank stands behind each separator, which is no part of a field.
  private let isSpaced: Bool

  /// More than any log has; what they mean is found by comparing them.
  private static let mostColumns = 1000

  private static let openQuote: (finding: Phrase, remedy: Phrase) = (
    "a quote that does not end", "close it with \""
  )

  /// Looks for the heading, `nil` where the text has none; without a `separator` it is what the heading has.
  init?(_ text: String, separator given: Character? = nil) {
    var body = text.utf8[...]
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { body = body.dropFirst(3) }
    let lines = body.split(separator: 10, omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { !Self.withoutReturn($0).isEmpty }) else {
      return nil
    }
    let line = Substring(Self.withoutReturn(lines[first]))
    let separator = given ?? ["\t", ";", ","].first { line.contains($0) } ?? ","
    let names = Self.fields(of: line, separator)
    isSpaced = names.map { $0.count > 1 && $0.dropFirst().allSatisfy { $0.first == " " } } ?? false
    (self.body, self.lines, self.separator, headingLine) = (body, lines, separator, first + 1)
    written = isSpaced ? (names ?? []).map(Self.withoutBlanks) : names ?? []
    heading = names == nil || written.count > Self.mostColumns ? nil : written
    takeEndsAsNone()
  }

  /// What is wrong with the heading, or with the rows that are no clients: twenty in full.
  var problems: [Problem] {
    guard heading != nil else {
      let (finding, remedy): (Phrase, Phrase) =
        written.count > Self.mostColumns
        ? ("\(written.count) columns", "allowed: up to \(Self.mostColumns)") : Self.openQuote
      return [Problem("line \(headingLine)", finding, remedy)]
    }
    let all = compactMap { line, content -> Problem? in
      if case .unreadable(let finding, let remedy) = content {
        Problem("line \(line)", finding, remedy)
      } else {
        nil
      }
    }
    return all.count <= 20
      ? all : all.prefix(20) + [Problem("", "and \(all.count - 20) more like these")]
  }

  /// The rows with the lines on which they begin; empty ones are passed over.
  func makeIterator() -> AnyIterator<(line: Int, content: Content)> {
    guard let heading else { return AnyIterator { nil } }
    let width = heading.count + (endsInSeparator ? 1 : 0)
    let rows = self.rows {
      $0.count == width && (!endsInSeparator || $0.last.map(Self.isBlank) ?? false)
    }
    return AnyIterator {
      guard let (line, fields) = rows.next() else { return nil }
      guard let fields else {
        return (line, .unreadable(Self.openQuote.finding, Self.openQuote.remedy))
      }
      if let other = other(fields) { return (line, other) }
      guard fields.count == width else {
        return (
          line, .unreadable("\(fields.count) columns", "the heading has \(heading.count)")
        )
      }
      return (line, .client(endsInSeparator ? fields.dropLast() : fields))
    }
  }

  /// Whether a row is no client, though it can be read.
  private func other(_ fields: [Substring]) -> Content? {
    Self.isTotal(fields) ? .total : fields == written ? .heading : nil
  }

  /// Many machines end rows with a separator, and not the heading, or the other way about: what is empty there in every
  /// row is no column.
  ///
  /// In every row, for in a single one something else may be wrong, and its fields may be shifted.
  private mutating func takeEndsAsNone() {
    let width = written.count
    let isNameless = written.last.map(Self.isBlank) ?? false
    func isLonger(_ fields: [Substring]) -> Bool {
      fields.count == width + 1 && fields.last.map(Self.isBlank) ?? false
    }
    func isShorter(_ fields: [Substring]) -> Bool { isNameless && fields.count == width - 1 }
    var (longer, shorter) = (0, 0)
    let rows = self.rows { $0.count == width || isLonger($0) || isShorter($0) }
    while let (_, read) = rows.next() {
      guard let fields = read, other(fields) == nil else { continue }
      // As a rule the first row is as long as the heading, and nothing more is to be looked at.
      if fields.count == width || fields.count == width + 1 && !isLonger(fields) { return }
      if isLonger(fields) { longer += 1 }
      if isShorter(fields) { shorter += 1 }
    }
    if longer > 0 {
      endsInSeparator = true
    } else if shorter > 0 {
      heading?.removeLast()
    }
  }

  /// Goes through the rows that are not empty; their fields are `nil` where a quote does not end.
  ///
  /// A field in quotes may go over lines, where a row of them `fits`.
  private func rows(fits: @escaping ([Substring]) -> Bool) -> AnyIterator<(Int, [Substring]?)> {
    var next = headingLine
    return AnyIterator {
      while next < lines.count {
        let index = next
        next = index + 1
        let line = Self.withoutReturn(lines[index])
        guard !line.isEmpty else { continue }
        let last = lastLine(from: index)
        if last > index {
          // Quotes that only seem to belong together must not swallow the rows between.
          let row = Substring(
            Self.withoutReturn(body[lines[index].startIndex..<lines[last].endIndex]))
          if CSV.isStrict(String(row), separator: separator), let fields = fields(of: row),
            fits(fields)
          {
            next = last + 1
            return (index + 1, fields)
          }
        }
        let fields = fields(of: Substring(line))
        if fields?.allSatisfy(\.isEmpty) == true { continue }
        return (index + 1, fields)
      }
      return nil
    }
  }

  /// The last line of the row that begins with one.
  ///
  /// That line itself where a quote is not closed on the few lines that follow.
  private func lastLine(from first: Int) -> Int {
    var isOpen = false
    for line in lines.indices[first...].prefix(50) {
      for byte in lines[line] where byte == 34 { isOpen.toggle() }
      if !isOpen { return line }
    }
    return first
  }

  private func fields(of line: Substring) -> [Substring]? {
    let fields = Self.fields(of: line, separator)
    return isSpaced ? fields?.map(Self.withoutBlanks) : fields
  }

  private static func fields(of line: Substring, _ separator: Character) -> [Substring]? {
    guard line.utf8.contains(34) else {
      return line.split(separator: separator, omittingEmptySubsequences: false)
    }
    return CSV.fields(of: String(line), separator: separator)?.map { $0[...] }
  }

  /// Whether a row adds up those above it: it begins by saying so, and is hardly filled.
  private static func isTotal(_ fields: [Substring]) -> Bool {
    let words = ["total", "totals", "sum", "summe", "gesamt", "합계", "총계"]
    let first = fields.first { !$0.isEmpty } ?? ""
    return words.contains(first.lowercased().filter(\.isLetter))
      && 2 * fields.count { !$0.isEmpty } <= fields.count + 1
  }

  private static func withoutReturn(_ line: Substring.UTF8View) -> Substring.UTF8View {
    line.last == 13 ? line.dropLast() : line
  }

  private static func withoutBlanks(_ field: Substring) -> Substring {
    field.drop { $0 == " " }
  }

  private static func isBlank(_ field: Substring) -> Bool { field.allSatisfy(\.isWhitespace) }
}
