import BankCore
import BankSimulation

extension DayPictures {
  /// The fewest who came in a stretch over all days for its mean to be spoken of.
  static let fewest = 20

  /// How sure it is that too many of those who come in a stretch are late.
  private enum Lateness: String {
    /// The whole interval says so, or it is what happened on the one day that there is.
    case sure = "over"
    /// The mean says so.
    case perhaps = "over unsure"
  }

  /// Whether more than 20 % of those who come in a stretch are late; `nil` where they are not, or too few came to
  /// say.
  private func lateness(_ stretch: Int, _ service: Int) -> Lateness? {
    guard report.plan.services[service].target != nil, let late = course.late(stretch, service),
      TargetState(late: late.mean) == .bad
    else { return nil }
    let days = report.summary.days.count
    // What happened on the one day there is, happened.
    if days == 1 { return .sure }
    // Where all were late on every day, the days say how often they may not be.
    if late.mean == 1, days > 1 {
      let error = Interval.errorOfAll(
        days: course.daysOfWhoCame(stretch, service), atOnce: stretches.count)
      return TargetState(late: 1 - error) == .bad ? .sure : .perhaps
    }
    guard course.cells[stretch][service].arrived >= Self.fewest else { return nil }
    let error = late.errorOfShare(of: course.cells[stretch][service].arrived)
    let least = late.mean - error * (late.halfWidth == nil ? 1 : widening)
    return TargetState(late: least) == .bad ? .sure : .perhaps
  }

  /// Of many stretches the worst is seen to be so: as many intervals have to hold at once.
  private var widening: Double {
    Interval.widening(stretches.count, degrees: report.summary.days.count - 1)
  }

  /// When a service is worst, and how bad it is then.
  struct Worst {
    var stretches: [Int]
    /// The stretch at which it is highest; `nil` where it is the whole day.
    var top: Int?
    /// The share late then, or over the whole day.
    var late: Interval?
    /// The mean wait of those served then; `nil` where nobody is.
    var wait: Interval?
    /// Another stretch, in which those served had waited clearly longer, where there is one.
    var longest: (stretch: Int, wait: Interval)?
    /// Whether no time of day is clearly worse than the others: then it is the whole day that is bad.
    var isAllDay = false
    /// Whether most of those who are late come at the top, though at another time a larger share of fewer is late.
    var isOfMost = false
  }

  /// The times of day at which a service is worst: the worst stretch and those that may be as bad.
  ///
  /// Of stretches with too few clients nothing is said; `nil` where no stretch stands out by more than its
  /// interval, and most are on target.
  func worst(_ service: Int) -> Worst? {
    // Whoever is never called is late and has no wait.
    let known = stretches.filter { course.cells[$0][service].arrived >= Self.fewest }
    let called = known.filter { course.cells[$0][service].served >= Self.fewest }
    let hasTarget = report.plan.services[service].target != nil
    guard report.summary.days.count > 1 else { return worstOfOneDay(service) }
    guard report.hasIntervals else { return nil }
    let byLate =
      hasTarget
      ? standingOut(known) { stretch in
        course.late(stretch, service).map {
          let error =
            $0.mean == 1
            ? Interval.errorOfAll(
              days: course.daysOfWhoCame(stretch, service), atOnce: stretches.count)
            : $0.errorOfShare(of: course.cells[stretch][service].arrived)
          return Interval(mean: $0.mean, halfWidth: error)
        }
      } : nil
    // Where all are late, those still wait longest at some time.
    if let (top, stretches) = byLate ?? standingOut(called, { course.wait($0, service) }) {
      return Worst(
        // Where the waits stand out and no share late does, another time may have as many late.
        stretches: stretches, top: top, late: byLate == nil ? nil : late(top, service),
        wait: wait(top, service), longest: longest(called, beside: top, service))
    }
    // Late all day is worth saying too.
    let line = report.lines[service]
    let busy = stretches.filter { course.cells[$0][service].arrived > 0 }
    guard let late = line.late, late.mean > 0.2, 2 * known.count > busy.count,
      known.allSatisfy({ (course.late($0, service)?.mean ?? 0) > late.mean / 2 })
    else { return nil }
    return Worst(
      stretches: known, late: late,
      wait: Interval(mean: line.figures.wait.mean, halfWidth: line.halfWidth), isAllDay: true)
  }

  /// When more than 20 % were late on the one day there is, the half-hour of most of them as its height.
  private func worstOfOneDay(_ service: Int) -> Worst? {
    let over = stretches.filter { lateness($0, service) != nil }
    func lateOnes(_ stretch: Int) -> Double {
      (course.late(stretch, service)?.mean ?? 0) * Double(course.cells[stretch][service].arrived)
    }
    guard let top = over.max(by: { lateOnes($0) < lateOnes($1) }) else { return nil }
    let share = course.late(top, service)?.mean ?? 0
    return Worst(
      stretches: over, top: top, late: late(top, service), wait: wait(top, service),
      longest: longest(Array(stretches), beside: top, service),
      isOfMost: over.contains { course.late($0, service)?.mean ?? 0 > share })
  }

  /// Where waits are longest, if that is more than a quarter longer than at `top`.
  private func longest(
    _ known: [Int], beside top: Int, _ service: Int
  ) -> (stretch: Int, wait: Interval)? {
    let waits = known.compactMap { stretch in wait(stretch, service).map { (stretch, $0) } }
    guard let longest = waits.max(by: { $0.1.mean < $1.1.mean }), longest.0 != top,
      longest.1.mean > 1.25 * (wait(top, service)?.mean ?? 0)
    else { return nil }
    return longest
  }

  /// The stretch where a value is highest, and those that may be as high; `nil` where none stands out.
  ///
  /// Of many stretches one is highest by chance, so its interval is widened, unless a quarter of the day is not
  /// half as high.
  private func standingOut(
    _ known: [Int], _ value: (Int) -> Interval?
  ) -> (top: Int, stretches: [Int])? {
    let values = known.compactMap { stretch in value(stretch).map { (stretch: stretch, $0) } }
    let mean = values.reduce(0) { $0 + $1.1.mean } / Double(max(values.count, 1))
    guard let (stretch, top) = values.max(by: { $0.1.mean < $1.1.mean }) else { return nil }
    let isUneven = 4 * values.count { $0.1.mean < top.mean / 2 } >= values.count
    guard top.mean - (top.halfWidth ?? .infinity) * (isUneven ? 1 : widening) > mean else {
      return nil
    }
    let others = values.filter {
      $0.1.mean >= 0.6 * top.mean
        && max($0.1.mean + ($0.1.halfWidth ?? 0), $0.1.mean / 0.95) >= top.mean
    }
    return (stretch, others.map(\.stretch))
  }

  /// How many services the map has room for.
  private static let mostRows = 12

  /// Mean waits by the time of coming and by service.
  var map: Figure {
    let services = worstFirst
    // Of hundreds a picture shows nothing: the table has them all.
    let drawn = Array(services.prefix(Self.mostRows))
    // Up to the last time at which anybody comes.
    let stretches = self.stretches.prefix { stretch in
      self.stretches[stretch...].contains { later in
        services.contains { course.cells[later][$0].arrived > 0 }
      }
    }
    let hasTargets = services.contains { report.plan.services[$0].target != nil }
    let hasLengths = services.contains { report.plan.services[$0].target == nil }
    let longest =
      services.flatMap { service in stretches.compactMap { wait($0, service)?.mean } }.max()
      ?? 1
    func times(_ service: Int, _ sure: Lateness) -> [Int] {
      stretches.filter { lateness($0, service) == sure }
    }
    /// Whether too many of those who came were late, or nobody was called, however few they were.
    func isBeyond(_ stretch: Int, _ service: Int) -> Bool {
      let part = course.cells[stretch][service]
      guard report.plan.services[service].target != nil, part.arrived > 0,
        let late = course.late(stretch, service)
      else { return false }
      return part.called == 0 || TargetState(late: late.mean) == .bad
    }
    let over = services.filter { !times($0, .sure).isEmpty }
    let title: String
    if let first = over.first {
      // What is unsure between two sure times is no end: the frames show it.
      let unsure = times(first, .perhaps).runs
      let known = times(first, .sure)
      let between = unsure.filter {
        known.contains($0.lowerBound - 1) && known.contains($0.upperBound + 1)
      }
      let sure = twoLongest((known + between.joined()).sorted())
      let perhaps = unsure.filter { !between.contains($0) }
      /// How much of the time in which clients come a service is late.
      func share(_ service: Int) -> Double {
        let came = stretches.count { course.cells[$0][service].arrived > 0 }
        return Double(times(service, .sure).count) / Double(max(came, 1))
      }
      let whens = [
        language("nearly all day", "거의 하루 종일"), language("most of the day", "하루의 대부분"),
        language("at times", "시간대에 따라"),
      ]
      func when(_ service: Int) -> Int { [0.9, 0.5].count { share(service) < $0 } }
      let others = whens.enumerated().map { place, told in
        let others = over.dropFirst().filter { when($0) == place }
        guard let other = others.first else { return "" }
        if others.count == 1, place == whens.count - 1 {
          let isMore = !times(other, .perhaps).isEmpty
          let told = twoLongest(times(other, .sure))
          return language(
            "; for \(report.titles[other]): \(told)\(isMore ? " and perhaps at other times" : "")",
            ". \(report.titles[other]): \(told)\(isMore ? ", 다른 때에도 넘을 수 있음" : "")")
        }
        let names = language.some(others.map { report.titles[$0] })
        return language("; \(told) also for \(names)", ". \(told) \(names)도")
      }.joined()
      let isOne = report.summary.days.count == 1
      title =
        language(
          isOne
            ? "On this day more than 20 % were late for \(report.titles[first]): \(sure)"
            : "More than 20 % are late for \(report.titles[first]): \(sure)",
          "\(isOne ? "이 하루, " : "")\(report.titles[first]): 목표 초과가 20 %를 넘는 때 \(sure)")
        + (perhaps.count > 1
          ? language("; perhaps at other times", "; 다른 때에도 넘을 수 있음")
          : perhaps.first.map(period).map {
            language("; perhaps also \($0)", "; \($0)에도 넘을 수 있음")
          } ?? "")
        + others
    } else if let first = services.first(where: { !times($0, .perhaps).isEmpty }) {
      let perhaps = twoLongest(times(first, .perhaps))
      title = language(
        "Perhaps more than 20 % are late for \(report.titles[first]), and more days would tell: \(perhaps)",
        "\(report.titles[first]): 목표 초과가 20 %를 넘을 수 있는 때 \(perhaps), 더 많은 날이 있어야 알 수 있음")
    } else if services.contains(where: { service in stretches.contains { isBeyond($0, service) } })
    {
      title = language(
        "More than 20 % are late at times, of too few clients or days to say when",
        "목표 초과가 20 %를 넘는 때가 있으나, 고객이나 날이 적어 언제인지는 알 수 없습니다")
    } else if stretches.contains(where: { stretch in
      services.contains {
        report.plan.services[$0].target != nil && course.cells[stretch][$0].arrived > 0
          && course.late(stretch, $0) == nil
      }
    }) {
      title =
        report.soFar == nil
        ? language(
          "At no time of which it is known are more than 20 % late; of the last it is not, for the days were stopped",
          "알 수 있는 시각 중 목표 초과가 20 %를 넘는 때는 없습니다. 마지막은 하루를 도중에 멈추어 알 수 없습니다")
        : language(
          "At no time until now were more than 20 % late; of the last it is not known yet",
          "지금까지 목표 초과가 20 %를 넘은 때는 없습니다. 마지막은 아직 알 수 없습니다")
    } else {
      title =
        hasTargets
        ? language("At no time are more than 20 % late", "목표 초과가 20 %를 넘는 때는 없습니다")
        : language("How long those wait who come at each time", "시각별 대기 시간")
    }
    /// What happened on the one day there is needs no frame.
    func frame(_ stretch: Int, _ service: Int) -> String {
      let frame = report.summary.days.count > 1 ? lateness(stretch, service)?.rawValue : nil
      return frame.map { " " + $0 } ?? ""
    }
    func cell(_ stretch: Int, _ service: Int) -> (text: String, style: String, tip: String)? {
      let hasTarget = report.plan.services[service].target != nil
      let part = course.cells[stretch][service]
      if hasTarget, part.arrived > 0, course.late(stretch, service) == nil {
        return (
          "?", "unknown",
          "\(moment(stretch)) \(report.titles[service]): "
            + language("not known how many are late", "목표 초과를 알 수 없음")
        )
      }
      guard let wait = wait(stretch, service) else {
        guard part.arrived > 0 else { return nil }
        let share = course.late(stretch, service)?.mean ?? 1
        let told =
          part.called == 0
          ? language("nobody who came was called", "온 고객 중 불린 사람이 없음")
          : language("nobody who came is served yet", "온 고객 중 업무를 마친 사람이 아직 없음")
        return (
          hasTarget ? Time.seconds(share * 100).decimal(places: 0) : "–",
          "heat\(hasTarget ? TargetState.heat(late: share) : 6)\(frame(stretch, service))",
          "\(moment(stretch)) \(report.titles[service]): \(told)"
        )
      }
      let late = hasTarget ? late(stretch, service) : nil
      let share = course.late(stretch, service)?.mean ?? 0
      let step =
        hasTarget
        ? TargetState.heat(late: share) : [0.1, 0.25, 0.5, 0.75].count { wait.mean > $0 * longest }
      return (
        hasTarget ? Time.seconds(share * 100).decimal(places: 0) : scale.brief(wait.mean),
        "\(hasTarget ? "heat" : "amount")\(step)\(frame(stretch, service))",
        "\(moment(stretch)) \(report.titles[service]): \(scale.brief(wait, in: language))"
          + (late.map { language(", late ", ", 목표 초과 ") + SimulationReport.share($0) } ?? "")
      )
    }
    let worstOf =
      drawn.count == services.count
      ? ""
      : language(
        " The \(drawn.count) that fare worst of \(services.count).",
        " 업무 \(services.count)개 중 가장 나쁜 \(drawn.count)개.")
    return Figure(
      title: title,
      subtitle: language(
        hasTargets
          ? "Share late in per cent of those who come at each time; \(days). Blue: at most 5; yellow and orange: at most 20; red: more\(report.summary.days.count == 1 ? "" : ", framed where that is sure of all times at once, dashed where it may be, without a frame where too few came").\(worstOf)"
            + (hasLengths ? " Without a target: the mean wait in \(scale.words)." : "")
          : "Mean wait in \(scale.words) by when clients come; \(days).\(worstOf)",
        hasTargets
          ? "도착 시각별 목표 초과 비율(%), \(days). 파랑: 5 이하, 노랑과 주황: 20 이하, 빨강: 20 초과\(report.summary.days.count == 1 ? "" : ", 모든 시각을 함께 보아 확실하면 테두리, 그럴 수 있으면 점선, 온 고객이 적으면 테두리 없음").\(worstOf)"
            + (hasLengths ? " 목표가 없으면 평균 대기(\(scale.unit.name(in: .ko)))." : "")
          : "도착 시각별 평균 대기(\(scale.unit.name(in: .ko))), \(days).\(worstOf)"),
      table: [
        [language("from", "시각")]
          + services.flatMap { service -> [String] in
            let name = report.titles[service]
            return [language("\(name): wait", "\(name): 대기")]
              + (report.plan.services[service].target == nil
                ? [] : [language("\(name): late", "\(name): 목표 초과")])
          }
      ]
        + stretches.map { stretch in
          [moment(stretch)]
            + services.flatMap { service -> [String] in
              let wait = wait(stretch, service)
              return [
                report.told(wait?.mean, wait?.halfWidth)
              ]
                + (report.plan.services[service].target == nil
                  ? [] : [SimulationReport.share(late(stretch, service))])
            }
        }
    ) { width in
      func draw(
        _ drawing: inout Drawing, _ x: Double, _ y: Double, _ w: Double, _ h: Double,
        _ stretch: Int, _ service: Int
      ) {
        guard let cell = cell(stretch, service) else {
          return drawing.box(x: x + 1, y: y + 1, width: w - 2, height: h - 2, "nothing")
        }
        drawing.box(
          x: x + 1.5, y: y + 1.5, width: w - 3, height: h - 3, cell.style, radius: 3, tip: cell.tip)
        // Of the highest, which are the widest, the number counts most.
        let fits = TextSize.width(cell.text) < w - 4
        if fits || 0.75 * TextSize.width(cell.text) < w - 3 {
          drawing.text(
            cell.text, x: x + w / 2, y: y + h / 2 + 4,
            "on" + cell.style.prefix { $0 != " " } + (fits ? "" : " narrow"), .middle)
        }
      }
      if width < 500 {
        let left = 48.0
        let column = (width - left) / Double(max(drawn.count, 1))
        // Names that do not fit beside each other are read upwards.
        let longest = drawn.map { TextSize.width(report.titles[$0]) }.max() ?? 0
        let isWide = longest <= column - 4
        let top = isWide ? 22 : min(longest, 130) + 8
        var drawing = Drawing(width: width, height: 26 * Double(stretches.count) + top + 2)
        for (place, service) in drawn.enumerated() {
          let (x, name) = (left + column * (Double(place) + 0.5), report.titles[service])
          if isWide {
            drawing.text(name, x: x, y: 14, "tick", .middle)
          } else {
            drawing.upwards(TextSize.fitted(name, in: 130), x: x + 4, y: top - 4, "tick")
          }
          for stretch in stretches {
            draw(
              &drawing, left + column * Double(place), top + 26 * Double(stretch), column, 26,
              stretch, service)
          }
        }
        for stretch in stretches {
          drawing.text(
            moment(stretch), x: left - 6, y: top + 26 * (Double(stretch) + 0.5) + 4, "tick", .end)
        }
        return drawing
      }
      var frame = Frame(
        width: width, rows: drawn.map { report.titles[$0] }, rowHeight: 34,
        x: 0...start(stretches.endIndex), xTicks: [], unit: "")
      for (row, service) in drawn.enumerated() {
        for stretch in stretches {
          let x = frame.x(start(stretch))
          draw(
            &frame.drawing, x, frame.y(Double(row)), frame.x(start(stretch + 1)) - x,
            frame.y(Double(row) + 1) - frame.y(Double(row)), stretch, service)
        }
      }
      var free = -1.0
      for stretch in stretches where frame.x(start(stretch)) > free {
        let text = moment(stretch)
        frame.drawing.text(text, x: frame.x(start(stretch)) + 2, y: frame.bottom + 16, "tick")
        free = frame.x(start(stretch)) + TextSize.width(text) + 8
      }
      return frame.drawing
    }
  }
}
