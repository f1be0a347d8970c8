public import BankCore

/// What a policy decides in every state of a small branch, found out by asking it.
public enum PolicyTable {
  /// Where the policy that `make` makes leaves each state; `nil` for a policy whose decisions are not a
  /// matter of the state alone, but of who came first, of waits, of chance.
  ///
  /// Asked in small states in several ways: with the clients in other orders, at other times, tellers idle
  /// for other times, after others were served by whomever, as the policy wanted or not. A policy that
  /// answers once like this and once like that has no table.
  public static func decisions(
    _ branch: SmallBranch, isInterrupted: () -> Bool = { false },
    _ make: () -> any TellerPolicy
  ) -> [Int32]? {
    var decisions = [Int32](repeating: 0, count: branch.states)
    let all = Way.all(services: branch.plan.services.count)
    for line in branch.lines.indices {
      if isInterrupted() { return nil }
      let waiting = branch.lines[line].reduce(0, +)
      let ways = waiting <= 5 ? all : Array(all.prefix(1))
      for team in branch.teams.indices {
        let state = branch.state(line, team)
        decisions[state] = Int32(state)
        guard branch.canDecide(line, team) else { continue }
        var answer: Int?
        for way in ways {
          guard let next = ask(branch, line, team, way, make) else { return nil }
          if let answer, answer != next { return nil }
          answer = next
        }
        decisions[state] = Int32(answer ?? state)
      }
    }
    return decisions
  }

  /// A way in which a state may come about.
  private struct Way {
    /// The seed of the order in which clients come; 0 for service after service.
    var order: UInt64
    /// The time between two events.
    var gap: Time
    /// So many clients come first, whom the policy serves as it likes.
    var free = 0
    /// So many are served before those begin who are still served, by any teller.
    var before = 0
    /// So many are served after that, by the tellers who are idle now.
    var after = 0
    /// The service they come for; `nil` for any.
    var service: Int?

    static func all(services: Int) -> [Way] {
      [
        Way(order: 0, gap: .seconds(1)),
        Way(order: 1, gap: .seconds(0.001), before: 3),
        Way(order: 2, gap: .seconds(3600)),
        Way(order: 3, gap: .seconds(20), after: 1),
        Way(order: 4, gap: .seconds(5), before: 2, after: 2),
        Way(order: 5, gap: .seconds(1), free: 9),
        Way(order: 6, gap: .seconds(2), free: 4, after: 3),
      ]
        // Whose turn it is may change after so many of one service.
        + (0..<services).flatMap { service in
          (1...5).map { Way(order: 1, gap: .seconds(1), after: $0, service: service) }
        }
    }
  }

  /// The state in which the policy leaves a state, or `nil` where it was dropped.
  private static func ask(
    _ branch: SmallBranch, _ line: Int, _ team: Int, _ way: Way, _ make: () -> any TellerPolicy
  ) -> Int? {
    let script = Script()
    var bank = Bank(
      plan: branch.plan, queue: FirstInFirstOut(), policy: Led(policy: make(), script: script))
    var random = RandomSource(seed: way.order)
    var log = IgnoringObserver()
    var now = Time.zero
    func arrive(_ service: Int, length: Time) {
      now += way.gap
      bank.arrive(Visit(service: service, time: length), at: now, &log)
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
    /// Has some of `tellers` serve so many clients, each at once.
    func serve(_ count: Int, _ tellers: some Collection<Int>, _ service: Int? = nil) {
      for _ in 0..<count {
        let pairs = tellers.flatMap { teller in
          branch.plan.services.indices.filter { $0 == service ?? $0 }
            .filter { branch.plan.can(teller, do: $0) }.map { (teller, $0) }
        }
        guard let (teller, service) = pairs.randomElement(using: &random) else { return }
        script.teller = teller
        arrive(service, length: .zero)
        now += way.gap
        bank.advance(to: now, &log)
      }
    }
    if way.free > 0 {
      script.isAsked = true
      for _ in 0..<way.free {
        arrive(branch.plan.services.indices.randomElement(using: &random) ?? 0, length: .zero)
        bank.advance(to: now, &log)
      }
      (script.isAsked, script.isTimed, script.calls) = (false, false, [])
      // Where it keeps somebody waiting, the state would be another one.
      guard bank.isEmpty else {
        var led = way
        (led.free, led.before) = (0, way.free)
        return ask(branch, line, team, led, make)
      }
    }
    serve(way.before, branch.plan.tellers.indices)
    for (teller, service) in way.order == 0 ? busy : busy.shuffled(using: &random) {
      script.teller = teller
      arrive(service, length: long)
    }
    serve(way.after, idle, way.service)
    script.teller = nil
    var clients = branch.lines[line].enumerated().flatMap { Array(repeating: $0, count: $1) }
    if way.order > 0 { clients.shuffle(using: &random) }
    for (number, service) in clients.enumerated() {
      script.isAsked = number == clients.count - 1
      arrive(service, length: long)
    }
    guard bank.fault == nil, !script.isTimed, bank.serving == busy.count + script.calls.count
    else { return nil }
    var counts = branch.lines[line]
    var next = team
    for (service, teller) in script.calls {
      guard let group = branch.groups.firstIndex(where: { $0.members.contains(teller) }) else {
        return nil
      }
      counts[service] -= 1
      next = branch.teams[next].starts[service * branch.groups.count + group]
    }
    return branch.state(branch.line(of: counts), next)
  }
}

extension SmallBranch {
  /// Whether somebody waits whom an idle teller can serve.
  func canDecide(_ line: Int, _ team: Int) -> Bool {
    let starts = teams[team].starts
    return lines[line].enumerated().contains { service, count in
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

/// The plainest queue, for a handful of clients.
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
