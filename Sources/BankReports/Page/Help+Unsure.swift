import BankSimulation

/// What is told of changes that may help, and of more stock that does not.
extension SimulationReport {
  /// What comes closest of the kinds of which nothing surely helps, or looks far better than what does, and whether it does;
  /// or which kinds those are, where nothing comes close.
  func unsure(
    _ help: [Help], _ best: [Help]
  ) -> (perhaps: String?, looksBest: Bool, nothing: String?) {
    func looksBest(_ one: Help) -> Bool { best.first.map { one.after < 0.8 * $0.after } ?? false }
    // What somebody would have to learn first is not told of as perhaps.
    let kinds = Set(help.map(\.kind)).subtracting(best.map(\.kind)).subtracting([.skill])
    let others = help.filter {
      kinds.contains($0.kind) || $0.kind != .skill && looksBest($0) && !surelyHelps($0, of: help)
    }
    // What would hardly be felt is no perhaps.
    let closest = others.filter { one in
      one.after < one.before && one.benefit > 0.05 * one.before
        && !one.losesMore && !one.ruins && !one.spoilsTargets && one.isFree
        && one.worst.map { $0.after <= 1.02 * $0.before } ?? true
    }.min { $0.rank < $1.rank }
    guard let closest else {
      let names = language.list(HelpTrial.Kind.allCases.filter(kinds.contains).map(name))
      return (
        nil, false,
        kinds.isEmpty
          ? nil
          : language(
            "Among \(names) nothing helps all for certain.",
            "\(names) 가운데 전체에 도움이 된다고 이 날들로 확신할 수 있는 것은 없습니다.")
      )
    }
    func told(_ before: Double, _ after: Double) -> String {
      "\(closest.told(before, self)) → \(closest.told(after, self))"
    }
    let all = told(closest.before, closest.after)
    let what = closest.measure.name(language)
    // The worst is told of where something is seen of the change.
    let worst = closest.worst.flatMap {
      abs($0.before - $0.after) > 0.02 * $0.before ? $0 : nil
    }
    let effect =
      worst.map { worst in
        "\(titles[worst.place]) \(told(worst.before, worst.after)), "
          + language("\(all) in all", "전체 \(all)")
      } ?? all
    return (
      language(
        "perhaps (more --replications would tell): **\(closest.name(self))**: \(what) \(effect)",
        "어쩌면(--replications를 늘리면 알 수 있음): **\(closest.name(self))** – \(what): \(effect)"),
      looksBest(closest), nil
    )
  }

  /// That more stock alone makes somebody later, where it was tried and is no help.
  func stockAlone(_ help: [Help], _ helping: [Help]) -> String? {
    guard !helping.contains(where: { $0.kind == .stock }),
      let one = help.filter({ $0.kind == .stock }).max(by: { !$0.isOfWorst && $1.isOfWorst }),
      let most = one.laterOnes.max(by: { $0.after - $0.before < $1.after - $1.before })
    else { return nil }
    let (before, after) = (Self.percent(most.before), Self.percent(most.after))
    let gain = one.worst.flatMap { worst in
      worst.after < worst.before && worst.place != most.place
        ? "\(one.measure.name(language)) \(titles[worst.place]) \(one.told(worst.before, self)) → \(one.told(worst.after, self))"
        : nil
    }
    return language(
      "\(one.name(self)) alone \(gain.map { "gives \($0), and " } ?? "")makes others later: late \(titles[most.place]) \(before) → \(after).",
      "\(one.name(self))만으로는 \(gain.map { "\($0)(으)로 나아지지만 " } ?? "")다른 고객이 더 늦습니다: \(titles[most.place]) 목표 초과 \(before) → \(after)."
    )
  }
}
