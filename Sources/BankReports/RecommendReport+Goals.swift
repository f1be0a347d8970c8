import BankSimulation

/// What a recommendation says of goals that are kept and missed.
extension RecommendReport {
  /// The goals that the choice keeps by no more than its days can tell.
  func close(_ best: Candidate) -> String? {
    let told = zip(goals, best.goals).compactMap { goal, figure -> String? in
      let half = figure.halfWidth ?? 0
      guard goal.isMet(figure.mean), !goal.isMet(figure.mean + (goal.isUpper ? half : -half)) else {
        return nil
      }
      return "\(goal.words) (\(goal.told(figure.mean, scale, language)))"
    }
    return told.isEmpty
      ? nil
      : language(
        "By less than these days can tell it keeps \(told.joined(separator: ", ")).",
        "이 날들로 구별되지 않을 만큼만 지키는 목표: \(told.joined(separator: ", ")).")
  }

  /// What the choice makes of goals that the config as it stands misses, of those it betters most first.
  func met(_ best: Candidate) -> String {
    guard let today = today.map({ candidates[$0] }), !isToday(best) else { return "" }
    let excess = excess(today)
    // Of one that was set aside no goal has a figure.
    let told = excess.indices.filter { excess[$0] > 0 && goals[$0].limitIsNumber }
      .sorted { excess[$0] > excess[$1] }.prefix(2).map { goal in
        let (before, after) = (today.goals[goal].mean, best.goals[goal].mean)
        return
          "\(goals[goal].figure) \(goals[goal].told(before, scale, language)) → \(goals[goal].told(after, scale, language)) (\(goals[goal].target))"
      }
    return told.isEmpty ? "" : told.joined(separator: ", ") + language("; ", ". ")
  }

  /// That the config as it stands, of the candidates that are as good as the choice, misses goals by its means; `nil`
  /// where it keeps them.
  func missing(_ today: Candidate) -> String? {
    guard let missed = missed(today) else { return nil }
    return language(
      "Today's \(name(of: today)) is one of them, and by its means misses \(excess(today).count { $0 > 0 } == 1 ? "a goal" : "goals"): \(missed).",
      "지금의 \(name(of: today))도 그중 하나이지만 평균으로는 목표를 지키지 못합니다: \(missed).")
  }

  /// A cheaper candidate that misses a goal by no more than its days can tell.
  var nearMiss: String? {
    guard let best, let own = best.cost?.mean else { return nil }
    let near = candidates.filter { one in
      isNear(one) && one.tellers <= best.tellers
        && (cost(of: one)?.mean ?? .infinity) < own - indifference
    }.min { (cost(of: $0)?.mean ?? 0) < (cost(of: $1)?.mean ?? 0) }
    guard let near, let missed = missed(near), let mean = cost(of: near)?.mean else {
      return nil
    }
    return language(
      "\(name(of: near)) misses by no more than these days can tell (\(missed)), and costs \(cost(mean)).",
      "\(name(of: near).with(.topic)) 이 날들로 구별되지 않을 만큼만 목표를 벗어나며(\(missed)) 비용은 \(cost(mean))입니다.")
  }

  /// By how much of its limit a candidate misses each goal; at most 0 where it keeps it.
  func excess(_ candidate: Candidate) -> [Double] {
    zip(goals, candidate.goals).map { goal, figure in
      let over = goal.isUpper ? figure.mean - goal.limit : goal.limit - figure.mean
      return goal.limit == 0 ? over : over / abs(goal.limit)
    }
  }

  /// The goals that a candidate misses, with what it has, by how much the most first; `nil` where it keeps all by its
  /// means.
  func missed(_ candidate: Candidate) -> String? {
    let excess = excess(candidate)
    let told = excess.indices.filter { excess[$0] > 0 }.sorted { excess[$0] > excess[$1] }
      .map { goal in
        let value = goals[goal].told(candidate.goals[goal].mean, scale, language)
        let (figure, target) = (goals[goal].figure, goals[goal].target)
        // Of a figure beside another the value is by how much they differ.
        guard goals[goal].limitIsNumber else {
          let value = goals[goal].told(
            abs(candidate.goals[goal].mean - goals[goal].limit), scale, language)
          return language(
            "\(figure) is not \(target), by \(value)", "\(figure) \(target) 아님 (차이 \(value))")
        }
        return language(
          "\(figure) is \(value), not \(target)", "\(figure) = \(value) (목표 \(target))")
      }
    return told.isEmpty ? nil : told.joined(separator: ", ")
  }

  /// Of how many candidates the days cannot tell whether they keep the goals, their means missing them by little.
  var unclear: String {
    let count = candidates.count { isNear($0) }
    return count == 0 || candidates.count == 1
      ? ""
      : language(
        " by its mean; of \(count) these days cannot tell", ". 다만 이 날들로 알 수 없는 것이 \(count)개 있습니다")
  }

  /// How many candidates keep the goals.
  var kept: String {
    func count(_ keeping: Keeping) -> Int { candidates.count { self.keeping($0) == keeping } }
    // Who cannot be run misses nothing that was measured.
    let unknown = candidates.count { $0.problem != nil }
    let (unclear, misses) = (count(.unclear), count(.misses) - unknown)
    return language(
      count(.keeps) == 0 && candidates.count > 1
        ? "None of \(candidates.count) candidates keeps the goals by its means"
        : "Of \(candidates.count) \(candidates.count == 1 ? "candidate" : "candidates") \(count(.keeps)) \(count(.keeps) == 1 ? "keeps the goals by its means" : "keep the goals by their means")",
      "후보 \(candidates.count)개 중 평균으로 목표를 지키는 것은 \(count(.keeps))개")
      + (misses > 0
        ? language(", \(misses) \(misses == 1 ? "misses" : "miss") them", ", 못 지키는 것은 \(misses)개")
        : "")
      + (unclear > 0
        ? language(", and of \(unclear) these days cannot tell", ", 이 날들로 알 수 없는 것은 \(unclear)개")
        : "")
      + (unknown > 0
        ? language(
          ", and \(unknown) \(unknown == 1 ? "has" : "have") no figures", ", 수치가 없는 것은 \(unknown)개")
        : "")
      + language(".", "입니다.")
  }
}
