/// Whom a teller who can do two services calls next, by how many wait for each.
///
/// A picture by itself, for a document: it brings its own colours, in light and in dark.
package struct SwitchingFigure {
  /// The two services, across and upwards.
  let services: [String]
  /// For each number waiting across, and for each upwards, the service called next; `nil` for nobody.
  package let calls: [[Int?]]

  /// Makes the picture.
  package init(services: [String], calls: [[Int?]]) {
    (self.services, self.calls) = (services, calls)
  }

  /// The picture.
  package var svg: String {
    let (left, top, cell) = (60.0, 36.0, 18.0)
    let (across, up) = (calls.count, calls.first?.count ?? 0)
    let bottom = top + Double(up) * cell
    var drawing = Drawing(width: left + Double(across) * cell + 190, height: bottom + 44)
    for (x, column) in calls.enumerated() {
      for (y, call) in column.enumerated() {
        drawing.box(
          x: left + Double(x) * cell + 1, y: bottom - Double(y + 1) * cell + 1, width: cell - 2,
          height: cell - 2, call.map { "s\($0 + 1)" } ?? "lane", radius: 3)
      }
      if x % 2 == 0 {
        drawing.text("\(x)", x: left + (Double(x) + 0.5) * cell, y: bottom + 16, "quiet", .middle)
      }
    }
    for y in stride(from: 0, to: up, by: 2) {
      drawing.text("\(y)", x: left - 8, y: bottom - (Double(y) + 0.5) * cell + 4, "quiet", .end)
    }
    drawing.text("\(services[0]) waiting", x: left, y: bottom + 36, "quiet")
    drawing.text("\(services[1]) waiting", x: 4, y: top - 14, "quiet")
    let words = [
      ("s1", "calls \(services[0])"), ("s2", "calls \(services[1])"), ("lane", "calls nobody"),
    ]
    for (place, (style, text)) in words.enumerated() {
      let (x, y) = (left + Double(across) * cell + 20, top + Double(place) * 22)
      drawing.box(x: x, y: y, width: 14, height: 14, style, radius: 3)
      drawing.text(text, x: x + 22, y: y + 12)
    }
    return drawing.alone(
      "Whom a teller calls next, by how many wait for \(services[0]) and for \(services[1])")
  }
}
