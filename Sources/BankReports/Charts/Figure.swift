/// A picture with what it shows in a sentence, how it was measured, and its numbers.
struct Figure {
  /// What is to be seen: the finding.
  let title: String
  /// What is drawn, in which unit, over how many days, with which interval.
  let subtitle: String
  /// The numbers, under their heading.
  let table: [[String]]
  /// What the marks mean, where that is not written beside them.
  var legend: [(style: String, text: String)] = []
  /// Draws it, so wide.
  let draw: (_ width: Double) -> Drawing

  /// How many services have a style of their own.
  static let hues = 16

  /// The style of a service: eight hues, which come again with a pattern from the ninth on; all beyond them are grey.
  static func hue(_ service: Int) -> String {
    guard service < hues else { return "s0" }
    return "s\(service % 8 + 1)" + (service < 8 ? "" : " again")
  }

  /// What the hues of `services` mean: those beyond them together.
  static func keys(of services: some Collection<Int>, _ titles: [String], _ language: Language)
    -> [(style: String, text: String)]
  {
    let others = services.filter { $0 >= hues }
    let name =
      others.count == 1
      ? titles[others[0]]
      : language("\(others.count) other services", "그 밖의 업무 \(others.count)개")
    return services.filter { $0 < hues }.map { (hue($0), titles[$0]) }
      + (others.isEmpty ? [] : [(hue(hues), name)])
  }

  /// The style of one of several curves that are no services: policies, or data and a model.
  static func curve(_ number: Int) -> String { "p\(number % 3 + 1) dash\(number / 3 % 3)" }

  /// How wide pictures are on a screen, on a phone.
  static let widths = (wide: 840.0, narrow: 340.0)

  func html(_ language: Language) -> String {
    let keys = legend.map { style, text in
      "<li><span class=\"key \(style)\"></span>\(HTML.escaped(text))</li>"
    }.joined()
    return "<figure><figcaption><h3>\(HTML.prose(title))</h3><p>\(HTML.prose(subtitle))</p>"
      + "</figcaption>" + (legend.isEmpty ? "" : "<ul class=\"legend\">\(keys)</ul>")
      + "<div class=\"wide\">\(draw(Self.widths.wide).svg(title))</div>"
      + "<div class=\"narrow\">\(draw(Self.widths.narrow).svg(title))</div>"
      + "<details><summary>\(language("The numbers", "숫자로 보기"))</summary>"
      + HTML.table(table[0], Array(table.dropFirst())) + "</details></figure>"
  }
}

extension Language {
  /// What is said in this language: the two stand side by side wherever something is said.
  package func callAsFunction(
    _ english: @autoclosure () -> String, _ korean: @autoclosure () -> String
  )
    -> String
  {
    self == .en ? english() : korean()
  }
}
