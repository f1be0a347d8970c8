/// Bars of shares over a day, a row for each of a few: small enough to stand beside a sentence.
struct Glance {
  /// A bar; pale where it is of few.
  struct Bar {
    var share: Double
    var isOfFew = false
    var tip: String
  }

  /// The rows; a bar that is not known is left out.
  var rows: [(name: String, bars: [Bar?])]
  /// When each bar begins, as people say it.
  var moments: [String]

  var drawing: Drawing {
    // Above the highest bar there is room for its number, clear of the row before.
    let (left, row, tall) = (96.0, 38.0, 19.0)
    var drawing = Drawing(width: 344, height: row * Double(rows.count) + 20)
    let column = (drawing.width - left) / Double(max(moments.count, 1))
    for (place, (name, bars)) in rows.enumerated() {
      let bottom = row * Double(place + 1)
      for (line, text) in TextSize.lines(name, in: left - 8).reversed().enumerated() {
        drawing.text(text, x: left - 8, y: bottom - 8 - 13 * Double(line), "tick", .end)
      }
      drawing.line(from: (left, bottom), to: (drawing.width, bottom), "axis")
      for (number, bar) in bars.enumerated() {
        guard let bar else { continue }
        // What is 0 is seen to be there.
        let height = max(1, tall * bar.share)
        drawing.box(
          x: left + column * Double(number) + 0.75, y: bottom - height, width: column - 1.5,
          height: height,
          "heat\(TargetState.heat(late: bar.share))" + (bar.isOfFew ? " few" : ""), tip: bar.tip)
      }
      // The highest of a row has its number, for there is no axis; if it is of few, the highest of the others, too.
      func middle(_ number: Int) -> Double {
        min(left + column * (Double(number) + 0.5), drawing.width - TextSize.width("100 %") / 2)
      }
      var told: [Double] = []
      for isOfFew in [false, true] {
        let highest = bars.indices.filter { isOfFew || bars[$0]?.isOfFew == false }
          .max { (bars[$0]?.share ?? 0, -$0) < (bars[$1]?.share ?? 0, -$1) }
        guard let highest, let share = bars[highest]?.share, share >= 0.05,
          told.allSatisfy({ abs($0 - middle(highest)) > TextSize.width("100 % ") })
        else { continue }
        told.append(middle(highest))
        drawing.text(
          "\(Int((share * 100).rounded())) %", x: middle(highest),
          y: bottom - max(1, tall * share) - 3, "tick", .middle)
      }
    }
    // A moment stands below the line where its stretch begins; as many stretches apart as all have room.
    let bottom = row * Double(rows.count)
    let widest = (moments.map { TextSize.width($0) }.max() ?? 0) + 12
    let step = [1, 2, 4, 6, 8, 12, 16, 24].first { column * Double($0) >= widest } ?? 48
    for (number, moment) in moments.enumerated() where number % step == 0 {
      let (x, half) = (left + column * Double(number), TextSize.width(moment) / 2)
      guard x - half >= 0, x + half < drawing.width else { continue }
      drawing.line(from: (x, bottom), to: (x, bottom + 4), "axis")
      drawing.text(moment, x: x, y: drawing.height - 3, "tick", .middle)
    }
    return drawing
  }
}
