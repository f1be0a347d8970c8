/// Rows of comma-separated values (RFC 4180).
public enum CSV {
  /// The fields of `line`, or `nil` where a quote does not end.
  public static func fields(of line: String, separator: Character = ",") -> [String]? {
    guard line.contains("\"") else {
      return line.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var rest = line[...]
    while let letter = rest.popFirst() {
      switch (letter, isQuoted) {
      case ("\"", true) where rest.first == "\"":
        rest.removeFirst()
        field.append("\"")
      case ("\"", _): isQuoted.toggle()
      case (separator, false):
        fields.append(field)
        field = ""
      default: field.append(letter)
      }
    }
    return isQuoted ? nil : fields + [field]
  }

  /// Whether quotes stand around whole fields alone, as RFC 4180 has it: then a row may go over lines.
  static func isStrict(_ row: String, separator: Character) -> Bool {
    var rest = row[...]
    while true {
      if rest.first == "\"" {
        repeat {
          // Two quotes are one in a field.
          guard let quote = rest.dropFirst().firstIndex(of: "\"") else { return false }
          rest = rest[rest.index(after: quote)...]
        } while rest.first == "\""
        guard rest.first ?? separator == separator else { return false }
      } else {
        let field = rest.prefix { $0 != separator }
        guard !field.contains("\"") else { return false }
        rest = rest[field.endIndex...]
      }
      guard !rest.isEmpty else { return true }
      rest.removeFirst()
    }
  }

  /// A field of CSV, quoted where it has to be (RFC 4180).
  public static func field(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
