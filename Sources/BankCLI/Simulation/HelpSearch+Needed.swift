import BankCore
import BankReports
import BankSimulation

extension HelpSearch {
  /// The most tellers that are added to find how many are needed.
  private static let mostAdded = 12

  /// Finds about how many more tellers would keep every target, where nothing that was tried comes near that.
  ///
  /// Again and again one is added of the kind that helps most as far as the first few days tell, as they come or with the
  /// break or hours that did best there, until all days have every target kept. There is no answer where the policy does not
  /// suit more tellers, or twelve more are not enough.
  mutating func attemptNeeded() {
    guard !report.isWell, !trial.bringsNear, !report.targetedServices.isEmpty else { return }
    /// How much more than is on target is late, of all services together.
    func excess(_ summary: DaysSummary) -> Double {
      report.targetedServices.reduce(0) { sum, service in
        sum + max(0, (summary.late(service)?.mean ?? 0) - SimulationReport.mostLateOnTarget)
      }
    }
    let kinds =
      SimulatedDays.kinds(of: plan).map { (like: $0, moved: nil, teller: plan.tellers[$0]) }
      + newcomers
    var branch = setup
    var added: [Int: Int] = [:]
    // A third of the room is for that: moves follow.
    let least = room - room / 3
    while added.values.reduce(0, +) < Self.mostAdded,
      room - kinds.count * few.replications >= least, takeRoom(kinds.count, onAll: 0)
    {
      let next = kinds.indices.compactMap { kind -> (kind: Int, branch: Setup, excess: Double)? in
        var more = kinds[kind].teller
        more.name = SimulatedDays.name(
          like: plan.tellers[kinds[kind].like].name, among: branch.plan)
        guard let larger = try? branch.plan.changed(branch.plan.tellers + [more]),
          let grown = try? branch.growing(to: larger), let summary = tried(grown, few)
        else { return nil }
        return (kind, grown, excess(summary))
      }.min { $0.excess < $1.excess }
      guard let next else { return }
      branch = next.branch
      added[next.kind, default: 0] += 1
      // What the first few days say, all have to bear out.
      if next.excess == 0, takeRoom(0, onAll: 1), tried(branch, full).map(excess) == 0 {
        trial.needed = added.sorted { $0.key < $1.key }.map {
          (plan.tellers[kinds[$0.key].like].name, kinds[$0.key].moved, $0.value)
        }
        return
      }
    }
  }
}
