import BankRecords
import BankSimulation

/// What a recommendation says in words.
extension RecommendReport {
  /// What to use, in words.
  public var sentence: String { parts.map(\.text).joined(separator: " ") }

  /// The same, what to use first, each with what it is about.
  var parts: [Page.Part] {
    let left = candidates.count - candidates.count { $0.verdict == .misses }
    guard let best, let own = best.cost else {
      if let problem = noFigures {
        return [
          .init(
            nil,
            language(
              "There is nothing to recommend, for no candidate has figures: \(problem).",
              "권할 것이 없습니다. 수치가 있는 후보가 없습니다: \(problem).")
          )
        ]
      }
      if isUndecided { return undecided.map { .init(nil, $0) } }
      let known = candidates.count { $0.problem == nil }
      return [
        .init(
          nil,
          language(
            candidates.count == 1
              ? "\(candidates[0].name) \(isNear(candidates[0]) ? "may" : "does") not meet the goals"
              : known < candidates.count
                ? "None of the \(known) candidates with figures meets the goals"
                : "None of \(candidates.count) candidates meets the goals",
            candidates.count == 1
              ? "\(candidates[0].koreanName.with(.topic)) 목표를 지키지 못\(isNear(candidates[0]) ? "할 수 있습니다" : "합니다")"
              : "\(known < candidates.count ? "수치가 있는 " : "")후보 \(known)개 중 목표를 지키는 것이 없습니다")
            + unclear + "."
        )
      ] + (known < candidates.count ? [setAside].compactMap { $0 } : []).map { .init(nil, $0) }
        + labelled(aboutStaff, [staff]) + nearest.map { .init(nil, $0) }
    }
    // With shifts and breaks that is a mean over the day.
    let tellers = Scale.label((best.tellers * 10).rounded() / 10)
    let isNamed = best.set["tellers"] != nil
    let counts = Set(candidates.map(\.tellers))
    let count = isNamed ? "" : " (\(tellers))"
    let notes = [
      isFewest && counts.count > 1
        ? best.tellers == counts.min()
          // What was not tried may do, too.
          ? language("the fewest that were tried\(count)", "시험한 것 중 가장 적은 창구 수\(count)")
          : counts.contains(best.tellers - 1)
            ? language(
              "as few \(isNamed ? "" : "tellers ")as the goals allow\(count)",
              "목표를 지키는 가장 적은 창구\(count)")
            : language(
              "the fewest of those tried that keep the goals\(count)",
              "시험한 것 중 목표를 지키는 가장 적은 창구 수\(count)") : nil,
      isNamed && staff != nil
        ? language(
          "who can do everything all day, unlike the config's", "설정과 달리 모두 하루 종일 모든 업무를 맡음")
        : nil,
    ].compactMap(\.self)
    let few =
      notes.isEmpty
      ? ""
      : language(
        ", " + notes.joined(separator: ", "), " (" + notes.joined(separator: ", ") + ")")
    let costs = cost(own.mean, halfWidth: own.halfWidth)
    let (aboutNext, aboutToday) = (language("Next", "다음 후보"), language("Today", "지금 설정"))
    // Where the days do not tell today's from the best, there is no reason to change.
    let unchanged = unchanged
    let head =
      unchanged.map { one in
        let open =
          keeping(one) == .keeps
          ? "" : language("; whether it keeps every goal is not sure", ". 목표를 모두 지키는지는 확실하지 않습니다")
        // The best is the least of those that keep the goals.
        guard !isSurelyCheaper(one) else {
          return language(
            "Keep \(one.name): it surely costs less than \(best.name)\(few), whose \(costWords) is \(costs)\(open).",
            "\(one.koreanName.with(.object)) 그대로 두어도 됩니다. \(best.koreanName)\(few)(\(costWords) \(costs))보다 비용이 확실히 적게 듭니다\(open)."
          )
        }
        let more = one.bounds.map {
          language(
            "; \(name(of: one)) costs at most \(difference($0.upperBound)) more",
            ". \(name(of: one).with(.topic)) 많아야 \(difference($0.upperBound)) 더 듭니다")
        }
        return language(
          "Keep \(one.name): nothing says that a change would pay. The least \(costWords) is \(costs), under \(best.name)\(few), and these days cannot tell the two apart\(more ?? "")\(open).",
          "\(one.koreanName.with(.object)) 그대로 두어도 됩니다. 바꿀 이유는 보이지 않습니다. 가장 낮은 값은 \(best.koreanName)\(few)의 \(costWords) \(costs)이지만 둘은 구별되지 않습니다\(more ?? "")\(open)."
        )
      }
      ?? language(
        "Use \(best.name)\(few): \(met(best))\(costWords) is \(costs).",
        "\(best.koreanName.with(.object)) 권합니다\(few): \(met(best))\(costWords.with(.topic)) \(costs)입니다."
      )
    var parts: [Page.Part] = [.init(nil, head)]
    parts += labelled(language("Close", "아슬아슬한 목표"), [close(best)])
    if isToday(best) { parts += labelled(aboutToday, [Self.isToday(language)]) }
    if let today, today != second { parts += labelled(aboutToday, others(candidates[today])) }
    parts += labelled(language("Who gains, who pays", "누가 덜 기다리고 누가 더 기다리나"), [waits])
    parts += labelled(aboutStaff, [staff])
    if !best.optionText.isEmpty {
      let options = language(
        "\(unchanged == nil ? "Its options" : "Options of \(best.policy)"): \(best.optionText).",
        "\(unchanged == nil ? "정책 옵션" : "\(best.policy) 옵션"): \(best.optionText).")
      parts.append(.init(language("Options", "옵션"), options, isDetail: options.count > 120))
    }
    let all = candidates.filter { $0.verdict == .tied }
    func names(_ some: [Candidate]) -> String {
      some.prefix(3).map { name(of: $0) }.joined(separator: "; ")
        + (some.count > 3 ? language(" and \(some.count - 3) more", " 외 \(some.count - 3)개") : "")
    }
    // What has the very cost of the choice on every day does the same here.
    let same = all.filter { $0.difference?.mean == 0 && $0.difference?.halfWidth ?? 0 == 0 }
    if !same.isEmpty {
      parts += labelled(
        language("The same", "같은 후보"),
        [
          language(
            "On every day it costs the same under \(names(same)).",
            "날마다 비용이 똑같은 후보: \(names(same)).")
        ])
    }
    let asGood = all.filter { one in
      keeping(one) != .misses && !same.contains { $0.name == one.name && $0.set == one.set }
        && (unchanged == nil || !isToday(one))
    }
    // One that surely costs less is no choice where it may miss a goal, and counts as good where it costs little less.
    let (cheaper, tied) = (asGood.filter(isSurelyCheaper), asGood.filter { !isSurelyCheaper($0) })
    if let least = cheaper.compactMap(\.bounds?.lowerBound).min() {
      parts += labelled(
        language("As good", "비슷한 후보"),
        [
          language(
            "\(names(cheaper)) surely \(cheaper.count == 1 ? "costs" : "cost") less, by at most \(difference(-least)), which counts as no difference\(cheaper.contains { keeping($0) != .keeps } ? "; whether every goal is kept is not sure" : "").",
            "비용이 확실히 낮지만 차이가 \(difference(-least)) 이하라 같은 것으로 보는 후보: \(names(cheaper))\(cheaper.contains { keeping($0) != .keeps } ? " (목표를 모두 지키는지는 확실하지 않음)" : "")."
          )
        ])
    }
    if !tied.isEmpty {
      parts += labelled(
        language("As good", "비슷한 후보"),
        [
          language(
            "The data cannot tell \(unchanged == nil ? "it" : name(of: best)) from \(names(tied)): it costs at most \(difference(indifference)) more, and whether it costs less is not sure.",
            "구별되지 않는 후보: \(names(tied)) (선택한 쪽의 비용이 최대 \(difference(indifference)) 더 들 수 있고, 덜 드는지는 확실하지 않음)."
          )
        ])
    }
    if !all.isEmpty {
      if let rule = today.map({ candidates[$0] }), rule.policy != best.policy,
        let same = all.first(where: { $0.policy == rule.policy && !isToday($0) })
      {
        parts += labelled(
          language("Changes least", "가장 적은 변화"),
          [
            language(
              "\(name(of: same)) is one of them and keeps today's policy.",
              "그중 \(name(of: same).with(.topic)) 지금의 정책을 그대로 둡니다.")
          ])
      }
      if let today = all.first(where: isToday), unchanged == nil {
        let name = name(of: today)
        parts.append(
          .init(
            aboutToday,
            missing(today)
              ?? (isLikelyWorse(today)
                ? language(
                  "Today's \(name) is one of them, and probably costs more.",
                  "지금의 \(name)도 그중 하나이며, 아마 비용이 더 듭니다.")
                : language(
                  "Today's \(name) is one of them: nothing says that a change would pay.",
                  "지금의 \(name.with(.object)) 바꿀 이유는 보이지 않습니다."))
          ))
      }
    }
    if let worse = second.map({ candidates[$0] }), let mean = cost(of: worse)?.mean {
      let share = own.mean > 0 ? " (\(SimulationReport.percent(mean / own.mean - 1)))" : ""
      let isSmall = mean - own.mean <= indifference
      parts.append(
        .init(
          aboutNext,
          language(
            "\(asGood.isEmpty && unchanged == nil ? "The second choice" : "The next"), \(isToday(worse) ? "today's " : "")\(name(of: worse)), costs \(difference(mean - own.mean)) more\(share)\(isSmall ? ", which is certain and small" : "").",
            "\(asGood.isEmpty && unchanged == nil ? "둘째" : "다음") 후보 \(isToday(worse) ? "(지금 설정) " : "")\(name(of: worse)): 비용 \(difference(mean - own.mean)) 더 듦\(share)\(isSmall ? ", 확실하지만 작은 차이" : "")."
          )
        ))
    }
    parts += labelled(language("Just missed", "아깝게 놓친 후보"), [nearMiss])
    parts += labelled(language("No goal", "목표 없음"), [neglected])
    parts += labelled(language("Late", "지연"), [unaskedLate])
    parts += labelled(
      language("Lost", "이탈"),
      [
        StaffingReport.unasked(
          lost, today: isToday(best) ? nil : lostToday, hasRoutes: hasRoutes, language)
      ])
    parts += labelled(
      language("Candidates", "후보"),
      [
        goals.isEmpty
          ? language(
            "\(left) of \(candidates.count) candidates were compared.",
            "후보 \(candidates.count)개 중 \(left)개를 견주었습니다.")
          : kept, setAside,
      ])
    return parts
  }

  private var aboutStaff: String { language("Tellers", "창구") }

  private func labelled(_ label: String, _ sentences: [String?]) -> [Page.Part] {
    sentences.compactMap { sentence in sentence.map { .init(label, $0) } }
  }

  /// Whether the days that it has in common with the choice say that a candidate costs more, which is no proof among
  /// many.
  func isLikelyWorse(_ candidate: Candidate) -> Bool {
    candidate.difference.map { $0.mean > ($0.halfWidth ?? .infinity) } ?? false
  }

  /// Whether a candidate costs less than the choice by all bounds.
  func isSurelyCheaper(_ candidate: Candidate) -> Bool {
    candidate.verdict == .tied && candidate.bounds.map { $0.upperBound < 0 } ?? false
  }

  /// What is known where nothing is decided.
  private var undecided: [String] {
    let open = candidates.filter { $0.verdict == .open }
    let days = open.map(\.days).max() ?? 0
    let names = open.prefix(3).map { name(of: $0) }.joined(separator: "; ")
    let more =
      open.count > 3 ? language(" and \(open.count - 3) more", " 외 \(open.count - 3)개") : ""
    let surest = surest.map { name(of: candidates[$0]) }
    return [
      isInterrupted
        ? language(
          "Not decided: it was ended before the data could tell.", "결정되지 않았습니다: 구별되기 전에 끝났습니다.")
        : language(
          "Not decided: \(days) days each do not tell enough of \(names)\(more).",
          "결정되지 않았습니다: \(names)\(more) 후보는 \(days)일씩으로도 알 수 없습니다.")
    ]
      + (surest.map {
        [
          language(
            "\($0) surely keeps the goals; what is better may not.",
            "\($0.with(.topic)) 목표를 확실히 지키지만 더 나은 후보는 알 수 없습니다.")
        ]
      } ?? [])
  }

  private static func isToday(_ language: Language) -> String {
    language("That is what the config has today.", "지금 설정과 같습니다.")
  }

  /// Whether a candidate is the config as it stands.
  func isToday(_ candidate: Candidate) -> Bool {
    today.map { candidates[$0].name == candidate.name } ?? false
  }

  /// What is said of the config as it stands where it is neither the choice nor like it.
  private func others(_ today: Candidate) -> [String] {
    let name = name(of: today)
    switch today.verdict {
    case .best, .tied: return []
    case .misses:
      guard let missed = missed(today) else { return [] }
      let count = excess(today).count { $0 > 0 }
      return [
        language(
          "Today's \(name) \(isNear(today) ? "may miss" : "misses") \(count == 1 ? "a goal" : "\(count) goals"): \(missed).",
          "지금의 \(name.with(.topic)) 목표를 \(isNear(today) ? "지키지 못할 수 있습니다" : "지키지 못합니다"): \(missed)."
        )
      ] + paid(today)
    case .worse, .open:
      guard let more = today.difference else { return [] }
      let costs = difference(abs(more.mean), halfWidth: more.halfWidth)
      // Where the fewest tellers come first, more of them may cost less.
      return [
        more.mean < 0
          ? language(
            "Today's \(name) costs \(costs) less, on the same days.",
            "지금의 \(name.with(.topic)) 같은 날에 비용이 \(costs) 덜 듭니다.")
          : language(
            "Today's \(name) costs \(costs) more, on the same days.",
            "지금의 \(name.with(.topic)) 같은 날에 비용이 \(costs) 더 듭니다.")
      ]
    }
  }

  /// What the choice costs beside the config as it stands, which misses a goal, and which services pay.
  private func paid(_ today: Candidate) -> [String] {
    guard let best, let own = best.cost, let mean = cost(of: today)?.mean else { return [] }
    let services = price.map { one in
      let whose = one.service ?? language("all", "전체")
      let (before, after) = (one.before, one.after)
      func told(_ value: Double) -> String { one.measure.told(value, scale, language) }
      return "\(whose) \(one.measure.name(language)) \(told(before)) → \(told(after))"
    }
    let isDearer = own.mean - mean > indifference
    guard isDearer || !services.isEmpty else { return [] }
    let parts = (isDearer ? ["\(costWords) \(cost(mean)) → \(cost(own.mean))"] : []) + services
    let gains = goals.indices.compactMap { number -> String? in
      let (before, after) = (today.goals[number].mean, best.goals[number].mean)
      guard !goals[number].isMet(before) else { return nil }
      func told(_ value: Double) -> String { goals[number].told(value, scale, language) }
      return "\(goals[number].figure) \(told(before)) → \(told(after))"
    }
    return [
      language(
        "The choice brings \(gains.joined(separator: ", ")). What that takes, on the same days: \(parts.joined(separator: ", ")).",
        "이 선택으로 얻는 것: \(gains.joined(separator: ", ")). 같은 날에 나빠지는 것: \(parts.joined(separator: ", "))."
      )
    ]
  }

  /// Who comes nearest to the goals where nobody keeps them, and what could.
  private var nearest: [String] {
    let known = candidates.indices.filter { !candidates[$0].goals.isEmpty }
    let worst = known.map { (candidate: $0, excess: excess(candidates[$0]).max() ?? 0) }
    guard let nearest = worst.min(by: { $0.excess < $1.excess }),
      let missed = missed(candidates[nearest.candidate])
    else { return [] }
    let name = name(of: candidates[nearest.candidate])
    var sentences = [
      language("The nearest is \(name): \(missed).", "가장 가까운 후보는 \(name)입니다: \(missed).")
    ]
    if nearest.candidate == today {
      sentences.append(Self.isToday(language))
    } else if let today {
      sentences += others(candidates[today])
    }
    if Set(candidates.map(\.tellers)).count == 1 {
      sentences.append(
        language(
          "All have as many tellers as the config: --vary tellers=… or --staff-by tries others.",
          "모든 후보의 창구 수는 설정과 같습니다. 다른 창구 수는 --vary tellers=… 또는 --staff-by로 시험합니다."))
    }
    return sentences
  }

  /// Why the first of those without figures has none.
  private var setAside: String? {
    let aside = candidates.filter { $0.problem != nil }
    guard let first = aside.first, let problem = first.problem else { return nil }
    guard aside.count > 1 else {
      return language(
        "\(name(of: first)) was set aside: \(problem).", "제외한 후보 \(name(of: first)): \(problem).")
    }
    let names = language.some(aside.map(name))
    return language(
      "\(aside.count) were set aside (\(names)); of these \(name(of: first)): \(problem).",
      "제외한 후보 \(aside.count)개(\(names)). 그중 \(name(of: first)): \(problem).")
  }
}
