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
