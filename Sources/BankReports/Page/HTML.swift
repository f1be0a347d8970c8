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

  /// A sentence; what stands between two asterisks each is bold.
  ///
  /// No line ends between a number and its unit or half-width, nor within a flag, a name such as `c-mu`, or a stretch of
  /// time; and none begins with the dot between two things, or a Korean particle after a share.
  static func prose(_ sentence: String) -> String {
    escaped(
      sentence.replacing(" ± ", with: "\u{a0}±\u{a0}").replacing(" · ", with: "\u{a0}· ")
        .replacing(/([0-9]) (%|min\b|h\b|s\b)/) { "\($0.output.1)\u{a0}\($0.output.2)" }
        .replacing(/%(?=[가-힣])/, with: "%\u{2060}")
        .replacing(/% → (?=[0-9])/, with: "%\u{a0}→\u{a0}")
    ).replacing(/\*\*(.+?)\*\*/) { "<b>\($0.output.1)</b>" }
      .replacing(/--[a-z][a-z\-]*|\b[a-z]+(?:-[a-z]+)+|[0-9]{1,2}:[0-9]{2}–[0-9]{1,2}:[0-9]{2}/) {
        "<span class=\"whole\">\($0.output)</span>"
      }
  }

  /// A table whose first column is words, and the others numbers, or words too.
  static func table(_ heading: [String], _ rows: [[String]], areWords: Bool = false) -> String {
    func row(_ cells: [String], _ tag: String) -> String {
      "<tr>" + cells.map { "<\(tag)>\(escaped($0))</\(tag)>" }.joined() + "</tr>"
    }
    return
      "<div class=\"scroll\" tabindex=\"0\"><table\(areWords ? " class=\"words\"" : "")><thead>"
      + row(heading, "th")
      + "</thead><tbody>" + rows.map { row($0, "td") }.joined() + "</tbody></table></div>"
  }

  /// The same, heading first.
  static func table(_ rows: [[String]], areWords: Bool = false) -> String {
    table(rows[0], Array(rows.dropFirst()), areWords: areWords)
  }

  /// A cell of a table of policies: what it says, and how it stands beside the baseline.
  struct Cell {
    let html: String
    /// A class of the style sheet, such as `good-tint`; empty for none.
    var style = ""
    var sign = ""
  }

  /// A table with a row for each policy, whose name stays in sight; `title` is HTML.
  static func matrix(
    _ title: String, _ heading: [String], _ rows: [(name: String, note: String, cells: [Cell])]
  ) -> String {
    let body = rows.map { name, note, cells in
      "<tr><th scope=\"row\">\(escaped(name))"
        + (note.isEmpty ? "" : " <small>\(escaped(note))</small>") + "</th>"
        + cells.map { cell in
          cell.sign.isEmpty
            ? "<td>\(cell.html)</td>"
            : "<td class=\"\(cell.style)\">\(cell.html) <span class=\"sign\">\(cell.sign)</span></td>"
        }.joined() + "</tr>"
    }
    return "<p class=\"matrix-title\">\(title)</p>"
      + "<div class=\"scroll\" tabindex=\"0\"><table class=\"matrix\"><thead><tr>"
      + heading.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
      + "</tr></thead><tbody>\(body.joined())</tbody></table></div>"
  }
}
