import BankCore
package import BankRecords
import BankReports
import BankSimulation

/// A configuration written back in the form of a config file, every key spelled out.
package enum EffectiveConfiguration {
  package static func json(
    _ configuration: Configuration, policy: String, options: JSON, queue: String, seed: UInt64
  ) -> JSON {
    let plan = configuration.plan
    var members: [JSON.Member] = [
      .init("policy", .string(policy)), .init("options", options),
      .init("queue", .string(queue)), .init("seed", .number(Double(seed))),
      .init("messages", .string(configuration.profile.rawValue)),
      .init("unit", .string(configuration.scale.unit.rawValue)),
    ]
    if let opens = configuration.scale.opens {
      members.append(.init("opens", .string(TimeScale.clock(opens))))
    }
    if let closes = configuration.workload.closes {
      members.append(.init("closes", seconds(closes)))
    }
    if !configuration.classTitles.isEmpty {
      members.append(
        .init(
          "classes",
          .object(
            configuration.classTitles.sorted { $0.key > $1.key }
              .map { .init("\($0.key)", title($0.value)) })))
    }
    members += [
      .init(
        "services",
        .array(
          plan.services.indices.map { index in
            service(
              plan.services[index], configuration.titles[index],
              configuration.workload.services[index])
          })),
      .init("tellers", .array(plan.tellers.map { teller($0, plan) })),
      .init("clients", .string(range(configuration.workload.clients))),
      .init("handover", seconds(plan.handover)),
      .init("stock", counts(plan.stock)),
    ]
    if !plan.routes.isEmpty { members.append(.init("routes", routes(configuration))) }
    if let limit = plan.limit { members.append(.init("limit", .number(limit))) }
    if let recording = configuration.recordingNode {
      members.append(.init("recording", recording.json))
    }
    return .object(members)
  }

  private static func seconds(_ time: Time) -> JSON { .number(time.seconds) }

  private static func counts(_ needs: [Need]) -> JSON {
    .object(needs.map { .init($0.item, .number($0.count)) })
  }

  private static func range(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound)...\(range.upperBound)"
  }

  private static func service(_ service: Service, _ title: Title, _ load: ServiceLoad) -> JSON {
    var members: [JSON.Member] = [
      .init("name", .string(service.name)),
      .init("title", Self.title(title)),
      .init("time", DistributionForm.json(load.time)), .init("share", .number(load.share)),
    ]
    if let arrivals = load.arrivals { members.append(.init("arrivals", process(arrivals))) }
    if let patience = load.patience {
      members.append(.init("patience", DistributionForm.json(patience)))
    }
    if !load.classes.isEmpty {
      members.append(
        .init(
          "priority",
          .object(load.classes.map { .init("\($0.priority)", .number($0.share)) })))
    }
    if let target = service.target { members.append(.init("target", seconds(target))) }
    if !service.needs.isEmpty { members.append(.init("needs", counts(service.needs))) }
    return .object(members)
  }

  private static func title(_ title: Title) -> JSON {
    ["ko": .string(title.ko), "en": .string(title.en)]
  }

  private static func routes(_ configuration: Configuration) -> JSON {
    .array(
      configuration.plan.routes.enumerated().map { index, route in
        [
          "name": .string(route.name), "title": title(configuration.routeTitles[index]),
          "share": .number(configuration.workload.routes[index].share),
          "steps": .array(route.steps.map { .string($0) }),
        ]
      })
  }

  private static func teller(_ teller: Teller, _ plan: BranchPlan) -> JSON {
    let skills = teller.skills ?? plan.services.map(\.name)
    var members: [JSON.Member] = [
      .init("name", .string(teller.name)), .init("skills", .array(skills.map { .string($0) })),
      .init("speed", speed(teller, plan)),
    ]
    if let shifts = teller.shifts {
      members.append(
        .init("shifts", .array(shifts.map { [seconds($0.start), seconds($0.end)] })))
    }
    return .object(members)
  }

  private static func speed(_ teller: Teller, _ plan: BranchPlan) -> JSON {
    guard !teller.speeds.isEmpty else { return .number(teller.speed) }
    return .object(
      plan.services.map { .init($0.name, .number(teller.speeds[$0.name] ?? teller.speed)) })
  }

  private static func numbers(_ values: [Double]) -> JSON { .array(values.map { .number($0) }) }

  private static func process(_ process: ArrivalProcess) -> JSON {
    switch process {
    case .poisson(let rate): ["poisson": ["rate": .number(rate)]]
    case .piecewisePoisson(let pieces):
      ["poisson": ["rates": .array(pieces.map { [.number($0.from), .number($0.rate)] })]]
    case .renewal(let gaps): ["renewal": DistributionForm.json(gaps)]
    case .times(let times): ["times": numbers(times)]
    }
  }
}
