import BankCore
import BankRecords
import BankSimulation
import Testing

@testable import BankConfiguration

@Suite struct `A key that is set on the command line` {
  /// The config `text` with `settings`, and what was changed.
  static func changed(
    _ text: String, _ settings: String...
  ) throws -> (node: Node, paths: [String]) {
    var node = try JSON5Parser.parse(text).get()
    let complete = Node(
      json: EffectiveConfiguration.json(
        try Configuration(node), policy: "", options: [:], queue: "", seed: 1))
    var paths: [String] = []
    for setting in settings {
      paths.append(try ConfigSetting(setting).apply(to: &node, complete: complete))
    }
    return (node, paths)
  }

  @Test func `may be of a service whose name has dots`() throws {
    let (node, paths) = try Self.changed(
      "{ services: [{ name: 'a.b', time: 2 }, { name: 'a', time: 3 }] }",
      "services.a.b.time=5", "services.a.time=7", "services.a.b.arrivals.poisson.rate=0.5")
    #expect(
      paths == ["services[0].time", "services[1].time", "services[0].arrivals.poisson.rate"])
    let times = try Configuration(node).workload.services.map(\.time)
    #expect(times == [.constant(5), .constant(7)])
  }

  @Test func `is read back as if the file had said so`() throws {
    let (node, paths) = try Self.changed(
      "{ services: [{ name: 'a', time: 2 }, { name: 'b', time: 3 }], tellers: 2 }",
      "tellers=4", "services.b.target=300", "services.0.time*=1.5", "handover+=2",
      "services.b.arrivals.poisson.rate=0.25", "queue=linked")
    #expect(
      paths == [
        "tellers", "services[1].target", "services[0].time", "handover",
        "services[1].arrivals.poisson.rate", "queue",
      ])
    let configuration = try Configuration(node)
    #expect(configuration.plan.tellers.count == 4)
    #expect(configuration.plan.services[1].target == .seconds(300))
    #expect(configuration.workload.services[0].time == .constant(3))
    #expect(configuration.workload.services[1].arrivals == .poisson(rate: 0.25))
    #expect(configuration.plan.handover == .seconds(2))
    #expect(configuration.queue == "linked")
  }

  @Test func `reaches into lists that the file leaves to their defaults`() throws {
    let (node, _) = try Self.changed(
      "{ tellers: 3 }", "tellers.2.speed=1.5", "services.loan.time=2")
    let configuration = try Configuration(node)
    #expect(configuration.plan.tellers.map(\.speed) == [1, 1.5, 1])
    #expect(configuration.workload.services.map(\.time) == [.constant(0.7), .constant(2)])
  }

  /// As problems name it: three tellers are called "1", "2" and "3".
  @Test func `may name an element as problems do`() throws {
    let (node, paths) = try Self.changed(
      "{ tellers: 3 }", "tellers[2].speed=1.5", "services[1].arrivals.poisson.rate=0.5")
    #expect(paths == ["tellers[2].speed", "services[1].arrivals.poisson.rate"])
    #expect(try Configuration(node).plan.tellers.map(\.speed) == [1, 1, 1.5])
  }

  @Test(arguments: [
    ("tellers[7].speed=2", "tellers has no \"[7]\""), ("tellers", "has no ="), ("=3", "has no key"),
    ("a..b=3", "has no key"),
    ("tellers*=x", "\"x\" is no number"), ("services.lone.time=3", "services has no \"lone\""),
    ("services.loan.title*=2", "is no number to change"),
    ("services.loan.nothing*=2", "is not set"),
  ])
  func `is told when it cannot be`(setting: String, finding: String) {
    #expect {
      try Self.changed("{}", setting)
    } throws: { error in
      (error as? Problems)?.all.contains {
        $0.path == "--set \(setting)" && $0.finding.description.contains(finding)
      } ?? false
    }
  }
}
