import BankConfiguration
import BankCore
import BankLive
import BankRecords
import BankReports
import BankSimulation
import Foundation
import ShippedPolicies
import Testing

@testable import BankCLI

/// A clock for which every sleep is over at once.
final class JumpingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let time = Locked(Instant(offset: .zero))
  var now: Instant { time.value }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.change { $0 = max($0, deadline) }
  }
}

@Suite struct `The registry` {
  @Test func `names every folder of Policies, and nothing else`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Policies").path)
    #expect(
      Shipped.policies.map { PlugInNames($0.name).module }
        == folders.filter { !$0.hasPrefix(".") }.sorted(),
      "register each policy of Policies/ in Package.swift and Shipped.swift")
  }

  @Test func `refuses a name that is taken or ill-formed, and an empty list`() {
    func findings(_ policies: [RegisteredPolicy]) -> [String] {
      do throws(Problems) {
        _ = try Registry(policies)
        return []
      } catch {
        return error.all.map(\.description)
      }
    }
    let many = RegisteredPolicy(ManyOptionsPolicy.self)
    #expect(findings([many]) == [])
    #expect(
      findings([many, many]) == [
        "policies: \"many-options\" is registered twice; remove one from the list given to BankCommand.main, or change its name"
      ])
    #expect(
      findings([RegisteredPolicy(IllNamedPolicy.self)]) == [
        "policies: \"Ill Named\" is no name for a policy; use lower-case words with hyphens between, such as fixed-split"
      ])
    #expect(
      findings([]) == [
        "policies: none is registered; add one to the list given to BankCommand.main"
      ])
  }

  @Test(arguments: Shipped.policies.map(\.name))
  func `has a summary and sound claims for each`(name: String) throws {
    let policy = try Registry(Shipped.policies).policy(named: name, "")
    #expect(!policy.summary.isEmpty && policy.summary.count <= 80)
    let plan = try Options.standardPlan()
    let wired = try policy.wire(OptionSettings(), plan).get()
    for option in policy.guide { #expect(wired.options[option.key] != nil) }
  }

  /// Everything a plan can have, on one branch.
  static let busy = """
    {
      services: [
        { name: "deposit", time: { exponential: { mean: 1.4 } }, arrivals: { poisson: { rate: 1 } },
          patience: { exponential: { mean: 3 } }, needs: { slip: 1 } },
        { name: "loan", time: { uniform: { from: 1, to: 4 } }, arrivals: { poisson: { rate: 0.5 } } },
      ],
      tellers: [{ shifts: [[0, 40], [60, 500]] }, { speed: 1.3 }, { shifts: [[3, 90], [100, 300]] }],
      limit: 6, handover: 0.3, stock: { slip: 90 },
    }
    """

  /// Every pair of a policy and a queue; one in three, with each of them, where not all is asked for.
  static let pairs = Shipped.policies.enumerated().flatMap { place, policy in
    Shipped.queues.enumerated()
      .filter { Thorough.isAsked || (place + $0.offset) % 3 == 0 }
      .map { (policy.name, $0.element.name) }
  }

  @Test(arguments: pairs)
  func `gives the same events live and in virtual time`(
    name: String, queue: String
  ) async throws {
    for text in ["{}", Self.busy] {
      let configuration = try `A config`.read(text)
      let plan = configuration.plan
      let wired = try Registry(Shipped.policies).policy(named: name, "")
        .wire(OptionSettings(), plan).get()
      let inputs = try DayInputs(
        plan: plan,
        queue: Registry(Shipped.policies, queues: Shipped.queues).queue(named: queue, "")
          .make(plan, .forQueue(seed: 7, day: 1)),
        arrivals: .workload(configuration.workload.arrivals(seed: 7, day: 1, count: 200)),
        random: .forPolicy(seed: 7, day: 1))

      let log = Locked<[BankEvent]>([])
      var virtual = SimulatedDay(inputs: inputs)
      virtual.listener = { event in log.change { $0.append(event) } }
      let outcome = wired.simulate(virtual)
      #expect(outcome.fault == nil)

      let live = wired.open(LiveDay(inputs: inputs, speed: 1, clock: JumpingClock()))
      await live.closeDoors()
      let stream = await live.events()
      await live.open()
      var lived: [BankEvent] = []
      for await event in stream { lived.append(event) }
      #expect(lived == log.value)
      #expect(lived.count > 400)
      #expect(await live.snapshot().workTime == outcome.workTime)
    }
  }

  @Test func `one file alone imports policies`() throws {
    let sources = Repository.root.appending(path: "Sources")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Policies").path)
    let files =
      FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
    let naming = try files.filter { $0.hasSuffix(".swift") }.filter { file in
      let text = try Data(contentsOf: sources.appending(path: file))
      func has(_ words: String) -> Bool { text.range(of: Data(words.utf8)) != nil }
      return names.contains { has("import \($0)") || has("\($0)Policy.self") }
    }
    #expect(naming == ["bank/ShippedPolicies/Shipped.swift"])
  }
}

struct IllNamedPolicy: TellerPolicy {
  static let name = "Ill Named"
  func lines(for plan: BranchPlan) -> Int { 1 }
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  func line(for client: Client, on floor: Floor) -> Int { 0 }
  func next(on floor: Floor) -> Decision { .idle }
}

extension Shipped {
  /// The names, as an error lists them.
  static var list: String { policies.map(\.name).joined(separator: ", ") }
  static var queueList: String { queues.map(\.name).joined(separator: ", ") }
}
