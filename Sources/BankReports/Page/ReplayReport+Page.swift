import BankCore
import BankRecords
import BankSimulation

extension ReplayReport {
  /// A control whose mean wait is off by more than this share is no control.
  private static let farOff = 0.3

  /// The report as a page: how true the control is, then what each policy would have done.
  public func html(command: String? = nil) -> String {
    // The page calls services by their titles, as the pictures of the recorded days do.
    var own = self
    own.titles = pageTitles ?? titles
    return own.page(command)
  }

  private func page(_ command: String?) -> String {
    let name = log.split(separator: "/").last.map(String.init) ?? log
    var page = Page(
      language("Replay of \(name)", "\(name) 다시 돌리기"),
      asked: language(
        "\(days.count) day\(days.count == 1 ? "" : "s") · control \(policies[0])",
        "\(days.count)일 · 대조 정책 \(policies[0])"),
      language)
    let days = recordedDays.map {
      HTMLReport(title: "", results: [$0], help: HelpTrial(isOfOneDay: true))
    }
    answer(days, on: &page)
    days?.tiles(&page, of: policies.count > 1 ? language("Recorded days:", "기록된 날:") : nil)
    page.section(
      language("What each policy would have changed", "정책별로 달라졌을 점"),
      byChange.map { differencesFigure($0) })
    days?.sections(on: &page)
    page.section(language("How true the replay is", "다시 돌린 결과가 기록과 얼마나 같은가"), [daysFigure])
    page.section(
      language("By service", "업무별") + (classes.isEmpty ? "" : language(" and class", "·등급별")),
      html: matrices)
    page.careful(warnings + remarks)
    page.made([method], command: command)
    return page.text
  }

  /// The answer: what was asked, or else how the days were, then how far the replay itself may be trusted.
  ///
  /// Of one that is far off, that comes first.
  private func answer(_ days: HTMLReport?, on page: inout Page) {
    let share = mean(nil) > 0 ? totalError / mean(nil) : totalError == 0 ? 0 : nil
    let error =
      share.flatMap {
        abs($0) < 0.005
          ? nil : " (\($0 < 0 ? "−" : "+")\(SimulationReport.wholePercent(abs($0))))"
      } ?? ""
    let (own, recorded) = (
      scale.brief(mean(0), in: language), scale.brief(mean(nil), in: language)
    )
    let (control, conclusions) = (policies[0], conclusions(isBrief: true))
    let isFarOff = share.map { abs($0) > Self.farOff } ?? false
    let trust =
      isFarOff
      ? language(
        "This replay is not what happened: under its own policy, \(control), the mean wait is \(own) where \(recorded) was recorded\(error).\(conclusions.isEmpty ? "" : " What it says of other policies says little.")",
        "이 결과는 기록과 다릅니다. 원래 정책 \(control)에서 평균 대기는 \(own), 기록은 \(recorded)입니다\(error).\(conclusions.isEmpty ? "" : " 다른 정책에 대한 내용은 참고하기 어렵습니다.")"
      )
      : language(
        "The control, \(control), gives a mean wait of \(own) where \(recorded) was recorded\(error).",
        "대조 정책 \(control)의 평균 대기는 \(own), 기록은 \(recorded)입니다\(error).") + worstPart
    func about(_ label: String, _ sentences: [String]) -> [Page.Part] {
      sentences.map { .init(label, $0) }
    }
    let doubts = doubts.map { $0.capitalizedFirst + "." }
    let replay = language("This replay", "다시 돌리기")
    let policies = language("Policies", "정책")
    let told = days?.answerParts ?? []
    let labelled =
      told.prefix(1).map { part in
        Page.Part(language("Recorded days", "기록된 날"), part.text, then: part.then)
      } + told.dropFirst()
    if isFarOff {
      page.answer(
        parts: [.init(nil, trust)] + about(replay, doubts)
          + about(policies, conclusions) + labelled, .bad)
    } else if conclusions.isEmpty, let days {
      page.answer(
        parts: told + about(replay, doubts + [trust]), days.state, beside: days.glance)
    } else {
      // Of several, none of which is better, that is what was asked.
      let isAnyBetter = self.policies.indices.dropFirst().contains {
        isTold($0) && total($0) < 0 && doubtOfOneDay($0) == nil
      }
      let none =
        conclusions.count > 1 && !isAnyBetter
        ? language(
          "\(conclusions.count == 2 ? "Neither of these two" : "None of these \(conclusions.count)") policies surely makes the mean wait of all shorter than \(control).",
          "이 정책 \(conclusions.count)개 가운데 전체 평균 대기가 \(control)보다 확실히 짧아지는 것은 없습니다.") : nil
      let first = [none].compactMap(\.self) + conclusions
      page.answer(
        parts: first.prefix(1).map { .init(nil, $0) }
          + about(policies, Array(first.dropFirst())) + about(replay, doubts + [trust])
          + labelled, days?.state)
    }
  }

  /// On how many days waits are longer or shorter under a policy, by more than the control errs, where the days tell.
  private func title(_ policy: Int, longer: Int, shorter: Int, of count: Int) -> String {
    let name = policies[policy]
    if let doubt = refutation(policy) ?? doubtOfOneDay(policy) { return "\(name): \(doubt)" }
    guard isTold(policy) || count == 1 else {
      return language(
        "\(name): all days together cannot tell it from \(policies[0])",
        "\(name): 모든 날을 합쳐도 \(policies[0].with(.and)) 구별되지 않습니다")
    }
    func days(_ number: Int) -> String { "\(number) of \(count) days" }
    return switch (longer, shorter) {
    case (1, 0) where count == 1:
      language(
        "\(name): waits are longer on this day, by more than the control errs",
        "\(name): 이날 대기가 대조의 오차보다 크게 길어집니다")
    case (0, 1) where count == 1:
      language(
        "\(name): waits are shorter on this day, by more than the control errs",
        "\(name): 이날 대기가 대조의 오차보다 크게 짧아집니다")
    case (0, 0):
      language(
        "\(name): no day differs by more than the control errs",
        "\(name): 대조의 오차보다 크게 다른 날이 없습니다")
    case (_, 0):
      language(
        "\(name): waits are longer on \(days(longer)), by more than the control errs",
        "\(name): \(count)일 중 \(longer)일은 대조의 오차보다 크게 대기가 길어집니다")
    case (0, _):
      language(
        "\(name): waits are shorter on \(days(shorter)), by more than the control errs",
        "\(name): \(count)일 중 \(shorter)일은 대조의 오차보다 크게 대기가 짧아집니다")
    default:
      language(
        "\(name): waits are longer on \(longer) and shorter on \(days(shorter)), by more than the control errs",
        "\(name): \(count)일 중 대조의 오차보다 크게 길어지는 날 \(longer)일, 짧아지는 날 \(shorter)일")
    }
  }

  /// A table for each figure: a row for the record and each policy, a column for all and each service and class.
  ///
  /// What is surely longer or shorter than under the control is marked; one day is not judged.
  private var matrices: String {
    // Of one service, who comes for it is everybody.
    let (all, others) = (seenParts.suffix(1), seenParts.dropLast())
    let parts = Array(others.count == 1 ? all : all + others)
    let records = parts.map(recorded)
    let replays = policies.indices.map { statistics($0) }
    let signs = policies.indices.map { policy in
      parts.indices.map { place in sign(policy, place == 0 ? nil : parts[place]) }
    }
    let figures = partFigures.filter(\.isMeanWait) + partFigures.filter { !$0.isMeanWait }
    return figures.compactMap { figure in
      var rows = [
        (
          name: language("recorded", "기록"), note: "",
          cells: records.map { HTML.Cell(html: figure.recorded($0)) }
        )
      ]
      rows += policies.indices.compactMap { policy in
        guard let replay = replays[policy] else { return nil }
        let cells = parts.indices.map { place in
          let told = figure.replayed(parts[place].figures(replay))
          guard figure.isMeanWait, told != "–", let sign = signs[policy][place] else {
            return HTML.Cell(html: told)
          }
          return HTML.Cell(html: told, style: sign.style, sign: sign.sign)
        }
        let own = days(suiting: policy).count
        let note =
          policy == 0
          ? language("control", "대조")
          : own < days.count
            ? language("\(own) of \(days.count) days", "\(days.count)일 중 \(own)일") : ""
        return (policies[policy], note, cells)
      }
      // Where nobody is lost there is nothing to compare.
      guard Set(rows.flatMap(\.cells).map(\.html)) != ["0.0 %"] else { return nil }
      let legend =
        figure.isMeanWait && policies.count > 1 && days.count > 1
        ? language(
          " Beside the control: ↓ surely shorter, ↑ surely longer, = the same, ≈ not to be told apart.",
          " 대조와 견주어 ↓ 확실히 짧음, ↑ 확실히 김, = 같음, ≈ 구별할 수 없음.") : ""
      let unit =
        figure.isTime ? language(" in \(scale.words)", "(\(scale.unit.name(in: .ko)))") : ""
      return HTML.matrix(
        "<strong>\(figure.name.capitalizedFirst)\(unit)</strong>.\(legend)",
        [language("policy", "정책")] + parts.map(\.name), rows)
    }.joined()
  }

  /// How the mean wait of a part, or of all, stands beside the control; `nil` for one day, which is not judged.
  ///
  /// A shorter wait of fewer served is no gain: it has a sign and no colour.
  private func sign(_ policy: Int, _ part: Part?) -> (style: String, sign: String)? {
    let own = days(suiting: policy)
    guard policy > 0, own.count > 1 else { return nil }
    let isSame = own.allSatisfy { day in
      day.figures[policy].map { other in
        let means = [other, day.control].map { part?.figures($0.statistics).wait.mean ?? $0.mean }
        return abs(means[0] - means[1]) < 1e-9
      } ?? false
    }
    let by: Double? =
      if let part {
        difference(policy, of: part).flatMap { $0.isSure && refuting(policy) == nil ? $0.by : nil }
      } else {
        isTold(policy) ? total(policy) : nil
      }
    guard let by else { return ("", isSame ? "=" : "≈") }
    return by > 0 ? ("bad-tint", "↑") : (servesAsMany(policy) ? "good-tint" : "", "↓")
  }

  /// What a policy differs from the control by on each day, beside what the control errs by.
  private func differencesFigure(_ policy: Int) -> Figure? {
    let unit = scale.unit.seconds
    let all = days.compactMap { day in
      day.difference(policy).map { (date: day.date, by: $0, error: abs(day.error)) }
    }
    // What is the same on every day has no picture.
    guard all.contains(where: { abs($0.by) > 1e-9 }) else { return nil }
    let longer = all.count { $0.by > $0.error }
    let shorter = all.count { -$0.by > $0.error }
    // All policies have one scale.
    let ends = policies.indices.dropFirst().flatMap { other in
      days.compactMap { day in day.difference(other).map { (by: $0, error: abs(day.error)) } }
    }
    let most = Scale.roundedUp(ends.map { max($0.by, $0.error) / unit }.max() ?? 1)
    let least = Scale.roundedUp(ends.map { max(-$0.by, $0.error) / unit }.max() ?? 1)
    return Figure(
      title: title(policy, longer: longer, shorter: shorter, of: all.count),
      subtitle: language(
        "Its mean wait minus that of \(policies[0]), day by day, in \(scale.words). Grey box around 0: what the control errs by on that day; a dot within says nothing.",
        "날마다 \(policies[0])보다 긴 평균 대기(\(scale.unit.name(in: .ko))). 0 둘레의 회색 칸: 그날 대조의 오차. 그 안의 점은 알 수 없음."
      ),
      table: [
        [
          language("day", "날짜"), language("difference", "차이"),
          language("control's error", "대조의 오차"),
        ]
      ] + all.map { [$0.date, number($0.by), number($0.error)] }
    ) { width in
      let step = max(1, (all.count + 5) / 6)
      let ticks = stride(from: 0, to: all.count, by: step).map {
        (at: Double($0), label: String(all[$0].date.suffix(5)))
      }
      var frame = Frame(
        width: width, height: 200, x: -0.5...Double(all.count) - 0.5, xTicks: ticks,
        y: -least...most,
        unit: language("difference, ", "차이, ") + scale.unit.sign(in: language))
      for (number, day) in all.enumerated() {
        let x = frame.x(Double(number))
        let (top, bottom) = (frame.y(day.error / unit), frame.y(-day.error / unit))
        // A box and no whiskers, which would be an interval of the dot.
        let width = min(28, 0.8 * (frame.x(1) - frame.x(0)))
        frame.drawing.box(
          x: x - width / 2, y: top, width: width, height: bottom - top, "plain-tint", radius: 3)
        frame.drawing.dot(
          x: x, y: frame.y(day.by / unit), radius: 4,
          abs(day.by) <= day.error ? "plain-fill" : day.by > 0 ? "bad-fill" : "good-fill",
          tip: "\(day.date): \(self.number(day.by)) (± \(self.number(day.error)))")
      }
      return frame.drawing
    }
  }

  /// The mean wait of each day: recorded, and under the control.
  private var daysFigure: Figure? {
    let series: [(name: String, values: [Double?])] =
      [(language("recorded", "기록"), days.map { Optional($0.recorded) })]
      + [(policies[0], days.map { $0.figures[0]?.mean })]
    guard !days.isEmpty else { return nil }
    let unit = scale.unit.seconds
    let top = (series.flatMap(\.values).compactMap { $0 }.max() ?? 1) / unit
    func style(_ number: Int) -> String { (number == 0 ? "under " : "") + Figure.curve(number) }
    let far = days.max { abs($0.error) < abs($1.error) }
    return Figure(
      title: far.map { day in
        days.allSatisfy { abs($0.error) <= 0.005 * $0.recorded }
          ? language(
            "\(days.count == 1 ? "The" : "On every day the") control's mean wait is within 0.5 % of the recorded one",
            "\(days.count == 1 ? "" : "모든 날 ")대조의 평균 대기가 기록과 0.5 % 안에서 같습니다")
          : language(
            "The control is farthest from the record on \(day.date): by \(scale.brief(abs(day.error), in: language))",
            "대조가 기록과 가장 다른 날 \(day.date): \(scale.brief(abs(day.error), in: language))")
      } ?? "",
      subtitle: language(
        "Mean wait of each day in \(scale.words), as it was and under the control.",
        "날마다의 평균 대기(\(scale.unit.name(in: .ko))), 기록과 대조."),
      table: table,
      legend: series.enumerated().map { (style($0), $1.name) }
    ) { width in
      // One day stands in the middle.
      let domain = days.count > 1 ? 0...Double(days.count - 1) : -1...1
      let step = max(1, (days.count + 5) / 6)
      let ticks = stride(from: 0, to: days.count, by: step).map {
        (at: Double($0), label: String(days[$0].date.suffix(5)))
      }
      var frame = Frame(
        width: width, height: 240, x: domain, xTicks: ticks, y: 0...Scale.roundedUp(top),
        unit: language("mean wait, ", "평균 대기, ") + scale.unit.sign(in: language))
      for (number, line) in series.enumerated() {
        // A day that does not suit a policy has no point.
        let points = line.values.enumerated().compactMap { day, mean in
          mean.map { (x: frame.x(Double(day)), y: frame.y($0 / unit)) }
        }
        frame.drawing.path(points, "curve " + style(number))
        for (day, mean) in line.values.enumerated() {
          guard let mean else { continue }
          frame.drawing.dot(
            x: frame.x(Double(day)), y: frame.y(mean / unit), radius: 3,
            "fill \(Figure.curve(number))",
            tip: "\(days[day].date) \(line.name): \(scale.brief(mean, in: language))")
        }
      }
      return frame.drawing
    }
  }
}
