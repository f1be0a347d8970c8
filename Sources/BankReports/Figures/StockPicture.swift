import BankCore
import BankSimulation

/// How much stock there is over the day, of each item that services take.
struct StockPicture {
  /// What is known of an item, those first that most are turned away for.
  struct Item: Equatable {
    let place: Int
    let name: String
    let least: Int
    let needed: Int
    let refused: Int
    /// On how many days there was less than any service takes, and on how many somebody was turned away.
    let daysOut: Int
    let daysShort: Int
  }

  private let day: DayPictures
  private let stock: DaysStock

  init?(_ day: DayPictures) {
    guard let stock = day.course.stock, stock.days > 0, stock.looks > 1 else { return nil }
    (self.day, self.stock) = (day, stock)
  }

  private var report: SimulationReport { day.report }
  private var language: Language { day.language }
  private var scale: TimeScale { day.scale }

  /// The most items of a picture.
  static let most = 12

  /// Those that anybody needed.
  var items: [Item] {
    report.plan.stock.enumerated().compactMap { place, item -> Item? in
      guard let least = stock.least[place], stock.needed[place] > 0 else { return nil }
      return Item(
        place: place, name: report.title(ofItem: item.item), least: least,
        needed: stock.needed[place],
        refused: stock.refused[place], daysOut: stock.daysOut[place],
        daysShort: stock.daysShort[place])
    }.sorted { one, other in
      (other.refused, other.daysOut, one.place) < (one.refused, one.daysOut, other.place)
    }
  }

  /// Whether clients come over time: where all are there at opening, there is less the more of them have come.
  private var isByTime: Bool { day.arrivalStretches > 1 }

  /// How often the picture looks: at times, or after so many clients.
  private var looks: Int {
    isByTime
      ? min(stock.looks, day.course.used * DayStock.looksPerStretch + 1) : stock.clients + 1
  }

  private func at(_ look: Int) -> Double {
    isByTime ? stock.time(ofLook: look).seconds : Double(look)
  }

  private func level(_ item: Int, _ look: Int) -> DaysStock.Spread? {
    isByTime ? stock.level(item, look: look) : stock.level(item, after: look)
  }

  /// When somebody is turned away for want of an item first.
  private func short(_ item: Int) -> DaysStock.Spread? {
    isByTime ? stock.shortAt(item) : stock.shortAfter(item)
  }

  /// Whether there is less at opening than a service takes that somebody came for.
  private func isShortAtOpening(_ item: Int) -> Bool {
    let (plan, figures) = (report.plan, report.summary.statistics.services)
    return plan.services.indices.contains { service in
      figures[service].arrived > 0
        && plan.services[service].needs.contains {
          $0.item == plan.stock[item].item && $0.count > plan.stock[item].count
        }
    }
  }

  private func isShortFromBeginning(_ item: Item) -> Bool {
    item.daysShort > 0 && isShortAtOpening(item.place)
  }

  private func out(_ item: Int) -> DaysStock.Spread? {
    isByTime ? stock.outAt(item) : stock.outAfter(item)
  }

  /// A point of the axis, as a sentence has it.
  private func said(_ at: Double) -> String {
    guard isByTime else {
      let count = Int(at.rounded())
      return language("\(count) \(count == 1 ? "client" : "clients")", "고객 \(count)명")
    }
    guard scale.opens != nil else { return scale.brief(at, in: language) }
    return scale.moment(day.course.stretches.width >= .seconds(60) ? (at / 60).rounded() * 60 : at)
  }

  private var isBand: Bool { stock.days > 4 }

  /// On how many of the days, where that is not all.
  private func howOften(_ days: Int) -> String? {
    days == stock.days
      ? nil
      : language("on \(days) of \(stock.days) days", "\(stock.days)일 중 \(days)일")
  }

  /// The finding: what runs out first of what most are turned away for, when, and whom that costs.
  var title: String {
    guard let worst = items.first else {
      return language("Nobody came for what takes stock", "재고가 드는 업무로 온 고객이 없습니다")
    }
    guard worst.refused > 0 else {
      let out = items.filter { $0.daysOut > 0 }
      return out.isEmpty
        ? language(
          "The stock lasts: nobody is turned away for want of it",
          "재고가 모자라지 않습니다: 재고 때문에 돌아간 고객은 없습니다")
        : language(
          "Out of \(language.some(out.map(\.name))) at the end, and nobody is turned away for want of it",
          "끝에는 \(language.some(out.map(\.name)).with(.subject)) 떨어지지만, 재고 때문에 돌아간 고객은 없습니다")
    }
    let share = SimulationReport.share(told(worst))
    let often = howOften(worst.daysShort)
    let head: String
    if isShortAtOpening(worst.place) {
      head = language(
        "Short of \(worst.name) from the beginning\(often.map { ", " + $0 } ?? "")",
        "\(often.map { $0 + " " } ?? "")처음부터 \(worst.name.with(.subject)) 모자랍니다")
    } else if let when = short(worst.place).map({ said($0.median) }) {
      let middle = stock.days > 1
      head =
        isByTime
        ? language(
          "Short of \(worst.name) from \(middle ? "about " : "")\(when) on\(often.map { ", " + $0 } ?? (middle ? ", every day" : ""))",
          "\(often ?? (middle ? "날마다" : ""))\(middle ? " " : "")\(when)\(middle ? "쯤" : "")부터 \(worst.name.with(.subject)) 모자랍니다"
        )
        : language(
          "Short of \(worst.name) after \(middle ? "about " : "")\(when)\(often.map { ", " + $0 } ?? "")",
          "\(often.map { $0 + ", " } ?? "")고객이 \(number(short(worst.place)?.median.rounded()))명\(middle ? "쯤" : "") 온 뒤에는 \(worst.name.with(.subject)) 모자랍니다"
        )
    } else {
      head = ""
    }
    let others = items.dropFirst().filter { $0.refused * 20 >= $0.needed && $0.refused > 0 }
    return head
      + language(
        ": \(share) of those who need \(worst.name) are turned away",
        ": \(worst.name.with(.subject)) 필요한 고객의 \(share)가 돌아갑니다")
      + (others.isEmpty
        ? ""
        : language(
          ". Too few, too: \(language.some(others.map(\.name)))",
          ". 함께 모자란 재고: \(language.some(others.map(\.name)))"))
  }

  /// The share of those who need an item that are turned away for want of it.
  func told(_ item: Item) -> Interval? {
    let share = stock.refusedShare(item.place)
    return report.hasIntervals
      ? share : share.map { Interval(mean: $0.mean, halfWidth: nil) }
  }

  private func number(_ level: Double?) -> String { level.map(report.brief) ?? "–" }

  private func written(_ spread: DaysStock.Spread?) -> String {
    guard let spread else { return "–" }
    return number(spread.median)
      + (isBand ? " (\(number(spread.low))–\(number(spread.high)))" : "")
  }

  /// The numbers: what there is of each item as the picture has it, and what came of that.
  var table: [[String]] {
    let items = items.prefix(Self.most)
    let step = isByTime ? DayStock.looksPerStretch : max(1, (looks + 23) / 24)
    func last(_ name: String, _ value: (Item) -> String) -> [String] { [name] + items.map(value) }
    return [[isByTime ? language("at", "시각") : language("after", "온 고객")] + items.map(\.name)]
      + stride(from: 0, to: looks, by: step).map { look in
        [isByTime ? day.moment(look / DayStock.looksPerStretch) : String(look)]
          + items.map { written(level($0.place, look)) }
      } + [
        last(language("least that a service takes", "업무가 쓰는 최소량")) { String($0.least) },
        last(language("days when it was out", "떨어진 날")) { "\($0.daysOut)/\(stock.days)" },
        last(isByTime ? language("out at", "떨어진 시각") : language("out after", "떨어지기까지 온 고객")) {
          out($0.place).map { said($0.median) } ?? "–"
        },
        last(language("days with somebody turned away", "고객이 돌아간 날")) {
          "\($0.daysShort)/\(stock.days)"
        },
        last(
          isByTime
            ? language("turned away first at", "처음 돌아간 시각")
            : language("turned away first after", "처음 돌아가기까지 온 고객")
        ) { short($0.place).map { said($0.median) } ?? "–" },
        last(language("needed some", "필요한 고객")) { String($0.needed) },
        last(language("turned away", "돌아간 고객")) { String($0.refused) },
        last(language("share turned away", "돌아간 비율")) { SimulationReport.share(told($0)) },
      ]
  }

  /// A picture for each item, all of one scale where that can be.
  var figure: Figure? {
    let items = items
    guard !items.isEmpty else { return nil }
    let shown = Array(items.prefix(Self.most))
    let levels = shown.map { item in (0..<looks).map { level(item.place, $0) } }
    let tops = levels.map { $0.compactMap { isBand ? $0?.high : $0?.median }.max() ?? 1 }
    let (most, fewest) = (tops.max() ?? 1, max(tops.min() ?? 1, 1))
    let isOneScale = most <= 3 * fewest
    let days =
      stock.days == 1 ? language("one day", "하루") : language("\(stock.days) days", "\(stock.days)일")
    let first500 =
      stock.days > DaysStock.mostForBands
      ? language(
        " of the first \(DaysStock.mostForBands)", "(처음 \(DaysStock.mostForBands)일 가운데)") : ""
    let every =
      isByTime
      ? language("by the time", "시각별") : language("by how many clients have come", "온 고객 수별")
    let scales =
      isOneScale ? "" : language(" Each item has a scale of its own.", " 품목마다 눈금이 다릅니다.")
    let more =
      items.count > shown.count
      ? language(
        " \(items.count - shown.count) more items, which fewer are turned away for.",
        " 그 밖의 품목 \(items.count - shown.count)개는 돌아간 고객이 더 적습니다.") : ""
    let hasLeast = shown.contains { $0.least > 1 }
    return Figure(
      title: title,
      subtitle: language(
        "How many there are of each item, without what is reserved, \(every): \(stock.days == 1 ? "one day" : "median of \(days)")\(isBand ? "; shaded: 90 of 100 days\(first500)" : "").\(hasLeast ? " Dashed: the least that a service takes, where that is more than one." : "")  ■: the first time that somebody is turned away, or else that less is left than any service takes.\(scales)\(more)",
        "예약된 것을 뺀 품목별 재고(개), \(every): \(stock.days == 1 ? "하루" : "\(days)의 중앙값")\(isBand ? ", 음영: 100일 중 90일\(first500)" : "").\(hasLeast ? " 점선: 업무가 쓰는 최소량(2개 이상일 때)." : "")  ■: 처음으로 고객이 돌아간 때, 없으면 어느 업무에도 모자라게 된 때.\(scales)\(more)"
      ),
      table: table
    ) { width in
      let columns = width > 600 && shown.count > 1 ? 2 : 1
      let (gap, height, axis) = (28.0, 126.0, isByTime ? 0 : 18.0)
      let own = (width - gap * Double(columns - 1)) / Double(columns)
      let rows = (shown.count + columns - 1) / columns
      var drawing = Drawing(width: width, height: height * Double(rows) + axis)
      for (number, item) in shown.enumerated() {
        // What is below the axis is said once in a column.
        let isLast = number + columns >= shown.count
        let panel = panel(
          item, levels[number], top: isOneScale ? most : tops[number], width: own,
          height: height + (isLast ? axis : 0), isLast: isLast)
        drawing.place(
          panel, x: (own + gap) * Double(number % columns), y: height * Double(number / columns))
      }
      return drawing
    }
  }

  private func panel(
    _ item: Item, _ levels: [DaysStock.Spread?], top: Double, width: Double, height: Double,
    isLast: Bool
  ) -> Drawing {
    let domain = 0...max(at(looks - 1), 1e-9)
    let values = 0...Scale.roundedUp(max(top, 1))
    let name = language("\(item.name): how many", "\(item.name)(개)")
    let marked = short(item.place) ?? out(item.place)
    let mark = marked.map { words($0, item) }
    let room = width - 10 - (mark.map { TextSize.width($0) + 8 } ?? 0)
    var frame = Frame(
      width: width, height: height, x: domain,
      xTicks: isByTime
        ? scale.ticks(domain) : Scale.ticks(domain).map { ($0, Scale.label($0)) },
      y: values, yTicks: Scale.ticks(values, most: 4).map { ($0, Scale.label($0)) },
      unit: TextSize.width(name) <= room ? name : TextSize.fitted(item.name, in: room),
      xUnit: isByTime || !isLast ? nil : language("clients who have come", "온 고객 수"))
    /// Steps: what there is lasts until the next look.
    func steps(_ value: (DaysStock.Spread) -> Double) -> [(x: Double, y: Double)] {
      levels.enumerated().flatMap { look, spread -> [(x: Double, y: Double)] in
        guard let spread else { return [] }
        let y = frame.y(value(spread))
        return [(frame.x(at(look)), y), (frame.x(at(min(look + 1, looks - 1))), y)]
      }
    }
    if isBand { frame.drawing.band(steps(\.high), steps(\.low), "band") }
    if item.least > 1, Double(item.least) <= values.upperBound {
      let y = frame.y(Double(item.least))
      frame.drawing.line(from: (frame.left, y), to: (frame.right, y), "thin dash1")
    }
    frame.drawing.path(
      steps(\.median), stock.days == 1 ? "curve" : "strong accent-stroke")
    hits(item, levels, in: &frame)
    if let marked, let mark {
      let from = isShortFromBeginning(item) ? 0 : marked.median
      let spread =
        isBand && marked.low < marked.high && from > 0

        ? language(
          " (90 of 100 such days: \(said(marked.low)) to \(said(marked.high)))",
          "(그런 날 100일 중 90일: \(said(marked.low))에서 \(said(marked.high))까지)") : ""
      if domain.contains(from) {
        frame.drawing.box(
          x: frame.x(from) - 4.5, y: frame.bottom - 4.5, width: 9, height: 9, "bad-fill",
          tip: "\(item.name): \(mark)\(spread)")
      }
      // Above the picture, where no curve is.
      frame.drawing.text(mark, x: width, y: 10, "label bad-fill", .end)
    }
    return frame.drawing
  }

  /// When an item is short, or else out, beside the picture of it.
  private func words(_ marked: DaysStock.Spread, _ item: Item) -> String {
    let (when, isShort) = (said(marked.median), item.daysShort > 0)
    let days = howOften(isShort ? item.daysShort : item.daysOut).map { ", " + $0 } ?? ""
    guard marked.median > 0, !isShortFromBeginning(item) else {
      return language(
        "■ \(isShort ? "short" : "out") from the beginning\(days)",
        "■ 처음부터 \(isShort ? "모자람" : "없음")\(days)")
    }
    guard !isShort else {
      return isByTime
        ? language("■ short from \(when)\(days)", "■ \(when)부터 모자람\(days)")
        : language("■ short after \(when)\(days)", "■ \(when) 뒤 모자람\(days)")
    }
    return isByTime
      ? language("■ out \(when)\(days)", "■ \(when) 떨어짐\(days)")
      : language("■ out after \(when)\(days)", "■ \(when) 뒤 떨어짐\(days)")
  }

  /// What tells the exact values where the picture is pointed at.
  private func hits(_ item: Item, _ levels: [DaysStock.Spread?], in frame: inout Frame) {
    let step = isByTime ? DayStock.looksPerStretch : max(1, looks / 24)
    for look in stride(from: 0, to: looks, by: step) {
      let (from, to) = (frame.x(at(look)), frame.x(at(min(look + step, looks - 1))))
      guard to > from else { continue }
      let when =
        isByTime
        ? day.moment(look / DayStock.looksPerStretch)
        : language("after \(said(Double(look)))", "\(said(Double(look))) 뒤")
      frame.drawing.box(
        x: from, y: frame.top, width: to - from, height: frame.bottom - frame.top, "hit",
        tip: "\(item.name), \(when): \(written(levels[look]))")
    }
  }
}
