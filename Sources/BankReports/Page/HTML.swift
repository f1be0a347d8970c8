/// The little HTML that reports need.
package enum HTML {
  /// Text as it may stand in an element or an attribute, of XML too.
  package static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, letter in
      switch letter {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      default: result.append(letter)
      }
    }
  }

  /// A sentence, in which no line ends between a number and its unit or half-width, nor within a flag, a name such as
  /// `c-mu`, or a stretch of time.
  static func prose(_ sentence: String) -> String {
    escaped(
      sentence.replacing(" ± ", with: "\u{a0}±\u{a0}")
        .replacing(/([0-9]) (%|min\b|h\b|s\b)/) { "\($0.output.1)\u{a0}\($0.output.2)" }
    ).replacing(/--[a-z][a-z\-]*|\b[a-z]+(?:-[a-z]+)+|[0-9]{1,2}:[0-9]{2}–[0-9]{1,2}:[0-9]{2}/) {
      "<span class=\"whole\">\($0.output)</span>"
    }
  }

  /// A table whose first column is words and the others numbers.
  static func table(_ heading: [String], _ rows: [[String]]) -> String {
    func row(_ cells: [String], _ tag: String) -> String {
      "<tr>" + cells.map { "<\(tag)>\(escaped($0))</\(tag)>" }.joined() + "</tr>"
    }
    return "<div class=\"scroll\" tabindex=\"0\"><table><thead>" + row(heading, "th")
      + "</thead><tbody>" + rows.map { row($0, "td") }.joined() + "</tbody></table></div>"
  }

  /// The same, heading first.
  static func table(_ rows: [[String]]) -> String { table(rows[0], Array(rows.dropFirst())) }
}
