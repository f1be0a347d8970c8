import BankCore
import BankRecords
import BankSimulation

extension ComparisonPictures {
  /// What a change to a policy brings, as far as the days tell.
  struct Balance {
    let policy: String
    /// Whether somebody waits clearly less, or fewer are lost or late; what nobody feels counts where nobody pays.
    let isGaining: Bool
    /// Whether somebody clearly pays: a wait that is felt to be longer, more lost, left at the end or late.
    let isPaid: Bool
    /// Whether a service that is too late may be later.
    let isRisky: Bool
    /// Whether anybody gains, felt or not.
    let hasGains: Bool
    /// Whether the days tell it from the baseline.
    let isKnown: Bool
    /// What somebody perhaps pays: clear by itself, though not beside all others.
    let perhaps: Difference?
  }

  /// What somebody gains or pays.
  private static let paid: Set<Difference.Metric> = [.meanWait, .lost, .unserved, .late]

  /// Whether clients feel a difference of waits; those of shares count however small.
  func isFelt(_ difference: Difference) -> Bool {
    guard difference.metric == .meanWait else { return true }
    let service = base.plan.services.firstIndex { $0.name == difference.service }
    return abs(difference.interval.mean) > base.plan.leastFelt(by: service)
  }

  func balance(_ policy: String) -> Balance {
    let changes = differences.filter { $0.policy == policy && Self.paid.contains($0.metric) }
    let clear = changes.filter(\.isClear)
    let (gains, prices) = (
      clear.filter { $0.interval.mean < 0 }, clear.filter { $0.interval.mean > 0 }
    )
    // Of a service of which surely fewer are late a few more may be there at the end: all but those gain.
    let better = Set(gains.filter { $0.metric == .late }.map(\.service))
    let perhaps: Difference? = [.meanWait, .lost, .late, .unserved].lazy.compactMap { metric in
      changes.filter {
        $0.service != "all" && $0.metric == metric
          && (metric != .unserved || !better.contains($0.service))
          && $0.interval.mean > ($0.interval.halfWidth ?? .infinity) + $0.slack && isFelt($0)
      }.max { $0.interval.mean < $1.interval.mean }
    }.first
    // Where too many of a service are late, nobody is advised to what looks worse for it.
    let risky = changes.filter { change in
      change.metric == .late && change.service != "all" && change.interval.mean > 0.01
        && TargetState(late: change.baseline + change.interval.mean) == .bad
    }.map(\.service)
    let isRisky = changes.contains { change in
      risky.contains(change.service)
        && change.interval.mean > change.interval.halfWidth ?? .infinity
    }
    return Balance(
      policy: policy,
      isGaining: gains.contains(where: isFelt) || prices.isEmpty && !gains.isEmpty,
      isPaid: prices.contains(where: isFelt), isRisky: isRisky, hasGains: !gains.isEmpty,
      isKnown: !clear.isEmpty, perhaps: perhaps)
  }

  /// What to use, with the policy where the days decide on another than the baseline; `nil` of a single day, which
  /// cannot say.
  ///
  /// A policy that is better for somebody and worse for nobody as far as the days tell; else one that is better for
  /// somebody and perhaps worse for somebody; where every gain is paid for, that it depends on what counts; where there is no gain, the baseline.
  var use: (sentence: String, isDecided: Bool, policy: String?)? {
    let others = Array(results.dropFirst().filter { $0.fault == nil })
    guard base.fault == nil, days > 1, !others.isEmpty else { return nil }
    let keeping = others.filter { $0.unstable.isSubset(of: base.unstable) }
    let won = keeping.filter { $0.unstable.count < base.unstable.count }.map(\.policy)
    guard won.isEmpty else {
      let sentence = language(
        "\(language.some(won)): fewer services whose waits grow without end than under \(base.policy).",
        "\(language.some(won)): 대기가 끝없이 늘어나는 업무가 \(base.policy)보다 적습니다.")
      return (sentence, true, won[0])
    }
    let balances = keeping.map { balance($0.policy) }
    let gaining = balances.filter(\.isGaining)
    // What somebody perhaps pays is worth it where all together would feel the gain.
    let free = gaining.filter {
      !$0.isPaid && !$0.isRisky && ($0.perhaps == nil || isFelt($0.policy))
    }
    let safe = free.filter { $0.perhaps == nil }.map(\.policy)
    if let first = best(of: safe) { return (better(first, safe), true, first) }
    if let first = best(of: free.map(\.policy)),
      let perhaps = free.first(where: { $0.policy == first })?.perhaps
    {
      return (better(first, butFor: perhaps), true, first)
    }
    guard gaining.isEmpty else {
      let other = others.count == 1 ? others[0].policy : nil
      let isSure = gaining.contains(where: \.isPaid)
      let sentence = language(
        "It depends on who counts: what some gain under \(other ?? "the others"), others \(isSure ? "" : "perhaps ")pay. \(weighed)",
        "누구를 앞세우느냐에 달려 있습니다. \(other ?? "다른 정책")에서 누군가 나아지면 다른 고객이 손해를 \(isSure ? "봅" : "볼 수 있습")니다. \(weighed)"
      )
      return (sentence, false, nil)
    }
    // What days cannot tell may be better all the same.
    let open = balances.count { one in
      !one.isPaid && !one.isKnown && differences.contains { $0.policy == one.policy && !$0.isSame }
    }
    guard 2 * open <= others.count else {
      let whom =
        others.count == 1
        ? others[0].policy
        : language("\(open) of \(others.count) others", "다른 \(others.count)개 중 \(open)개")
      let sentence = language(
        "\(base.policy), as before, as far as these \(days) days tell: they cannot tell \(whom) from it; with more --replications they may.",
        "이 \(days)일로 보면 지금처럼 \(base.policy): \(whom.with(.topic)) 이 날들로 구별되지 않으며, --replications를 늘리면 알 수도 있습니다."
      )
      return (sentence, true, nil)
    }
    let isSlight = balances.contains(where: \.hasGains)
    let sentence = language(
      "\(base.policy), as before: under none of the others is anybody clearly better off\(isSlight ? " by what they would feel" : "").",
      "지금처럼 \(base.policy): 다른 정책에서 \(isSlight ? "느낄 만큼 " : "")분명히 나아지는 고객이 없습니다.")
    return (sentence, true, nil)
  }

  /// What decides where gains are paid for.
  var weighed: String {
    language(
      "To weigh one against the other: bank recommend with --goal or --cost.",
      "bank recommend가 --goal과 --cost로 견줍니다.")
  }

  /// That `first`, and all of `free`, are better for somebody and worse for nobody, as far as the days tell.
  private func better(_ first: String, _ free: [String]) -> String {
    let rest = free.filter { $0 != first }
    let isWorse = differences.contains {
      free.contains($0.policy) && Self.paid.contains($0.metric) && $0.isClear
        && $0.interval.mean > 0
    }
    return
      (isWorse
      ? language(
        "\(first): better for some than \(base.policy), worse for nobody by what they would feel",
        "\(first): \(base.policy)보다 나아지는 고객이 있고, 느낄 만큼 손해 보는 고객은 없습니다")
      : language(
        "\(first): better for some than \(base.policy), clearly worse for nobody",
        "\(first): \(base.policy)보다 나아지는 고객이 있고, 분명히 손해 보는 고객은 없습니다"))
      + (rest.isEmpty
        ? "" : language("; likewise \(language.some(rest))", ", \(language.some(rest))도 그렇습니다"))
      + "."
  }

  /// That `first` is better for somebody, and what somebody pays for it, which alone would be clear.
  private func better(_ first: String, butFor perhaps: Difference) -> String {
    let title = base.titled(perhaps.service)
    let price =
      switch perhaps.metric {
      case .meanWait:
        language(
          "perhaps worse for \(title), by \(scale.brief(perhaps.interval.mean, in: language))",
          "\(title) 대기가 \(scale.brief(perhaps.interval.mean, in: language)) 길어질 수 있습니다")
      case .late:
        language(
          "perhaps worse for \(title), late \(perhaps.shares)",
          "\(title) 목표 초과가 늘 수 있습니다(\(perhaps.shares))")
      case .unserved:
        language(
          "perhaps worse for \(title), still there at the end \(perhaps.shares)",
          "끝까지 남는 \(title) 고객이 늘 수 있습니다(\(perhaps.shares))")
      default:
        language(
          "perhaps worse for \(title), lost \(perhaps.shares)",
          "\(title) 이탈이 늘 수 있습니다(\(perhaps.shares))")
      }
    return language(
      "\(first): better for some than \(base.policy), \(price).",
      "\(first): \(base.policy)보다 나아지는 고객이 있지만, \(price).")
  }

  /// Of these policies the one under which fewest of all are late, or without targets all wait least.
  private func best(of policies: [String]) -> String? {
    func change(_ policy: String) -> Double { ofAll(policy)?.interval.mean ?? 0 }
    guard let best = policies.min(by: { change($0) < change($1) }) else { return nil }
    // Of those that hardly differ from it one without options is taken.
    let limit = change(best) + least(ofAll(best)?.metric) / 2
    let simple = policies.filter { policy in
      change(policy) <= limit
        && results.contains { $0.policy == policy && $0.options == .object([]) }
    }
    return simple.min { change($0) < change($1) } ?? best
  }

  /// What all together feel: one of a hundred more who is late, or a wait longer by what anybody feels.
  private func least(_ metric: Difference.Metric?) -> Double {
    metric == .late ? 0.01 : base.plan.leastFelt(by: nil)
  }

  /// The difference of all clients in who is late, or without targets in the mean wait.
  private func ofAll(_ policy: String) -> Difference? {
    let own = differences.filter { $0.policy == policy && $0.service == "all" }
    return own.first { $0.metric == .late } ?? own.first { $0.metric == .meanWait }
  }

  /// Whether all clients together would feel what they gain.
  private func isFelt(_ policy: String) -> Bool {
    ofAll(policy).map { -$0.interval.mean > least($0.metric) } ?? false
  }

  /// The share that is late at least, as far as the days tell.
  ///
  /// A share that is all on every day has no interval, and an error of its own. Of `count` shares all hold at once.
  func surelyLate(_ late: Interval, atOnce count: Int = 1) -> Double {
    late.halfWidth.map { late.mean - $0 * Interval.widening(count, degrees: days - 1) }
      ?? (late.mean == 1 ? max(0, 1 - Interval.errorOfAll(days: days, atOnce: count)) : 0)
  }

  /// That stock is short under every policy, and for which service most.
  var short: String? {
    guard days > 1, results.allSatisfy({ $0.fault == nil && $0.isShortOfStock }) else { return nil }
    func refused(_ report: SimulationReport, _ line: Int) -> Double {
      let figures = report.lines[line].figures
      return Double(figures.refused) / Double(max(1, figures.arrived))
    }
    func told(_ line: Int) -> String {
      let shares = results.map { refused($0, line) }
      let ends = [shares.min() ?? 0, shares.max() ?? 0].map(SimulationReport.percent)
      return ends[0] == ends[1] ? ends[0] : ends.joined(separator: language(" to ", "–"))
    }
    let worst = base.plan.services.indices.max { refused(base, $0) < refused(base, $1) } ?? 0
    return language(
      "Whatever the policy, \(told(base.lines.count - 1)) of those who come are turned away for want of stock; the highest share is that of \(base.titles[worst]): \(told(worst)).",
      "어느 정책에서나 찾아온 고객의 \(told(base.lines.count - 1))는 재고가 없어 돌아갑니다. 비율이 가장 높은 업무는 \(base.titles[worst])(\(told(worst)))입니다."
    )
  }

  /// That no policy is enough, where surely too many are late under each of them.
  var staffed: String? {
    let late = results.compactMap { result -> (policy: String, late: Interval)? in
      guard result.fault == nil, let all = result.lines.first(where: { $0.name == "all" }),
        all.lateShare != nil, let late = all.late
      else { return nil }
      return (result.policy, late)
    }
    func isEnough(_ late: Interval) -> Bool { TargetState(late: surelyLate(late)) != .bad }
    guard let least = late.min(by: { $0.late.mean < $1.late.mean }),
      !late.contains(where: { isEnough($0.late) })
    else { return nil }
    let share = SimulationReport.share(least.late)
    let all = results.first { $0.policy == least.policy }?.lines.last { $0.name == "all" }
    if let all, all.isLateForStock {
      let refused = SimulationReport.percent(
        Double(all.figures.refused) / Double(all.figures.arrived))
      return language(
        "No policy is enough by itself: even under \(least.policy) \(share) of those who come are not called in time; \(refused) are turned away for want of stock.",
        "정책만으로는 모자랍니다. \(least.policy)에서도 찾아온 고객의 \(share)가 목표를 넘기며, \(refused)는 재고가 없어 돌아갑니다.")
    }
    return language(
      "No policy is enough by itself: even under \(least.policy) \(share) are late. Other staff is tried by bank recommend --vary or --staff-by.",
      "정책만으로는 모자랍니다. \(least.policy)에서도 \(share)가 목표를 넘깁니다. 다른 인력은 bank recommend --vary나 --staff-by로 시험합니다."
    )
  }

  /// The other policies under which some gain.
  var gainedMore: String? {
    let rest = gains.dropFirst(2).map(\.gain.policy)
    guard !rest.isEmpty else { return nil }
    return language(
      "Some gain under \(language.list(rest)), too: see the tables.",
      "일부가 나아지는 다른 정책: \(rest.joined(separator: ", ")) (표 참고).")
  }

  /// The two largest gains of a part of the clients, with what is paid for them.
  var gained: [String] {
    /// What may be paid: longer waits that are clear each by itself, though not all at once.
    func maybe(_ policy: String) -> Difference? {
      differences.filter {
        $0.policy == policy && $0.metric == .meanWait && $0.service != "all"
          && $0.interval.mean > $0.interval.halfWidth ?? .infinity
      }.max { $0.interval.mean < $1.interval.mean }
    }
    return gains.prefix(2).map { gain, prices in
      let open = prices.isEmpty ? maybe(gain.policy) : nil
      let paid = prices.map {
        $0.metric == .meanWait
          ? language("that \(waits($0))", "\(told($0)) 길어짐") + lateToo($0)
          : language(
            "more are \($0.metric == .lost ? "lost" : $0.metric == .late ? "late" : "still there at the end") (\(told($0)))",
            told($0)
          )
      }.joined(separator: language(", and ", ", "))
      return language(
        "under \(gain.policy) the mean wait \(waits(gain))\(lateToo(gain))"
          + (prices.isEmpty
            ? open.map { "; perhaps that \(waits($0))" } ?? "; nobody clearly pays"
            : "; in return \(paid)"),
        "\(gain.policy): \(told(gain)) 짧아짐\(lateToo(gain))"
          + (prices.isEmpty
            ? open.map { ", 대신 아마 \(told($0)) 길어짐" } ?? ", 분명히 손해 보는 고객 없음"
            : ", 대신 \(paid)"))
    }
  }
}
