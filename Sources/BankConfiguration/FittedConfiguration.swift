package import BankRecords
import BankReports
import BankSimulation

/// A fitted branch in the form of a config file.
package enum FittedConfiguration {
  /// The config of `branch` under `policy`, to be put right and kept.
  ///
  /// What no log says is that of `given`, the config that the log was read with: the queue, titles, targets, how many may
  /// wait, and whose words the console uses; and where those who were turned away are among the clients (`turnsAway`), what
  /// is in stock and who needs how much of it.
  package static func json(
    _ branch: FittedBranch, policy: String, options: JSON, keeping given: JSON, turnsAway: Bool
  ) -> JSON {
    let came = branch.services.indices.filter { branch.services[$0].count > 0 }
    // Who can do nothing that anybody comes for is none of its tellers.
    let staff = branch.staff.filter { teller in
      teller.skills.map { $0.contains(where: came.contains) } ?? true
    }
    var members: [JSON.Member] = [
      .init("policy", .string(policy)), .init("options", options),
    ]
    members += ["queue", "messages"].compactMap { member($0, of: given) }
    members += [
      .init("opens", .string(TimeScale.clock(branch.opens))),
      .init("closes", .number(branch.closes - branch.opens)),
      .init("unit", "min"),
    ]
    members += (["classes", "limit"] + (turnsAway ? ["stock"] : []))
      .compactMap { member($0, of: given) }
    members += [
      .init(
        "services",
        .array(
          came.map { number in
            service(branch.services[number], branch, keeping: given, turnsAway: turnsAway)
          })),
      .init("tellers", .array(staff.map { teller($0, branch) })),
    ]
    if branch.handover.mean > 0 {
      members.append(
        .init(
          "handover",
          branch.handoverFits.first.map { Form<Distribution>.distribution.write($0.distribution) }
            ?? .number(rounded(branch.handover.mean))))
    }
    return .object(members)
  }

  private static func member(_ key: String, of given: JSON) -> JSON.Member? {
    given[key].map { JSON.Member(key, $0) }
  }

  private static func service(
    _ service: FittedBranch.Service, _ branch: FittedBranch, keeping given: JSON, turnsAway: Bool
  ) -> JSON {
    var pieces: [JSON] = []
    var last = -1.0
    for (number, rate) in service.rates.enumerated() where rate != last {
      pieces.append([
        moment(Double(number) * FittedBranch.period, branch),
        .string("\(rounded(rate * 3600))/h"),
      ])
      last = rate
    }
    var members: [JSON.Member] = [.init("name", .string(service.name))]
    if case .array(let services)? = given["services"],
      let known = services.first(where: { $0["name"] == .string(service.name) })
    {
      members += (["title", "target"] + (turnsAway ? ["needs"] : []))
        .compactMap { member($0, of: known) }
    }
    members += [
      .init("arrivals", ["poisson": ["rates": .array(pieces)]])
    ]
    if let times = service.times.first {
      members.append(.init("time", Form<Distribution>.distribution.write(times.distribution)))
    }
    if let patience = service.patience {
      members.append(
        .init("patience", Form<Distribution>.distribution.write(patience.distribution)))
    }
    if !service.classes.isEmpty {
      members.append(
        .init(
          "priority",
          .object(service.classes.map { .init("\($0.priority)", .number($0.share)) })))
    }
    return .object(members)
  }

  private static func teller(_ teller: FittedBranch.Staff, _ branch: FittedBranch) -> JSON {
    var members: [JSON.Member] = [.init("name", .string(teller.name))]
    if let skills = teller.skills {
      members.append(
        .init(
          "skills",
          .array(
            skills.compactMap { skill in
              let service = branch.services[skill]
              return service.count > 0 ? .string(service.name) : nil
            })))
    }
    if let shifts = teller.shifts {
      members.append(
        .init(
          "shifts",
          .array(
            shifts.map { [moment($0.lowerBound, branch), moment($0.upperBound, branch)] })))
    }
    return .object(members)
  }

  /// A time of day; of the next day, which has none, so long after opening.
  private static func moment(_ time: Double, _ branch: FittedBranch) -> JSON {
    let clock = branch.opens + time
    guard clock >= 86_400 else { return .string(TimeScale.clock(clock)) }
    // Periods are half hours.
    let minutes = Int((time / 60).rounded())
    return .string(minutes % 60 == 0 ? "\(minutes / 60)h" : "\(minutes)min")
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
