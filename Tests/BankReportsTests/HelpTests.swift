import BankCore
import BankSimulation
import Testing

@testable import BankReports

@Suite struct `What would help` {
  private func help(
    _ name: String, _ after: Double, worst: Double? = nil, measure: Help.Measure = .late,
    pays: [Help.Effect] = []
  ) -> Help {
    Help(
      .policy(name), of: 1, on: 20, measure: measure,
      difference: Interval(mean: after - 0.4, halfWidth: 0.01), before: 0.4, after: after,
      worst: worst.map { (0, 0.8, $0) }, pays: pays)
  }

  private func order(_ all: Help...) -> [String] {
    Help.ordered(all).map {
      if case .policy(let name, _) = $0.change { name } else { "" }
    }
  }

  @Test func `begins with what nobody pays for, though it does less`() {
    #expect(
      order(help("paid", 0.1, pays: [(1, 0.1, 0.5)]), help("free", 0.3)) == ["free", "paid"])
  }

  @Test func `goes on with what helps the service that fares worst`() {
    #expect(
      order(help("others", 0.2, worst: 0.79), help("worst", 0.25, worst: 0.5))
        == ["worst", "others"])
    // What does more than twice as much for all comes first even so, unless others pay for it.
    let paid = help("paid", 0.05, worst: 0.79, pays: [(1, 0.1, 0.5)])
    #expect(
      order(paid, help("worst", 0.3, worst: 0.5), help("others", 0.1, worst: 0.79))
        == ["others", "worst", "paid"])
    // Who leaves is counted of all clients.
    #expect(
      order(
        help("few", 0.3, worst: 0.5, measure: .lost), help("many", 0.1, worst: 0.79, measure: .lost)
      )
        == ["many", "few"])
  }

  /// What nobody pays for leads; but not where it does next to nothing beside what somebody pays little for.
  @Test func `begins with what does more than five times as much, though some pay`() {
    let paid = help("paid", 0.05, pays: [(1, 0.1, 0.2)])
    #expect(order(help("free", 0.39), paid) == ["paid", "free"])
    #expect(order(help("free", 0.3), paid) == ["free", "paid"])
    // Not where it passes over the worst, which the first does not.
    let others = help("others", 0.05, worst: 0.79, pays: [(1, 0.1, 0.2)])
    #expect(order(help("worst", 0.41, worst: 0.5), others) == ["worst", "others"])
  }

  /// Three of six late, and then four, says nothing of a rare service; waits half as long again are no small price.
  @Test func `is not condemned by a few clients, and no price is small that is not`() {
    var one = help("one", 0.05)
    one.late = [(0, 0.5, 0.7), (1, 0.03, 0.2)]
    #expect(!one.ruins && !one.isDear && !one.spoilsTargets)
    one.later = [0]
    #expect(one.ruins)
    one.late = [(0, 0.04, 0.06)]
    #expect(one.spoilsTargets)
    var waits = help("waits", 0.1, measure: .wait, pays: [(0, 206, 320)])
    #expect(waits.isDear && waits.price == 2)
    waits.pays = []
    waits.costs = [(.late, 0, 0.3, 0.4)]
    #expect(waits.price == 1)
    waits.costs = [(.late, 0, 0.3, 0.34)]
    #expect(waits.price == 0)
  }

  @Test func `is felt from a hundredth of the clients on, or a twentieth of a target`() throws {
    let plan = try BranchPlan(
      services: [
        Service("a", meanTime: .seconds(60), target: .seconds(200)),
        Service("b", meanTime: .seconds(60)),
      ], tellers: [Teller("1")])
    #expect(
      plan.leastFelt(by: 0) == 10 && plan.leastFelt(by: 1) == 3 && plan.leastFelt(by: nil) == 3)
    #expect(help("a", 0.38).isFelt(in: plan) && !help("a", 0.395).isFelt(in: plan))
    #expect(help("a", 0.395, worst: 0.7).isFelt(in: plan))
    #expect(!help("a", 0.2, measure: .wait).isFelt(in: plan))
  }

  @Test func `looks at no service before others in a picture of all`() {
    let (others, worst) = (help("others", 0.1, worst: 0.79), help("worst", 0.3, worst: 0.5))
    let paid = help("paid", 0.05, worst: 0.79, pays: [(1, 0.1, 0.5)])
    #expect(others.rankOfAll < worst.rankOfAll && worst.rankOfAll < paid.rankOfAll)
  }

  @Test func `ends with how much it does for all`() {
    #expect(order(help("less", 0.3), help("more", 0.1)) == ["more", "less"])
  }

  /// A tenth of what all gain is little.
  @Test func `takes for no price what is little beside the gain`() {
    #expect(help("slight", 0.2, pays: [(1, 0.1, 0.11)]).price == 0)
    #expect(help("paid", 0.2, pays: [(1, 0.1, 0.13)]).price == 1)
  }
}
