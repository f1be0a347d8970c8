import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

extension Setup {
  /// Notes what is odd about the branch and the policy, but no mistake; of a config that nobody wrote only of the policy.
  func noteOddities(isOwn: Bool) {
    if wired.name == Optimum.player, wired.options["table"] == "" {
      Console.note(
        "\(wired.name) has no table of this branch, and serves as shared-pool does; bank optimum --out writes one"
      )
    }
    guard isOwn else { return }
    // Such days are mostly a slip: 17 for "17:00", or an hour of the next day.
    if let opens = configuration.scale.opens, let closes = configuration.workload.closes?.seconds,
      !(600...64_800 ~= closes)
    {
      Console.note(
        "the branch is open for \(TimeScale.spoken(closes, in: messages.language)), from \(TimeScale.clock(opens))"
      )
    }
    if let closes = configuration.workload.closes {
      let never = plan.tellers.filter { teller in
        teller.shifts?.contains { $0.start < closes && $0.start < $0.end } == false
      }
      if let first = never.first {
        let more: Phrase = never.count > 1 ? " (and \(never.count - 1) more)" : ""
        Console.note(
          "teller \(first.name)\(more) is never there while the branch is open: the shifts begin after closing, or the breaks leave nothing of them"
        )
      }
    }
    if let (teller, rest) = configuration.idleBreaks.first {
      let others = configuration.idleBreaks.count - 1
      let more: Phrase =
        others == 0 ? "" : others == 1 ? " (and another break)" : " (and \(others) more breaks)"
      let (from, to) = (rest.start.seconds, rest.end.seconds)
      Console.note(
        "the break of teller \(teller) from \(configuration.scale.moment(from)) to \(configuration.scale.moment(to))\(more) takes nothing away while the branch is open: it is outside the shifts, or after closing"
      )
    }
    if let closes = configuration.workload.closes { noteComing(after: closes) }
    for item in plan.stock
    where !plan.services.contains(where: { $0.needs.contains { $0.item == item.item } }) {
      Console.note("stock: no service needs \"\(item.item)\"")
    }
  }

  /// Says of which services somebody would come after closing: nobody does.
  private func noteComing(after closes: Time) {
    for (service, load) in zip(plan.services, configuration.workload.services) {
      let closing = closes.seconds
      let isLater =
        switch load.arrivals {
        case .times(let times): times.contains { $0 > closing }
        case .piecewisePoisson(let pieces):
          pieces.contains { $0.from >= closing && $0.rate > 0 }
        default: false
        }
      guard isLater else { continue }
      Console.note(
        "arrivals of \"\(service.name)\": what comes after closing, at \(configuration.scale.moment(closing)), is left out"
      )
    }
  }

  /// Whether clients can leave unserved: out of patience, for want of stock, or because too many wait.
  var canLose: Bool {
    plan.limit != nil || !plan.stock.isEmpty
      || configuration.workload.services.contains { $0.patience != nil }
  }
}

extension Setup {
  /// The titles of `namesakes`, and what services and tellers are called by their places in the config: `tellers.0`.
  var titlesByPlace: [String: String] {
    let places =
      configuration.titles.enumerated().map { ("services.\($0)", $1.text(in: messages.language)) }
      // Who has no name has a number.
      + plan.tellers.enumerated().filter { !$1.name.allSatisfy(\.isNumber) }
      .map { ("tellers.\($0)", $1.name) }
    return namesakes.merging(places) { $1 }
  }
}
