import BankCore
import BankSimulation

// Who is not served: too few late to judge by, those who leave, for want of stock too, and those who are still there.
extension SimulationReport {
  /// What the mean and the 95 % quantile of all waits are called: of whom, and on a route of what.
  var waitNames: (mean: String, most: String) {
    guard plan.routes.isEmpty else {
      return (
        language("mean wait at each step", "단계마다 평균 대기"),
        language("19 of 20 waits at a step are at most", "단계별 대기 20번 중 19번은 이 안에")
      )
    }
    // Who left, or is still there, has no wait.
    let isOfAll = max(lostClients.mean, unservedShare) < 0.0005
    let (whose, koreanWhose) = isOfAll ? ("", "") : (" of those served", "업무를 본 고객 ")
    return (
      language("mean wait\(whose)", "\(koreanWhose)평균 대기"),
      language("19 of 20\(whose) wait at most", "\(koreanWhose)20명 중 19명은 이 안에")
    )
  }
}

extension Answer {
  /// How many of a service were late.
  private func count(_ service: Int, _ late: Interval) -> Int {
    Int((late.mean * Double(report.lines[service].figures.judged)).rounded())
  }

  /// Whether a share beyond the target is of fewer than five people.
  func isRare(_ service: Int, _ late: Interval) -> Bool {
    late.mean > TargetState.mostOnTarget && count(service, late) < 5
  }

  /// Whether too few were late of some service to judge by.
  var hasRare: Bool { targeted.contains { isRare($0.service, $0.late) } }

  /// What is said of services of which too few were late.
  private var rare: String {
    let rare = targeted.filter { isRare($0.service, $0.late) }.map { service, late in
      let (few, all) = (count(service, late), report.lines[service].figures.judged)
      return language(
        "\(few) of \(all) for \(report.titles[service])",
        "\(report.titles[service]) \(all)명 중 \(few)명")
    }
    return rare.isEmpty
      ? ""
      : language(
        " Late, and too few to judge by: \(language.list(rare)).",
        " 목표를 넘겼지만 판단하기에는 적은 수: \(language.list(rare)).")
  }

  /// The service that loses the largest share, where that is much more than of all; on a route who leaves has more than
  /// one.
  private var mostLost: String {
    let services = report.plan.services.indices.filter { report.lines[$0].figures.arrived > 0 }
    guard services.count > 1, report.plan.routes.isEmpty,
      let most = services.max(by: { report.lines[$0].lost.mean < report.lines[$1].lost.mean }),
      report.lines[most].lost.mean > 1.5 * report.lostClients.mean,
      !(report.lines[most].isLateByLeaving && isNamed(most))
    else { return "" }
    let (name, share) = (report.titles[most], SimulationReport.share(report.lines[most].lost))
    return language("; of those for \(name) \(share)", ". \(name) 고객은 \(share)")
  }

  /// Whether the answer has told of a service by name: the first, or one of a few that are late.
  private func isNamed(_ service: Int) -> Bool {
    let late = judged.filter { TargetState(late: $0.late.mean) == .bad }.map(\.service)
    return late.count <= Self.mostNamed
      && (late.contains(service) || judged.first?.service == service)
  }

  /// Who was late and too few to judge by, who leaves, and who is still there.
  var leaving: String {
    let lost = report.lostClients
    let open = report.unservedShare
    return
      rare
      + (lost.mean > 0.0005
        ? language(
          " \(SimulationReport.share(lost)) of all clients leave \(report.plan.routes.isEmpty ? "unserved" : "before they are through")\(refusals)\(mostLost).",
          " 고객의 \(SimulationReport.share(lost))가 업무를 \(report.plan.routes.isEmpty ? "" : "다 ")보지 못하고 이탈합니다\(refusals)\(mostLost)."
        ) : "")
      + (open > 0.0005
        ? language(
          report.soFar.map { " \(SimulationReport.percent(open)) are still there at \($0)." }
            ?? " \(SimulationReport.percent(open)) are still there, unserved, when the day ends\(mostOpen.map { ", most of them for \($0)" } ?? "").",
          report.soFar.map { " \($0) 현재 고객의 \(SimulationReport.percent(open))가 아직 기다리거나 업무 중입니다." }
            ?? " 고객의 \(SimulationReport.percent(open))는 하루가 끝날 때까지 업무를 보지 못하고 남습니다\(mostOpen.map { "(대부분 \($0))" } ?? "")."
        ) : "")
  }

  /// The service for which most wait who are still there when the day ends, of several; `nil` where none has more than half.
  private var mostOpen: String? {
    let lines = report.lines.prefix(report.plan.services.count)
    let all = lines.reduce(0) { $0 + $1.figures.unserved }
    guard lines.count > 1,
      let most = lines.indices.first(where: { 2 * lines[$0].figures.unserved > all })
    else { return nil }
    let figures = lines[most].figures
    let share = SimulationReport.percent(Double(figures.unserved) / Double(figures.arrived))
    return language(
      "\(report.titles[most]) (\(share) of those who come for it)",
      "\(report.titles[most]), 그 고객의 \(share)")
  }

  /// Of which services stock runs out, how many that costs, and from when on hardly anybody gets one.
  var stock: String? {
    guard report.soFar == nil else { return nil }
    let short = report.plan.services.indices.compactMap {
      service -> (share: Double, text: String)? in
      let figures = report.lines[service].figures
      let share = Double(figures.refused) / Double(max(1, figures.arrived))
      guard share >= 0.05 else { return nil }
      let told = "\(report.titles[service]) \(SimulationReport.percent(share))"
      // Where all are there at opening there is no time from which on it is so.
      guard let day = DayPictures(report), day.arrivalStretches > 1 else { return (share, told) }
      let come = day.stretches.filter { day.course.cells[$0][service].arrived > 0 }
      // From the last time on at which as many as half of them get one.
      let last = come.last { day.course.refused($0, service) ?? 0 < 0.5 }
      let gone = last.map { last in come.first { $0 > last } } ?? come.first
      return (
        share,
        told
          + (gone.map {
            language(" (most from \(day.point($0)) on)", "(\(day.point($0))부터 대부분)")
          } ?? "")
      )
    }.sorted { $0.share > $1.share }
    guard !short.isEmpty else { return nil }
    return language(
      "Turned away for want of stock, of those who come: \(language.some(short.map(\.text))).",
      "재고가 떨어져 돌아가는 고객: \(language.some(short.map(\.text))).")
  }
}

extension SimulationReport {
  /// Whether so many are turned away for want of stock that this is what is wrong.
  public var isShortOfStock: Bool {
    let all = lines[lines.count - 1].figures
    return all.arrived > 0 && Double(all.refused) >= 0.1 * Double(all.arrived)
  }

  /// Whether more than a fifth of those who come for some service are late.
  public var isLate: Bool {
    summary.statistics.services.indices.contains {
      summary.late($0).map { TargetState(late: $0.mean) == .bad } ?? false
    }
  }

  /// Whether far too many are late at some time of the day, of the service of which the answer speaks first.
  public var isBadAtTimes: Bool {
    let worst = Answer(report: self, help: HelpTrial()).worst?.worst
    return worst.map {
      $0.top != nil && $0.late.map { TargetState(late: $0.mean) == .bad } ?? false
    }
      ?? false
  }

  /// Whether every service keeps its target for sure, and hardly anybody leaves.
  public var isWell: Bool { Answer(report: self, help: HelpTrial()).isWell }

  /// The largest share late that is on target.
  package static var mostLateOnTarget: Double { TargetState.mostOnTarget }

  /// The service of which the answer speaks first: the latest or, of those that cannot be told from it, the one of which
  /// most clients are late; `nil` where none has a target, or too few come to say.
  public var latestService: Int? { Answer(report: self, help: HelpTrial()).judged.first?.service }

  /// Whether the answer begins with those who leave, for most who are late do, and not for want of stock.
  public var isLateByLeaving: Bool {
    let latest = latestService.map { lines[$0] }
    return latest.map {
      $0.isLateByLeaving && !$0.isLateForStock && TargetState(late: $0.lost.mean) == .bad
    } ?? false
  }

  /// Whether most of those of a service who are late are turned away for want of stock.
  package func isLateForStock(_ service: Int) -> Bool { lines[service].isLateForStock }

  /// The services that have a target and for which somebody came, by their places.
  public var targetedServices: [Int] {
    plan.services.indices.filter { lines[$0].figures.arrived > 0 && lines[$0].late != nil }
  }

  /// The service of which most are turned away for want of stock, where it is more than a fifth.
  public var shortService: Int? {
    let refused = plan.services.indices.map { service in
      (
        service: service,
        share: Double(lines[service].figures.refused)
          / Double(max(1, lines[service].figures.arrived))
      )
    }
    return refused.filter { TargetState(late: $0.share) == .bad }.max { $0.share < $1.share }?
      .service
  }
}

extension SimulationReport.Line {
  /// Whether most of those who are late, or of all where there is no target, left unserved: then they are told of first.
  var isLateByLeaving: Bool { isMost(figures.left) }

  /// Whether most of those who are late are turned away for want of stock, which no teller can help.
  var isLateForStock: Bool { isMost(figures.refused) }

  private func isMost(_ count: Int) -> Bool {
    Double(count) > 0.5 * (late?.mean ?? 1) * Double(figures.arrived)
  }
}
