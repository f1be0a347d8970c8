import BankCore
import BankSimulation

extension ComparisonPictures {
  private func all(_ policy: String, _ metric: Difference.Metric) -> Difference? {
    differences.first { $0.policy == policy && $0.service == "all" && $0.metric == metric }
  }

  /// The mean waits of all clients that are clearly shorter, with hardly more clients lost, the shortest first.
  var better: [Difference] {
    results.dropFirst().filter { $0.fault == nil }.compactMap { all($0.policy, .meanWait) }
      .filter { wait in
        let isLosing = [Difference.Metric.lost, .unserved].contains { metric in
          all(wait.policy, metric).map { $0.isClear && $0.interval.mean > 0.01 } ?? false
        }
        return wait.isClear && wait.interval.mean < 0 && !isLosing
      }.sorted { $0.interval.mean < $1.interval.mean }
  }

  /// The answer of a comparison: who waits less than under the baseline, who waits more, who cannot be told.
  ///
  /// A policy under which more are lost is not counted among the better ones, whatever those wait who stay.
  var answer: [Page.Part] {
    if let fault = base.fault {
      let sentence =
        fault.isOfQueue
        ? language(
          "Under \(base.policy), the baseline, the queue broke a law and was dropped: nothing is compared.",
          "기준인 \(base.policy) 정책에서 큐가 법칙을 어겨 중단되었습니다. 비교할 수 없습니다.")
        : language(
          "\(base.policy), the baseline, broke a law and was dropped: nothing is compared.",
          "기준인 \(base.policy) 정책이 법칙을 어겨 중단되었습니다. 비교할 수 없습니다.")
      return [.init(nil, sentence)]
    }
    // What to use comes first where the days decide it.
    let (use, label) = (use, language("What to use", "무엇을 쓸까"))
    let isDecided = use?.isDecided ?? false
    // Where it depends, on whom: the largest gain that others pay for.
    var gained = gained
    let paid = isDecided ? nil : gains.prefix(gained.count).firstIndex { !$0.prices.isEmpty }
    let depends = paid.map { gained.remove(at: $0) }
    let some =
      (gained.map { language("\($0.capitalizedFirst).", "\($0).") }
      + [gainedMore].compactMap(\.self)).joined(separator: " ")
    let meanWaits = [isDecided || depends != nil ? headline : nil, count].compactMap(\.self)
    let rest: [Page.Part?] = [
      isDecided
        ? nil : use.map { .init(label, depends == nil ? $0.sentence : weighed) },
      staffed.map { .init(language("Staff", "인력"), $0) },
      meanWaits.isEmpty
        ? nil : .init(language("Mean waits", "평균 대기"), meanWaits.joined(separator: " ")),
      worse.map { .init(language("Worse", "더 나쁜 정책"), $0) },
      some.isEmpty ? nil : .init(language("Some gain", "일부만 나아지는 정책"), some),
      fewest(.lost).map { .init(language("Lost", "이탈"), $0) },
      fewest(.late).map { .init(language("Late", "목표 초과"), $0) },
      everywhereLate.map { .init(language("Late under all", "어느 정책에서나 지연"), $0) },
    ]
    let first =
      use.map { use in
        isDecided
          ? "\(label): \(use.sentence)"
          : depends.map {
            language("It depends on who counts: \($0).", "누구를 앞세우느냐에 달려 있습니다. \($0).")
          } ?? headline
      } ?? headline
    return [short, first].compactMap { $0.map { .init(nil, $0) } } + rest.compactMap { $0 }
  }

  /// The services that no policy has on target, as far as the days tell, with the fewest late.
  private var everywhereLate: String? {
    guard days > 1, results.allSatisfy({ $0.fault == nil && $0.unstable.isEmpty }) else {
      return nil
    }
    let told = base.plan.services.indices.compactMap { service -> (late: Double, text: String)? in
      let lates = results.compactMap { result in
        result.lines[service].lateShare == nil
          ? nil : result.lines[service].late.map { (late: $0, policy: result.policy) }
      }
      guard lates.count == results.count,
        lates.allSatisfy({
          surelyLate($0.late, atOnce: results.count * base.plan.services.count)
            > TargetState.mostOnTarget
        }),
        let fewest = lates.min(by: { $0.late.mean < $1.late.mean })
      else { return nil }
      let (title, share) = (base.titles[service], SimulationReport.percent(fewest.late.mean))
      return (
        fewest.late.mean,
        language(
          "\(title) (fewest under \(fewest.policy), \(share))",
          "\(title)(가장 적은 \(fewest.policy)에서 \(share))")
      )
    }.sorted { $0.late > $1.late }.map(\.text)
    guard !told.isEmpty else { return nil }
    let more =
      told.count > 3 ? language(" and \(told.count - 3) more", " 외 \(told.count - 3)개") : ""
    let names = told.prefix(3).joined(separator: ", ") + more
    let most = SimulationReport.wholePercent(TargetState.mostOnTarget)
    return language(
      "Surely late by more than \(most) whichever of these policies: \(names).",
      "이 정책들만으로는 목표 초과가 \(most) 이하가 되지 않는 업무: \(names).")
  }

  /// The policies that are compared with the baseline.
  private var others: [SimulationReport] { results.dropFirst().filter { $0.fault == nil } }

  private var waits: [Difference] { others.compactMap { all($0.policy, .meanWait) } }

  /// A change for a part of the clients, without its sign.
  func told(_ difference: Difference) -> String {
    let change = abs(difference.interval.mean)
    guard difference.metric == .meanWait else {
      let words = [Difference.Metric.late: "목표 초과 ", .unserved: "끝까지 남음 "]
      let what = language("", words[difference.metric] ?? "이탈 ")
      return base.titled(difference.service) + " " + what + difference.shares
    }
    return base.titled(difference.service) + " " + scale.brief(change, in: language) + " ("
      + SimulationReport.wholePercent(change / difference.baseline) + ")"
  }

  /// A shorter or longer mean wait, in English.
  func waits(_ difference: Difference) -> String {
    let change = scale.brief(abs(difference.interval.mean), in: language)
    let share = SimulationReport.wholePercent(
      abs(difference.interval.mean) / difference.baseline)
    let verb = difference.interval.mean < 0 ? "falls" : "grows"
    return "of \(base.titled(difference.service)) \(verb) by \(change) (\(share))"
  }

  /// What that makes of the share late, where it is clear.
  func lateToo(_ wait: Difference) -> String {
    let late = differences.first {
      $0.policy == wait.policy && $0.service == wait.service && $0.metric == .late && $0.isClear
    }
    return late.map { language(" (late \($0.shares))", "(목표 초과 \($0.shares))") } ?? ""
  }

  private var headline: String {
    if days == 1 {
      let known = results.filter {
        $0.fault == nil && $0.unstable.isEmpty && $0.summary.statistics.all.served > 0
      }.sorted { Self.wait($0) < Self.wait($1) }
      let waits = known.map {
        "\($0.policy) \(scale.brief($0.summary.statistics.all.wait.mean, in: language))"
      }.joined(separator: ", ")
      return language(
        "On this one day mean waits of those served came to: \(waits). One day says nothing of others.",
        "이 하루의 평균 대기(업무를 본 고객): \(waits). 하루로는 다른 날을 알 수 없습니다.")
    }
    if !base.unstable.isEmpty {
      let stable = others.count { $0.unstable.isEmpty }
      return language(
        "Under \(base.policy), the baseline, waits grow without end and have no mean; under \(stable) of \(others.count) others they have one.",
        "기준인 \(base.policy) 정책에서는 대기가 끝없이 늘어 평균이 없습니다. 다른 \(others.count)개 중 \(stable)개에는 평균이 있습니다."
      )
    }
    if let best = better.first { return headline(best) }
    let shorter = waits.filter { $0.isClear && $0.interval.mean < 0 }
    if let best = shorter.min(by: { $0.interval.mean < $1.interval.mean }),
      let lost = [Difference.Metric.lost, .unserved].compactMap({ all(best.policy, $0) })
        .first(where: { $0.isClear && $0.interval.mean > 0 })
    {
      let by = scale.brief(-best.interval.mean, in: language)
      let change = lost.shares
      return language(
        "Over all clients \(best.policy) has a mean wait \(by) shorter than \(base.policy), and serves fewer: \(change) of those who come are not served.",
        "전체 고객의 평균 대기는 \(best.policy)에서 \(base.policy)보다 \(by) 짧지만, 업무를 보지 못하는 고객이 늘어납니다: \(change)."
      )
    }
    return language(
      "Over all clients no policy has clearly shorter waits than \(base.policy).",
      "전체 고객을 보면 \(base.policy)보다 분명히 대기가 짧은 정책은 없습니다.")
  }

  /// What is said first where waits are shorter under `best`, and under none shorter still.
  private func headline(_ best: Difference) -> String {
    let by = scale.brief(-best.interval.mean, in: language)
    // One under which more are lost may have a shorter one still.
    let isShortest = waits.allSatisfy { !$0.isClear || $0.interval.mean >= best.interval.mean }
    let (ofThose, koreanOfThose) =
      isShortest ? ("", "") : (" of those that lose hardly more clients", "이탈이 늘지 않는 정책 가운데 ")
    let tied = tied
    // Fewer of all may be lost or late, and more of some.
    let more = differences.filter {
      $0.policy == best.policy && [.lost, .late].contains($0.metric) && $0.service != "all"
        && $0.isClear && $0.interval.mean > 0
    }.max { $0.interval.mean < $1.interval.mean }
    // Shorter waits of all may be longer ones of some.
    let longer = differences.filter {
      $0.policy == best.policy && $0.metric == .meanWait && $0.service != "all" && $0.isClear
        && $0.interval.mean > 0 && $0.service != more?.service
    }.max { $0.interval.mean < $1.interval.mean }
    return
      (tied.isEmpty
      ? language(
        "Over all clients \(best.policy) has the shortest mean wait\(ofThose): \(by) less than under \(base.policy).",
        "전체 고객의 평균 대기는 \(koreanOfThose)\(best.policy.with(.subject)) 가장 짧으며, \(base.policy)보다 \(by) 짧습니다."
      )
      : language(
        "Over all clients waits are shorter than under \(base.policy): by \(by) under \(best.policy), which these days cannot tell from \(language.some(tied)).",
        "전체 고객의 평균 대기는 \(base.policy)보다 짧습니다: \(best.policy)에서 \(by), 이 결과로는 \(language.some(tied).with(.and)) 차이를 확인할 수 없습니다."
      ))
      + (more.map {
        language(
          " More are \($0.metric == .late ? "late" : "lost") under it for \(told($0)).",
          " 대신 \(told($0)).")
      } ?? "")
      + (longer.map {
        language(" Longer waits: \(told($0)) more.", " 길어지는 대기: \(told($0)).")
      } ?? "")
  }

  /// The policies that days do not tell from the one of the shortest wait.
  private var tied: [String] { better.first.map { alike($0, better.dropFirst()) } ?? [] }

  /// How many of the others are better, and how many are not.
  private var count: String? {
    guard days > 1, base.unstable.isEmpty, !others.isEmpty else { return nil }
    let (better, waits) = (better.count, waits)
    let worse = waits.count { $0.isClear && $0.interval.mean > 0 }
    let losing = waits.count { $0.isClear && $0.interval.mean < 0 } - better
    let same = waits.count(where: \.isSame)
    let open = waits.count - better - worse - losing - same
    if others.count == 1 {
      guard better == 0, let wait = waits.first else { return nil }
      return countOfOne(wait)
    }
    guard better < others.count else {
      return language(
        "All \(better) have clearly shorter waits, over all clients.",
        "\(better)개 모두 전체 평균 대기가 분명히 짧습니다.")
    }
    guard same < others.count else {
      return language(
        "All \(same) others have the same mean wait of all clients.",
        "다른 \(same)개 모두 전체 평균 대기가 같습니다.")
    }
    guard open < others.count else {
      return language(
        "None of \(open) others can be told apart from \(base.policy) in the mean wait of all clients.",
        "다른 \(open)개 모두 전체 평균 대기가 \(base.policy.with(.and)) 구별되지 않습니다.")
    }
    let rest =
      (losing > 0
        ? language(
          ", \(losing) shorter with more clients lost", ", 짧지만 이탈이 더 많은 것은 \(losing)개") : "")
      + (open > 0
        ? language(
          "; \(open) cannot be told apart from \(base.policy)",
          ", \(base.policy.with(.and)) 구별되지 않는 것은 \(open)개") : "")
      + (same > 0 ? language("; \(same) the same", ", 같은 것은 \(same)개") : "")
      + (waits.count < others.count
        ? language(
          "; \(others.count - waits.count) without a mean",
          ", 평균이 없는 것은 \(others.count - waits.count)개") : "")
    return language(
      "Of \(others.count) others, over all clients, \(better == 0 ? "none is" : better == 1 ? "1 is" : "\(better) are") clearly shorter, \(worse == 0 ? "none" : "\(worse)") clearly longer\(rest).",
      "\(others.count)개 중 전체 평균이 분명히 짧은 것은 \(better == 0 ? "없고" : "\(better)개,") 분명히 긴 것은 \(worse)개\(rest)입니다."
    )
  }

  /// Of the policies with longer waits of all clients, the worst first: the waits of all, whose grow most, and who is lost.
  private var worse: String? {
    guard days > 1, base.unstable.isEmpty else { return nil }
    func both(_ one: Difference) -> String {
      let (before, after) = (one.baseline, one.baseline + one.interval.mean)
      return scale.brief(before) + " → " + scale.brief(after, in: language)
    }
    func isFewer(_ policy: String, _ metric: Difference.Metric) -> Bool {
      all(policy, metric).map { $0.isClear && $0.interval.mean < 0 } ?? false
    }
    // Where fewer are late or lost, longer waits of those served are no verdict, unless they are far longer and as many late.
    let longer = waits.filter {
      $0.isClear && isFelt($0) && $0.interval.mean > 0
        && !isFewer($0.policy, .late)
        && ($0.interval.mean > $0.baseline / 2 || !isFewer($0.policy, .lost))
    }
    .sorted { $0.interval.mean > $1.interval.mean }
    let told = longer.prefix(2).map { wait in
      let services = base.plan.services.map(\.name)
      let most = differences.filter {
        $0.policy == wait.policy && $0.metric == .meanWait && $0.isClear && $0.interval.mean > 0
          && services.contains($0.service)
      }.max { $0.interval.mean < $1.interval.mean }
      let lost = all(wait.policy, .lost).flatMap { $0.isClear && $0.interval.mean > 0 ? $0 : nil }
      let parts = [
        services.count > 1
          ? most.map { base.titled($0.service) + " " + both($0) } : nil,
        lost.map { language("lost ", "이탈 ") + $0.shares },
      ].compactMap { $0 }.map { ", " + $0 }.joined()
      return language(
        "\(wait.policy): mean wait \(both(wait))\(parts)",
        "\(wait.policy): 평균 대기 \(both(wait))\(parts)")
    }
    // Waits of those served may be alike where more are late, or leave.
    let others = self.others.map(\.policy).filter { policy in
      !longer.contains { $0.policy == policy }
    }
    let losing = others.compactMap { policy -> String? in
      func isMore(_ one: Difference) -> Bool {
        one.policy == policy && one.isClear && one.interval.mean > 0
      }
      func share(_ one: Difference) -> String {
        (one.metric == .late ? language("late ", "목표 초과 ") : language("lost ", "이탈 ")) + one.shares
      }
      let metrics = [Difference.Metric.late, .lost]
      var more = metrics.compactMap { all(policy, $0) }.filter(isMore).map(share)
      // Under a policy that does nobody good a service or class may be worse off, though of all it is not clear.
      if more.isEmpty, !balance(policy).isGaining {
        more =
          differences.filter { metrics.contains($0.metric) && isMore($0) }
          .max { $0.interval.mean < $1.interval.mean }
          .map { [base.titled($0.service) + " " + share($0)] } ?? []
      }
      return more.isEmpty ? nil : "\(policy): " + more.joined(separator: ", ")
    }
    let sentences = told + losing.prefix(3 - told.count)
    guard !sentences.isEmpty else { return nil }
    let rest = longer.count + losing.count - sentences.count
    return sentences.joined(separator: "; ")
      + (rest > 0 ? language("; and \(rest) more", " 외 \(rest)개") : "") + "."
  }

  /// What is to be said of the only other policy where it is not better.
  private func countOfOne(_ wait: Difference) -> String? {
    if wait.isSame {
      return language(
        "\(wait.policy) has the same waits.", "\(wait.policy.with(.topic)) 대기가 같습니다.")
    }
    return wait.isClear
      ? nil
      : language(
        "These days cannot tell \(wait.policy) from it.",
        "이 날들로는 \(wait.policy.with(.and)) 구별되지 않습니다.")
  }

  /// The policy that loses fewest, or under which fewest are late, where that is clearly fewer.
  private func fewest(_ metric: Difference.Metric) -> String? {
    let differences = others.compactMap { all($0.policy, metric) }
    let fewer = differences.filter { $0.isClear && $0.interval.mean < 0 }
    guard let best = fewer.min(by: { $0.interval.mean < $1.interval.mean }) else { return nil }
    // Others may have fewer still, though the days do not tell them from the baseline.
    let rest = differences.filter { $0.policy != best.policy }
    let alike = alike(best, rest[...])
    guard
      !rest.contains(where: {
        $0.interval.mean < best.interval.mean && !alike.contains($0.policy)
      })
    else { return nil }
    // Who is on a route counts at each step; who is lost is lost once.
    let ofVisits =
      base.plan.routes.isEmpty || metric == .lost ? "" : language(" of all visits", " (단계마다 셈)")
    let policy = best.policy
    let change = best.shares + ofVisits
    guard !alike.isEmpty else {
      return language("Fewest under \(policy): \(change).", "\(policy)에서 가장 적습니다: \(change).")
    }
    if policy == better.first?.policy, Set(alike) == Set(tied) {
      return language(
        "Fewer under \(policy): \(change); the same others cannot be told from it.",
        "\(policy)에서 적습니다: \(change). 위의 정책들과는 차이를 확인할 수 없습니다.")
    }
    return language(
      "Fewer under \(policy): \(change); these days cannot tell it from \(language.some(alike)).",
      "\(policy)에서 적습니다: \(change). 이 결과로는 \(language.some(alike).with(.and)) 차이를 확인할 수 없습니다.")
  }

  /// Those of the others whom the days cannot tell from the best, beside each other.
  private func alike(_ best: Difference, _ others: ArraySlice<Difference>) -> [String] {
    guard let own = results.first(where: { $0.policy == best.policy }) else { return [] }
    return others.filter { other in
      results.first { $0.policy == other.policy }.map { result in
        !Difference.all(result, from: own).contains {
          $0.service == "all" && $0.metric == best.metric
            && abs($0.interval.mean) > ($0.interval.halfWidth ?? .infinity) * best.widening
        }
      } ?? false
    }.map(\.policy)
  }
}
