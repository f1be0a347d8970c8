/// A page of figures: complete in itself, nothing fetched, readable without its script.
///
/// All reports are put together from the parts here, top to bottom: what was asked, the answer, tiles,
/// sections of pictures, what to be careful about, how it was made.
struct Page {
  /// A number that matters, with what stands beside it.
  struct Tile {
    var name: String
    let value: String
    var beside = ""
    /// What it is compared with.
    var before: String?
    var state: TargetState?
    /// The part that fares worst, with a state of its own.
    var worst: (text: String, state: TargetState)?
  }

  /// A sentence of the answer, and what it is about; the first says how things stand, and is about all.
  struct Part {
    let label: String?
    let text: String
    /// What follows the first sentence and weighs less; begins with a space.
    var then = ""
    /// Whether a small screen shows it only to who asks for more.
    var isDetail = false

    /// Whether it is one of several, such as a change that would help.
    var isPoint: Bool { text.hasPrefix("• ") }

    init(_ label: String?, _ text: String, then: String = "", isDetail: Bool = false) {
      (self.label, self.text, self.then, self.isDetail) = (label, text, then, isDetail)
    }
  }

  private let title: String
  private let language: Language
  private var body: [String]

  /// Begins a page.
  init(_ title: String, asked: String, _ language: Language) {
    self.title = title
    self.language = language
    body = ["<h1>\(HTML.escaped(title))</h1>", "<p class=\"asked\">\(HTML.prose(asked))</p>"]
  }

  /// The answer, the most important sentence first.
  mutating func answer(_ sentences: [String], _ state: TargetState? = nil) {
    answer(parts: sentences.map { Part(nil, $0) }, state)
  }

  /// The same with a picture beside the first sentence, where sentences say what they are about: those of one label
  /// stand beside it.
  mutating func answer(
    parts: [Part], _ state: TargetState? = nil,
    beside picture: (drawing: Drawing, title: String)? = nil
  ) {
    guard let first = parts.first else { return }
    func paragraph(_ part: Part) -> String {
      "<p\(part.isPoint ? " class=\"point\"" : "")>\(HTML.prose(part.text))"
        + (part.then.isEmpty ? "" : "<span class=\"then\">\(HTML.prose(part.then))</span>") + "</p>"
    }
    var html = paragraph(first)
    if let (drawing, title) = picture {
      html =
        "<div class=\"first\">\(html)<div>\(drawing.svg(title))"
        + "<small>\(HTML.prose(title))</small></div></div>"
    }
    var rest = parts.dropFirst()
    var labelled = ""
    while let label = rest.first?.label {
      let own = rest.prefix { $0.label == label }
      let first = own.prefix { !$0.isDetail }
      let details = own.filter(\.isDetail)
      let last = own.dropFirst(first.count).filter { !$0.isDetail }
      // After the third point the others are there for who asks for more, also where there is room.
      let shown = 3 - first.count(where: \.isPoint)
      let points = details.indices.filter { details[$0].isPoint }
      let end = points.dropFirst(max(shown, 0)).first ?? details.count
      func folded(_ html: String, _ kind: String) -> String {
        html.isEmpty
          ? ""
          : "<details class=\"\(kind)\"><summary>\(language("More", "더 보기"))</summary>\(html)</details>"
      }
      let others = folded(details[end...].map(paragraph).joined(), "others")
      labelled +=
        "<dl><dt>\(HTML.escaped(label))</dt><dd>" + first.map(paragraph).joined()
        + folded(details[..<end].map(paragraph).joined() + others, "more")
        + last.map(paragraph).joined() + "</dd></dl>"
      rest = rest.dropFirst(own.count)
    }
    html += labelled.isEmpty ? "" : "<div class=\"rest\">\(labelled)</div>"
    html += rest.map(paragraph).joined()
    body.append("<div class=\"answer \(state?.rawValue ?? "")\">\(html)</div>")
  }

  /// Numbers that matter; of what they are, where the page is about several.
  mutating func tiles(_ tiles: [Tile], of what: String? = nil) {
    let items = tiles.map { tile in
      "<li><span class=\"name\">\(HTML.escaped(tile.name))</span>"
        + "<span class=\"value\">\(HTML.escaped(tile.value))</span>"
        + (tile.beside.isEmpty ? "" : "<span class=\"beside\">\(HTML.prose(tile.beside))</span>")
        + (tile.before.map {
          "<span class=\"beside\">\(HTML.escaped($0.replacing(" ", with: "\u{a0}")))</span>"
        } ?? "")
        + (tile.state.map { Self.state($0, $0.label(language)) } ?? "")
        + (tile.worst.map { Self.state($0.state, $0.text) } ?? "") + "</li>"
    }
    body.append(what.map { "<p class=\"asked\">\(HTML.escaped($0))</p>" } ?? "")
    body.append("<ul class=\"tiles\">\(items.joined())</ul>")
  }

  private static func state(_ state: TargetState, _ text: String) -> String {
    "<span class=\"state \(state.rawValue)\">\(HTML.prose(text))</span>"
  }

  /// A section; nothing where it has no parts.
  mutating func section(_ heading: String, _ figures: [Figure?]) {
    section(heading, html: figures.compactMap { $0?.html(language) }.joined(separator: "\n"))
  }

  mutating func section(_ heading: String, html: String) {
    guard !html.isEmpty else { return }
    body.append("<section><h2>\(HTML.escaped(heading))</h2>\n\(html)</section>")
  }

  /// What belongs to the section before.
  mutating func part(_ html: String) { body.append(html) }

  /// Every warning.
  mutating func careful(_ warnings: [String]) {
    guard !warnings.isEmpty else { return }
    func list(_ warnings: some Sequence<String>) -> String {
      "<ul class=\"careful\">" + warnings.map { "<li>\(HTML.prose($0))</li>" }.joined() + "</ul>"
    }
    // A wall of them is not read.
    let shown = warnings.count > 8 ? 6 : warnings.count
    let more = warnings.count - shown
    section(
      language("What to be careful about", "주의할 점"),
      html: list(warnings.prefix(shown))
        + (more > 0
          ? "<details><summary>\(language("\(more) more", "\(more)개 더"))</summary>"
            + list(warnings.dropFirst(shown)) + "</details>" : ""))
  }

  /// How anybody can make it again.
  mutating func made(_ lines: [String], command: String?) {
    let said = lines.map { "<p class=\"made\">\(HTML.prose($0))</p>" }.joined()
    section(
      language("How it was made", "만든 방법"),
      html: said + (command.map { "<pre>\(HTML.escaped($0))</pre>" } ?? ""))
  }

  /// The SHA-256 of the script, which alone may run; CI's browser finds out where it is another.
  static let scriptHash = "F4bCwIKJZNzzjXLi/4xl66e6GK1JrBtDjWxtTUdZ6uU="

  /// What services are filled with in print, by the numbers of their hues; the first is plain.
  private static let patterns: String = {
    let strokes = [
      2: "M-1 1l2-2M0 5L5 0M4 6l2-2", 3: "M0 1h5", 4: "M2.5 2.5h.01",
      5: "M-1 4l2 2M0 0L5 5M4-1l2 2",
      6: "M1 0v5", 7: "M0 0L5 5M5 0L0 5", 8: "M0 1h5M1 0v5",
    ]
    let each = strokes.sorted { $0.key < $1.key }.map { hue, path in
      "<pattern id=\"pattern\(hue)\" class=\"s\(hue)\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">"
        + "<rect width=\"5\" height=\"5\" fill=\"#ffffff\"/><path d=\"\(path)\" stroke=\"var(--c)\""
        + " stroke-width=\"\(hue == 4 ? 2.5 : 1.4)\" stroke-linecap=\"round\"/></pattern>"
    }
    return
      "<svg width=\"0\" height=\"0\" class=\"patterns\" aria-hidden=\"true\"><defs>\(each.joined())</defs></svg>"
  }()

  /// The document.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(Self.scriptHash)'">
    <title>\(HTML.escaped(title))</title>
    <style>
    \(ReportsPages.tokensCss)\(ReportsPages.reportCss)</style>
    </head>
    <body>
    \(Self.patterns)
    <main>
    \(body.joined(separator: "\n"))
    </main>
    <script>\(ReportsPages.reportJs)</script>
    </body>
    </html>

    """
  }
}
