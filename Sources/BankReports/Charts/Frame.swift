/// A picture with axes: room for marks between a scale of values and one of time, numbers or rows.
struct Frame {
  var drawing: Drawing
  let x: Scale
  let y: Scale

  /// A tick of an axis with what is written beside it.
  typealias Tick = (at: Double, label: String)

  /// Where marks may be drawn.
  var left: Double { x.start }
  var right: Double { x.end }
  var top: Double { min(y.start, y.end) }
  var bottom: Double { max(y.start, y.end) }

  /// Draws axes for values from bottom to top.
  ///
  /// `room` is how many pixels are kept free to the right, for labels at the marks. `unit` is what the values are,
  /// written above them once. `xUnit` is what the other axis is, written below its end where that is no clock.
  init(
    width: Double, height: Double, x domain: ClosedRange<Double>, xTicks: [Tick],
    y values: ClosedRange<Double>, yTicks: [Tick]? = nil, unit: String, xUnit: String? = nil,
    room: Double = 8
  ) {
    let ticks = yTicks ?? Scale.ticks(values, most: 6).map { ($0, Scale.label($0)) }
    let widest = ticks.map { TextSize.width($0.label) }.max() ?? 0
    drawing = Drawing(width: width, height: height)
    // Pictures of one page begin at the same edge, whatever their numbers.
    x = Scale(domain, from: max(widest, 22) + 10, to: width - max(room, 8))
    y = Scale(values, from: height - (xUnit == nil ? 24 : 42), to: 24)
    for tick in ticks {
      let at = y(tick.at)
      drawing.line(from: (left, at), to: (right, at), tick.at == 0 ? "axis" : "grid")
      drawing.text(tick.label, x: left - 6, y: at + 4, "tick", .end)
    }
    drawing.text(unit, x: 0, y: 10, "tick")
    if let xUnit { drawing.text(xUnit, x: right, y: height - 6, "tick", .end) }
    xAxis(xTicks)
  }

  /// Draws rows, each with its name to the left, over values from left to right.
  init(
    width: Double, rows: [String], rowHeight: Double, x domain: ClosedRange<Double>,
    xTicks: [Tick], unit: String, names: Double? = nil, room: Double = 8
  ) {
    let widest = rows.map { TextSize.width($0) }.max() ?? 0
    let left = names ?? min(widest + 12, width * 0.34)
    let height = Double(max(rows.count, 1)) * rowHeight + 44
    drawing = Drawing(width: width, height: height)
    x = Scale(domain, from: left, to: width - max(room, 14))
    y = Scale(0...Double(max(rows.count, 1)), from: 4, to: height - 40)
    for tick in xTicks {
      drawing.line(from: (x(tick.at), 4), to: (x(tick.at), height - 40), "grid")
    }
    for (row, name) in rows.enumerated() where !name.isEmpty {
      let middle = y(Double(row) + 0.5)
      let lines =
        rowHeight < 32
        ? [TextSize.fitted(name, in: left - 10)] : TextSize.lines(name, in: left - 10)
      for (line, text) in lines.enumerated() {
        let offset = 14 * (Double(line) - Double(lines.count - 1) / 2)
        drawing.text(text, x: 0, y: middle + 4 + offset, "label")
      }
    }
    xAxis(xTicks)
    drawing.text(unit, x: width, y: height - 2, "tick", .end)
  }

  /// Writes the name of a row above its marks, where there is no room beside them; no line strikes it through that was
  /// drawn before.
  mutating func name(_ name: String, aboveRow row: Int) {
    let (told, top) = (TextSize.fitted(name, in: drawing.width), y(Double(row)))
    drawing.box(x: 0, y: top + 1, width: TextSize.width(told) + 3, height: 15, "backing")
    drawing.text(told, x: 0, y: top + 13, "label")
  }

  /// Writes as many ticks as have room, none beyond the edge.
  private mutating func xAxis(_ ticks: [Tick]) {
    var free = -Double.infinity
    for tick in ticks {
      let half = TextSize.width(tick.label) / 2
      var at = x(tick.at)
      at = min(max(at, half), drawing.width - half)
      guard at - half > free else { continue }
      drawing.text(tick.label, x: at, y: bottom + 16, "tick", .middle)
      free = at + half + 8
    }
  }

  /// Writes a name beside each of some dots where nothing else is; where there is no room the dot's own tip
  /// and the table have it.
  mutating func names(_ dots: [(x: Double, y: Double, text: String)]) {
    var taken: [(x: Double, y: Double, width: Double)] = []
    for dot in dots {
      let room = TextSize.width(dot.text)
      typealias Place = (x: Double, y: Double)
      let near: [Place] = [
        // Beside the arms of a cross, not on them.
        (dot.x + 7, dot.y - 6), (dot.x + 7, dot.y + 15), (dot.x - 7 - room, dot.y - 6),
        (dot.x - 7 - room, dot.y + 15), (dot.x - room / 2, dot.y - 10),
        (dot.x - room / 2, dot.y + 20),
      ]
      // Farther away, with a line from the dot.
      let rows = [24.0, 40, 56, 72].flatMap { [dot.y - $0, dot.y + $0 + 9] }
      let far = rows.flatMap { y -> [Place] in [(dot.x + 12, y), (dot.x - 12 - room, y)] }
      /// How far the name there is from a dot.
      func distance(_ place: Place, to dot: (x: Double, y: Double, text: String)) -> Double {
        let x = max(place.x - dot.x, dot.x - place.x - room, 0)
        let y = max(place.y - 11 - dot.y, dot.y - place.y - 3, 0)
        return (x * x + y * y).squareRoot()
      }
      let free = (near + far).first(where: { place in
        let isInside =
          place.x > left && place.x + room < right && place.y > top + 10 && place.y < bottom
        let isTaken = taken.contains {
          abs($0.y - place.y) < 14 && place.x < $0.x + $0.width + 4 && $0.x < place.x + room + 4
        }
        let hidesDot = dots.contains {
          $0.text != dot.text && $0.x > place.x - 7 && $0.x < place.x + room + 7
            && $0.y > place.y - 16 && $0.y < place.y + 7
        }
        // Whose name it is has to be seen: by a line, or because no other dot is as near.
        let isOwn =
          abs(place.y - 4 - dot.y) > 20
          || dots.allSatisfy {
            $0.text == dot.text || distance(place, to: $0) > distance(place, to: dot) + 6
          }
        return isInside && !isTaken && !hidesDot && isOwn
      })
      guard let free else { continue }
      taken.append((free.x, free.y, room))
      if abs(free.y - 4 - dot.y) > 20 {
        let end = free.x > dot.x ? free.x - 2 : free.x + room + 2
        drawing.line(from: (dot.x, dot.y), to: (end, free.y - 4), "cross")
      }
      drawing.text(dot.text, x: free.x, y: free.y, "label")
    }
  }
}
