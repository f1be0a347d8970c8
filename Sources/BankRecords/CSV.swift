/// Lines of comma-separated values (RFC 4180, without line breaks inside quotes).
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

  /// A field of CSV, quoted where it has to be (RFC 4180).
  public static func field(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
