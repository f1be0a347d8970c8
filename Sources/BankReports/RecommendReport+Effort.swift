import BankRecords
import BankSimulation

/// What a recommendation says of how sure it is, and what it took.
extension RecommendReport {
  /// The days it would have taken to try every candidate as long as the one tried longest.
  var daysForAll: Int {
    (candidates.map(\.days).max() ?? 0) * candidates.count { $0.problem == nil }
  }

  /// How sure that is, and what it took.
  var foot: String? {
    noFigures == nil ? [sure, effort].compactMap { $0 }.joined(separator: " ") : nil
  }

  /// The config as it stands, where the days do not tell it from the best, nor say that it costs more, and where it
  /// misses no goal by its means that the best keeps.
  var unchanged: Candidate? {
    guard let today = today.map({ candidates[$0] }), today.verdict == .tied, let best,
      !isLikelyWorse(today), keeping(today) == .keeps || keeping(best) != .keeps
    else { return nil }
    return today
  }

  /// How sure the choice is; `nil` where there is none.
  var sure: String? {
    best == nil
      ? nil
      : isDoubtful
        ? language(
          "How probable a wrong choice is cannot be said: rare long times may not have been seen.",
          "틀린 선택일 확률은 말할 수 없습니다. 드문 긴 시간을 보지 못했을 수 있습니다.")
        : language(
          "\(isFewest && Set(candidates.map(\.tellers)).count > 1 ? "Among those with as few tellers the" : "The") \(unchanged == nil ? "choice is wrong by more than \(difference(indifference))" : "least may be \(difference(indifference)) less than that of \(name(of: best ?? candidates[0]))") with a probability of at most \(error).",
          "\(isFewest && Set(candidates.map(\.tellers)).count > 1 ? "창구 수가 같은 후보 중에서 " : "")이 선택이 최선보다 \(difference(indifference)) 넘게 나쁠 확률은 최대 \(error)입니다."
        )
  }

  /// How many days it took.
  var effort: String {
    let days = candidates.reduce(0) { $0 + $1.days }
    let run = language("\(days.grouped) days were run", "모두 \(days.grouped)일을 돌렸습니다.")
    guard days < daysForAll else { return run + language(".", "") }
    return run
      + language(
        "; as many for every candidate as for the one run longest would have been \(daysForAll.grouped).",
        " 모든 후보를 가장 오래 돌린 후보만큼 돌렸다면 \(daysForAll.grouped)일입니다.")
  }

  /// Who is called too late under the choice, where nobody asked.
  var unaskedLate: String? {
    // Those that a report calls late; else the worst of those at risk.
    let bad = late.filter { TargetState(late: $0.share) == .bad }
    let told =
      bad.isEmpty ? Array(late.prefix(1).filter { TargetState(late: $0.share) == .risk }) : bad
    guard let worst = told.first else { return nil }
    let shares =
      told.prefix(3).map { one in
        let today = one.today.map(SimulationReport.percent)
        return "\(one.title) \(SimulationReport.percent(one.share))"
          + (today.map { language(" (\($0) today)", "(지금 \($0))") } ?? "")
      }.joined(separator: ", ")
      + (told.count > 3 ? language(" and \(told.count - 3) more", " 외 \(told.count - 3)개") : "")
    return language(
      "Under \(best?.name ?? "it") these are called too late: \(shares). No goal asks for that: give one, such as --goal 'late(\(worst.service)) <= 10%'.",
      "\(best?.koreanName ?? "이 선택")에서 목표를 넘기는 비율: \(shares). 이를 묻는 목표가 없습니다. --goal 'late(\(worst.service)) <= 10%' 같은 목표를 주십시오."
    )
  }

  /// How long those wait whom nobody asked about.
  var neglected: String? {
    guard !unwatched.isEmpty else { return nil }
    let told = unwatched.prefix(3).map { "\($0.service) \(scale.brief($0.wait, in: language))" }
      .joined(separator: ", ")
    let rest = unwatched.count - 3
    return language(
      "No goal asks for some, who wait on average: \(told)\(rest > 0 ? " and \(rest) more" : "").",
      "목표에 들지 않는 업무의 평균 대기: \(told)\(rest > 0 ? " 외 \(rest)개" : "").")
  }

  /// Who waits less under the choice, and who waits longer, than under the config as it stands, or the second; `nil`
  /// where the days show neither, or the price of a goal is told.
  var waits: String? {
    let isSame = today.map { candidates[$0].verdict == .best } ?? true
    guard let other = isSame ? second : today,
      candidates[other].verdict != .misses || price.isEmpty
    else { return nil }
    let changes = beside.filter { ($0.difference.halfWidth ?? .infinity) < abs($0.difference.mean) }
      .sorted { $0.difference.mean < $1.difference.mean }
    guard !changes.isEmpty, let best else { return nil }
    // By itself each is clear; all at once only some are.
    let days = min(best.days, candidates[other].days)
    let widening = Interval.widening(beside.count, degrees: days - 1)
    func perhaps(_ change: Interval) -> Bool {
      (change.halfWidth ?? .infinity) * widening >= abs(change.mean)
    }
    let told = changes.enumerated().map { place, change in
      let length = scale.apart(change.difference.mean, in: language)
      let (isShorter, isLast) = (change.difference.mean < 0, place == changes.count - 1)
      return language(
        "of \(change.service) \(perhaps(change.difference) ? "perhaps " : "")\(length) \(isShorter ? "shorter" : "longer")",
        "\(perhaps(change.difference) ? "아마 " : "")\(change.service) 대기가 \(length) \(isShorter ? (isLast ? "짧습니다" : "짧고") : (isLast ? "깁니다" : "길고"))"
      )
    }
    let name = name(of: candidates[other])
    return language("Compared with \(name), mean waits are: ", "\(name)보다 ")
      + told.joined(separator: ", ") + "."
  }
}
