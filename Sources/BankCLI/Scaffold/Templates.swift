import BankConfiguration

/// What a new policy begins as: first come, first served, with the claims to show for it.
enum Templates {
  static func policy(_ names: PlugInNames) -> String {
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

      public init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}

      /// Who is called next, to whom; asked again until the answer is `.idle`.
      public func next(on floor: Floor) -> Decision {
        floor.callLongestWaiting() ?? .idle
      }
    }

    """
  }

  static func queue(_ names: PlugInNames) -> String {
    """
    public import BankCore

    /// First come, first served: the place to start from.
    ///
    /// Say here what your order is. The command `conformance --queues \(names.name)` says whether it is
    /// kept.
    public struct \(names.type): ClientQueueable {
      public static let name = "\(names.name)"
      public static let summary = "First come, first served, until you write the order."
      public static let order = QueueOrder.firstInFirstOut

      /// Those who wait, behind those who have gone.
      private var clients: [Client] = []
      private var gone = 0

      public init() {}

      public mutating func enqueue(_ client: Client) { clients.append(client) }

      public mutating func dequeue() -> Client? {
        guard let next = peek else { return nil }
        gone += 1
        if gone * 2 > clients.count {
          clients.removeFirst(gone)
          gone = 0
        }
        return next
      }

      public mutating func clear() { (clients, gone) = ([], 0) }

      public var peek: Client? { gone < clients.count ? clients[gone] : nil }

      public var count: Int { clients.count - gone }
    }

    """
  }

  /// In the order in which the formatter wants them.
  private static func imports(_ modules: [String]) -> String {
    modules.sorted().map { "import \($0)" }.joined(separator: "\n")
  }

  static func queueTest(_ names: PlugInNames, module: String) -> String {
    """
    \(imports(["BankConformance", module, "Testing"]))

    @Suite struct `The queue \(names.name)` {
      @Test func `keeps the laws of queues`() {
        var effort = QueueConformance.Effort()
        (effort.depth, effort.cases, effort.crowd) = (5, 500, 1000)
        let report = QueueConformance.check(\(names.type).self, effort)
        #expect(report.passed, "\\(report)")
      }
    }

    """
  }

  static func test(_ names: PlugInNames) -> String {
    """
    \(imports(["BankConformance", "BankCore", "BankQueues", names.module, "Testing"]))

    @Suite struct `The policy \(names.name)` {
      @Test func `keeps the laws it claims to keep`() {
        var effort = PolicyConformance.Effort()
        (effort.depth, effort.cases) = (2, 40)
        let report = PolicyConformance.check(\(names.type).self, effort)
        #expect(report.passed, "\\(report)")
      }

      @Test func `calls whoever came first`() throws {
        let plan = try BranchPlan(
          services: [Service("deposit", meanTime: .seconds(1))], tellers: [Teller("Kim")])
        let policy = \(names.type)(
          options: .defaults(for: plan), plan: plan, random: RandomSource(seed: 1))
        var bank = Bank(plan: plan, queue: RingQueue(), policy: policy)
        var log = EventLog()
        for _ in 1...2 { bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .zero, &log) }
        #expect(bank.floor.serving(0)?.client.ticket == 1)
        bank.advance(to: .seconds(1), &log)
        #expect(bank.floor.serving(0)?.client.ticket == 2)
      }
    }

    """
  }

  static func readme(_ names: PlugInNames) -> String {
    guard names.kind == .policy else {
      return "# \(names.name)\n\nFirst come, first served, until you write the order.\n"
    }
    return """
      # \(names.name)

      First come, first served, until you write the rule.

      ```
      clients ─► a line for all whom the same tellers can serve ─► whoever is free
      ```

      **Choose it** when … (which branch, which clients, what it costs the others).

      **Theory** … (whose rule it is, and what is known of its waits).

      **Options** none.

      **Claims** first come, first served within a service; never idles; nobody is overtaken whom the same
      teller could have served.

      """
  }

  /// The manifest of a package outside, to which ``targets(_:)`` are added.
  static func manifest(_ names: PlugInNames, checkout: String) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    func bank(_ product: String) -> Target.Dependency { .product(name: product, package: "bank") }

    let package = Package(
      name: "\(names.name)",
      platforms: [.macOS(.v15), .iOS(.v18)],
      dependencies: [.package(name: "bank", path: "\(checkout)")],
      targets: [
        // targets begin
        // targets end
        .executableTarget(
          name: "\(names.name)-bank",
          dependencies: [
            // modules begin
            // modules end
            bank("ShippedPolicies"),
            // What is compiled into the executable; named so that it is built again when they change.
            bank("BankCLI"), bank("BankCore"), bank("BankQueues"), bank("BankSimulation"),
          ]),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  /// The targets of a policy or a queue in a package outside.
  static func targets(_ names: PlugInNames) -> String {
    """
        .target(name: "\(names.module)", dependencies: [bank("BankCore")]),
        .testTarget(
          name: "\(names.module)Tests",
          dependencies: [
            "\(names.module)", bank("BankCore"), bank("BankQueues"), bank("BankConformance"),
          ]),
    """
  }

  static let main = """
    import BankCLI
    import ShippedPolicies
    // imports begin
    // imports end

    await BankCommand.main(
      policies: Shipped.policies + [
        // policies begin
        // policies end
      ],
      queues: Shipped.queues + [
        // queues begin
        // queues end
      ])

    """
}
