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
  package var seed: UInt64
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
  /// Which columns of a recorded log mean what, and as it was written.
  package var recording: RecordingFormat?
  package var recordingNode: Node?

  /// The standard branch.
  package static let largestSeed = 9_007_199_254_740_991

  package func titles(in language: Language) -> [String] { titles.map { $0.text(in: language) } }

  /// Reads a config.
  ///
  /// - Throws: everything that is wrong, under paths into `node`.
  package init(_ node: Node) throws(Problems) {
    let reader = ConfigReader()
    let draft = reader.object(node, "", "an object, as {} is") { keys in
      ConfigDraft(&keys, reader)
    }
    guard let draft, reader.problems.isEmpty else {
      throw Problems(reader.problems + (draft?.planProblems(after: reader.problems) ?? []))
    }

    policy = draft.policy
    options = draft.options
    queue = draft.queue
    seed = draft.seed ?? 1
    profile = draft.profile ?? .official
    let services = draft.services ?? ServiceDraft.seeds
    titles = services.map(\.title)
    workload = Workload(
      services: services.map(\.load), clients: draft.clients ?? 10...30,
      closes: draft.closes.map(Time.seconds))
    scale = TimeScale(unit: draft.unit ?? .s, opens: reader.opens)
    isOvernight = reader.isOvernight
    classTitles = draft.classTitles ?? [:]
    routeTitles = (draft.routes ?? []).map(\.title)
    let plan = try draft.plan()
    self.plan = plan
    let drafts = draft.routes ?? []
    workload.routes = drafts.indices.map {
      RouteLoad(steps: plan.steps[$0], share: drafts[$0].share)
    }
    recording = draft.recording
    recordingNode = draft.recordingNode

    var problems = Self.unserved(plan) + RouteDraft.problems(drafts)
    if !workload.services.contains(where: { $0.share > 0 }) {
      problems.append(Problem("services", "every share is 0", "give one service a share above 0"))
    }
    guard problems.isEmpty else { throw Problems(problems) }
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

extension Teller {
  /// Makes `count` universal tellers called 1, 2, 3 and so on.
  package static func numbered(_ count: Int) -> [Teller] {
    (0..<count).map { Teller(String($0 + 1)) }
  }
}

/// What a file says, before it is put together.
private struct ConfigDraft {
  var policy: String?
  var options: Node?
  var queue: String?
  var seed: UInt64?
  var profile: MessageProfile?
  var services: [ServiceDraft]?
  var tellers: [Teller]?
  var clients: ClosedRange<Int>?
  var limit: Int?
  var handover: Double?
  var stock: [Need]?
  var recording: RecordingFormat?
  var recordingNode: Node?
  /// When the branch closes, in seconds from opening.
  var closes: Double?
  var unit: TimeScale.Unit?
  var classTitles: [Int: Title]?
  var routes: [RouteDraft]?

  /// Puts the branch together.
  func plan() throws(Problems) -> BranchPlan {
    try BranchPlan(
      services: (services ?? ServiceDraft.seeds).map(\.service),
      tellers: tellers ?? Teller.numbered(3), stock: stock ?? [], limit: limit,
      handover: .seconds(handover ?? 0), classes: classes, routes: (routes ?? []).map(\.route))
  }

  /// The classes that clients have or that have a title; none where all have the class 0.
  private var classes: [Int] {
    let shares = (services ?? []).flatMap(\.load.classes)
    let classes = Set(shares.map(\.priority)).union((classTitles ?? [:]).keys)
    // Services without shares have the class 0.
    let all = (services ?? []).contains { $0.load.classes.isEmpty } ? classes.union([0]) : classes
    return classes.isEmpty || all == [0] ? [] : all.sorted()
  }

  /// What is wrong with the branch as a whole beside `known`, but for the lists of which a name or
  /// an element could not be read, and what refers to their names.
  func planProblems(after known: [Problem]) -> [Problem] {
    let lists = /(services|tellers|stock|routes)(\[\d+\])?(\.name)?/
    let inner = /(tellers\[\d+\]\.(skills|shifts)).*/
    let unread = known.compactMap { problem in
      problem.path.wholeMatch(of: lists)?.1 ?? problem.path.wholeMatch(of: inner)?.1
    }
    func depends(_ path: String, on part: Substring) -> Bool {
      path.hasPrefix(part)
        || part == "services" && (path.contains("].skills[") || path.contains("].steps["))
        || part == "stock" && path.contains("].needs.")
    }
    do throws(Problems) {
      _ = try plan()
      return []
    } catch {
      return error.all.filter { problem in
        !known.contains { $0.path == problem.path }
          && !unread.contains { depends(problem.path, on: $0) }
      }
    }
  }

  init(_ keys: inout ObjectReader, _ reader: ConfigReader) {
    _ = keys.read("$schema") { reader.text($0, $1) }
    policy = keys.read("policy") { reader.text($0, $1) }
    options = keys.read("options") { node, path in
      reader.object(node, path) { keys in
        for member in keys.members { _ = keys.read(member.key) { node, _ in node } }
        return node
      }
    }
    queue = keys.read("queue") { reader.text($0, $1) }
    seed = keys.read("seed") {
      reader.integer($0, $1, in: 0...Configuration.largestSeed).map(UInt64.init)
    }
    profile = keys.read("messages") {
      reader.choice($0, $1, among: MessageProfile.allCases.map(\.rawValue))
        .flatMap(MessageProfile.init)
    }
    unit = keys.read("unit") {
      reader.choice($0, $1, among: TimeScale.Unit.allCases.map(\.rawValue))
        .flatMap(TimeScale.Unit.init)
    }
    reader.opens = keys.read("opens") { reader.clock($0, $1) }
    reader.hasUnreadOpening =
      reader.opens == nil && keys.members.contains { $0.key == "opens" }
    closes = keys.read("closes") { reader.closes($0, $1) }
    classTitles = keys.read("classes") { reader.classTitles($0, $1) }
    services = keys.read("services") { node, path in
      reader.list(node, path, "a list of services") { node, path in
        reader.object(node, path) { ServiceDraft(&$0, reader) }
      }
    }
    routes = keys.read("routes") { reader.routes($0, $1) }
    tellers = keys.read("tellers") { reader.tellers($0, $1) }
    clients = keys.read("clients") { reader.clients($0, $1) }
    limit = keys.read("limit") { reader.integer($0, $1, in: 0...BranchPlan.largestCount) }
    handover = keys.read("handover") { reader.seconds($0, $1) }
    stock = keys.read("stock") { reader.counts($0, $1, from: 0) }
    recordingNode = keys.read("recording") { node, _ in node }
    recording = recordingNode.flatMap { reader.recording($0, "recording") }
  }
}

private struct ServiceDraft {
  var service: Service
  var title: Title
  var load: ServiceLoad

  /// The two services of the standard branch.
  static let seeds = [
    ServiceDraft("deposit", Title(ko: "예금", en: "deposit"), 0.7),
    ServiceDraft("loan", Title(ko: "대출", en: "loan"), 1.1),
  ]

  private init(_ name: String, _ title: Title, _ time: Double) {
    service = Service(name, meanTime: .seconds(time))
    self.title = title
    load = ServiceLoad(time: .constant(time))
  }

  /// What cannot be read is reported and takes its default; without a name there is no service.
  init?(_ keys: inout ObjectReader, _ reader: ConfigReader) {
    let given = keys.require("name") { reader.text($0, $1) }
    let name = given ?? ""
    let title = keys.read("title") { reader.title($0, $1, name: name) }
    let time = keys.read("time") { reader.distribution($0, $1) } ?? .constant(1)
    let share = keys.read("share") { reader.number($0, $1, in: 0...1e9) }
    let arrivals = keys.read("arrivals") { reader.arrivalProcess($0, $1) }
    let patience = keys.read("patience") { reader.distribution($0, $1) }
    let target = keys.read("target") { reader.seconds($0, $1) }
    let needs = keys.read("needs") { reader.counts($0, $1, from: 1) }
    let classes = keys.read("priority") { reader.classShares($0, $1) }
    guard given != nil else { return nil }
    service = Service(
      name, meanTime: min(.seconds(time.mean), BranchPlan.longestTime),
      target: target.map(Time.seconds), needs: needs ?? [])
    self.title = title ?? Title(ko: name, en: name)
    load = ServiceLoad(
      time: time, arrivals: arrivals, share: share ?? 1, patience: patience,
      classes: classes ?? [])
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
