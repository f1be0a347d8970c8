import BankCore
import BankSimulation

extension SimulationReport {
  /// What is told of changes: what helps, the best first; what else does; what to know of all; and, for the page's end, what
  /// was tried.
  struct HelpTold {
    var helps: [String] = []
    var details: [String] = []
    var remarks: [String] = []
    var method: [String] = []
  }

  /// The most changes that are told of in words.
  private static let mostTold = 5

  /// The best change of each kind that the days can tell, and which kinds were not tried.
  ///
  /// `isNeeded` says whether something has to change; otherwise the best change is enough.
  func told(of trial: HelpTrial, isNeeded: Bool) -> HelpTold {
    guard !trial.isInterrupted else {
      return HelpTold(helps: [
        language(
          "What would help was not tried to the end: it was interrupted.",
          "무엇이 도움이 될지 시험하다가 중단되었습니다.")
      ])
    }
    guard !trial.isOfOneDay else { return HelpTold(helps: [untried]) }
    guard !trial.hasNoMean else {
      return HelpTold(helps: [
        language(
          "What would help was not tried: waits that grow without end have no mean to compare, and no target says who is late.",
          "무엇이 도움이 될지는 시험하지 않았습니다. 끝없이 느는 대기에는 견줄 평균이 없고, 늦은 고객을 정하는 목표도 없습니다.")
      ])
    }
    // What helps those who are late as well is told of there.
    let besides = Set(helping(trial.ofLate).map { $0.name(self) })
    let only = trial.best.filter { !besides.contains($0.name(self)) }
    let first = helping(only).isEmpty ? trial.best : only
    var told = told(
      of: first, isNeeded: isNeeded, isWhole: trial.untried.isEmpty, fewer: trial.fewer)
    for besides in [trial.ofLate, trial.ofWant] where !helping(besides).isEmpty {
      let more = self.told(of: besides, isNeeded: true, isWhole: true, fewer: nil)
      told.helps += more.helps
      told.details += more.details
    }
    if !trial.bringsNear, let needed = needed(trial.needed) { told.remarks.append(needed) }
    // What was left out may be what helps most.
    if !trial.untried.isEmpty {
      let untried = language.list(trial.untried.map(name))
      told.remarks.append(
        language(
          "Not tried, for with so many clients it takes long: \(untried). With fewer --clients it is tried.",
          "고객이 많아 시험하지 않은 것: \(untried). --clients를 줄이면 시험합니다."))
    }
    if trial.isOfPart {
      told.method.append(
        language(
          "Breaks and hours were not moved, for only a part of the day counts.",
          "하루의 일부만 세므로 휴식과 근무 시간은 옮겨 보지 않았습니다."))
    }
    guard !trial.unfit.isEmpty else { return told }
    let unfit = language.list(trial.unfit.map(name))
    let notFit = language(
      "Not tried, for the options of \(policy) do not suit it: \(unfit).",
      "\(policy) 정책의 옵션에 맞지 않아 시험하지 않은 것: \(unfit).")
    // Where something has to change, it may be what helps most; where nothing is told of, that is why.
    if told.helps.isEmpty || isNeeded {
      told.helps.append(notFit)
    } else {
      told.method.append(notFit)
    }
    return told
  }

  /// `isWhole` says whether all kinds of changes were tried.
  private func told(
    of help: [Help], isNeeded: Bool, isWhole: Bool, fewer: HelpTrial.Fewer?
  ) -> HelpTold {
    let well =
      language("Nothing has to change.", "바꿀 것이 없습니다.") + (fewer.map { " " + unneeded($0) } ?? "")
    guard !help.isEmpty else { return HelpTold(helps: isNeeded ? [] : [well]) }
    let ordered = Help.ordered(helping(help))
    let best = order(of: help).map { help[$0] }
    // Of the two one is for the service of which the answer speaks first, and the other for all.
    let hasForWorst = best.count > 1 && best[0].rank.passesOver != best[1].rank.passesOver
    let tried = language.list(
      HelpTrial.Kind.allCases.filter { kind in help.contains { $0.kind == kind } }.map(name))
    let days =
      help[0].days < summary.days.count
      ? language("first \(help[0].days) of these days", "이 가운데 처음 \(help[0].days)일")
      : language("same days", "같은 날들")
    // Where targets are kept as far as days tell, what nobody feels is no help.
    if isNeeded, !(best.isEmpty ? help : best).contains(where: { $0.isFelt(in: plan) }),
      !help[0].late.contains(where: { TargetState(late: $0.before) != .good })
    {
      return HelpTold(helps: [
        language(
          "Nothing that was tried helps so much that anybody would feel it: \(tried).",
          "시험한 것 가운데 느낄 만큼 나아지는 것은 없습니다: \(tried).")
      ])
    }
    guard let first = best.first else {
      guard isNeeded else { return HelpTold(helps: [well]) }
      // What makes others lose or far later is no chance.
      let most = help.filter { !$0.losesMore && !$0.ruins }
        .min { $0.after - $0.before < $1.after - $1.before }
      let seen = most.flatMap { one -> String? in
        guard one.after < one.before else { return nil }
        let what = one.measure.name(language)
        return
          "\(one.name(self)) (\(what) \(one.told(one.before, self)) → \(one.told(one.after, self)))"
      }
      let nothing =
        language(
          "Of \(tried), tried on the \(days), nothing helps all clients together that these days can tell"
            + (seen.map { "; what looks best, \($0), may be chance: more days would tell." } ?? "."),
          "\(days)에서 \(tried.with(.object)) 시험했지만 전체 고객에게 뚜렷이 나아지는 방법은 찾지 못했습니다."
            + (seen.map { " 가장 나아 보이는 것은 \($0)이지만 우연일 수 있어 더 많은 날이 필요합니다." } ?? ""))
      return HelpTold(helps: [nothing])
    }
    let names = titles + classNames.map { titled($0) }
    func told(_ value: Double) -> String {
      first.told(value, self)
    }
    let what = first.measure.name(language)
    let isPart = first.measure == .late && plan.services.contains { $0.target == nil }
    let whom =
      (plan.routes.isEmpty ? language("all", "전체") : language("all visits", "방문 전체"))
      + (isPart ? language(" with a target", " 중 목표가 있는 것") : "")
    func told(_ effect: Help.Effect) -> String {
      "\(names[effect.place]) \(told(effect.before)) → \(told(effect.after))"
    }
    var parts = best.map { one in
      let (gains, loses) = (
        // The worst is told of, unless hardly anything is seen of a change.
        ([one.worst].compactMap(\.self) + one.gainers)
          .filter { $0.before - $0.after > 0.02 * $0.before },
        one.worst.map { $0.after - $0.before > 0.02 * $0.before ? [$0] : [] } ?? []
      )
      // Who pays most first.
      let payers =
        (loses + one.pays.filter { other in !loses.contains { $0.place == other.place } })
        .sorted { $0.after - $0.before > $1.after - $1.before }.map(told)
      let pays =
        language.few(payers)
        + (one.longer.map { more in
          [
            language(
              "the branch is empty \(TimeScale.spoken(more, in: language)) later",
              "지점이 \(TimeScale.spoken(more, in: language)) 더 늦게 빔")
          ]
        } ?? [])
        + one.costs.compactMap { cost in
          let (before, after) = (
            cost.measure.told(cost.before, scale, language),
            cost.measure.told(cost.after, scale, language)
          )
          let whose = cost.place.map { names[$0] + " " } ?? ""
          return before == after
            ? nil
            : "\(whose)\(cost.measure.name(language)) \(before) → \(after)"
        }
        + (one.neverServed > 0
          ? [
            language(
              "\(one.neverServed) more are never served in \(one.days) days",
              "\(one.days)일 동안 \(one.neverServed)명이 더 끝까지 업무를 못 봄")
          ]
          : [])
      // Where shares late are compared, those that were just told are not told again.
      let places =
        one.measure != .late
        ? [] : plan.services.count == 1 ? [0] : (gains + loses + one.pays).map(\.place)
      let late = one.late.filter { TargetState(late: $0.after) == .bad }
        .sorted { $0.after > $1.after }
      let still = late.filter { !places.contains($0.place) }
        .map { one in
          // What has risen is no smaller for being late before.
          let before =
            one.after - one.before > 0.01 ? "\(SimulationReport.percent(one.before)) → " : ""
          return "\(names[one.place]) \(before)\(SimulationReport.percent(one.after))"
        }
      let all = "\(told(one.before)) → \(told(one.after))"
      let own = gains.map { told($0) }
      // Where one service is all that has a target, it is told once.
      let effect =
        own.isEmpty
        ? all
        : own.count == 1 && own[0].hasSuffix(" " + all)
          ? own[0]
          : own.map { $0 + ", " }.joined() + language("\(all) in all", "전체 \(all)")
      let alsoLate =
        one.alsoLate.flatMap { late in
          guard late.before - late.after > 0.05 else { return nil }
          let shares = [late.before, late.after].map(SimulationReport.percent)
            .joined(separator: " → ")
          return language("; late \(shares) in all", ". 전체 목표 초과 \(shares)")
        } ?? ""
      // A few of many are no news.
      let fewer =
        100 * -one.neverServed > summary.statistics.all.arrived
        ? language(
          "; \(-one.neverServed) fewer are never served in \(one.days) days",
          ". \(one.days)일 동안 끝까지 업무를 못 보는 고객이 \(-one.neverServed)명 줄어듦") : ""
      // The worst is what the answer begins with.
      return "**\(one.name(self))**"
        + language(": \(what) ", " – \(what): ")
        + effect + alsoLate + fewer + absence(one)
        + (still.isEmpty
          ? ""
          : (still.count == late.count
            || still.count > 0
              && late.contains { $0.place == one.worst?.place && !places.contains($0.place) }
            ? language("; still too late: ", ". 여전히 목표를 넘는 업무: ")
            : language("; of others still too late: ", ". 그 밖에 여전히 목표를 넘는 업무: "))
            + language.some(still))
        + (pays.isEmpty
          ? ""
          : (one.price == 0
            ? language("; at a small price: ", ". 작은 대가: ")
            : language("; worse for it: ", ". 나빠지는 것: ")) + language.list(pays))
    }
    // Of two that differ by less than both may be off, either may be the better one.
    func overlap(_ one: Interval?, _ other: Interval?) -> Bool {
      guard let one, let other else { return true }
      let (own, their) = (one.halfWidth ?? .infinity, other.halfWidth ?? .infinity)
      return abs(one.mean - other.mean) < (own * own + their * their).squareRoot()
    }
    let areAlike =
      best.count > 1 && best[0].price == best[1].price && !best[0].helpsWorstMore(than: best[1])
      && (best[0].isOfWorst || best[1].isOfWorst
        ? overlap(best[0].worstDifference, best[1].worstDifference)
        : overlap(best[0].difference, best[1].difference)
          && best[0].benefit < 1.1 * best[1].benefit)
    let isEnough = best.contains(where: \.isEnough)
    let order =
      first.price == 0 && best.contains { $0.price > 0 }
      ? language("; what makes others worse comes last", ". 다른 업무가 나빠지는 방법은 뒤에 적었습니다") : ""
    let further =
      best.filter { $0.kind == .teller && !$0.isOfWorst }.count > 1
      ? language(
        " (of tellers with other skills some that do at least half as much, too)",
        "(담당 업무가 다른 창구는 효과가 절반 이상인 것도 함께)") : ""
    // Of two who are idle the policy may take the first.
    let place =
      help.contains { $0.kind == .teller }
      ? language(" One more teller is the last of the tellers.", " 더 두는 창구는 창구 가운데 맨 끝에 둡니다.") : ""
    let method = language(
      "Tried on the \(days): \(tried), each by itself. Of each the best is told\(further); figures are of \(whom)\(order).\(place)",
      "\(days)에서 따로따로 시험한 것: \(tried). 종류마다 가장 나은 것을 적었고\(further), 수치는 \(whom) 기준입니다\(order).\(place)"
    )
    guard isNeeded || isBadAtTimes else {
      let most =
        isWhole
        ? language("What would do most:", "가장 나아지는 것:")
        : language("What does most of what was tried:", "시험한 것 가운데 가장 나아지는 것:")
      // What nobody would feel is no reason to change anything.
      let details = first.isFelt(in: plan) ? [most, "• \(parts[0])"] : []
      return HelpTold(helps: [well], details: details, method: [method])
    }
    let (perhaps, looksBest, nothing) = unsure(help, ordered)
    // Of what was not tried nothing is known.
    let remarks =
      isEnough || !isWhole
      ? []
      : [
        language(
          "Nothing that was tried is enough by itself.", "시험한 것 가운데 하나만으로 충분한 것은 없습니다.")
      ]
    let part =
      areAlike && (best[0].isOfWorst || best[1].isOfWorst)
      ? best[0].worst.map { titles[$0.place] } ?? whom : whom
    var shown = areAlike || hasForWorst ? 2 : 1
    // Beside hiring stands what does half as much and needs nobody.
    if best.prefix(shown).allSatisfy({ $0.kind == .teller }),
      let other = best.dropFirst(shown).firstIndex(where: {
        ![.teller, .skill].contains($0.kind) && $0.isFree && 2 * $0.benefit > first.benefit
      })
    {
      parts.insert(parts.remove(at: other), at: shown)
      shown += 1
    }
    let areAlikeTold =
      areAlike
      ? [
        language(
          "These days cannot tell which of \(shown > 2 ? "the first" : "these") two does more for \(part).",
          "\(shown > 2 ? "앞의" : "이") 둘 가운데 어느 것이 \(part)에 더 나은지는 이 날들로 알 수 없습니다.")
      ] : []
    // What somebody has to learn, the last, is told of, too.
    let most = parts.count - Self.mostTold
    let learned = most > 0 && best.last?.kind == .skill ? 1 : 0
    let fewer = parts.prefix(Self.mostTold - learned) + parts.suffix(learned)
    let points =
      fewer.map { "• \($0)" }
      + (most > 0
        ? [language("More are in the picture below.", "더 많은 방법은 아래 그림에 있습니다.")] : [])
    let likely = perhaps.map { ["• \($0)"] } ?? []
    let atTimes =
      isNeeded
      ? []
      : [
        language(
          "Over the whole day nothing has to change; what would help when it is worst:",
          "하루 전체로는 바꿀 것이 없습니다. 가장 나쁜 때에 도움이 되는 것:")
      ]
    return HelpTold(
      helps: atTimes + points.prefix(shown) + areAlikeTold + (looksBest ? likely : []),
      details: points.dropFirst(shown) + (looksBest ? [] : likely),
      remarks: [perhaps == nil ? stockAlone(help, ordered) : nil].compactMap(\.self) + remarks,
      method: [method] + [nothing].compactMap(\.self))
  }

  /// The places of what surely helps in `help`, in the order in which it is told.
  func order(of help: [Help]) -> [Int] {
    let helping = help.indices.filter { surelyHelps(help[$0], of: help) }
    let ordered = Help.order(helping.map { help[$0] }).map { helping[$0] }
    // What nobody would feel is told of only where there is nothing else.
    let felt = ordered.filter { help[$0].isFelt(in: plan) && !help[$0].hardlyPays }
    var best = felt.isEmpty ? ordered : felt
    // Beside what does most for all, what helps the service that fares worst, of which the answer speaks first.
    func passesOver(_ place: Int) -> Bool { help[place].rank.passesOver > 0 }
    if let first = best.first, passesOver(first),
      let forWorst = best.firstIndex(where: {
        !passesOver($0) && help[$0].price <= help[first].price
      })
    {
      // It comes first where a fifth fewer are late for it, and it does a quarter as much for all.
      let one = help[best[forWorst]]
      let isMuch =
        one.worst.map { $0.after < 0.8 * $0.before } ?? false
        && one.benefit > help[first].benefit / 4
      best.insert(best.remove(at: forWorst), at: isMuch ? 0 : 1)
    }
    // What cures the service that the answer begins with is told beside the first, whoever pays.
    func cures(_ place: Int) -> Bool {
      help[place].worst.map { $0.after < 0.5 * $0.before } ?? false
    }
    if !best.prefix(2).contains(where: cures),
      let cure = best.filter(cures).min(by: {
        help[$0].worst?.after ?? 1 < help[$1].worst?.after ?? 1
      })
    {
      best.removeAll { $0 == cure }
      best.insert(cure, at: 1)
    }
    // Of two that do about as much nobody is hired before the other is tried, and the one that does far more for the service
    // that fares worst comes first.
    if best.count > 1, help[best[0]].price == help[best[1]].price,
      help[best[1]].benefit > 0.9 * help[best[0]].benefit,
      help[best[0]].kind == .teller && help[best[1]].kind != .teller
        || help[best[1]].helpsWorstMore(than: help[best[0]])
          && (help[best[1]].isEnough || !help[best[0]].isEnough)
    {
      best.swapAt(0, 1)
    }
    let isKept = help.allSatisfy { $0.late.allSatisfy { TargetState(late: $0.before) == .good } }
    // Beside several moves at once the best of them alone is enough.
    if best.contains(where: { help[$0].kind == .together }) {
      let alone = best.filter { help[$0].change.moved != nil }
      best.removeAll { alone.dropFirst().contains($0) }
    }
    // What somebody has to learn first comes last.
    best = best.filter { help[$0].kind != .skill } + best.filter { help[$0].kind == .skill }
    guard isKept, isBadAtTimes else { return best }
    // Where targets are kept but for some time of the day, nobody is hired for it before all else was looked at, and of
    // those who are, who is not there then helps less.
    let hired = best.filter { help[$0].kind == .teller }
    let absent = hired.filter { !absence(help[$0]).isEmpty }
    return best.filter { !hired.contains($0) } + hired.filter { !absent.contains($0) } + absent
  }

  /// Those changes that surely help all, or the service that fares worst, and nobody else loses much by.
  func helping(_ help: [Help]) -> [Help] { help.filter { surelyHelps($0, of: help) } }

  /// Whether a change surely helps, of all that were tried.
  ///
  /// The best of so many is better by chance: the intervals of all that were tried are to hold at once, and every kind of
  /// change may err as often as any other.
  func surelyHelps(_ one: Help, of help: [Help]) -> Bool {
    (isSurelyLess(one.difference, one, of: help)
      || one.isOfWorst && isSurelyLess(one.worstDifference, one, of: help))
      && !one.spoilsTargets && !one.losesMore && !one.ruins
  }

  /// Whether a difference of a change is surely below 0, of all that were tried.
  func isSurelyLess(_ difference: Interval?, _ one: Help, of help: [Help]) -> Bool {
    difference.map { ($0.halfWidth ?? .infinity) * widening(one, of: help) < -$0.mean } ?? false
  }

  /// How much wider an interval has to be to hold with those of all that were tried.
  ///
  /// Of each kind all were tried for all clients, and where one was chosen for the worst, for that service too.
  func widening(_ one: Help, of help: [Help]) -> Double {
    let chosen = help.filter(\.isOfWorst).count + Set(help.map(\.kind)).count
    return Interval.widening(chosen * one.tried, degrees: one.days - 1)
  }
}
