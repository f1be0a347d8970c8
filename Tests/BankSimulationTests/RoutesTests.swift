import BankCore
import BankQueues
import BankSimulation
import SharedPool
import Testing

/// Networks whose figures have a product form (Jackson, Networks of waiting lines, 1957), each beside the
/// interval of ten days, widened by a quarter.
@Suite struct `A network of services` {
  /// Ten days of 6,000 clients who come for the first service, the first tenth left out.
  static func days(
    _ services: [(mean: Double, tellers: Int)], rate: Double, _ routes: [RouteLoad]
  ) throws -> (plan: BranchPlan, summary: DaysSummary) {
    let names = services.indices.map { "step \($0)" }
    let plan = try BranchPlan(
      services: zip(names, services).map { Service($0, meanTime: .seconds($1.mean)) },
      tellers: services.indices.flatMap { index in
        (0..<services[index].tellers).map { Teller("\(index).\($0)", skills: [names[index]]) }
      },
      routes: routes.enumerated().map { Route("\($0)", steps: $1.steps.map { names[$0] }) })
    let workload = Workload(
      services: services.enumerated().map { index, service in
        ServiceLoad(
          time: .exponential(mean: service.mean),
          arrivals: index == 0 ? .poisson(rate: rate) : nil)
      }, clients: 1...1, routes: routes)
    var summary: DaysSummary?
    for number in 1...10 {
      var day = Day(
        bank: Bank(
          plan: plan, queue: RingQueue(),
          policy: SharedPoolPolicy(
            options: .init(), plan: plan, random: .forPolicy(seed: 3, day: number)),
          routes: workload.routeSource(seed: 3, day: number)),
        arrivals: workload.arrivals(seed: 3, day: number, count: 6000))
      var observer = DayObserver(plan: plan, from: .seconds(600 / rate))
      #expect(VirtualDriver.run(&day, &observer) == .done)
      let statistics = observer.statistics(of: day.bank)
      if summary == nil {
        summary = DaysSummary(statistics, end: day.bank.floor.now, workTime: .zero)
      } else {
        summary?.merge(statistics, end: day.bank.floor.now, workTime: .zero)
      }
    }
    return (plan, try #require(summary))
  }

  /// The mean wait of M/M/c.
  static func wait(_ rate: Double, _ mean: Double, _ tellers: Int) -> Double {
    let load = rate * mean
    var blocked = 1.0
    for count in 1...tellers { blocked = load * blocked / (Double(count) + load * blocked) }
    let busy = load / Double(tellers)
    let delayed = blocked / (1 - busy * (1 - blocked))
    return delayed * mean / (Double(tellers) - load)
  }

  static func expect(
    _ interval: Interval, _ truth: Double, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let halfWidth = try #require(interval.halfWidth, sourceLocation: sourceLocation)
    #expect(
      abs(interval.mean - truth) < 1.25 * halfWidth, comment, sourceLocation: sourceLocation)
    #expect(halfWidth < 0.15 * truth, comment, sourceLocation: sourceLocation)
  }

  @Test func `in tandem has the figures of each step alone`() throws {
    // M/M/1 at 0.7, M/M/2 at 0.75, M/M/3 at 0.6.
    let services: [(mean: Double, tellers: Int)] = [(0.7, 1), (1.5, 2), (1.8, 3)]
    let (_, summary) = try Self.days(services, rate: 1, [RouteLoad(steps: [0, 1, 2], share: 1)])
    var total = 0.0
    for (index, service) in services.enumerated() {
      let truth = Self.wait(1, service.mean, service.tellers)
      try Self.expect(summary.wait(index), truth, "step \(index)")
      total += truth
    }
    try Self.expect(summary.wait(summary.place(ofRoute: 0)), total, "all waits")
    try Self.expect(
      summary.wait(summary.place(ofRoute: 0, isTime: true)), total + 0.7 + 1.5 + 1.8,
      "in the branch")
  }

  @Test func `with feedback has them at the rate of all who come back`() throws {
    // Three in ten come again, and again three in ten: λ = 0.5 / (1 − 0.3), and beyond ten times
    // fewer than one in 100,000.
    let routes = (1...10).map { times in
      let share = times < 10 ? 0.7 * power(0.3, times - 1) : power(0.3, 9)
      return RouteLoad(steps: Array(repeating: 0, count: times), share: share)
    }
    let (_, summary) = try Self.days([(mean: 1, tellers: 1)], rate: 0.5, routes)
    let rate = 0.5 / 0.7
    try Self.expect(summary.wait(0), Self.wait(rate, 1, 1), "each time")
  }

  @Test func `keeps everybody, and Little's law at each step`() throws {
    let routes = [
      RouteLoad(steps: [0, 1, 2], share: 0.4), RouteLoad(steps: [0, 2], share: 0.3),
    ]
    let (plan, summary) = try Self.days(
      [(mean: 0.7, tellers: 1), (1.5, 2), (1.8, 3)], rate: 1, routes)
    let statistics = summary.statistics
    #expect(statistics.services.allSatisfy { $0.unserved == 0 && $0.left == 0 })
    // Each step of the second service is one of the first route.
    let counts = statistics.routes.map(\.arrived)
    #expect(counts.allSatisfy { $0 > 10_000 })
    #expect(statistics.routes.map(\.served) == counts)
    #expect(statistics.clients < statistics.all.arrived)
    for service in plan.services.indices {
      let figures = statistics.services[service]
      // Whoever came before the statistics begin makes the line longer and is not counted.
      let length = Double(figures.arrived) * figures.wait.mean / figures.inLine.duration
      #expect(abs(length - figures.inLine.mean) < 0.01 * figures.inLine.mean)
    }
  }

  private func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}
