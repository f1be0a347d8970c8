import BankCore
import BankSimulation

/// Several policies beside each other: who gains, and who pays.
struct ComparisonPictures {
  let results: [SimulationReport]
  /// Of all clients who is lost or still there counts once, as the tiles have it, however many lines they join.
  let differences: [Difference]

  init(results: [SimulationReport], differences: [Difference]) {
    self.results = results
    self.differences = differences.map { $0.ofClients(in: results) }
  }

  var base: SimulationReport { results[0] }
  var language: Language { base.language }
  var scale: TimeScale { base.scale }
  var days: Int { base.summary.days.count }

  /// The places that are compared: services, classes, and all together.
  private var columns: [(name: String, title: String)] {
    (base.plan.services.map(\.name) + base.classNames + ["all"]).map { ($0, base.titled($0)) }
  }

  /// Under each policy the largest clear gain of a part of the clients that loses no more of them, and what the others
  /// pay most for it, in longer waits and in clients lost or late, if anything that can be told.
  ///
  /// Parts of the clients are weighed by the time that all of them together wait more or less. Policies are told of that
  /// gain more than they cost, or under which fewer of all are late; if there are none, the first of the others. First
  /// come those for which nobody pays, last those under which more are lost.
  var gains: [(gain: Difference, prices: [Difference])] {
    guard days > 1 else { return [] }
    func isMoreLost(_ difference: Difference) -> Bool {
      difference.isClear && [.lost, .unserved].contains(difference.metric)
        && difference.interval.mean > 0
    }
    func isLosing(_ difference: Difference) -> Bool {
      differences.contains {
        $0.policy == difference.policy && $0.service == difference.service && isMoreLost($0)
      }
    }
    func time(_ difference: Difference) -> Double {
      let place = columns.firstIndex { $0.name == difference.service }
      guard difference.metric == .meanWait, let place else { return 0 }
      return difference.interval.mean * Double(base.lines[place].figures.served)
    }
    func balance(_ change: (gain: Difference, prices: [Difference])) -> (rank: Int, time: Double) {
      let rank = change.prices.isEmpty ? 0 : change.prices.contains(where: isMoreLost) ? 2 : 1
      return (rank, change.prices.reduce(time(change.gain)) { $0 + time($1) })
    }
    // Where waits grow without end that did not, somebody pays whatever the days say.
    let all = results.dropFirst().filter {
      $0.fault == nil && $0.unstable.isSubset(of: base.unstable)
    }.compactMap { result in
      let waits = differences.filter {
        $0.policy == result.policy && $0.metric == .meanWait && $0.service != "all" && $0.isClear
          && $0.baseline > 0
      }.sorted { time($0) < time($1) }
      let longer = waits.last.flatMap { $0.interval.mean > 0 && isFelt($0) ? $0 : nil }
      let gain = waits.first {
        $0.interval.mean < 0 && !isLosing($0)
          && (isFelt($0) || waits.allSatisfy { $0.interval.mean < 0 })
      }
      guard let gain else { return nil }
      let lost = differences.filter { $0.policy == result.policy && $0.service != "all" }
        .filter(isMoreLost).max { $0.interval.mean < $1.interval.mean }
      // Of whom more are late though they wait no longer on average.
      let late = differences.filter {
        $0.policy == result.policy && $0.metric == .late && $0.service != "all" && $0.isClear
          && $0.interval.mean > 0 && $0.service != longer?.service
      }.max { $0.interval.mean < $1.interval.mean }
      return (gain, [longer, lost, late].compactMap { $0 })
    }.sorted { balance($0) < balance($1) }
    // Of several the one that costs least is told of, whatever it costs.
    let worth = all.filter { one in
      balance(one).time < 0
        || differences.contains {
          $0.policy == one.gain.policy && $0.service == "all" && $0.metric == .late && $0.isClear
            && $0.interval.mean < 0
        }
    }
    return worth.isEmpty ? Array(all.prefix(1)) : worth
  }

  /// The policy to look at beside the baseline: the one that the answer names first, else that of the largest gain,
  /// else that of the shortest wait.
  var other: SimulationReport? {
    let others = results.dropFirst().filter { $0.fault == nil && $0.unstable.isEmpty }
    let named = use?.policy ?? better.first?.policy ?? gains.first?.gain.policy
    return others.first { $0.policy == named }
      ?? others.min { Self.wait($0) < Self.wait($1) }
  }

  static func wait(_ report: SimulationReport) -> Double {
    report.fault == nil && report.unstable.isEmpty
      ? report.summary.statistics.all.wait.mean : .infinity
  }

  // MARK: Matrix

  /// A table for each figure that somebody may gain or pay in, each value beside the baseline's: shares late first, where
  /// there are targets, then who is lost, then mean waits.
  var matrix: String {
    let metrics =
      (SimulationReport.hasTargets(results) ? [Difference.Metric.late] : [])
      + (SimulationReport.hasLosses(results) ? [.lost] : []) + [.meanWait]
    // What the signs mean is said once.
    return metrics.map { matrix($0, isFirst: $0 == metrics[0]) }.joined()
  }

  private func matrix(_ metric: Difference.Metric, isFirst: Bool) -> String {
    // Everybody together, then the services and classes.
    let order = [columns.count - 1] + columns.indices.dropLast()
    let heading = [language("policy", "정책")] + order.map { columns[$0].title }
    // Where there are many columns, what ± is stands in the pictures below.
    let isWide = columns.count > 5
    func value(_ line: SimulationReport.Line) -> String {
      switch metric {
      case .late:
        isWide ? line.lateShare.map(SimulationReport.percent) ?? "–" : line.share(line.late)
      case .lost:
        isWide && line.figures.arrived > 0
          ? SimulationReport.percent(line.lost.mean) : line.share(line.lost)
      default:
        !line.hasMean ? "–" : isWide ? scale.brief(line.figures.wait.mean) : report(line)
      }
    }
    func rank(_ result: SimulationReport) -> Double {
      guard result.fault == nil else { return .infinity }
      let all = result.lines[columns.count - 1]
      return switch metric {
      // Where some have no target there is no share of all.
      case .late: all.late?.mean ?? Self.wait(result)
      case .lost: all.lost.mean
      default: Self.wait(result)
      }
    }
    // The baseline, then the others, the least of all clients together first.
    let sorted = [base] + results.dropFirst().sorted { rank($0) < rank($1) }
    let rows = sorted.enumerated().map { number, result in
      let cells = order.map { place -> HTML.Cell in
        let told = value(result.lines[place])
        // A phone has no room for half-widths.
        let html = told.replacing(/\ ±\ [0-9.]+/) { "<span class=\"half\">\($0.output)</span>" }
        guard number > 0, told != "–" else { return HTML.Cell(html: html) }
        let known = differences.first {
          $0.policy == result.policy && $0.service == columns[place].name && $0.metric == metric
        }
        let (style, sign) = Self.verdict(known, isOneDay: days == 1)
        return HTML.Cell(html: html, style: style, sign: sign)
      }
      let name = result.policy + (result.fault == nil ? "" : " " + language("(dropped)", "(중단됨)"))
      return (name: name, note: number == 0 ? language("baseline", "기준") : "", cells: cells)
    }
    return HTML.matrix(subtitle(metric, isWide: isWide, isFirst: isFirst), heading, rows)
  }

  private func subtitle(_ metric: Difference.Metric, isWide: Bool, isFirst: Bool) -> String {
    let what =
      switch metric {
      case .late: language("Share not called within the target", "목표 안에 호출되지 못한 비율")
      case .lost: language("Share that left unserved", "업무를 보지 못하고 떠난 비율")
      default:
        language(
          "Mean wait in \(scale.words)", "평균 대기(\(scale.unit.name(in: .ko)))")
      }
    let interval =
      isWide || !base.hasIntervals
      ? ""
      : "<span class=\"half\">"
        + language(" ± half of its 95 % interval", " ± 95 % 신뢰구간의 반폭") + "</span>"
    let ofVisits =
      base.plan.routes.isEmpty || metric == .meanWait
      ? ""
      : language(
        " Of visits to a teller: who is on a route counts at every step.", " 업무 단계마다 셉니다.")
    let name = "<strong>\(HTML.escaped(what))</strong>\(interval)."
    guard isFirst else { return name + ofVisits }
    let signs = language(
      " Beside \(base.policy): ↓ shorter or fewer, ↑ longer or more, = the same, ≈ not to be told apart.",
      " \(base.policy.with(.and)) 견주어 ↓ 짧거나 적음, ↑ 길거나 많음, = 같음, ≈ 구별할 수 없음."
    )
    return name + HTML.escaped(signs) + ofVisits
  }

  private func report(_ line: SimulationReport.Line) -> String {
    base.told(line.figures.wait.mean, line.halfWidth)
  }

  private static func verdict(
    _ difference: Difference?, isOneDay: Bool
  ) -> (style: String, sign: String) {
    // What was not compared has no mark.
    guard let difference else { return ("", "") }
    if difference.isSame { return ("", "=") }
    guard difference.isClear || isOneDay && difference.isTold else { return ("", "≈") }
    let (style, sign) = difference.interval.mean < 0 ? ("good-tint", "↓") : ("bad-tint", "↑")
    // One day says nothing of others: it is not judged.
    return (isOneDay ? "" : style, sign)
  }

  // MARK: Differences

  /// The largest gain and the largest loss, in words.
  private func extremes(
    _ gain: Difference?, _ loss: Difference?, _ name: (Difference) -> String
  ) -> String {
    let told = [gain, loss].compactMap { $0 }.map { one in
      let length = scale.brief(abs(one.interval.mean), in: language)
      return one.interval.mean < 0
        ? language("\(name(one)) \(length) less", "\(name(one)) \(length) 짧음")
        : language("\(name(one)) \(length) more", "\(name(one)) \(length) 김")
    }
    return told.isEmpty
      ? language("all waits are the same", "대기가 모두 같음") : told.joined(separator: ", ")
  }

  /// Each difference of a mean wait with its interval, the largest first.
  var forest: Figure? {
    let all = differences.filter { $0.metric == .meanWait && $0.service != "all" }
      .sorted { abs($0.interval.mean) > abs($1.interval.mean) }
    // Who gains is not left out for those who pay more.
    func isGain(_ one: Difference) -> Bool { (one.isClear || days == 1) && one.interval.mean < 0 }
    let gains = all.filter(isGain).prefix(12)
    // Who surely pays comes before what may be the same.
    let others = all.filter { !isGain($0) }
    let rest = others.filter(\.isClear) + others.filter { !$0.isClear }
    // Whoever pays far more than anybody gains leaves no room to tell the others apart.
    let most = gains.first.map { -6 * $0.interval.mean } ?? .infinity
    func isFar(_ one: Difference) -> Bool { one.interval.mean > most }
    let shown = gains + rest.prefix(24 - gains.count)
    guard !all.isEmpty else { return nil }
    let clear = all.filter(\.isClear)
    func title(_ service: String) -> String {
      base.titled(service)
    }
    func name(_ difference: Difference) -> String {
      "\(difference.policy) · \(title(difference.service))"
    }
    let ends = shown.filter { !isFar($0) }.flatMap { one in
      [-1, 1].map { one.interval.mean + $0 * (Self.half(one) ?? 0) }
    }
    let (low, high) = (min(0, ends.min() ?? 0), max(0, ends.max() ?? 0))
    let hasFar = shown.contains(where: isFar)
    let change = clear.first.map { scale.brief(abs($0.interval.mean), in: language) } ?? ""
    return Figure(
      title: days == 1
        ? language(
          "On this one day, which says nothing of others: \(extremes(gains.first, rest.first { $0.interval.mean > 0 }, name))",
          "이 하루(다른 날은 알 수 없음): \(extremes(gains.first, rest.first { $0.interval.mean > 0 }, name))"
        )
        : clear.isEmpty
          ? language("No wait can be told apart from the baseline's", "기준과 구별되는 대기가 없습니다")
          : language(
            "\(clear.count) of \(all.count) waits differ clearly from those under \(base.policy); the largest by \(change)",
            "\(base.policy.with(.and)) 분명히 다른 대기: \(all.count)개 중 \(clear.count)개, 가장 큰 차이 \(change)"
          ),
      subtitle: language(
        "Difference of mean waits in \(scale.words), the same clients\(days == 1 ? "" : " day by day; bars are 95 % intervals that hold all at once")"
          + "; who gains first, then \(days == 1 ? "the others" : "who pays, then what may be the same")"
          + (all.count > shown.count ? ": \(shown.count) of \(all.count)." : ".")
          + (hasFar ? " Arrow: farther than is drawn." : ""),
        "같은 고객에 대한 평균 대기의 차이(\(scale.unit.name(in: .ko)))\(days == 1 ? "" : ", 막대는 모두 함께 성립하는 95 % 구간"), \(days == 1 ? "이득 먼저" : "이득·손해·구별 불가 순")"
          + (all.count > shown.count ? ", \(all.count)개 중 \(shown.count)개." : ".")
          + (hasFar ? " 화살표: 그림보다 더 김." : "")
      ),
      table: [
        [
          language("policy", "정책"), language("service", "업무"), language("difference", "차이"), "±",
          language("clear", "분명함"),
        ]
      ]
        + all.map {
          [
            $0.policy, title($0.service), signed($0.interval.mean),
            Self.half($0).map { scale.brief($0) } ?? "–",
            $0.isClear ? language("yes", "예") : language("no", "아니오"),
          ]
        },
      legend: days == 1
        ? []
        : [
          ("good-fill", language("shorter", "짧아짐")), ("bad-fill", language("longer", "길어짐")),
          ("plain-fill", language("may be the same", "구별 불가")),
        ]
    ) { width in
      let room = max((high - low) * 0.04, 1e-9)
      let domain = (low - room)...(high + room)
      let isNarrow = width < 500
      var frame = Frame(
        width: width, rows: shown.map { isNarrow ? "" : name($0) }, rowHeight: isNarrow ? 36 : 26,
        x: domain, xTicks: scale.lengthTicks(domain), unit: "", names: isNarrow ? 8 : nil, room: 14)
      frame.drawing.line(from: (frame.x(0), 4), to: (frame.x(0), frame.bottom), "axis")
      for (row, difference) in shown.enumerated() {
        let style = !difference.isClear ? "plain" : difference.interval.mean < 0 ? "good" : "bad"
        let y = frame.y(Double(row) + (isNarrow ? 0.7 : 0.5))
        if isNarrow { frame.name(name(difference), aboveRow: row) }
        if isFar(difference) {
          // In the colour of the others, with its interval.
          frame.drawing.text(
            signed(difference.interval.mean)
              + (Self.half(difference).map { " ± " + scale.brief($0) } ?? "")
              + " →", x: frame.right, y: y + 4, "label \(style)-fill", .end)
          continue
        }
        if let half = Self.half(difference) {
          frame.drawing.line(
            from: (frame.x(difference.interval.mean - half), y),
            to: (frame.x(difference.interval.mean + half), y), "spread \(style)-stroke")
        }
        frame.drawing.dot(
          x: frame.x(difference.interval.mean), y: y, radius: 5, "\(style)-fill",
          tip: "\(name(difference)): \(signed(difference.interval.mean))"
            + (Self.half(difference).map { " ± " + scale.brief($0) } ?? ""))
      }
      return frame.drawing
    }
  }

  /// Half of the interval that holds together with all others; never less than what holds by itself.
  static func half(_ difference: Difference) -> Double? {
    difference.interval.halfWidth.map {
      max($0 * difference.widening, difference.halfWidth ?? 0)
    }
  }

  func signed(_ seconds: Double) -> String {
    let told = scale.brief(abs(seconds))
    return told.contains { "123456789".contains($0) } ? (seconds < 0 ? "−" : "+") + told : told
  }
}
