/// What a new policy begins as: first come, first served, with the claims to show for it.
enum Templates {
  static func policy(_ names: PolicyNames) -> String {
    """
    public import BankCore

    /// Whoever has waited longest goes to the first teller who can help: the place to start from.
    ///
    /// Say here what your rule is and whose it is. The bank's guide to writing a policy shows the kinds
    /// there are; the command `conformance \(names.name)` says whether yours keeps its word.
    public struct \(names.type): TellerPolicy {
      public static let name = "\(names.name)"
      public static let summary = "First come, first served, until you write the rule."

      /// What this policy promises; the suite holds it to every word.
      public static let claims = Claims(order: .service, overtaking: .none, isMonotone: true)

      public let lines: Int

      public init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
        lines = plan.serviceGroups
      }

      /// Which line a client joins; services that the same tellers can do share one here.
      public func line(for client: Client, on floor: Floor) -> Int {
        floor.plan.groupOfService[client.service]
      }

      /// Who is called next, to whom; asked again until the answer is `.idle`.
      public func next(on floor: Floor) -> Decision {
        floor.callLongestWaiting() ?? .idle
      }
    }

    """
  }

  static func test(_ names: PolicyNames) -> String {
    """
    import BankConformance
    import BankCore
    import \(names.module)
    import Testing

    @Suite struct `The policy \(names.name)` {
      @Test func `keeps the laws it claims to keep`() {
        var effort = PolicyConformance.Effort()
        (effort.depth, effort.cases) = (2, 100)
        let report = PolicyConformance.check(\(names.type).self, effort)
        #expect(report.passed, "\\(report)")
      }

      @Test func `calls whoever came first`() throws {
        let plan = try BranchPlan(
          services: [Service("deposit", meanTime: .seconds(1))], tellers: [Teller("Kim")])
        let policy = \(names.type)(
          options: .defaults(for: plan), plan: plan, random: RandomSource(seed: 1))
        var bank = Bank(plan: plan, queue: RingClientQueue(), policy: policy)
        var log = HappeningLog()
        for _ in 1...2 { bank.arrive(Visit(service: 0, time: .seconds(1)), at: .zero, &log) }
        #expect(bank.service(at: 0)?.client.ticket == 1)
        bank.advance(to: .seconds(1), &log)
        #expect(bank.service(at: 0)?.client.ticket == 2)
      }
    }

    """
  }

  static func readme(_ names: PolicyNames) -> String {
    """
    # \(names.name)

    First come, first served, until you write the rule.

    ```
    clients ─► a line for all whom the same tellers can serve ─► whoever is free
    ```

    **Choose it** when … (which branch, which clients, what it costs the others).

    **Theory** … (whose rule it is, and what is known of its waits).

    **Options** none. **Claims** first come, first served within a service; never idles.

    """
  }

  static func manifest(_ names: PolicyNames, checkout: String) -> String {
    """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "\(names.name)",
      platforms: [.macOS(.v15), .iOS(.v18)],
      dependencies: [.package(name: "bank", path: "\(checkout)")],
      targets: [
        .target(name: "\(names.module)", dependencies: [.product(name: "BankCore", package: "bank")]),
        .executableTarget(
          name: "\(names.name)-bank",
          dependencies: ["\(names.module)", .product(name: "BankCLI", package: "bank")]),
        .testTarget(
          name: "\(names.module)Tests",
          dependencies: [
            "\(names.module)", .product(name: "BankCore", package: "bank"),
            .product(name: "BankConformance", package: "bank"),
          ]),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  static func main(_ names: PolicyNames) -> String {
    """
    import BankCLI
    import \(names.module)

    await BankCommand.main(policies: [.init(\(names.type).self)])

    """
  }
}
