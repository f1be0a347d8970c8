import BankRecords

extension SweepReport {
  /// The report as a page: which policy is best where, and for each service a map of its waits.
  public func html(branch: String, command: String? = nil) -> String {
    let grid = SweepGrid(self)
    var page = Page(
      language(
        "\(counted(grid.policies.count, "policy", "policies")) on \(counted(grid.branches.count, "setting", "settings"))",
        "정책 \(grid.policies.count)개, 설정 \(grid.branches.count)가지"),
      asked: [branch, keys.map { grid.shortNames[$0] ?? $0 }.joined(separator: " × "), days]
        .filter { !$0.isEmpty }.joined(separator: " · "), language)
    page.answer(answer(grid))
    page.section(language("All clients", "전체 고객"), [grid.curves])
    page.section(
      language("Beyond the target", "목표 초과"), pictured.map { grid.map($0, isLate: true) })
    page.section(
      language("Mean waits", "평균 대기"), pictured.map { grid.map($0, isLate: false) })
    page.careful(warnings(grid))
    page.made([], command: command)
    return page.text
  }

  /// The services and all of them; of one service, which is all of them, the one map.
  private var pictured: [String] { services.count == 2 ? services.suffix(1) : services }

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

  /// What the grid says: whose waits are shortest where, what is on target, and where there is no mean.
  private func answer(_ grid: SweepGrid) -> [String] {
    var sentences = [grid.enough, late(grid)].compactMap { $0 } + grid.same
    if let staff { sentences.insert(staff, at: min(1, sentences.count)) }
    if grid.policies.count > 1 { sentences.append(shortest(grid)) }
    if let endless { sentences.append(endless) }
    return sentences
  }

  /// In how many combinations waits grow without end, and whose.
  private var endless: String? {
    let endless = cells.filter { $0["result"] != nil && $0["result"]?["stable"] == .bool(false) }
    guard !endless.isEmpty else { return nil }
    let whose = services.dropLast().filter { service in
      endless.contains { Self.figures($0, service)?["wait"]?["mean"] == .null }
    }.map(title)
    let names = whose.count == services.count - 1 ? "" : language.list(whose)
    return language(
      "In \(endless.count) of \(cells.count) combinations waits\(names.isEmpty ? "" : " for " + names) grow without end, and there is no mean\(names.isEmpty ? "" : " of all clients").",
      "\(cells.count)개 중 \(endless.count)개에서는 \(names.isEmpty ? "" : "\(names) ")대기가 끝없이 늘어 \(names.isEmpty ? "" : "전체 ")평균이 없습니다."
    )
  }

  /// What share of all clients is late, by the last key.
  private func late(_ grid: SweepGrid) -> String? {
    let shares = grid.columns.map { column in
      cells.filter { grid.column($0) == column }.compactMap { grid.figure($0, "all", isLate: true) }
    }
    guard !shares.joined().isEmpty else { return nil }
    let parts = zip(grid.columns, shares).compactMap { column, shares -> String? in
      guard let least = shares.min(), let most = shares.max() else { return nil }
      let (low, high) = (SimulationReport.percent(least), SimulationReport.percent(most))
      let range = low == high ? high : language("\(low) to \(high)", "\(low)~\(high)")
      return keys.isEmpty
        ? range
        : language(
          "\(range) with \(grid.last(column))", "\(grid.last(column)): \(range)")
    }
    let shown = parts.prefix(8).joined(separator: "; ") + (parts.count > 8 ? "; …" : "")
    let all = shares.joined()
    let kept = all.count { $0 <= TargetState.mostOnTarget }
    return language(
      "Late, of all clients: \(shown). At most 5 % in \(kept) of \(all.count) combinations.",
      "전체 고객의 목표 초과: \(shown). 5 % 이하인 칸 \(all.count)개 중 \(kept)개.")
  }

  /// Under which policy clients wait clearly least: all of them, and those for each service.
  private func shortest(_ grid: SweepGrid) -> String {
    let count = grid.branches.count
    let settings = counted(count, "setting", "settings")
    let found = pictured.reversed().compactMap { service -> String? in
      let names = self.winners(of: service, grid)
      guard !names.isEmpty else { return nil }
      let who = service == "all" ? language("all clients", "전체 고객") : title(service)
      return language("\(who) under \(names)", "\(who.with(.topic)) \(names)")
    }
    guard !found.isEmpty else {
      return language(
        "On \(settings) no policy has clearly the shortest mean wait, for any service (by more than both half-widths together).",
        "설정 \(count)가지 어디에서도 평균 대기가 뚜렷이 가장 짧은 정책이 없습니다. 뚜렷이: 다음 정책과의 차이가 두 구간 반폭의 합보다 큼.")
    }
    return language(
      "Clearly the shortest mean waits, by more than both half-widths together: \(found.joined(separator: "; ")).",
      "평균 대기가 뚜렷이 가장 짧은 정책: \(found.joined(separator: "; ")). 뚜렷이: 다음 정책과의 차이가 두 구간 반폭의 합보다 큼.")
  }

  /// The policies whose mean waits of a service are clearly the shortest, and on how many settings.
  private func winners(of service: String, _ grid: SweepGrid) -> String {
    var wins: [String: Int] = [:]
    for branch in grid.branches {
      if let policy = grid.clearlyShortest(service, in: branch) { wins[policy, default: 0] += 1 }
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
