import BankConformance
import BankCore
import BankQueues
import BrokenPolicies
import Testing

@Suite struct `The laws of queues` {
  private func report<Queue: ClientQueueable>(_ type: Queue.Type) -> QueueReport {
    var effort = QueueConformance.Effort()
    (effort.depth, effort.cases) = (Thorough.count(4, all: 5), Thorough.count(100, all: 300))
    effort.crowd = 20_000
    return QueueConformance.check(type, effort)
  }

  @Test(arguments: ShippedQueues.all.indices)
  func `are kept by every shipped queue`(index: Int) {
    let report = report(ShippedQueues.all[index])
    #expect(report.passed, "\(report)")
  }

  @Test(
    arguments: zip(
      [
        LosingQueue.self, DoublingQueue.self, OtherPeekQueue.self, MiscountingQueue.self,
        SharingQueue.self, UnclearQueue.self, LyingQueue.self, UnseededQueue.self,
        ShoutingQueue.self, LaterTicketQueue.self, RemakingQueue.self,
        FirstCopyQueue.self,
      ] as [any ClientQueueable.Type], [1, 1, 2, 3, 4, 5, 6, 7, 9, 6, 1, 1]))
  func `are told by the broken queue that breaks each`(type: any ClientQueueable.Type, law: Int) {
    let report = report(type)
    let broken = report.laws.filter(\.result.isFailure).map(\.law.id)
    #expect(broken == [.queue(law)], "\(report)")
  }

  @Test func `find a chain that is released by recursion, by the end of the process`() async {
    await #expect(processExitsWith: .failure) {
      var effort = QueueConformance.Effort()
      (effort.depth, effort.cases) = (3, 0)
      _ = QueueConformance.check(ChainQueue.self, effort)
    }
  }

  @Test func `forgive numbers below zero`() {
    var effort = QueueConformance.Effort()
    (effort.depth, effort.cases, effort.crowd) = (1, -1, 0)
    #expect(QueueConformance.check(RingQueue.self, effort).passed)
  }

  @Test func `judge by one what breaks another first`() {
    var effort = QueueConformance.Effort()
    (effort.depth, effort.cases, effort.laws) = (5, 20, [.queue(1)])
    // Counts wrong, too, wherever more than three wait.
    let report = QueueConformance.check(MiscountingQueue.self, effort)
    let wide = QueueConformance.check(RingQueue.self, effort)
    func cases(_ report: QueueReport) -> Int {
      if case .pass(let cases)? = report.laws.first?.result { cases } else { 0 }
    }
    #expect(0 < cases(report) && cases(report) < cases(wide))
  }

  @Test func `are repeated with the seed by which they were found broken`() throws {
    let world = try QueueWorld(line: "+0.1 - seed 7")
    #expect((world.seed, world.steps.count, "\(world)") == (7, 2, "+0.1 - seed 7"))
    #expect(throws: Problems.self) { try QueueWorld(line: "+0.1 seed") }
    #expect(throws: Problems.self) { try QueueWorld(line: "+0.1 seed x") }
  }

  @Test func `end for a queue that never does, and for one that invents somebody`() {
    for type in [EndlessQueue.self, InventingQueue.self] as [any ClientQueueable.Type] {
      let broken = report(type).laws.filter(\.result.isFailure).map(\.law.id)
      #expect(broken == [.queue(8)])
    }
  }

  @Test func `shrink what they find to a world that shows it again`() throws {
    guard let world = report(LosingQueue.self).laws.first?.result.breach?.world else {
      Issue.record("the losing queue lost nobody")
      return
    }
    #expect(world.steps.count <= 4)
    var effort = QueueConformance.Effort()
    effort.world = try QueueWorld(line: "\(world)")
    #expect(!QueueConformance.check(LosingQueue.self, effort).passed)
  }
}
