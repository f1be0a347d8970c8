package import BankCore
package import BankRecords
package import BankReports
package import BankSimulation

/// Everything a config file says about a branch, checked and complete; the policy is still a name.
package struct Configuration: Sendable {
  /// The policy's name, if the file or the command line gave one.
  package var policy: String?
  /// The options in the file, which belong to the file's policy.
  package var options: Node?
  /// The name of the queue, if the file gives one.
  package var queue: String?
  package var seed: UInt64?
  package var profile: MessageProfile
  package var plan: BranchPlan
  package var titles: [Title]
  package var workload: Workload
  /// How times are shown.
  package var scale: TimeScale
  /// Whether the branch is open past midnight.
  package var isOvernight: Bool
  /// The titles of the routes, in the plan's order.
  package var routeTitles: [Title]
  /// The titles of priority classes, by class.
  package var classTitles: [Int: Title]
  /// The titles of what is in stock, in the plan's order.
  package var stockTitles: [Title]
  /// Which columns of a recorded log mean what.
  package var recording: RecordingFormat?
  /// Breaks that take nothing away, and whose they are.
  package var idleBreaks: [(teller: String, rest: Shift)]

  /// What a number in JSON can hold exactly.
  package static let largestSeed = 9_007_199_254_740_991

  /// Whether the recorded days say who was turned away.
  package var turnsAway: Bool { recording?.turnedAway.isEmpty == false }

  /// What a priority class is called.
  package func title(ofClass number: Int) -> Title {
    classTitles[number] ?? Title(ko: "등급 \(number)", en: "class \(number)")
  }

  /// What services are called in a language, in the plan's order.
  package func titles(in language: Language) -> [String] { titles.map { $0.text(in: language) } }

  /// Reads a config.
  ///
  /// - Throws: everything that is wrong, under paths into `node`.
  package init(_ node: Node) throws(Problems) {
    let reader = ConfigReader()
    let branch = Form.record(
      BranchDraft.keys, blank: BranchDraft(), "an object, as {} is")
    let draft = branch.read(reader, node, "")
    guard let draft, reader.problems.isEmpty else {
      throw Problems(reader.problems + (draft?.planProblems(after: reader.problems) ?? []))
    }

    policy = draft.policy
    options = draft.options
    queue = draft.queue
    seed = draft.seed.map(UInt64.init)
    profile = draft.profile ?? .official
    plan = try draft.plan()
    let services = draft.services ?? ServiceDraft.standard
    let routes = draft.routes ?? []
    titles = services.map(\.fullTitle)
    routeTitles = routes.map(\.fullTitle)
    stockTitles = (draft.stock ?? []).map { ($0.title ?? TitleDraft()).title($0.item) }
    classTitles = Dictionary((draft.classTitles ?? []).map { ($0.priority, $0.title) }) { $1 }
    workload = Workload(
      services: services.map(\.load), clients: draft.clients ?? 10...30,
      closes: draft.closes.map(Time.seconds))
    workload.routes = zip(plan.steps, routes).map { RouteLoad(steps: $0, share: $1.share) }
    workload.handover = draft.handover ?? .constant(0)
    scale = TimeScale(unit: draft.unit ?? .s, opens: draft.opens)
    isOvernight = reader.isOvernight
    recording = draft.recording
    let closes = workload.closes
    idleBreaks = zip(plan.tellers, draft.tellers ?? []).flatMap { teller, draft in
      draft.idleBreaks(closes: closes).map { (teller.name, $0) }
    }

    var problems =
      Self.unserved(plan) + RouteDraft.problems(routes) + Self.namesakes(plan, classTitles)
    if !workload.services.contains(where: { $0.share > 0 }) {
      problems.append(Problem("services", "every share is 0", "give one service a share above 0"))
    }
    guard problems.isEmpty else { throw Problems(problems) }
  }

  /// Services and classes whose names stand for others in tables and goals.
  private static func namesakes(_ plan: BranchPlan, _ titles: [Int: Title]) -> [Problem] {
    let taken =
      ["all"] + plan.classes.filter { titles[$0] == nil }.map { "class \($0)" }
      + plan.routes.map { "route " + $0.name }
    var known = Set(taken + plan.services.map(\.name))
    return plan.services.enumerated().compactMap { index, service in
      guard taken.contains(service.name) else { return nil }
      let others: Phrase = service.name == "all" ? "all services" : "others"
      return Problem(
        "services[\(index)].name", "\"\(service.name)\" stands for \(others) in tables and goals",
        "choose another name")
    }
      + titles.sorted { $0.key < $1.key }.compactMap { number, title in
        guard !known.insert(title.en).inserted else { return nil }
        return Problem(
          "classes.\(number)", "\"\(title.en)\" is the name of a service or of another class",
          "choose another title")
      }
  }

  /// Services that no teller can do.
  private static func unserved(_ plan: BranchPlan) -> [Problem] {
    plan.services.indices.filter { service in
      !plan.tellers.indices.contains { plan.can($0, do: service) }
    }.map { service in
      Problem(
        "services[\(service)]", "no teller can do \"\(plan.services[service].name)\"",
        "give a teller this skill")
    }
  }
}

extension ClosedRange<Int> {
  /// Reads `20` or `10...30`.
  package init?(clients text: String) {
    let allowed = 0...BranchPlan.largestCount
    let parts = text.split(separator: "...", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    guard numbers.count == parts.count, numbers.allSatisfy(allowed.contains) else { return nil }
    switch numbers.count {
    case 1: self = numbers[0]...numbers[0]
    case 2 where numbers[0] <= numbers[1]: self = numbers[0]...numbers[1]
    default: return nil
    }
  }
}
