public import BankCore
import BankSimulation

/// A day for drawing, or a part of it: who waited, and what each teller did.
public struct Timeline: BankObserver, Sendable {
  /// The most clients that are drawn.
  public static let mostClients = 1000

  let policy: String
  private let plan: BranchPlan
  private var floor: ObservedFloor
  private var levels: [(time: Time, waiting: Int)]
  private var slices: [Slice] = []
  /// Since when each teller is free while somebody waits whom they could serve.
  private var holding: [Time?]
  private var held: [(teller: Int, from: Time, to: Time)] = []
  private var arrived = 0
  /// The highest ticket until now: on a route a client comes once, and joins several lines.
  private var lastTicket = 0
  /// From when on the day is drawn; what comes before is only kept in mind.
  private let first: Time
  private let isFromStart: Bool
  private var isFull = false
  /// What the time is, where the day goes on beyond it as it would without new clients.
  public var now: Time?

  private struct Slice {
    let teller: Int
    let service: Int
    let ticket: Int
    let from: Time
    let to: Time
    /// When the teller is through with the hand-over.
    var free: Time
    /// Whether the service goes on beyond what is drawn.
    var isOpen = false
  }

  /// Makes an empty timeline of a day under the policy called `policy` that begins at `start`, drawn from `first` on.
  public init(
    policy: String, plan: BranchPlan, from start: Time = .zero, drawnFrom first: Time? = nil,
    handovers: (any HandoverSource)? = nil
  ) {
    self.policy = policy
    self.plan = plan
    self.first = max(start, first ?? start)
    isFromStart = self.first == start
    levels = [(self.first, 0)]
    floor = ObservedFloor(plan: plan, from: start, handovers: handovers)
    holding = plan.tellers.map { _ in nil }
  }

  /// The part of a day that shows its worst time, where that is known: all of it up to then, or else as much as can be
  /// drawn from shortly before it on.
  ///
  /// - Parameters:
  ///   - worst: the worst time, since opening.
  ///   - draw: makes the day's timeline, drawn from a time on, or all of it.
  /// - Returns: the timeline of that part.
  public static func around(_ worst: Range<Time>?, _ draw: (Time?) -> Timeline) -> Timeline {
    let whole = draw(nil)
    guard let worst, whole.ends(before: worst.upperBound) else { return whole }
    let part = draw(worst.lowerBound - (worst.upperBound - worst.lowerBound))
    return part.ends(before: worst.upperBound) ? draw(worst.lowerBound) : part
  }

  private func ends(before time: Time) -> Bool { isFull && levels[levels.count - 1].time < time }

  /// Takes note of `event`, until enough is there to draw.
  public mutating func observe(_ event: BankEvent) {
    guard !isFull else { return }
    let now = event.time
    floor.observe(event)
    guard now >= first else {
      if case .arrived(let client, _) = event.kind { lastTicket = max(lastTicket, client.ticket) }
      levels[0].waiting = floor.waiting
      return hold(now)
    }
    switch event.kind {
    case .arrived(let client, _) where client.ticket > lastTicket:
      lastTicket = client.ticket
      arrived += 1
      guard arrived <= Self.mostClients else {
        end(at: now)
        isFull = true
        return
      }
    case .finished(let client, let teller, let started):
      slices.append(
        Slice(
          teller: teller, service: client.service, ticket: client.ticket, from: started, to: now,
          free: floor.freeAt[teller]))
    case .left(let teller):
      if let last = slices.lastIndex(where: { $0.teller == teller }) {
        slices[last].free = min(slices[last].free, now)
      }
    default: break
    }
    let waiting = floor.waiting
    if waiting != levels[levels.count - 1].waiting {
      // Who is called or leaves as they come has not waited.
      if levels.count > 1, levels[levels.count - 1].time == now { levels.removeLast() }
      levels.append((now, waiting))
    }
    hold(now)
  }

  /// Lets what goes on last until `now`.
  public mutating func end(at now: Time) {
    guard !isFull else { return }
    levels.append((now, levels[levels.count - 1].waiting))
    for (teller, one) in floor.serving.enumerated() {
      guard let one else { continue }
      slices.append(
        Slice(
          teller: teller, service: one.client.service, ticket: one.client.ticket, from: one.since,
          to: now, free: now, isOpen: true))
    }
    hold(now)
  }

  private mutating func hold(_ now: Time) {
    for teller in holding.indices {
      if floor.isPresent[teller], floor.serving[teller] == nil, floor.isNeeded(teller) {
        holding[teller] = holding[teller] ?? max(now, floor.freeAt[teller], first)
      } else if let since = holding[teller] {
        if now > since { held.append((teller, since, now)) }
        holding[teller] = nil
      }
    }
  }

  private var times: ClosedRange<Double> {
    let start = levels[0].time.seconds
    return start...max(start, levels[levels.count - 1].time.seconds, slices.last?.to.seconds ?? 0)
  }

  /// What is drawn: up to closing, for whoever is idle is seen until then; not where that is so late that the rest would
  /// be small.
  private func span(_ report: SimulationReport) -> ClosedRange<Double> {
    let times = times
    let open = report.course?.stretches.open.seconds ?? 0
    let goesOn = isFull || report.soFar != nil || report.isCut || open > 1.5 * times.upperBound
    return times.lowerBound...(goesOn ? times.upperBound : max(times.upperBound, open))
  }

  /// Which part of the day is drawn, where it is not all or its beginning.
  private func part(_ report: SimulationReport) -> String? {
    guard !isFromStart else { return nil }
    let minutes = [(times.lowerBound / 60).rounded(.down), (times.upperBound / 60).rounded(.up)]
    let ends = minutes.map { Time.seconds($0 * 60) }
    return report.scale.period(ends[0]..<ends[1], in: report.language)
  }

  /// How the report calls the day: one of several, or the only one.
  private func day(_ report: SimulationReport) -> String {
    let language = report.language
    let days = report.summary.days.count
    return
      (days > 1
      ? language("The first of \(days) days, as an example", "\(days)일 중 첫날(예)")
      : language("One day", "하루"))
      + (part(report).map {
        language(
          ": the part with the worst time, \($0).", ": 가장 나쁜 때를 포함한 \($0).")
      }
        ?? (isFull
          ? language(
            ": its first \(Self.mostClients) clients, until \(cut(report)).",
            ": 처음 \(Self.mostClients)명, \(cut(report))까지.") : "."))
      + (drawnNow == nil
        ? ""
        : language(
          " Dashed: now; beyond it, what follows without new clients.",
          " 점선: 지금. 그 뒤는 새 고객 없이 이어질 모습."))
  }

  /// What the time is, where something is drawn beyond it.
  var drawnNow: Double? {
    now.map(\.seconds).flatMap { times.contains($0) && $0 < times.upperBound ? $0 : nil }
  }

  private func markNow(_ frame: inout Frame) {
    guard let drawnNow else { return }
    let x = frame.x(drawnNow)
    frame.drawing.line(from: (x, frame.top), to: (x, frame.bottom), "axis unsure")
  }

  /// Until when the day is drawn, where that is not all of it.
  private func cut(_ report: SimulationReport) -> String {
    guard report.scale.opens != nil else {
      return report.scale.brief(times.upperBound, in: report.language)
    }
    // By the clock, to the minute.
    return report.scale.moment((times.upperBound / 60).rounded(.down) * 60)
  }

  /// How many wait, client by client.
  func waitingFigure(_ report: SimulationReport) -> Figure {
    let (scale, language) = (report.scale, report.language)
    let most = levels.map(\.waiting).max() ?? 0
    let times = span(report)
    return Figure(
      title: most == 0
        ? language("Nobody waits", "기다리는 고객이 없습니다")
        : most == plan.limit
          ? language(
            "The branch is full at times: \(most) wait, and who comes then is turned away",
            "대기가 한도인 \(most)명까지 찹니다. 그때 오는 고객은 돌아갑니다")
          : part(report).map {
            language("At \($0) at most \(most) wait", "\($0)에 최대 \(most)명 대기")
          }
            ?? (isFull
              ? language(
                "Until \(cut(report)) at most \(most) wait", "\(cut(report))까지 최대 \(most)명 대기")
              : report.soFar == nil
                ? language("On this day at most \(most) wait", "이날 최대 \(most)명 대기")
                : language("Until now at most \(most) have waited", "지금까지 최대 \(most)명 대기")),
      subtitle: (scale.opens == nil
        ? language(
          "Clients waiting, over time in \(scale.words). ",
          "대기 고객 수, 시각은 \(scale.unit.name(in: .ko)). ")
        : language("Clients waiting. ", "대기 고객 수. ")) + day(report),
      table: [[scale.axis(in: language), language("clients waiting", "대기 고객")]]
        + levels.strided(to: 100).map { [scale.moment($0.time.seconds), String($0.waiting)] }
    ) { width in
      var frame = Frame(
        width: width, height: 180, x: times, xTicks: scale.ticks(times),
        y: 0...Scale.roundedUp(Double(max(most, 1))), unit: language("clients waiting", "대기 고객"))
      var points: [(x: Double, y: Double)] = []
      for (index, level) in levels.enumerated() {
        let x = frame.x(level.time.seconds)
        if index > 0 { points.append((x, frame.y(Double(levels[index - 1].waiting)))) }
        points.append((x, frame.y(Double(level.waiting))))
      }
      if let last = points.last { points.append((frame.x(times.upperBound), last.y)) }
      frame.drawing.path(points, "curve accent-stroke")
      markNow(&frame)
      return frame.drawing
    }
  }

  /// A table with more rows than this makes a page heavy; the last says how many more there are.
  private static let mostRows = 500

  /// What each teller did: a lane for each, away shaded.
  func lanesFigure(_ report: SimulationReport) -> Figure {
    let (scale, language, times) = (report.scale, report.language, span(report))
    let count = min(plan.tellers.count, StaffPictures.most)
    let drawn = slices.filter { $0.teller < count }
    let kept = held.filter { $0.teller < count }
    let seconds = kept.reduce(0) { $0 + ($1.to - $1.from).seconds }
    let nobody =
      part(report).map { language("At \($0) nobody", "\($0)에는 ") }
      ?? (isFull
        ? language("Until \(cut(report)) nobody", "\(cut(report))까지 ") : language("Nobody", ""))
    return Figure(
      title: seconds > 0
        ? language(
          "Tellers were free for \(scale.brief(seconds, in: language)) while somebody waited whom they could serve",
          "맡을 수 있는 고객이 기다리는데 창구가 비어 있던 시간: \(scale.brief(seconds, in: language))")
        : language(
          "\(nobody) was free while somebody waited whom they could serve",
          "\(nobody)맡을 고객이 기다리는 동안 빈 창구는 없었습니다"),
      subtitle: language("What each teller did. ", "각 창구가 한 일. ") + day(report)
        + (plan.tellers.count > count
          ? language(
            " \(count) of \(plan.tellers.count) tellers.", " 창구 \(plan.tellers.count)개 중 \(count)개."
          ) : ""),
      table: [
        [
          language("teller", "창구"), language("service", "업무"), language("ticket", "번호"),
          language("from", "시작"), language("to", "끝"),
        ]
      ]
        + drawn.prefix(Self.mostRows).map {
          [
            plan.tellers[$0.teller].name, report.titles[$0.service], String($0.ticket),
            scale.moment($0.from.seconds),
            $0.isOpen ? language("later", "이후") : scale.moment($0.to.seconds),
          ]
        }
        + (drawn.count > Self.mostRows
          ? [[language("\(drawn.count - Self.mostRows) more", "외 \(drawn.count - Self.mostRows)개")]]
          : []),
      legend: Figure.keys(of: plan.services.indices, report.titles, language)
        + (plan.tellers.contains { $0.shifts != nil }
          ? [("away-key", language("away", "자리 비움"))] : [])
        + (drawn.contains { $0.free > $0.to }
          ? [("work-handover", language("between clients", "다음 고객 준비"))] : [])
        + (kept.isEmpty
          ? [] : [("work-holding", language("free while somebody waits", "맡을 고객이 있는데 빈 창구"))])
    ) { width in
      var frame = Frame(
        width: width, rows: plan.tellers.prefix(count).map(\.name), rowHeight: 28, x: times,
        xTicks: scale.ticks(times), unit: scale.opens == nil ? scale.axis(in: language) : "")
      func box(
        _ teller: Int, _ from: Double, _ to: Double, _ inset: Double, _ style: String,
        _ tip: String? = nil
      ) {
        guard to > times.lowerBound, from < times.upperBound else { return }
        let x = frame.x(from)
        frame.drawing.box(
          x: x, y: frame.y(Double(teller)) + inset, width: max(0.6, frame.x(to) - x - 0.4),
          height: 28 - 2 * inset, style, tip: tip)
      }
      for teller in 0..<count {
        var from = times.lowerBound
        for shift in plan.tellers[teller].shifts ?? [] {
          if shift.start.seconds > from { box(teller, from, shift.start.seconds, 2, "away") }
          from = shift.end.seconds
        }
        if plan.tellers[teller].shifts != nil, from < times.upperBound {
          box(teller, from, times.upperBound, 2, "away")
        }
      }
      /// Where a box of one teller is across the picture, cut to it.
      func place(_ teller: Int, _ from: Double, _ to: Double, _ inset: Double, gap: Double = 0.4)
        -> (x: Double, y: Double, width: Double)
      {
        let x = frame.x(from)
        return (
          x, frame.y(Double(teller)) + inset,
          max(0.6, frame.x(min(to, times.upperBound)) - x - gap)
        )
      }
      frame.drawing.boxes(
        kept.map { place($0.teller, $0.from.seconds, $0.to.seconds, 10) }, height: 8, "work-holding"
      )
      frame.drawing.boxes(
        drawn.filter { $0.free > $0.to && $0.to.seconds < times.upperBound }.map {
          place($0.teller, $0.to.seconds, $0.free.seconds, 11, gap: 0)
        }, height: 6, "work-handover")
      // What is too narrow to be pointed at has no tip, and is one shape for each service: a
      // thousand boxes with tips made a page of 440 kB.
      let isNarrow = { (slice: Slice) in
        frame.x(slice.to.seconds) - frame.x(slice.from.seconds) < 3
      }
      for (service, narrow) in Dictionary(grouping: drawn.filter(isNarrow), by: \.service).sorted(
        by: { $0.key < $1.key })
      {
        frame.drawing.boxes(
          narrow.map { place($0.teller, $0.from.seconds, $0.to.seconds, 5) }, height: 18,
          "slice \(Figure.hue(service))")
      }
      for slice in drawn where !isNarrow(slice) {
        box(
          slice.teller, slice.from.seconds, slice.to.seconds, 5,
          "slice \(Figure.hue(slice.service))",
          "\(report.titles[slice.service]) \(slice.ticket): \(scale.moment(slice.from.seconds)) – "
            + (slice.isOpen ? "" : scale.moment(slice.to.seconds))
        )
      }
      markNow(&frame)
      return frame.drawing
    }
  }
}

extension Array {
  /// At most `count` elements, evenly taken.
  func strided(to count: Int) -> [Element] {
    self.count <= count ? self : (0..<count).map { self[$0 * (self.count - 1) / (count - 1)] }
  }
}
