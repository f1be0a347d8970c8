import BankCore
public import BankRecords
import BankSimulation

/// Several policies on the same days, beside the first of them.
public struct ComparisonReport: Sendable {
  /// What each policy came to; the first is the baseline.
  public let results: [SimulationReport]
  /// The differences of the others from the first.
  public let differences: [Difference]

  /// Makes a report of at least one result; a run that ended in a fault is not compared.
  public init(_ results: [SimulationReport]) {
    self.results = results
    var differences =
      results[0].fault == nil
      ? results.dropFirst().filter { $0.fault == nil }
        .flatMap { Difference.all($0, from: results[0]) }
      : []
    // The sentences speak of every service under every policy at once: of its wait, and of who is lost. Shares
    // late are told apart beside each other, for they say again in part what waits say.
    func wider(_ isTold: (Difference) -> Bool) -> Double {
      let together = differences.count(where: isTold)
      return Interval.widening(together, degrees: results[0].summary.days.count - 1)
    }
    let late = wider { $0.metric == .late && $0.isThere }
    let others = wider {
      $0.service != "all"
        && ($0.metric == .meanWait
          || [.lost, .unserved].contains($0.metric) && $0.isThere)
    }
    // Few days may by chance all differ by as many clients.
    let isFew = 2...4 ~= results[0].summary.days.count
    // Of all clients the share still there at the end, under the baseline or under the policy, if that is more.
    var unserved: [String: [String: Double]] = [:]
    for one in differences where one.metric == .unserved {
      unserved[one.policy, default: [:]][one.service] =
        one.baseline + max(0, one.interval.mean)
    }
    for index in differences.indices {
      let one = differences[index]
      guard one.metric == .late else {
        differences[index].widening = others
        continue
      }
      differences[index].widening = isFew ? .infinity : max(late, others)
      differences[index].slack = unserved[one.policy]?[one.service] ?? 0
    }
    self.differences = differences
  }

  private var language: Language { results[0].language }

  /// The report as one object.
  public var json: JSON {
    [
      "baseline": .string(results[0].policy), "results": .array(results.map(\.json)),
      "differences": .array(differences.map(\.json)),
      "conclusions": .array(conclusions.map { .string($0) }),
      "use": use.map(JSON.string) ?? .null,
    ]
  }

  /// What to use, in a sentence or two; `nil` where the days cannot say.
  public var use: String? {
    let pictures = ComparisonPictures(results: results, differences: differences)
    return pictures.use.map {
      [$0.sentence, pictures.staffed].compactMap(\.self).joined(separator: " ")
    }
  }

  /// The report for people: a table of waits, the differences, and what they mean in words.
  public var text: String { text(columns: nil) }

  /// The same on a terminal of so many columns: what there is no room for is left out, and named.
  public func text(columns: Int?) -> String {
    let hasLosses = SimulationReport.hasLosses(results)
    let hasTargets = SimulationReport.hasTargets(results)
    let (base, say) = (results[0], language)
    let scale = base.scale
    var waits = [
      [
        say("policy", "정책"), say("service", "업무"), base.timed(say("mean wait", "평균 대기")), "±",
        base.timed(say("p95 wait", "대기 95 %")), say("waited", "기다림"), say("served", "완료"),
      ]
        + (hasLosses ? [say("lost", "이탈률")] : []) + (hasTargets ? [say("late", "목표 초과")] : [])
    ]
    let all = results.flatMap { result in result.lines.map { (result: result, line: $0) } }
    let late = TargetState.marked(all.map { ($0.line.share($0.line.late), $0.line.lateShare) })
    for ((result, line), late) in zip(all, late) {
      func mean(_ value: Double?) -> String {
        line.hasMean ? value.map(scale.number) ?? "–" : "–"
      }
      let figures = line.figures
      let cells = [
        result.policy + (result.fault == nil ? "" : say(" (dropped)", " (중단됨)")),
        base.named(line.name),
        mean(figures.wait.mean), mean(line.halfWidth), mean(line.quantiles[2]?.mean),
        figures.served > 0
          ? SimulationReport.percent(Double(figures.waited) / Double(figures.served)) : "–",
        String(figures.served),
      ]
      waits.append(
        cells + (hasLosses ? [line.share(line.lost)] : [])
          + (hasTargets ? [late] : []))
    }
    var paired = [
      [
        say("mean wait beside \(base.policy)", "\(base.policy)에 견준 평균 대기"), say("service", "업무"),
        base.timed(say("difference", "차이")), "±",
      ]
    ]
    for difference in differences where difference.metric == .meanWait {
      let sign = difference.interval.mean < 0 ? "−" : "+"
      paired.append([
        difference.policy, base.named(difference.service),
        sign + scale.number(abs(difference.interval.mean)),
        difference.halfWidth.map(scale.number) ?? "–",
      ])
    }
    let days = results[0].summary.days.count
    let head = say(
      "\(results.count) \(results.count == 1 ? "policy" : "policies") on the same clients, seed \(base.seed), \(days) "
        + (days == 1 ? "day" : "days"),
      "같은 고객에 대한 정책 \(results.count)개, 시드 \(base.seed), \(days)일")
    return
      ([head, ""]
      + SimulationReport.table(
        waits, columns: columns,
        spare: [
          say("waited", "기다림"), say("served", "완료"), base.timed(say("p95 wait", "대기 95 %")),
          say("lost", "이탈률"),
        ],
        language)
      + (late.contains { $0.contains(/[▲■]/) } ? [TargetState.legend(language)] : []) + [""]
      + (paired.count > 1 ? SimulationReport.table(paired) + together + [""] : []) + conclusions
      + (use.map { ["", say("What to use: ", "무엇을 쓸까: ") + $0] } ?? []))
      .joined(separator: "\n")
  }

  /// What tells the table's intervals from those of the sentences.
  private var together: [String] {
    guard differences.first(where: { $0.metric != .late })?.widening ?? 1 > 1.005,
      differences.contains(where: { $0.interval.halfWidth != nil })
    else { return [] }
    return [
      language(
        "(Each ± is for its difference alone; the sentences below hold all together.)",
        "(±는 각 차이 하나의 구간. 아래 문장들은 모두 함께 성립합니다.)")
    ]
  }

  /// For each policy a sentence: who is better off with it, and whether the data can tell.
  public var conclusions: [String] {
    results.dropFirst().map { result in
      if let fault = result.fault, fault.isOfQueue {
        return language(
          "\(result.policy) is not compared: the queue was dropped for breaking \(fault.law).",
          "\(result.policy.with(.topic)) 큐가 법칙 \(fault.law) 위반으로 중단되어 비교하지 않습니다.")
      }
      if let law = result.fault?.law {
        return language(
          "\(result.policy) was dropped for breaking \(law) and is not compared.",
          "\(result.policy.with(.topic)) 법칙 \(law) 위반으로 중단되어 비교하지 않습니다.")
      }
      return conclusion(result)
    }
  }

  /// Who gains with `result`, then who pays, then what is not known.
  ///
  /// Waits are of those served. Where more are lost, shorter waits are no gain: who would have waited
  /// longest has left.
  private func conclusion(_ result: SimulationReport) -> String {
    let baseline = results[0]
    let say = language
    let name = say(
      "\(result.policy) beside \(baseline.policy)", "\(baseline.policy) 대신 \(result.policy)")
    if result.isSame(as: baseline) {
      return say("\(name): the same figures on every day.", "\(name): 날마다 수치가 똑같습니다.")
    }
    let isOneDay = result.summary.days.count == 1
    func told(_ metric: Difference.Metric) -> (less: [Difference], more: [Difference]) {
      let told = differences.filter {
        $0.policy == result.policy && $0.metric == metric && $0.service != "all"
          && (isOneDay && $0.isTold || $0.isClear)
      }
      return (told.filter { $0.interval.mean < 0 }, told.filter { $0.interval.mean > 0 })
    }
    let waits = told(.meanWait)
    let lost = told(.lost)
    let unserved = told(.unserved)
    let emptied = Set((lost.more + unserved.more).map(\.service))
    // Of who is late the share of all is told, and for whom it goes the other way; where all cannot be told, each part.
    let late = differences.first {
      $0.policy == result.policy && $0.metric == .late && $0.service == "all"
        && (isOneDay && $0.isTold || $0.isClear) && $0.interval.mean != 0
    }
    let lateParts = late == nil ? told(.late) : (less: [], more: [])
    let gains = waits.less.filter { !emptied.contains($0.service) }
    let hollow = waits.less.filter { emptied.contains($0.service) }
    let all = differences.filter {
      $0.policy == result.policy && $0.metric == .meanWait && $0.service != "all"
    }
    let open = all.filter { difference in
      !isOneDay && !difference.isClear && difference.interval.mean != 0
    }.map(\.service)
    let same = all.filter { $0.interval.mean == 0 }.map(\.service)
    let known = Set(all.map(\.service))
    func hasMean(_ report: SimulationReport, _ service: Int) -> Bool {
      !report.unstable.contains(service) && report.summary.figures(service).served > 0
    }
    let won = baseline.unstable.filter { hasMean(result, $0) }
    let spoilt = result.unstable.filter { hasMean(baseline, $0) }
    let never = baseline.unstable.intersection(result.unstable)
    let meanless = Set(won.union(spoilt).union(never).map { result.plan.services[$0].name })
    // Of a class or a route nothing is said where a service has no mean.
    let isStable = result.unstable.union(baseline.unstable).isEmpty
    let unmet = baseline.parts.filter { name, place in
      guard let place, result.summary.figures(place).arrived > 0 else { return false }
      return !known.contains(name) && !meanless.contains(name)
        && (isStable || place < result.plan.services.count)
    }.map(\.name)

    func names(_ chosen: some Sequence<Int>) -> String {
      language.list(chosen.sorted().map { result.named(result.plan.services[$0].name) })
    }
    func part(_ words: String, _ chosen: some Collection, _ list: String, _ after: String = "")
      -> String?
    {
      chosen.isEmpty ? nil : words + list + after
    }
    let remedy =
      result.hasIntervals && baseline.hasIntervals
      ? say("; more --replications may", " (--replications를 늘리면 구별될 수 있습니다)")
      : say(", whose times vary too much", " (시간이 너무 들쭉날쭉합니다)")
    func told(_ chosen: [String]) -> String { language.list(chosen.map(result.named)) }
    let parts = [
      part(
        say("a mean wait for ", "평균 대기가 생김: "), won, names(won),
        say(
          ", whose waits grow without end with \(baseline.policy)",
          " (\(baseline.policy) 정책에서는 끝없이 늘어남)")),
      part(say("shorter waits for ", "대기 짧아짐: "), gains, list(gains)),
      part(say("fewer lost for ", "이탈 줄어듦: "), lost.less, shares(lost.less)),
      part(
        say("fewer still there at the end for ", "끝까지 남은 고객 줄어듦: "), unserved.less,
        shares(unserved.less)),
      part(
        say("no mean at all for ", "평균이 없어짐: "), spoilt, names(spoilt),
        say(", whose waits grow without end", " (대기가 끝없이 늘어남)")),
      part(say("longer waits for ", "대기 길어짐: "), waits.more, list(waits.more)),
      part(say("more lost for ", "이탈 늘어남: "), lost.more, shares(lost.more)),
      part(
        say("more still there at the end for ", "끝까지 남은 고객 늘어남: "), unserved.more,
        shares(unserved.more)),
      part(
        say("those who stay wait less for ", "이탈하지 않은 고객만 덜 기다림: "), hollow, list(hollow),
        say(", which is no gain for the others", " (이탈한 고객에게는 이득이 아님)")),
      part(
        say("no mean for ", "어느 쪽에도 평균이 없음: "), never, names(never), say(" with either", "")),
      part(
        say("fewer late for ", "목표 초과 줄어듦: "), lateParts.less, shares(lateParts.less)),
      part(
        say("more late for ", "목표 초과 늘어남: "), lateParts.more, shares(lateParts.more)),
      late.map {
        ($0.interval.mean < 0
          ? say("fewer late, of all: ", "전체 목표 초과 줄어듦: ")
          : say("more late, of all: ", "전체 목표 초과 늘어남: ")) + $0.shares + against($0)
      },
      part(
        say("no wait to compare for ", "비교할 대기가 없음: "), unmet, told(unmet),
        say(", for whom one of the two served nobody, or both", " (적어도 한쪽이 아무도 맡지 않음)")),
      part(
        say("the data cannot tell the waits apart for ", "대기를 구별할 수 없음: "), open, told(open),
        remedy),
      part(
        isOneDay
          ? say("the same waits for ", "대기가 같음: ")
          : say("on these days the same waits for ", "이 날들에는 대기가 같음: "), same, told(same)),
    ].compactMap { $0 }.joined(separator: "; ")
    guard !parts.isEmpty else {
      return say("\(name): nothing can be compared.", "\(name): 비교할 것이 없습니다.")
    }
    return isOneDay
      ? say(
        "\(name), on this one day: \(parts). One day says nothing of others.",
        "\(name), 이 하루: \(parts). 하루로는 다른 날을 알 수 없습니다.") : "\(name): \(parts)."
  }

  /// For whom the share late clearly goes the other way than that of all.
  private func against(_ all: Difference) -> String {
    let others = differences.filter {
      $0.policy == all.policy && $0.metric == .late && $0.service != "all" && $0.isClear
        && $0.interval.mean.sign != all.interval.mean.sign
    }
    guard !others.isEmpty else { return "" }
    return all.interval.mean < 0
      ? language(", but more for \(shares(others))", " (다만 늘어남: \(shares(others)))")
      : language(", but fewer for \(shares(others))", " (다만 줄어듦: \(shares(others)))")
  }

  private func shares(_ differences: [Difference]) -> String {
    language.list(differences.map { results[0].named($0.service) + " (\($0.shares))" })
  }

  private func list(_ differences: [Difference]) -> String {
    language.list(
      differences.map { difference in
        let change = abs(difference.interval.mean)
        let share =
          difference.baseline > 0
          ? " (\(SimulationReport.percent(change / difference.baseline)))" : ""
        let name = results[0].named(difference.service)
        let length = results[0].scale.apart(change, in: language)
        return language("\(name) by \(length)\(share)", "\(name) \(length)\(share)")
      })
  }
}
