import BankRecords

extension SweepReport {
  /// The report as a page: which policy is best where, and for each service a map of its waits.
  public func html(branch: String, command: String? = nil) -> String {
    let grid = SweepGrid(self)
    let names = keys.map { grid.shortNames[$0] ?? $0 }.joined(separator: " × ")
    var page = Page(
      branch,
      asked: [
        grid.policies.count == 1
          ? language("policy \(grid.policies[0])", "정책 \(grid.policies[0])")
          : language("\(grid.policies.count) policies", "정책 \(grid.policies.count)개"),
        language(
          "\(counted(grid.branches.count, "setting", "settings")) of \(names)",
          "\(names) 설정 \(grid.branches.count)가지"),
        days,
      ].filter { !$0.isEmpty }.joined(separator: " · "), language)
    var answer = sentences
    if let staff { answer.insert(staff, at: min(1, answer.count)) }
    page.answer(answer)
    let curves = SweepCurves(grid: grid)
    /// Of one policy and one number a curve for each service says more than maps of a row each.
    func figures(isLate: Bool) -> [Figure?] {
      curves.ofServices(isLate: isLate).map { [$0] }
        ?? grid.maps(pictured, isLate: isLate)
    }
    page.section(language("All clients", "전체 고객"), [curves.ofPolicies])
    page.section(language("Beyond the target", "목표 초과"), figures(isLate: true))
    page.section(language("Mean waits", "평균 대기"), figures(isLate: false))
    page.careful(warnings(grid))
    page.made([], command: command)
    return page.text
  }

  /// Whose maps there are; of one service, which is all clients, the one map.
  private var pictured: [String] {
    parts.count == 2 ? parts.suffix(1) : parts.suffix(1) + parts.dropLast()
  }

  /// How many days each cell had.
  private var days: String {
    let counts = cells.compactMap { cell -> Int? in
      if case .number(let count)? = cell["result"]?["replications"] { Int(count) } else { nil }
    }
    guard let least = counts.min(), let most = counts.max() else { return "" }
    let range = least == most ? "\(most)" : language("\(least) to \(most)", "\(least)~\(most)")
    return language("\(range) \(most == 1 ? "day" : "days") each", "조건마다 \(range)일")
  }

  private func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }

  /// What the grid says, in sentences.
  var sentences: [String] {
    [interrupted].compactMap(\.self) + (cells.isEmpty ? [] : sentences(SweepGrid(self)))
  }

  /// What is on target, whose waits are shortest where, where there is no mean, and what that says of what to use.
  private func sentences(_ grid: SweepGrid) -> [String] {
    let late = ranges(grid, isLate: true)
    var sentences =
      [grid.enough, late ?? ranges(grid, isLate: false)].compactMap { $0 } + grid.same
    if grid.policies.count > 1 {
      if late != nil { sentences.append(fewestLate(grid)) }
      sentences.append(shortest(grid))
    }
    return sentences + [endless, use(grid, isLate: late != nil)].compactMap { $0 }
  }

  /// In how many combinations waits grow without end, and whose.
  private var endless: String? {
    let endless = cells.filter { $0["result"] != nil && $0["result"]?["stable"] == .bool(false) }
    guard !endless.isEmpty else { return nil }
    let whose = parts.dropLast().filter { part in
      endless.contains { figures($0, part)?["wait"]?["mean"] == .null }
    }.map(title)
    let names = whose.count == parts.count - 1 ? "" : language.list(whose)
    return language(
      "In \(endless.count) of \(cells.count) combinations waits\(names.isEmpty ? "" : " for " + names) grow without end, and there is no mean\(names.isEmpty ? "" : " of all clients").",
      "\(cells.count)개 중 \(endless.count)개에서는 \(names.isEmpty ? "" : "\(names) ")대기가 끝없이 늘어 \(names.isEmpty ? "" : "전체 ")평균이 없습니다."
    )
  }

  /// What share of all clients is late, or how long they wait on average, by the key that it varies with most.
  private func ranges(_ grid: SweepGrid, isLate: Bool) -> String? {
    func told(_ value: Double) -> String {
      isLate ? SimulationReport.percent(value) : scale.brief(value, in: language)
    }
    /// The figures by the values of a key, each with the policy that it is of.
    func figures(_ key: String?) -> [(value: String, figures: [(value: Double, policy: String)])] {
      func value(_ cell: JSON) -> String { key.map { Self.text(cell["set"]?[$0]) } ?? "" }
      var values: [String] = []
      for cell in cells where !values.contains(value(cell)) { values.append(value(cell)) }
      return values.map { one in
        (
          one,
          cells.filter { value($0) == one }.compactMap { cell in
            grid.figure(cell, "all", isLate: isLate).map { ($0, Self.text(cell["policy"])) }
          }
        )
      }
    }
    func spread(_ key: String) -> Double {
      let means = figures(key).filter { !$0.figures.isEmpty }
        .map { $0.figures.reduce(0) { $0 + $1.value } / Double($0.figures.count) }
      return (means.max() ?? 0) - (means.min() ?? 0)
    }
    let key = keys.reversed().max { spread($0) < spread($1) }
    let byValue = figures(key)
    let all = byValue.flatMap(\.figures).map(\.value)
    guard !all.isEmpty else { return nil }
    let parts = byValue.compactMap { value, figures -> String? in
      guard let least = figures.min(by: { $0.value < $1.value }),
        let most = figures.max(by: { $0.value < $1.value })
      else { return nil }
      let (low, high) = (told(least.value), told(most.value))
      // Where policies differ most, a range alone would be nobody's.
      let (first, last) =
        least.policy == most.policy
        ? ("", "")
        : (
          language(" under \(least.policy)", "(\(least.policy))"),
          language(" under \(most.policy)", "(\(most.policy))")
        )
      let range =
        low == high
        ? high : language("\(low)\(first) to \(high)\(last)", "\(low)\(first)~\(high)\(last)")
      return keys.isEmpty
        ? range
        : language(
          "\(range) with \(grid.setting(key ?? "", value))",
          "\(grid.setting(key ?? "", value)): \(range)")
    }
    let shown = parts.prefix(8).joined(separator: "; ") + (parts.count > 8 ? "; …" : "")
    guard isLate else {
      return language("Mean wait of all clients: \(shown).", "전체 고객의 평균 대기: \(shown).")
    }
    let kept = all.count { $0 <= TargetState.mostOnTarget }
    return language(
      "Late, of all clients: \(shown). At most 5 % in \(kept) of \(all.count) combinations.",
      "전체 고객의 목표 초과: \(shown). 5 % 이하인 칸 \(all.count)개 중 \(kept)개.")
  }

  /// Under which policy clearly fewest are late: of all clients, and of those for each service.
  private func fewestLate(_ grid: SweepGrid) -> String {
    let found = found(grid, isLate: true)
    guard !found.isEmpty else {
      return language(
        "On \(counted(grid.branches.count, "setting", "settings")) no policy has clearly the fewest late, for any service.",
        "설정 \(grid.branches.count)가지 어디에서도 목표 초과가 뚜렷이 가장 적은 정책이 없습니다.")
    }
    return language(
      "Clearly the fewest late: \(found.joined(separator: "; ")).",
      "목표 초과가 뚜렷이 가장 적은 정책: \(found.joined(separator: "; ")).")
  }

  /// Under which policy clients wait clearly least: all of them, and those for each service.
  private func shortest(_ grid: SweepGrid) -> String {
    let found = found(grid, isLate: false)
    guard !found.isEmpty else {
      return language(
        "On \(counted(grid.branches.count, "setting", "settings")) no policy has clearly the shortest mean wait, for any service (by more than both half-widths together). \(nearer)",
        "설정 \(grid.branches.count)가지 어디에서도 평균 대기가 뚜렷이 가장 짧은 정책이 없습니다. 뚜렷이: 다음 정책과의 차이가 두 구간 반폭의 합보다 큼. \(nearer)"
      )
    }
    return language(
      "Clearly the shortest mean waits, by more than both half-widths together and with no more lost: \(found.joined(separator: "; ")). \(nearer)",
      "평균 대기가 뚜렷이 가장 짧고 이탈이 더 많지 않은 정책: \(found.joined(separator: "; ")). 뚜렷이: 다음 정책과의 차이가 두 구간 반폭의 합보다 큼. \(nearer)"
    )
  }

  /// That the cells of a sweep, each of which is run by itself, do not tell small differences.
  private var nearer: String {
    language(
      "Smaller differences, and who pays for them, are told by bank compare, day by day.",
      "더 작은 차이와 그 대가는 bank compare가 날마다 견주어 보여 줍니다.")
  }

  /// What to use, where there is a choice: a policy that is clearly the best on every setting, or how to find one.
  private func use(_ grid: SweepGrid, isLate: Bool) -> String? {
    guard cells.count > 1, of == nil else { return nil }
    if let (tellers, policies, perhaps) = grid.fewestTellers {
      // A few days more may show that fewer are enough.
      let fewer =
        perhaps.map {
          language(
            " Fewer may do: from \(grid.last($0)) on it is so on average, and more --replications would tell.",
            " 더 적어도 될 수 있습니다. 평균으로는 \(grid.last($0))부터 그렇고, --replications를 늘리면 알 수 있습니다.")
        } ?? ""
      return language(
        "What to use: \(language.some(policies)) with \(grid.last(tellers)), the fewest with whom surely at most 5 % of all clients are late\(grid.policies.count == 1 ? " under it; other policies were not tried" : "").\(fewer) Goals for single services, and what policies cost others, are for bank recommend.",
        "무엇을 쓸까: \(grid.last(tellers))에 \(language.some(policies)). 전체 고객의 목표 초과가 확실히 5 % 이하인 가장 적은 수입니다\(grid.policies.count == 1 ? "(다른 정책은 시험하지 않음)" : "").\(fewer) 업무별 목표와 다른 고객의 손해는 bank recommend가 견줍니다."
      )
    }
    if let tellers = grid.fewestOnAverage {
      return language(
        "What to use: these days show no number of tellers with whom surely at most 5 % of all clients are late. From \(grid.last(tellers)) on it is so on average under some policy, and more --replications would tell.",
        "무엇을 쓸까: 전체 고객의 목표 초과가 확실히 5 % 이하인 창구 수는 이 날들로 알 수 없습니다. 평균으로는 어떤 정책에서 \(grid.last(tellers))부터 그렇고, --replications를 늘리면 알 수 있습니다."
      )
    }
    let best = Set(grid.branches.map { grid.clearlyLeast("all", in: $0, isLate: isLate) })
    if grid.policies.count > 1, best.count == 1, let policy = best.first ?? nil {
      return language(
        "What to use: \(policy), the best for all clients together on \(grid.branches.count == 1 ? "this setting" : "every setting").",
        "무엇을 쓸까: 모든 설정에서 전체 고객에게 가장 나은 \(policy).")
    }
    return language(
      "What to use depends on what counts: bank recommend takes the same --vary, with --goal or --cost, and chooses.",
      "무엇을 쓸지는 무엇이 중요한가에 달려 있습니다. bank recommend에 같은 --vary와 --goal 또는 --cost를 주면 고릅니다.")
  }

  /// For whom some policy is clearly the best, and which.
  private func found(_ grid: SweepGrid, isLate: Bool) -> [String] {
    pictured.reversed().compactMap { part in
      let names = winners(of: part, grid, isLate: isLate)
      guard !names.isEmpty else { return nil }
      let who = part == "all" ? language("all clients", "전체 고객") : title(part)
      return language("for \(who) under \(names)", "\(who.with(.topic)) \(names)")
    }
  }

  /// The policies that are clearly the best for a part of the clients, and on how many settings.
  private func winners(of part: String, _ grid: SweepGrid, isLate: Bool) -> String {
    var wins: [String: Int] = [:]
    for branch in grid.branches {
      if let policy = grid.clearlyLeast(part, in: branch, isLate: isLate) {
        wins[policy, default: 0] += 1
      }
    }
    let count = grid.branches.count
    return wins.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { policy, number in
        count == 1
          ? policy
          : number == count
            ? language("\(policy) (on all settings)", "\(policy)(모든 설정)")
            : language(
              "\(policy) (on \(number) of \(count))", "\(policy)(\(count)가지 중 \(number)가지)")
      }
      .joined(separator: ", ")
  }

  /// The most warnings that a page shows.
  private static let mostWarnings = 30

  /// What each cell warns of, or why it was not run, with its name.
  private func warnings(_ grid: SweepGrid) -> [String] {
    let all = cells.flatMap { cell -> [String] in
      let told: [JSON]
      if case .array(let warnings)? = cell["result"]?["warnings"] {
        told = warnings
      } else {
        guard case .string(let error)? = cell["error"] else { return [] }
        told = [.string(language("not run: \(error)", "돌리지 않음: \(error)"))]
      }
      let name = ([Self.text(cell["policy"])] + keys.map { grid.setting(cell, $0) })
        .filter { !$0.isEmpty }.joined(separator: ", ")
      return told.compactMap { if case .string(let text) = $0 { "\(name): \(text)" } else { nil } }
    }
    let rest = all.count - Self.mostWarnings
    return all.prefix(Self.mostWarnings)
      + (rest > 0 ? [language("and \(rest) more, in --json", "외 \(rest)개는 --json에 있습니다")] : [])
  }
}
