public import BankCore
public import BankSimulation

/// What a change of the branch would do, tried on the same days.
public struct Help: Sendable {
  /// What is changed.
  public enum Change: Sendable {
    /// A break is taken at another time, of all between the earliest and the latest that were tried.
    case rest(teller: String, from: Range<Time>, to: Range<Time>, within: Range<Time>)
    /// Another policy, and what it does, in a line.
    case policy(String, summary: String = "")
    /// One more teller, like one who is there and can do `services`, with the same hours where they have some.
    case teller(like: String, services: String, hasHours: Bool)
    /// Twice as much of an item of the stock, here by its title.
    case stock(item: String, from: Int, to: Int)
  }

  /// What is compared.
  public enum Measure: Sendable {
    /// The share of those who are called late, or not at all.
    case late
    /// The share of those who leave unserved.
    case lost
    /// Mean waits, in seconds.
    case wait
  }

  /// A service or a class whose figure the change moves, by its place among the figures.
  public typealias Effect = (place: Int, before: Double, after: Double)

  /// Something else than what is compared, of a service or a class by its place, or of all clients.
  public typealias Cost = (measure: Measure, place: Int?, before: Double, after: Double)

  /// What is changed: the best of its kind.
  public var change: Change
  /// What is compared.
  public var measure: Measure
  /// Of how many of its kind it is the best.
  public var tried: Int
  /// The difference from the days without, day by day, of all clients.
  public var difference: Interval
  /// Whether it was chosen for the service that fares worst, and the difference is of that.
  public var isOfWorst: Bool
  /// What it is without the change, all days together.
  public var before: Double
  /// What it is with it.
  public var after: Double
  /// The same for the service that fares worst, by its place in the plan.
  public var worst: Effect?
  /// The services and classes that fare worse for it, as far as the days can tell.
  public var pays: [Effect]
  /// The other that gains most, as far as the days can tell.
  public var gains: Effect?
  /// What else is worse for it, though what is compared is better: of all clients, and of whoever pays most.
  public var costs: [Cost]
  /// How many more are never served.
  public var neverServed: Int
  /// The share late of each service that has a target.
  public var late: [Effect]
  /// When the branch is empty, in seconds from opening, where the branch closes.
  public var through: (before: Double, after: Double)?

  /// Makes a trial's result.
  public init(
    _ change: Change, of tried: Int, measure: Measure, difference: Interval,
    isOfWorst: Bool = false,
    before: Double, after: Double,
    worst: Effect? = nil, pays: [Effect] = [], gains: Effect? = nil,
    costs: [Cost] = [], neverServed: Int = 0, late: [Effect] = [],
    through: (before: Double, after: Double)? = nil
  ) {
    (self.change, self.tried) = (change, tried)
    (self.measure, self.difference) = (measure, difference)
    (self.before, self.after, self.worst) = (before, after, worst)
    self.isOfWorst = isOfWorst
    (self.pays, self.gains, self.costs) = (pays, gains, costs)
    (self.neverServed, self.late, self.through) = (neverServed, late, through)
  }

  /// How much later the branch is empty, where that is half an hour or more.
  fileprivate var longer: Double? {
    through.map { $0.after - $0.before }.flatMap { $0 >= 1800 ? $0 : nil }
  }

  /// Whether what it makes worse is much: waits half as long again, a service too late that was not and
  /// late for 5 % more, an evening longer.
  fileprivate var isDear: Bool {
    longer != nil
      || costs.contains { $0.measure == .wait && $0.after > 1.5 * $0.before }
      || late.contains {
        TargetState(late: $0.after) == .bad && TargetState(late: $0.before) != .bad
          && $0.after - $0.before > 0.05
      }
  }

  /// Whether clearly more of all clients are lost with it.
  fileprivate var losesMore: Bool {
    costs.contains { $0.measure == .lost && $0.place == nil && $0.after - $0.before > 0.01 }
  }

  /// Whether it makes a service late where all were on target.
  fileprivate var spoilsTargets: Bool {
    let limit = TargetState.mostOnTarget
    return late.allSatisfy { $0.before <= limit } && late.contains { $0.after > limit }
  }

  /// How much less the service has that fares worst, of which the answer speaks first; or all, where none is told of.
  fileprivate var benefit: Double { worst.map { $0.before - $0.after } ?? before - after }

  /// Whether somebody pays for it: 0 for nobody, or little beside what it gains; 1 for some, 2 where that is much.
  fileprivate var price: Int {
    isDear ? 2 : neverServed == 0 && isSlight ? 0 : 1
  }

  /// Whether nobody pays more for it than a tenth of what all gain.
  private var isSlight: Bool {
    let gain = before - after
    return pays.allSatisfy { $0.after - $0.before < gain / 10 }
      && costs.allSatisfy {
        $0.measure == measure && measure != .wait
          ? $0.after - $0.before < gain / 10 : $0.after < 1.15 * $0.before
      }
  }

  /// A value of what is compared.
  fileprivate func told(_ value: Double, _ report: SimulationReport) -> String {
    measure.told(value, report.scale, report.language)
  }

  /// What the change is called in a sentence.
  fileprivate func name(_ report: SimulationReport) -> String {
    let (language, scale) = (report.language, report.scale)
    switch change {
    case .rest(let teller, let from, let to, _):
      let who = report.tellerName(teller)
      let (was, new) = (scale.period(from), scale.period(to))
      return language(
        "\(who)'s break at \(new) in place of \(was)", "\(who)의 휴식을 \(was) 대신 \(new)에")
    case .stock(let item, let from, let to):
      return language("\(to) in place of \(from) \(item) in stock", "\(item) 재고 \(from) 대신 \(to)")
    case .policy(let name, let summary):
      let does = summary.isEmpty ? "" : " (\(summary))"
      return language("the policy \(name)\(does)", "정책 \(name)\(does)")
    case .teller(_, _, let hasHours) where report.isOfOneKind:
      return language(
        "one more teller\(hasHours ? ", with the same hours" : "")",
        "창구 하나 더\(hasHours ? ", 같은 시간에" : "")")
    case .teller(let like, let services, let hasHours):
      return language(
        "one more teller like \(report.tellerName(like))\(hasHours ? ", with the same hours" : "")"
          + (services.isEmpty ? "" : " (\(services))"),
        (services.isEmpty
          ? "\(report.tellerName(like)) 같은 창구 하나 더"
          : "\(report.tellerName(like))처럼 \(services.with(.object)) 맡는 창구 하나 더")
          + (hasHours ? ", 같은 시간에" : "")
      )
    }
  }
}

extension SimulationReport {
  /// Whether all tellers are alike but for their names.
  fileprivate var isOfOneKind: Bool {
    plan.tellers.allSatisfy { teller in
      var like = plan.tellers[0]
      like.name = teller.name
      return like == teller
    }
  }

  /// What a kind of change is called.
  private func name(_ kind: HelpTrial.Kind) -> String {
    switch kind {
    case .rest: language("breaks at other times", "휴식 시간 옮기기")
    case .policy: language("the other policies", "다른 정책")
    case .teller:
      language("one more teller" + (isOfOneKind ? "" : " of each kind"), "창구 하나 더 두기")
    case .stock: language("twice as much of each item in stock", "재고 두 배로 늘리기")
    }
  }

  /// What is told of changes: what helps, and what was tried for that.
  typealias HelpTold = (helps: [String], method: [String])

  /// The best change of each kind that the days can tell, and which kinds were not tried.
  ///
  /// `isNeeded` says whether something has to change; otherwise the best change is enough.
  func told(of trial: HelpTrial, isNeeded: Bool) -> HelpTold {
    guard !trial.isOfOneDay else { return ([untried], []) }
    let (helps, method) = told(of: trial.best, isNeeded: isNeeded)
    var notTried: [String] = []
    if !trial.untried.isEmpty {
      let untried = language.list(trial.untried.map(name))
      notTried.append(
        language(
          "Not tried, for with so many clients it takes long: \(untried). With fewer --clients or --replications it is tried.",
          "고객이 많아 시험하지 않은 것: \(untried). --clients나 --replications를 줄이면 시험합니다."))
    }
    if !trial.unfit.isEmpty {
      let unfit = language.list(trial.unfit.map(name))
      notTried.append(
        language(
          "Not tried, for the options of \(policy) do not suit it: \(unfit).",
          "\(policy) 정책의 옵션에 맞지 않아 시험하지 않은 것: \(unfit)."))
    }
    // Where nothing is told of, that is why.
    return helps.isEmpty ? (notTried, method) : (helps, method + notTried)
  }

  private func told(of help: [Help], isNeeded: Bool) -> HelpTold {
    let well = language("Nothing has to change.", "바꿀 것이 없습니다.")
    guard !help.isEmpty else { return (isNeeded ? [] : [well], []) }
    // The best of so many is better by chance: the intervals of all that were tried are to hold at once, and every kind of
    // change may err as often as any other.
    let best = help.filter { one in
      let widening = Interval.widening(help.count * one.tried, degrees: summary.days.count - 1)
      return (one.difference.halfWidth ?? .infinity) * widening < -one.difference.mean
        && !one.spoilsTargets && !one.losesMore
    }.sorted {
      ($0.price, -$0.benefit) < ($1.price, -$1.benefit)
    }
    let tried = language.list(
      help.filter { !$0.isOfWorst }.map { one in
        switch one.change {
        case .rest(_, _, _, let within):
          language(
            "breaks at other half-hours of \(scale.period(within))",
            "휴식을 \(scale.period(within))의 다른 시각으로 옮기기")
        case .policy: name(.policy)
        case .teller: name(.teller)
        case .stock: name(.stock)
        }
      })
    guard let first = best.first else {
      guard isNeeded else { return ([well], []) }
      let most = help.min { $0.after - $0.before < $1.after - $1.before }
      let seen = most.flatMap { one -> String? in
        guard one.after < one.before else { return nil }
        let what = one.measure.name(language)
        return
          "\(one.name(self)) (\(what) \(one.told(one.before, self)) → \(one.told(one.after, self)))"
      }
      let nothing =
        language(
          "Of \(tried), tried on the same days, nothing helps all clients together that these days can tell"
            + (seen.map { "; what looks best, \($0), may be chance: more days would tell." } ?? "."),
          "같은 날들에서 \(tried.with(.object)) 시험했지만 전체 고객에게 뚜렷이 나아지는 방법은 찾지 못했습니다."
            + (seen.map { " 가장 나아 보이는 것은 \($0)이지만 우연일 수 있어 더 많은 날이 필요합니다." } ?? ""))
      return ([nothing], [])
    }
    let names = titles + classNames.map(titled)
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
    let parts = best.map { one in
      let (gains, loses) = (
        // The worst is told of, unless hardly anything is seen of a change.
        [one.worst, one.gains].compactMap { $0 }.filter { $0.before - $0.after > 0.02 * $0.before },
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
        + one.costs.map { cost in
          let (before, after) = (
            cost.measure.told(cost.before, scale, language),
            cost.measure.told(cost.after, scale, language)
          )
          let whose = cost.place.map { names[$0] + " " } ?? ""
          return "\(whose)\(cost.measure.name(language)) \(before) → \(after)"
        }
        + (one.neverServed > 0
          ? [
            language(
              "\(one.neverServed) more are never served in \(summary.days.count) days",
              "\(summary.days.count)일 동안 \(one.neverServed)명은 끝까지 업무를 못 봄")
          ]
          : [])
      // Where shares late are compared, those that were just told are not told again.
      let places =
        one.measure == .late ? gains.map(\.place) + one.pays.map(\.place) : []
      let late = one.late.filter { TargetState(late: $0.after) == .bad }
        .sorted { $0.after > $1.after }
      let still = late.filter { !places.contains($0.place) }
        .map { "\(names[$0.place]) \(SimulationReport.percent($0.after))" }
      let all = "\(told(one.before)) → \(told(one.after))"
      // The worst is what the answer begins with.
      return one.name(self)
        + ": \(what) "
        + (gains.isEmpty
          ? all
          : gains.map { told($0) + ", " }.joined() + language("\(all) in all", "전체 \(all)"))
        + (still.isEmpty
          ? ""
          : (still.count == late.count
            ? language("; still too late: ", ". 여전히 목표를 넘는 업무: ")
            : language("; of others still too late: ", ". 그 밖에 여전히 목표를 넘는 업무: "))
            + language.some(still))
        + (pays.isEmpty
          ? "" : language("; worse for it: ", ". 나빠지는 것: ") + language.list(pays))
    }
    // Of two that differ by less than both may be off, either may be the better one.
    let halfWidths = best.map { $0.difference.halfWidth ?? .infinity }
    let areAlike =
      best.count > 1 && best[0].price == best[1].price && !best[0].isOfWorst && !best[1].isOfWorst
      && abs(best[0].difference.mean - best[1].difference.mean)
        < (halfWidths[0] * halfWidths[0] + halfWidths[1] * halfWidths[1]).squareRoot()
      && best[0].benefit < 1.1 * best[1].benefit
    let isEnough = best.contains { one in
      !one.late.contains { TargetState(late: $0.after) == .bad }
    }
    let order =
      best.contains { $0.price > first.price }
      ? language("; what makes others worse comes last", ". 다른 업무가 나빠지는 방법은 뒤에 적었습니다") : ""
    let method = language(
      "Tried on the same days: \(tried); figures are of \(whom)\(order).",
      "같은 날들에서 시험한 것: \(tried). 수치는 \(whom) 기준입니다\(order).")
    guard isNeeded else {
      return (
        [language("\(well) What would do most:", "\(well) 가장 나아지는 것:"), "• \(parts[0])"], [method]
      )
    }
    let heading =
      (isEnough
        ? ""
        : language(
          "No single change that was tried is enough. ", "시험한 것 가운데 한 가지 변화만으로 충분한 것은 없습니다. "))
      + (areAlike
        ? language(
          "What would help; which of the first two helps more these days cannot tell:",
          "도움이 되는 것(처음 둘 중 어느 것이 더 나은지는 알 수 없음):")
        : best.contains { $0.benefit > first.benefit }
          ? language(
            "What would help (last what helps more, and makes others worse):",
            "도움이 되는 것(더 크게 도움이 되지만 다른 고객이 손해를 보는 방법은 뒤에):")
          : language("What would help most:", "가장 도움이 되는 것부터:"))
    return (
      [heading] + parts.map { "• \($0)" }, [method] + [unsure(help, best)].compactMap(\.self)
    )
  }

  /// Of which kinds nothing surely helps, and what comes closest.
  private func unsure(_ help: [Help], _ best: [Help]) -> String? {
    func kind(_ one: Help) -> HelpTrial.Kind {
      switch one.change {
      case .rest: .rest
      case .policy: .policy
      case .teller: .teller
      case .stock: .stock
      }
    }
    let known = best.map(kind)
    let others = help.filter { !known.contains(kind($0)) }
    guard !others.isEmpty else { return nil }
    let names = language.list(
      HelpTrial.Kind.allCases.filter { others.map(kind).contains($0) }.map(name))
    let closest = others.filter { $0.after < $0.before && !$0.losesMore }.min {
      $0.after - $0.before < $1.after - $1.before
    }.flatMap { $0.told($0.before, self) == $0.told($0.after, self) ? nil : $0 }
    let told = closest.map { one in
      let effects =
        [(nil, one.before, one.after)] + (one.worst.map { [($0.place, $0.before, $0.after)] } ?? [])
      let parts = effects.map { (place: Int?, before: Double, after: Double) in
        (place.map { titles[$0] } ?? one.measure.name(language))
          + " \(one.told(before, self)) → \(one.told(after, self))"
      }
      return "\(one.name(self)) (\(parts.joined(separator: ", ")))"
    }
    return language(
      "Among \(names) nothing helps all for certain"
        + (told.map { "; closest is \($0), and more --replications may tell." } ?? "."),
      "\(names) 가운데 전체에 도움이 된다고 이 날들로 확신할 수 있는 것은 없습니다."
        + (told.map { " 가장 가까운 것: \($0). --replications를 늘리면 알 수도 있습니다." } ?? ""))
  }
}
