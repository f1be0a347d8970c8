public import BankCore

/// What a policy decides in every state of a small branch, found out by asking it.
public enum PolicyTable {
  /// Where the policy that `make` makes leaves each state; `nil` for a policy whose decisions are not a
  /// matter of the state alone, but of who came first, of waits, of chance.
  ///
  /// Asked in small states in several ways: with the clients in other orders, at other times, tellers idle
  /// for other times. A policy that answers once like this and once like that has no table. Nor has one that,
  /// on a day of `clients`, once decides otherwise than its table: it remembers what no question has shown.
  public static func decisions(
    _ branch: SmallBranch, following clients: Int = 200_000, isInterrupted: () -> Bool = { false },
    _ make: () -> any TellerPolicy
  ) -> [Int32]? {
    var decisions = [Int32](repeating: 0, count: branch.states)
    for lineUp in branch.lineUps.indices {
      if isInterrupted() { return nil }
      let waiting = branch.lineUps[lineUp].reduce(0, +)
      let ways = waiting <= 5 ? Way.all : Array(Way.all.prefix(1))
      for team in branch.teams.indices {
        let state = branch.state(lineUp, team)
        decisions[state] = Int32(state)
        guard branch.canDecide(lineUp, team) else { continue }
        var answer: Int?
        for way in ways {
          guard let next = ask(branch, lineUp, team, way, make) else { return nil }
          if let answer, answer != next { return nil }
          answer = next
        }
        decisions[state] = Int32(answer ?? state)
      }
    }
    return keeps(make(), to: decisions, branch, clients) ? decisions : nil
  }

  /// Whether a policy decides as its table says on a day of so many clients.
  private static func keeps(
    _ policy: any TellerPolicy, to decisions: [Int32], _ branch: SmallBranch, _ clients: Int
  ) -> Bool {
    let workload = Workload(
      services: zip(branch.plan.services, branch.arrivals).map { service, rate in
        ServiceLoad(
          time: .exponential(mean: service.meanTime.seconds), arrivals: .poisson(rate: rate))
      }, clients: 1...1)
    var day = Day(
      bank: Bank(
        plan: branch.plan, queue: FirstInFirstOut(),
        policy: Followed(policy: policy, follower: Follower(branch, decisions))),
      arrivals: workload.arrivals(seed: 1, day: 1, count: clients))
    var log = IgnoringObserver()
    _ = VirtualDriver.run(&day, &log)
    // Whoever contradicts its table was dropped.
    return day.bank.fault == nil
  }

  /// A way in which a state may come about.
  private struct Way {
    /// The seed of the order in which clients come; 0 for service after service.
    var order: UInt64
    /// The time between two events.
    var gap: Time
    /// Whether the idle tellers have served somebody before.
    var hasServed: Bool

    static let all = [
      Way(order: 0, gap: .seconds(1), hasServed: false),
      Way(order: 1, gap: .seconds(0.001), hasServed: true),
      Way(order: 2, gap: .seconds(3600), hasServed: false),
      Way(order: 3, gap: .seconds(20), hasServed: true),
    ]
  }

  /// The state in which the policy leaves a state, or `nil` where it was dropped.
  private static func ask(
    _ branch: SmallBranch, _ lineUp: Int, _ team: Int, _ way: Way, _ make: () -> any TellerPolicy
  ) -> Int? {
    let script = Script()
    var bank = Bank(
      plan: branch.plan, queue: FirstInFirstOut(), policy: Led(policy: make(), script: script))
    var random = RandomSource(seed: way.order)
    var log = IgnoringObserver()
    var now = Time.zero
    func arrive(_ service: Int, length: Time) {
      now += way.gap
      bank.arrive(Visit(service: service, serviceTime: length), at: now, &log)
    }
    let long = BranchPlan.longestTime
    var busy: [(teller: Int, service: Int)] = []
    var idle: [Int] = []
    for (group, serving) in zip(branch.groups, branch.teams[team].serving) {
      var members = way.order == 0 ? group.members : group.members.shuffled(using: &random)
      for (service, count) in serving.enumerated() {
        for _ in 0..<count { busy.append((members.removeFirst(), service)) }
      }
      idle += members
    }
    if way.hasServed {
      for teller in idle.shuffled(using: &random) {
        guard
          let service = branch.plan.services.indices.first(where: {
            branch.plan.can(teller, do: $0)
          })
        else { continue }
        script.teller = teller
        arrive(service, length: .zero)
      }
      now += way.gap
      bank.advance(to: now, &log)
    }
    for (teller, service) in way.order == 0 ? busy : busy.shuffled(using: &random) {
      script.teller = teller
      arrive(service, length: long)
    }
    script.teller = nil
    var clients = branch.lineUps[lineUp].enumerated().flatMap { Array(repeating: $0, count: $1) }
    if way.order > 0 { clients.shuffle(using: &random) }
    for (number, service) in clients.enumerated() {
      script.isAsked = number == clients.count - 1
      arrive(service, length: long)
    }
    guard bank.fault == nil, !script.isTimed, bank.servingCount == busy.count + script.calls.count
    else { return nil }
    var counts = branch.lineUps[lineUp]
    var next = team
    for (service, teller) in script.calls {
      guard let group = branch.groups.firstIndex(where: { $0.members.contains(teller) }) else {
        return nil
      }
      counts[service] -= 1
      next = branch.teams[next].starts[service * branch.groups.count + group]
    }
    return branch.state(branch.lineUp(of: counts), next)
  }
}

extension SmallBranch {
  /// Whether somebody waits whom an idle teller can serve.
  func canDecide(_ lineUp: Int, _ team: Int) -> Bool {
    let starts = teams[team].starts
    return lineUps[lineUp].enumerated().contains { service, count in
      count > 0 && groups.indices.contains { starts[service * groups.count + $0] >= 0 }
    }
  }
}

/// What a led policy is to do: have a teller call whoever has just come, hold still, or decide itself.
///
/// `@unchecked`: it belongs to one question, on one thread.
private final class Script: @unchecked Sendable {
  /// Who is to call the client who comes next; `nil` for nobody.
  var teller: Int?
  /// Whether the policy decides itself.
  var isAsked = false
  /// Whether the policy wants to be asked again at a time, which no state has.
  var isTimed = false
  /// The line of the client who came last.
  var line = 0
  /// What the policy called: services and tellers.
  var calls: [(service: Int, teller: Int)] = []
}

/// A policy that is led into a state, and then decides.
private struct Led: PolicyWrapper {
  static let name = "led"
  var policy: any TellerPolicy
  let script: Script

  init(policy: any TellerPolicy, script: Script) {
    self.policy = policy
    self.script = script
  }

  mutating func line(for client: Client, on floor: Floor) -> Int {
    script.line = policy.line(for: client, on: floor)
    return script.line
  }

  mutating func next(on floor: Floor) throws -> Decision {
    if let teller = script.teller {
      script.teller = nil
      return .call(line: script.line, teller: teller)
    }
    guard script.isAsked else { return .idle(because: "led") }
    let decision = try policy.next(on: floor)
    if case .call(let line, let teller) = decision, let head = floor.head(ofLine: line) {
      script.calls.append((head.service, teller))
    } else if case .callNobody(_, askAgain: .some) = decision {
      script.isTimed = true
    }
    return decision
  }
}

/// Keeps the state of a day, and compares each decision with a table.
private struct Follower {
  /// A decision beside the table.
  struct Contradiction: Error {}

  private let branch: SmallBranch
  private let decisions: [Int32]
  private let groupOfTeller: [Int]
  private let teams: [[[Int]]: Int]
  private var waiting: [Int]
  private var serving: [[Int]]

  init(_ branch: SmallBranch, _ decisions: [Int32]) {
    (self.branch, self.decisions) = (branch, decisions)
    groupOfTeller = branch.plan.tellers.indices.map { teller in
      branch.groups.firstIndex { $0.members.contains(teller) } ?? 0
    }
    teams = Dictionary(uniqueKeysWithValues: zip(branch.teams.map(\.serving), branch.teams.indices))
    waiting = branch.arrivals.map { _ in 0 }
    serving = branch.teams[0].serving
  }

  mutating func came(_ service: Int) { waiting[service] += 1 }

  mutating func start(_ service: Int, _ teller: Int) {
    waiting[service] -= 1
    serving[groupOfTeller[teller]][service] += 1
  }

  mutating func finish(_ service: Int, _ teller: Int) {
    serving[groupOfTeller[teller]][service] -= 1
  }

  /// The table must lead to the same end state from before the call and from after it.
  func compare(_ decision: Decision, _ floor: Floor) throws {
    // Beyond the cut nothing is written down.
    guard waiting.reduce(0, +) <= branch.most, let team = teams[serving] else {
      return
    }
    let state = branch.state(branch.lineUp(of: waiting), team)
    let isAsTable: Bool
    switch decision {
    case .call(let line, let teller):
      guard let service = floor.head(ofLine: line)?.service else { return }
      var rest = waiting
      rest[service] -= 1
      let next = branch.teams[team].starts[service * branch.groups.count + groupOfTeller[teller]]
      isAsTable = decisions[state] == decisions[branch.state(branch.lineUp(of: rest), next)]
    case .callNobody(_, let askAgain):
      isAsTable = askAgain == nil && decisions[state] == Int32(state)
    }
    if !isAsTable { throw Contradiction() }
  }
}

/// A policy that is followed through a day.
private struct Followed: PolicyWrapper {
  static let name = "followed"
  var policy: any TellerPolicy
  var follower: Follower

  init(policy: any TellerPolicy, follower: Follower) {
    (self.policy, self.follower) = (policy, follower)
  }

  mutating func line(for client: Client, on floor: Floor) -> Int {
    follower.came(client.service)
    return policy.line(for: client, on: floor)
  }

  mutating func next(on floor: Floor) throws -> Decision {
    let decision = try policy.next(on: floor)
    try follower.compare(decision, floor)
    return decision
  }

  mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    follower.start(client.service, teller)
    policy.started(client, at: teller, on: floor)
  }

  mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    follower.finish(client.service, teller)
    policy.finished(client, at: teller, on: floor)
  }
}

/// The plainest queue, for short lines: taking the first costs as many steps as wait.
private struct FirstInFirstOut: ClientQueueable {
  static let name = "first-in-first-out"
  private var clients: [Client] = []
  init() {}
  var count: Int { clients.count }
  var peek: Client? { clients.first }
  mutating func enqueue(_ client: Client) { clients.append(client) }
  mutating func dequeue() -> Client? { clients.isEmpty ? nil : clients.removeFirst() }
  mutating func clear() { clients = [] }
}
