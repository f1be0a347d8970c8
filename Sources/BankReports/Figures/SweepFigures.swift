import BankRecords
import BankSimulation

/// The cells of a sweep as a page shows them: a column for each value of the last key, and a row for each
/// policy within each choice of the others.
struct SweepGrid {
  let report: SweepReport
  let policies: [String]
  /// What was set, of the keys before the last: a group of rows each.
  let groups: [[String]]
  /// The values of the last key.
  let columns: [String]
  /// Keys as people read them: the service's title and the last word of the path.
  let shortNames: [String: String]
  private let byPlace: [[String]: JSON]
  /// The longest mean wait of any service: all maps have one scale.
  let longest: Double

  private var language: Language { report.language }

  init(_ report: SweepReport) {
    func unique<Item: Hashable>(_ items: [Item]) -> [Item] {
      var seen: Set<Item> = []
      return items.filter { seen.insert($0).inserted }
    }
    func values(_ cell: JSON) -> [String] {
      report.keys.map { SweepReport.text(cell["set"]?[$0]) }
    }
    self.report = report
    policies = unique(report.cells.map { SweepReport.text($0["policy"]) })
    groups = unique(report.cells.map { values($0).dropLast() })
    columns = unique(report.cells.map { values($0).last ?? "" })
    byPlace = Dictionary(
      report.cells.map { (values($0) + [SweepReport.text($0["policy"])], $0) },
      uniquingKeysWith: { first, _ in first })
    longest =
      report.cells.flatMap { cell in
        report.parts.compactMap { Self.interval(report.figures(cell, $0), isLate: false)?.mean }
      }.max() ?? 0
    let short = report.keys.map { key in
      key == "tellers"
        ? report.language("tellers", "창구 수")
        : Self.shortName(of: key, report.language, title: report.title)
    }
    shortNames = Dictionary(
      zip(report.keys, short).map { key, name in
        (key, short.count { $0 == name } > 1 ? key : name)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// A key as people read it: whose it is, a service's or a teller's, and the last word of the path.
  static func shortName(
    of key: String, _ language: Language, title: (String) -> String = { $0 }
  ) -> String {
    let path = key.split(separator: ".").map(String.init)
    let last = path.last ?? key
    let word = language == .ko ? Self.korean[last] ?? last : last
    return path.count > 2 ? whose(path, language, title) + " " + word : word
  }

  /// Whose a key is: by the title of its place, `tellers.0`, or of its name.
  private static func whose(
    _ path: [String], _ language: Language, _ title: (String) -> String
  ) -> String {
    let place = "\(path[0]).\(path[1])"
    let known = title(place)
    guard known == place else { return known }
    guard let number = Int(path[1]) else {
      return path[0] == "services" ? title(path[1]) : path[1]
    }
    return switch path[0] {
    case "services": language("service \(number + 1)", "\(number + 1)번째 업무")
    case "tellers": language("teller \(number + 1)", "\(number + 1)번 창구")
    default: path[1]
    }
  }

  /// The keys that are varied most.
  private static let korean = [
    "speed": "속도", "target": "목표 시간", "patience": "인내 시간", "time": "소요 시간", "limit": "대기 한도",
    "handover": "다음 고객 준비 시간", "rate": "도착률", "mean": "평균",
  ]

  /// Every choice of what was varied.
  var branches: [[String]] { groups.flatMap { group in columns.map { branch(group, $0) } } }

  private func branch(_ group: [String], _ column: String) -> [String] {
    report.keys.isEmpty ? [] : group + [column]
  }

  func cell(_ group: [String], _ column: String, _ policy: String) -> JSON? {
    byPlace[branch(group, column) + [policy]]
  }

  /// The mean wait or the share late of a part of the clients, with its interval.
  private static func interval(_ figures: JSON?, isLate: Bool) -> Interval? {
    let (mean, width) =
      isLate
      ? (figures?["late"], figures?["lateHalfWidth"])
      : (figures?["wait"]?["mean"], figures?["wait"]?["halfWidth"])
    return number(mean).map { Interval(mean: $0, halfWidth: number(width)) }
  }

  func interval(_ cell: JSON, _ service: String, isLate: Bool) -> Interval? {
    Self.interval(report.figures(cell, service), isLate: isLate)
  }

  func figure(_ cell: JSON, _ service: String, isLate: Bool) -> Double? {
    interval(cell, service, isLate: isLate)?.mean
  }

  /// Which policies have the very figures of another in each cell.
  var same: [String] {
    func figures(_ policy: String) -> [JSON?] {
      branches.map { byPlace[$0 + [policy]]?["result"] }.map { $0.flatMap { $0["tellers"] } }
        + branches.map { byPlace[$0 + [policy]]?["result"]?["services"] }
    }
    let all = policies.map { (name: $0, figures: figures($0)) }
    return all.indices.dropFirst().compactMap { place in
      let one = all[place]
      guard one.figures.contains(where: { $0 != nil }),
        let twin = all[..<place].first(where: { $0.figures == one.figures })
      else { return nil }
      return language(
        "\(one.name) has the figures of \(twin.name) throughout.",
        "\(one.name.with(.topic)) 모든 칸에서 \(twin.name.with(.and)) 수치가 같습니다.")
    }
  }

  /// The policy whose mean wait of `service`, or whose share late, is the least by more than the two half-widths;
  /// `nil` where none is, where one has no figure or no interval, and where it surely loses more than another.
  func clearlyLeast(_ service: String, in branch: [String], isLate: Bool) -> String? {
    let cells = policies.compactMap { policy in
      byPlace[branch + [policy]].map { (policy: policy, cell: $0) }
    }
    /// The others surely have more of a figure than the least has.
    func isClear(_ least: Interval, _ other: Interval) -> Bool {
      guard let one = least.halfWidth, let two = other.halfWidth else { return false }
      return other.mean - least.mean > one + two
    }
    let figures = cells.compactMap { policy, cell in
      interval(cell, service, isLate: isLate).map { (policy: policy, cell: cell, value: $0) }
    }.sorted { $0.value.mean < $1.value.mean }
    guard figures.count > 1, figures.count == policies.count,
      isClear(figures[0].value, figures[1].value)
    else { return nil }
    let losses = figures.compactMap { lost($0.cell, service) }
    let isLosing = losses.first.map { own in losses.contains { isClear($0, own) } } ?? false
    return isLosing ? nil : figures[0].policy
  }

  /// The share that left unserved.
  private func lost(_ cell: JSON, _ service: String) -> Interval? {
    let figures = report.figures(cell, service)
    return Self.number(figures?["lost"]).map {
      Interval(mean: $0, halfWidth: Self.number(figures?["lostHalfWidth"]))
    }
  }

  private static func number(_ json: JSON?) -> Double? {
    if case .number(let value)? = json { value } else { nil }
  }

  /// A key with its value in a cell: `3 tellers`, `target 300`.
  func setting(_ cell: JSON, _ key: String) -> String {
    setting(key, SweepReport.text(cell["set"]?[key]))
  }

  /// A key with a value of it: `3 tellers`, `target 300`.
  func setting(_ key: String, _ value: String) -> String {
    if key == "tellers", let count = Int(value), String(count) == value {
      return language("\(count) teller\(count == 1 ? "" : "s")", "창구 \(count)개")
    }
    return "\(shortNames[key] ?? key) \(told(value))"
  }

  /// A value as people read it: `×1.2` for `*1.2`, and a text without its quotes.
  func told(_ value: String) -> String {
    let value = value.replacing("\"", with: "")
    return value.hasPrefix("*") ? "×" + value.dropFirst() : value
  }

  func heading(_ group: [String]) -> String {
    zip(report.keys, group).map { setting($0, $1) }.joined(separator: ", ")
  }

  /// The last key with a value of it: `4 tellers`.
  func last(_ column: String) -> String { setting(report.keys.last ?? "", column) }

  /// The values of the last key in order; `nil` where it is not the only key or no number.
  private var order: [String]? {
    let values = columns.compactMap { Double($0) }
    guard groups.count == 1, values.count == columns.count, values.count > 1 else { return nil }
    return columns.indices.sorted { values[$0] < values[$1] }.map { columns[$0] }
  }

  /// The values of the last key in order, and of each from which on some policies surely keep 95 % within the target,
  /// which; `nil` where there is none, or where it is not the only key or no number.
  private var thresholds: (order: [String], found: [(first: Int, policies: [String])])? {
    guard let order else { return nil }
    func keeps(_ policy: String, _ column: String) -> Bool {
      guard let cell = cell(groups[0], column, policy),
        let late = interval(cell, "all", isLate: true)
      else { return false }
      return late.mean + (late.halfWidth ?? error(cell, late)) <= TargetState.mostOnTarget
    }
    // Each value from which on some policies keep it, and which.
    let found = order.indices.compactMap { first -> (first: Int, policies: [String])? in
      let policies = policies.filter { policy in
        order[first...].allSatisfy { keeps(policy, $0) }
          && (first == 0 || !keeps(policy, order[first - 1]))
      }
      return policies.isEmpty ? nil : (first, policies)
    }
    return found.isEmpty ? nil : (order, found)
  }

  /// By how much a share late may well be off that has no interval: of one day nobody knows, and of so few clients that
  /// none were late says little.
  private func error(_ cell: JSON, _ late: Interval) -> Double {
    guard let days = Self.number(cell["result"]?["replications"]), days > 1,
      let clients = Self.number(report.figures(cell, "all")?["arrived"])
    else { return .infinity }
    return max(4 * late.mean, late.errorOfShare(of: Int(clients)))
  }

  /// The fewest tellers with whom 95 % are surely called within the target, and under which policies; and fewer still with
  /// whom they are on average, if there are such.
  var fewestTellers: (column: String, policies: [String], perhaps: String?)? {
    guard report.keys == ["tellers"], let (order, found) = thresholds else { return nil }
    let (first, policies) = found[0]
    return (order[first], policies, least(of: order[..<first], under: policies))
  }

  /// The fewest tellers with whom, and with all more, 95 % are called within the target on average, under some policy.
  var fewestOnAverage: String? {
    guard report.keys == ["tellers"], let order else { return nil }
    return least(of: order[...], under: policies)
  }

  /// The first of some values from which on at most 5 % are late on average, under any of these policies.
  private func least(of values: ArraySlice<String>, under policies: [String]) -> String? {
    values.reversed().prefix { value in
      policies.contains { policy in
        cell(groups[0], value, policy)
          .flatMap { figure($0, "all", isLate: true) }
          .map { $0 <= TargetState.mostOnTarget } ?? false
      }
    }.last
  }

  /// From which value of the last key on at most 5 % are late under each policy, up to the ends of the intervals;
  /// `nil` where there is none, or where it is not the only key or no number.
  var enough: String? {
    guard let (order, found) = thresholds, let least = found.first else { return nil }
    let more = worst(least.policies[0], order[least.first])
    if least.policies.count == policies.count {
      let (each, koreanEach) =
        policies.count == 1 ? ("", "") : (" under every policy", "모든 정책에서 ")
      return least.first == 0
        ? language(
          "At most 5 % of all clients are late\(each).", "\(koreanEach)전체 목표 초과 5 % 이하입니다.")
          + more
        : language(
          "From \(last(order[least.first])) on at most 5 % of all clients are late\(each), and surely so.",
          "\(last(order[least.first]))부터 \(koreanEach)전체 목표 초과가 확실히 5 % 이하입니다.") + more
    }
    func names(_ policies: [String]) -> String {
      let rest = policies.count - 4
      return language.list(
        policies.prefix(4) + (rest > 0 ? [language("\(rest) more", "그 밖의 \(rest)개")] : []))
    }
    let never = policies.filter { policy in !found.contains { $0.policies.contains(policy) } }
    // Of whom some values were left out nothing is said of those.
    let partly = never.map { policy in
      (policy, order.count { cell(groups[0], $0, policy)?["result"] != nil })
    }.filter { $0.1 < order.count }
    let always = never.filter { policy in !partly.contains { $0.0 == policy } }
    let parts =
      found.map { one in
        one.first == 0
          ? language("under \(names(one.policies)) always", "\(names(one.policies)) 언제나")
          : language(
            "under \(names(one.policies)) from \(last(order[one.first])) on",
            "\(names(one.policies)) \(last(order[one.first]))부터")
      }
      + (always.isEmpty
        ? [] : [language("under \(names(always)) at no value", "\(names(always)) 없음")])
      + partly.map { policy, count in
        language(
          "under \(policy) at none of the \(count) values of \(order.count) that suit it",
          "\(policy) 없음(값 \(order.count)개 중 맞는 \(count)개만 돌림)")
      }
    return language(
      "At most 5 % of all clients are late, and surely so, \(parts.joined(separator: "; ")).",
      "전체 고객의 목표 초과가 확실히 5 % 이하: \(parts.joined(separator: "; ")).") + more
  }

  /// The service of which more are late under a policy where of all clients few are, if there is one.
  private func worst(_ policy: String, _ column: String) -> String {
    guard let cell = cell(groups[0], column, policy) else { return "" }
    let late = report.parts.dropLast().compactMap { service in
      interval(cell, service, isLate: true).map { (service: service, share: $0.mean) }
    }
    guard let worst = late.max(by: { $0.share < $1.share }),
      worst.share > TargetState.mostOnTarget
    else { return "" }
    let (name, share) = (report.title(worst.service), SimulationReport.percent(worst.share))
    return language(
      " Of single services more may be: at \(last(column)) under \(policy) \(share) of \(name).",
      " 업무별로는 더 많을 수 있습니다: \(last(column)), \(policy)에서 \(name) \(share).")
  }

  /// The maps of mean waits, or of shares late, of parts of the clients: one of all where one key was varied.
  func maps(_ parts: [String], isLate: Bool) -> [Figure?] {
    (groups.count == 1 ? [parts] : parts.map { [$0] }).map {
      CellMap(grid: self, parts: $0, isLate: isLate).figure
    }
  }
}
