import BankCore
import BankSimulation

/// How well a service keeps its target.
enum TargetState: String {
  case good, risk, bad

  /// The largest share late that is on target.
  static let mostOnTarget = 0.05

  /// At most 5 % late is on target, at most 20 % at risk.
  init(late: Double) { self = late <= Self.mostOnTarget ? .good : late <= 0.2 ? .risk : .bad }

  /// The step of the scale of colours for a share late: 0 to 2 on target, 3 and 4 at risk, 5 and 6 beyond.
  static func heat(late share: Double) -> Int {
    [0.01, 0.05, 0.1, 0.2, 0.4].count { share > $0 } + (share > mostOnTarget ? 1 : 0)
  }

  /// A shape and a word beside the colour.
  func label(_ language: Language) -> String {
    switch self {
    case .good: language("✓ on target", "✓ 목표 달성")
    case .risk: language("▲ at risk", "▲ 주의")
    case .bad: language("■ late", "■ 지연")
    }
  }
}

/// What a report says before anything else: whether the branch is all right, when it is worst, who is idle
/// then, and what would help most.
struct Answer {
  let report: SimulationReport
  let help: HelpTrial

  var language: Language { report.language }
  var scale: TimeScale { report.scale }

  /// The sentences, the answer first, and what each is about.
  var parts: [Page.Part] {
    if let fault = report.fault {
      let sentence =
        fault.isOfQueue
        ? language(
          "The queue broke a law and was dropped: these figures are of no use for judging the policy.",
          "큐가 법칙을 어겨 중단되었습니다. 이 수치로는 정책을 판단할 수 없습니다.")
        : language(
          "The policy broke a law and was dropped: these figures are of no use for judging it.",
          "정책이 법칙을 어겨 중단되었습니다. 이 수치로는 정책을 판단할 수 없습니다.")
      return [.init(nil, sentence)]
    }
    guard report.unstable.isEmpty else { return [.init(nil, overload)] }
    guard report.summary.statistics.all.arrived > 0 else {
      return [.init(nil, language("Nobody came.", "온 고객이 없습니다."))]
    }
    func about(_ label: String, _ sentences: [String?], details: [String?] = []) -> [Page.Part] {
      sentences.compactMap { $0 }.map { .init(label, $0) }
        + details.compactMap { $0 }.map { .init(label, $0, isDetail: true) }
    }
    let (when, helping) = (when, helping)
    let isQuiet = isWell && !report.isBadAtTimes
    return [state] + about(language("Stock", "재고"), [stock])
      + about(language("Worst", "가장 나쁜 때"), [when?.first], details: when?.details ?? [])
      + about(
        isQuiet || idle == nil ? language("Staff", "창구") : language("Staff then", "그때 창구"),
        report.isStaffKnown ? [isQuiet ? work : idle?.first ?? work, held] : [],
        details: [isQuiet || !report.isStaffKnown ? nil : idle?.detail].map {
          $0 == "" ? nil : $0
        })
      + about(language("What helps", "도움이 되는 것"), helping.helps, details: helping.details)
      + about(language("What helps", "도움이 되는 것"), helping.remarks)
      + about(language("After closing", "마감 뒤"), [overtime])
      + about(language("Routes", "경로"), [routes])
  }

  /// What would help, and what was tried for that.
  private var helping: SimulationReport.HelpTold {
    report.summary.statistics.all.served > 0
      ? report.told(of: help, isNeeded: !isWell) : SimulationReport.HelpTold()
  }

  /// How it was found what would help; for the page's end.
  var method: [String] { helping.method }

  func names(_ services: [Int]) -> String {
    language.some(services.map { report.titles[$0] })
  }

  private var overload: String {
    let names = names(report.unstable.sorted())
    return language(
      "There is more work than the branch can do: waits for \(names) grow for as long as it goes on, and have no mean.",
      "업무가 지점이 처리할 수 있는 양보다 많습니다. \(names) 대기가 끝없이 늘어 평균이 없습니다.")
  }

  /// Services with a target, the latest first; without those of which too few were late to say anything.
  ///
  /// Of those that cannot be told from the latest the one comes first of which most clients are late.
  var judged: [(service: Int, late: Interval)] {
    var judged = targeted.filter { !isRare($0.service, $0.late) }
    guard let highest = judged.first?.late, TargetState(late: highest.mean) != .good else {
      return judged
    }
    func isAlike(_ late: Interval) -> Bool {
      let (one, other) = (highest.halfWidth ?? 0, late.halfWidth ?? 0)
      return TargetState(late: late.mean) == TargetState(late: highest.mean)
        && highest.mean - late.mean < (one * one + other * other).squareRoot()
    }
    func count(_ place: Int) -> Double {
      judged[place].late.mean * Double(report.lines[judged[place].service].figures.judged)
    }
    // Where many are late the answer names those that surely are later than others.
    let latest = surelyLatest(judged)
    let alike = judged.indices.filter {
      isAlike(judged[$0].late) && (latest.isEmpty || latest.contains(judged[$0].service))
    }
    if let most = alike.max(by: { count($0) < count($1) }) {
      judged.insert(judged.remove(at: most), at: 0)
    }
    return judged
  }

  /// More services late than these are told of together.
  static let mostNamed = 4

  /// Of many late services those that surely are later than all together, the first three; none where few are late.
  private func surelyLatest(_ judged: [(service: Int, late: Interval)]) -> [Int] {
    let late = judged.filter { TargetState(late: $0.late.mean) == .bad }
    guard late.count > Self.mostNamed else { return [] }
    // What happened on the one day there is, happened.
    let isOneDay = report.summary.days.count == 1
    let all = report.lines[report.lines.count - 1].late?.mean ?? .infinity
    return late.filter {
      isOneDay || $0.late.mean - ($0.late.halfWidth ?? .infinity) > all
    }.prefix(3).map(\.service)
  }

  /// Services with a target, the latest first.
  var targeted: [(service: Int, late: Interval)] {
    report.plan.services.indices.compactMap { service in
      let line = report.lines[service]
      guard line.figures.arrived > 0, let late = line.late else { return nil }
      return (service, late)
    }.sorted { $0.late.mean > $1.late.mean }
  }

  private var state: Page.Part {
    let (head, rest, isWhole) = judgement
    if isWhole { return .init(nil, head, then: rest) }
    return report.isShortOfStock
      ? .init(nil, String(leaving.dropFirst()), then: " " + head + rest)
      : .init(nil, head, then: rest + leaving)
  }

  /// How well targets are kept: the most important sentence, what follows it, and whether that tells of those who leave,
  /// too.
  private var judgement: (head: String, rest: String, isWhole: Bool) {
    let all = report.lines[report.lines.count - 1]
    let judged = judged
    let lost = report.lostClients
    let open = report.unservedShare
    guard all.figures.served > 0 else {
      guard report.summary.statistics.tellers.contains(where: { $0.utilization != nil }) else {
        return (language("No teller is ever there.", "창구가 하루 종일 비어 있습니다."), "", false)
      }
      return (
        language(
          "Nobody has been served, so there is no wait to speak of.",
          "업무를 마친 고객이 없어 대기 시간을 말할 수 없습니다."), "", false
      )
    }
    guard let worst = judged.first else {
      let wait = Interval(mean: all.figures.wait.mean, halfWidth: all.halfWidth)
      let p95 = all.quantiles[2].map { scale.brief($0, in: language) } ?? "–"
      let hasTargets = !targeted.isEmpty
      let (step, koreanStep) = report.plan.routes.isEmpty ? ("", "") : (" at each step", "단계마다 ")
      let waits = language(
        "Clients wait\(step) \(scale.brief(wait, in: language)) on average, and 19 of 20 at most \(p95). \(hasTargets ? "Too few come to say more" : "No target is set, so nothing is said to be too long").",
        "고객은 \(koreanStep)평균 \(scale.brief(wait, in: language)) 기다리고, 20명 중 19명은 \(p95) 안에 호출됩니다. \(hasTargets ? "온 고객이 적어 더 말할 수 없습니다" : "목표가 정해지지 않아 길다 짧다 말하지 않습니다")."
      )
      // Where many leave, that comes first.
      let isBad = TargetState(late: lost.mean) == .bad
      return isBad
        ? (leaving.dropFirst() + impossible, " " + waits, true)
        : (waits, leaving + impossible, true)
    }
    let good = judged.filter { TargetState(late: $0.late.mean) == .good }
    let poor = judged.filter { TargetState(late: $0.late.mean) != .good }
    let target = report.plan.services[worst.service].target?.seconds ?? 0
    if poor.isEmpty, open > 0.2 {
      return (
        language(
          "This cannot say how well targets are kept:", "목표를 얼마나 지키는지 아직 말할 수 없습니다.")
          + leaving, "", true
      )
    }
    let (untargeted, areAll) = (untargeted, untargetedServices.isEmpty)
    if poor.isEmpty {
      let whole =
        hasRare
        ? language("Where enough come to say, the targets are kept", "판단할 만큼 고객이 온 업무는 목표를 지킵니다")
        : areAll
          ? language("All is well", "모두 목표를 지킵니다")
          : language("The targets are kept", "정해진 목표는 모두 지킵니다")
      let head =
        report.soFar != nil
        ? language("The targets are kept so far", "지금까지는 목표를 지킵니다")
        : areSurelyKept
          ? whole
          : language("\(whole), as far as these days can tell", "이 기간으로 보면 \(whole)")
      let kept = language(
        "\(head): of every \(hasRare ? "such " : "")service\(areAll || hasRare ? "" : " that has one") at most 5 % wait longer than its target\(worst.late.mean >= 0.0005 ? "; the highest share is that of \(report.titles[worst.service]): \(SimulationReport.share(worst.late))" : "").",
        "\(head). 목표를 넘긴 고객은 업무마다 5 % 이하\(worst.late.mean >= 0.0005 ? "이며, 비율이 가장 높은 \(report.titles[worst.service].with(.topic)) \(SimulationReport.share(worst.late))" : "")입니다."
      )
      let waiting = all.figures.arrived - all.figures.judged
      let verb = waiting == 1 ? "waits" : "wait"
      let open =
        waiting > 0
        ? language(
          " \(waiting) still \(verb) and may yet be late.",
          " 아직 기다리는 \(waiting)명은 더 늦어질 수 있습니다.") : ""
      return (kept, open + untargeted, false)
    }
    func others(_ state: TargetState) -> [(service: Int, late: Interval)] {
      poor.dropFirst().filter { TargetState(late: $0.late.mean) == state }
    }
    func isGone(_ service: Int) -> Bool { report.lines[service].isLateByLeaving }
    func told(_ shares: [(service: Int, late: Interval)]) -> String {
      language.some(
        shares.map { service, share in
          let (name, share) = (report.titles[service], SimulationReport.percent(share.mean))
          return language("\(name) (\(share))", "\(name)(\(share))")
        })
    }
    let late = poor.filter { TargetState(late: $0.late.mean) == .bad }
    if late.count > Self.mostNamed {
      let atRisk = told(others(.risk))
      let risk = atRisk.isEmpty ? "" : language(" At risk: \(atRisk).", " 주의: \(atRisk).")
      return (many(late), risk + kept(good) + untargeted, false)
    }
    let areGone = isGone(worst.service)
    let waiting = others(.bad).filter { !isGone($0.service) }
    let bad = told(waiting)
    let leave = waiting.contains { report.lines[$0.service].lost.mean > 0.05 }
    let among = leave ? language(", those who leave among them", "(떠난 고객 포함)") : ""
    let left = told(
      others(.bad).filter { isGone($0.service) }.map { ($0.service, report.lines[$0.service].lost) }
    )
    let atRisk = told(others(.risk))
    let rest =
      (bad.isEmpty
        ? ""
        : areGone
          ? language(" Waits for \(bad) are too long\(among).", " \(bad) 대기는 너무 깁니다\(among).")
          : language(" So are those for \(bad)\(among).", " \(bad) 대기도 너무 깁니다\(among)."))
      + (left.isEmpty
        ? ""
        : language(" Too many for \(left) leave unserved.", " \(left) 고객은 너무 많이 떠납니다."))
      + (atRisk.isEmpty
        ? ""
        : TargetState(late: worst.late.mean) == .risk && !areGone
          ? language(" So are those for \(atRisk).", " \(atRisk)도 그렇습니다.")
          : language(" At risk: \(atRisk).", " 주의: \(atRisk)."))
    let name = report.titles[worst.service]
    let isBad = TargetState(late: worst.late.mean) == .bad
    let head =
      areGone
      ? language(
        "\(isBad ? "Too many" : "Some") for \(name) leave unserved",
        "\(name) 고객이 \(isBad ? "너무 많이" : "더러") 업무를 보지 못하고 떠납니다")
      : language(
        "Waits for \(name) are \(isBad ? "too long" : "at risk")",
        "\(name) 대기가 \(isBad ? "너무 깁니다" : "목표를 넘을 때가 있습니다")")
    let isOneDay =
      report.summary.days.count == 1 && worst.late.halfWidth == nil && report.soFar == nil
    let when = isOneDay ? language("On this one day ", "이 하루는 ") : ""
    let start =
      isOneDay ? language(head.prefix(1).lowercased() + head.dropFirst(), head) : head
    let within = scale.exact(target, in: language)
    let share = SimulationReport.share(worst.late)
    let gone = report.lines[worst.service].lost
    // Where nearly all who are late left, one share says it.
    let included =
      worst.late.mean - gone.mean > 0.005
      ? language(
        "; \(share) are not called within \(within), they included",
        ". 이들을 포함해 \(share)가 \(within) 안에 호출되지 못합니다") : ""
    let sentence =
      areGone
      ? language(
        "\(SimulationReport.share(gone)) of those who come\(included)",
        "찾아온 고객의 \(SimulationReport.share(gone))\(included)")
      : language(
        "\(share) of those who come are not called within \(within)",
        "찾아온 고객의 \(share)가 \(within) 안에 호출되지 못합니다")
    return ("\(when)\(start): \(sentence).", rest + kept(good) + classes + untargeted, false)
  }

  /// Which priority classes are late and which are not, where that differs much.
  private var classes: String {
    let services = report.plan.services.count
    let classes = report.classNames.indices.compactMap { place -> (name: String, late: Double)? in
      let line = report.lines[services + place]
      return line.lateShare.map { (report.titled(report.classNames[place]), $0) }
    }.sorted { $0.late > $1.late }
    // Where services differ as much, classes may differ by what they come for.
    let shares = report.lines.prefix(report.haveServicesSameClasses ? 0 : services)
      .compactMap(\.lateShare)
    let spread = (shares.max() ?? 0) - (shares.min() ?? 0)
    guard let worst = classes.first, let best = classes.last,
      worst.late - best.late > max(0.1, spread),
      TargetState(late: worst.late) != TargetState(late: best.late)
    else { return "" }
    let told = classes.prefix(4).map { "\($0.name) \(SimulationReport.percent($0.late))" }
    let isOfVisits = !report.plan.routes.isEmpty
    return language(
      " Late by class\(isOfVisits ? ", of all visits" : ""): \(told.joined(separator: ", ")).",
      " 등급별 목표 초과\(isOfVisits ? "(방문 전체)" : ""): \(told.joined(separator: ", ")).")
  }

  /// That many services are late: how many surely, and who of them more than others.
  ///
  /// Of many the latest is so by chance, so that only those are named who are surely later than all together.
  private func many(_ late: [(service: Int, late: Interval)]) -> String {
    let services = report.plan.services.count
    func least(_ share: Interval) -> Double { share.mean - (share.halfWidth ?? .infinity) }
    // What happened on the one day there is, happened.
    let isOneDay = report.summary.days.count == 1
    let sure = isOneDay ? late.count : late.count { TargetState(late: least($0.late)) == .bad }
    let all = report.lines[report.lines.count - 1].late
    let most = surelyLatest(late)
    let whose =
      all.map {
        language(
          "\(SimulationReport.share($0)) of all who come are not called within their target",
          "찾아온 고객의 \(SimulationReport.share($0))가 목표 안에 호출되지 못합니다")
      }
      ?? language(
        "\(SimulationReport.percent(late[late.count - 1].late.mean)) to \(SimulationReport.percent(late[0].late.mean)) of those who come are not called within their target",
        "찾아온 고객의 \(SimulationReport.percent(late[late.count - 1].late.mean))에서 \(SimulationReport.percent(late[0].late.mean))까지 목표 안에 호출되지 못합니다"
      )
    // Whose share is surely above that of all need not have the highest of these days.
    let latest =
      most.isEmpty
      ? language(
        "; which of them are latest these days cannot tell", ". 어느 업무가 가장 늦는지는 알 수 없습니다")
      : isOneDay
        ? language(
          "; the highest share\(most.count == 1 ? " is that" : "s are those") of \(names(most))",
          ". 비율이 가장 높은 업무: \(names(most))")
        : language(
          "; of those for \(names(most)) surely more", ". 이보다 확실히 높은 업무: \(names(most))")
    return language(
      "Waits for \(late.count == services ? "all" : "\(late.count) of") \(services) services are too long\(sure == late.count ? "" : sure == 0 ? ", none of them surely" : ", \(sure) of them surely"): \(whose)\(latest).",
      "업무 \(services)개 \(late.count == services ? "모두의" : "가운데 \(late.count)개의") 대기가 너무 깁니다\(sure == late.count ? "" : sure == 0 ? "(확실한 것은 없음)" : "(\(sure)개는 확실함)"): \(whose)\(latest)."
    )
  }

  /// Services that nobody can ever be served for, since each takes more than the stock has.
  private var impossible: String {
    let plan = report.plan
    return plan.services.enumerated().compactMap { place, service -> String? in
      for need in service.needs {
        guard let item = plan.stock.firstIndex(where: { $0.item == need.item }),
          need.count > plan.stock[item].count
        else { continue }
        let (name, what) = (report.titles[place], report.title(ofItem: need.item))
        let stock = plan.stock[item].count
        return language(
          " Nobody gets \(name): it takes \(need.count) \(what), and \(stock) are in stock.",
          " \(name.with(.topic)) 드릴 수 없습니다: \(what) \(need.count)개가 드는데 재고는 \(stock)개입니다.")
      }
      return nil
    }.joined()
  }

  /// Why clients leave unserved, the most frequent reason first.
  var refusals: String {
    let all = report.lines[report.lines.count - 1].figures
    let why = [
      (all.refused, language("for want of stock", "재고가 모자라서")),
      (all.balked, language("turned away, for too many waited", "대기가 너무 많아 돌아가서")),
      (all.abandoned, language("out of patience", "기다리다 지쳐서")),
    ].filter { $0.0 > 0 }.sorted { $0.0 > $1.0 }
    guard why.count > 1 else {
      return why.first.map {
        language(", all \($0.1)", ". 모두 \($0.1)입니다")
      } ?? ""
    }
    let told = why.map { number, reason in
      let share = SimulationReport.percent(Double(number) / Double(all.left))
      return language("\(share) of them \(reason)", "\(reason) \(share)")
    }
    return language(", ", ". ") + told.joined(separator: ", ")
  }
}
