/// A picture while it is drawn: the only place that writes SVG.
///
/// Positions are in pixels from the upper left corner. Colours are classes of `report.css`, so that a
/// picture follows light, dark and print; `s1` to `s8` are the hues of services.
struct Drawing {
  let width: Double
  let height: Double
  private var elements: [String] = []

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Where a text begins, is centred or ends.
  enum Anchor: String {
    case start, middle, end
  }

  mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ style: String
  ) {
    element(
      "line",
      [("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)], style, tip: nil)
  }

  /// A box; one that is named is a mark, which tells what it is when looked at closely.
  mutating func box(
    x: Double, y: Double, width: Double, height: Double, _ style: String, radius: Double = 0,
    tip: String? = nil
  ) {
    let places = [("x", x), ("y", y), ("width", max(0, width)), ("height", max(0, height))]
    element("rect", places + (radius > 0 ? [("rx", radius)] : []), style, tip: tip)
  }

  /// Boxes of one height in one shape, for there are hundreds: where each is on the left, and how wide.
  mutating func boxes(
    _ places: [(x: Double, y: Double, width: Double)], height: Double, _ style: String
  ) {
    guard !places.isEmpty else { return }
    let (down, up) = (Self.number(height), Self.number(-height))
    let path = places.map {
      "M\(Self.place(($0.x, $0.y)))h\(Self.number($0.width))v\(down)H\(Self.number($0.x))v\(up)"
    }
    shape(path.joined(), style, tip: nil)
  }

  mutating func dot(
    x: Double, y: Double, radius: Double = 4.5, _ style: String, tip: String? = nil
  ) {
    element("circle", [("cx", x), ("cy", y), ("r", radius)], style, tip: tip)
  }

  /// A line through points.
  mutating func path(_ points: [(x: Double, y: Double)], _ style: String, tip: String? = nil) {
    guard !points.isEmpty else { return }
    shape("M" + points.map(Self.place).joined(separator: "L"), style, tip: tip)
  }

  /// What lies between an upper and a lower line.
  mutating func band(
    _ upper: [(x: Double, y: Double)], _ lower: [(x: Double, y: Double)], _ style: String,
    tip: String? = nil
  ) {
    guard !upper.isEmpty else { return }
    let around = upper + lower.reversed()
    shape("M" + around.map(Self.place).joined(separator: "L") + "Z", style, tip: tip)
  }

  mutating func text(
    _ text: String, x: Double, y: Double, _ style: String = "", _ anchor: Anchor = .start
  ) {
    elements.append(
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" class=\"\(style)\""
        + (anchor == .start ? "" : " text-anchor=\"\(anchor)\"") + ">\(HTML.escaped(text))</text>")
  }

  /// A text that is read upwards, from `y` on.
  mutating func upwards(_ text: String, x: Double, y: Double, _ style: String = "") {
    let (x, y) = (Self.number(x), Self.number(y))
    elements.append(
      "<text x=\"\(x)\" y=\"\(y)\" transform=\"rotate(-90 \(x) \(y))\" class=\"\(style)\">"
        + "\(HTML.escaped(text))</text>")
  }

  /// Puts another drawing into this one, its left edge at `x` and its upper at `y`.
  mutating func place(_ other: Drawing, x: Double = 0, y: Double) {
    elements.append(
      "<g transform=\"translate(\(Self.number(x)) \(Self.number(y)))\">"
        + "\(other.elements.joined())</g>")
  }

  private mutating func shape(_ path: String, _ style: String, tip: String?) {
    elements.append(Self.tagged("path d=\"\(path)\"", "path", style, tip))
  }

  private mutating func element(
    _ name: String, _ places: [(String, Double)], _ style: String, tip: String?
  ) {
    let written = places.map { "\($0.0)=\"\(Self.number($0.1))\"" }.joined(separator: " ")
    elements.append(Self.tagged("\(name) \(written)", name, style, tip))
  }

  private static func tagged(
    _ start: String, _ name: String, _ style: String, _ tip: String?
  ) -> String {
    guard let tip else { return "<\(start) class=\"\(style)\"/>" }
    return "<\(start) class=\"\(style) mark\"><title>\(HTML.escaped(tip))</title></\(name)>"
  }

  private static func place(_ point: (x: Double, y: Double)) -> String {
    number(point.x) + " " + number(point.y)
  }

  /// A number with one decimal at most.
  static func number(_ value: Double) -> String {
    guard abs(value) < 1e9 else { return "0" }
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }

  /// The document; `label` says in words what it shows.
  func svg(_ label: String) -> String {
    "<svg viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\" width=\"\(Self.number(width))\""
      + " height=\"\(Self.number(height))\" role=\"img\" aria-label=\"\(HTML.escaped(label))\">"
      + elements.joined() + "</svg>"
  }
}

/// How much room a text takes.
enum TextSize {
  /// The width of `text` in pixels, rather too much than too little; fonts differ.
  static func width(_ text: String, size: Double = 12) -> Double {
    text.unicodeScalars.reduce(0) { width, scalar in
      switch scalar.value {
      case 0x1100...0x11FF, 0x2E80...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60: width + size
      case 0x1F000...0x1FAFF: width + size * 1.3
      default: width + size * Self.share(scalar)
      }
    }
  }

  private static func share(_ letter: Unicode.Scalar) -> Double {
    switch letter {
    case "i", "j", "l", "t", "f", "I", ".", ",", ":", ";", "'", "|", "!", " ": 0.36
    case "m", "w", "M", "W", "%", "@", "→": 0.92
    case "A"..."Z": 0.72
    default: 0.6
    }
  }

  /// `text` in at most two lines that fit into `room`, parted between words or, where that does not do, after a hyphen.
  static func lines(_ text: String, in room: Double, size: Double = 12) -> [String] {
    guard width(text, size: size) > room else { return [text] }
    func parts(_ end: String.Index) -> [String] {
      let first = text[..<end].last == " " ? text[..<end].dropLast() : text[..<end]
      return [String(first), String(text[end...])].filter { !$0.isEmpty }
    }
    func ends(after letter: Character) -> [[String]] {
      text.indices.filter { text[$0] == letter }.map { parts(text.index(after: $0)) }
    }
    func fits(_ line: String?) -> Bool { width(line ?? "", size: size) <= room }
    let (words, hyphens) = (ends(after: " "), ends(after: "-"))
    func areFitting(_ lines: [String]) -> Bool { lines.allSatisfy(fits) }
    // The first line is as long as it can be.
    let lines =
      words.last(where: areFitting) ?? hyphens.last(where: areFitting) ?? words.last {
        fits($0.first)
      } ?? hyphens.last { fits($0.first) } ?? words.first
    return (lines ?? [text]).map { fitted($0, in: room, size: size) }
  }

  /// `text` in at most so many lines that fit into `room`, parted between words; what is too long ends with `…`.
  static func wrapped(_ text: String, in room: Double, most: Int, size: Double = 12) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      let longer = lines.last.map { $0 + " " + word }
      if let longer, width(longer, size: size) <= room || lines.count == most {
        lines[lines.count - 1] = longer
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { fitted($0, in: room, size: size) }
  }

  /// As much of `text` as fits into `room`.
  static func fitted(_ text: String, in room: Double, size: Double = 12) -> String {
    guard width(text, size: size) > room else { return text }
    var short = text
    while !short.isEmpty, width(short + "…", size: size) > room { short.removeLast() }
    return short + "…"
  }
}
