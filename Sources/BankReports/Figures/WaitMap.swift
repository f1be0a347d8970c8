import BankCore
import BankSimulation

/// The map of waits by the time of coming.
extension DayPictures {
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
      let sure = longestPeriods((known + between.joined()).sorted())
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
          let told = longestPeriods(times(other, .sure))
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
      let perhaps = longestPeriods(times(first, .perhaps))
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
          hasTarget ? "heat\(TargetState.heat(late: share))\(frame(stretch, service))" : "unknown",
          "\(moment(stretch)) \(report.titles[service]): \(told)"
        )
      }
      let late = hasTarget ? late(stretch, service) : nil
      let share = course.late(stretch, service)?.mean ?? 0
      let step =
        hasTarget
        ? TargetState.heat(late: share) : [0.1, 0.25, 0.5, 0.75].count { wait.mean > $0 * longest }
      return (
        hasTarget
          ? Time.seconds(share * 100).decimal(places: 0)
          : wait.mean < 10 * scale.unit.seconds
            ? scale.brief(wait.mean) : Scale.label((wait.mean / scale.unit.seconds).rounded()),
        "\(hasTarget ? "heat" : "amount")\(step)\(frame(stretch, service))"
          + (hasTargets && !hasTarget ? " grey" : ""),
        "\(moment(stretch)) \(report.titles[service]): \(scale.brief(wait, in: language))"
          + (late.map { language(", late ", ", 목표 초과 ") + SimulationReport.share($0) } ?? "")
      )
    }
    let isShort = services.contains {
      report.plan.services[$0].target != nil && report.lines[$0].figures.refused > 0
    }
    let ofStock =
      isShort
      ? language(
        " Who is turned away for want of stock counts as late.", " 재고가 없어 돌아간 고객도 목표 초과로 셉니다.") : ""
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
            + ofStock
            + (hasLengths ? " In grey, without a target: the mean wait in \(scale.words)." : "")
          : "Mean wait in \(scale.words) by when clients come; \(days).\(worstOf)",
        hasTargets
          ? "도착 시각별 목표 초과 비율(%), \(days). 파랑: 5 이하, 노랑과 주황: 20 이하, 빨강: 20 초과\(report.summary.days.count == 1 ? "" : ", 모든 시각을 함께 보아 확실하면 테두리, 그럴 수 있으면 점선, 온 고객이 적으면 테두리 없음").\(worstOf)"
            + ofStock
            + (hasLengths ? " 회색은 목표가 없어 평균 대기(\(scale.unit.name(in: .ko)))." : "")
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
        // Of the highest, which are the widest and bold, the number counts most.
        let room = 1.17 * TextSize.width(cell.text)
        let fits = room < w - 4
        if fits || 0.75 * room < w - 3 {
          drawing.text(
            cell.text, x: x + w / 2, y: y + h / 2 + 4,
            "on" + cell.style.prefix { $0 != " " } + (fits ? "" : " tight"), .middle)
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
