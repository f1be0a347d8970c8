import BankCore
import BankQueues
import BankReports
import BankSimulation
import Foundation
import Optimal
import ShippedPolicies
import Testing

@testable import BankCLI

/// The picture in the README of the policy `optimal`: what it decides, state by state, in a bank.
@Suite struct `A picture of the switching curve` {
  /// The service that the second teller calls next where so many wait and the first is busy.
  static func call(loans: Int, deposits: Int, _ setup: Setup) throws -> Int? {
    let plan = setup.plan
    let wired = setup.wired.make(plan, RandomSource(seed: 1))
    let policy = try #require(wired as? OptimalPolicy)
    var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
    var log = EventLog()
    // Both are busy: the one for deposits for long, the other until 1.
    bank.arrive(Visit(service: 1, serviceTime: .seconds(1000)), at: .zero, &log)
    bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .zero, &log)
    for _ in 0..<loans {
      bank.arrive(Visit(service: 0, serviceTime: .seconds(500)), at: .zero, &log)
    }
    for _ in 0..<deposits {
      bank.arrive(Visit(service: 1, serviceTime: .seconds(500)), at: .zero, &log)
    }
    bank.advance(to: .seconds(2), &log)
    return log.events.compactMap { event -> Int? in
      guard case .started(let client, _, 1) = event.kind, event.time > .zero else { return nil }
      return client.service
    }.first
  }

  /// `BANK_WRITE=1 swift test --filter switching.curve` draws it anew.
  @Test func `is what the policy decides, and has a border that bends`() throws {
    let path = Repository.root.appending(path: "docs/Examples/switching.json5").path
    let arguments = Arguments(["--config=\(path)"], flags: Flag.common)
    let setup = try Setup(arguments, Registry(Shipped.policies), [])
    let calls = try (0...18).map { loans in
      try (0...22).map { try Self.call(loans: loans, deposits: $0, setup) }
    }
    let figure = SwitchingFigure(services: setup.plan.services.map(\.name), calls: calls)
    let file = Repository.root.appending(path: "docs/Images/switching.svg")
    if ProcessInfo.processInfo.environment["BANK_WRITE"] != nil {
      try figure.svg.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == figure.svg)
    // With more loans waiting it takes more deposits for the second teller to help with them.
    let borders = calls.map { column in column.firstIndex(of: 1) ?? column.count }
    #expect(borders == borders.sorted() && Set(borders).count > 2, "\(borders)")
  }
}
