import BankCore
package import BankRecords
import BankReports
import BankSimulation

/// A configuration written back in the form of a config file, every key spelled out.
package enum EffectiveConfiguration {
  package static func json(
    _ configuration: Configuration, policy: String, options: JSON, queue: String, seed: UInt64
  ) -> JSON {
    var draft = BranchDraft(configuration)
    draft.policy = policy
    draft.options = Node(json: options)
    draft.queue = queue
    draft.seed = Int(seed)
    return .object(Key.write(draft, BranchDraft.keys))
  }
}

extension BranchDraft {
  /// What a file would say that spells out everything but the policy and the queue.
  fileprivate init(_ configuration: Configuration) {
    let (plan, workload) = (configuration.plan, configuration.workload)
    profile = configuration.profile
    unit = configuration.scale.unit
    opens = configuration.scale.opens
    closes = workload.closes?.seconds
    if !configuration.classTitles.isEmpty {
      classTitles = configuration.classTitles.sorted { $0.key > $1.key }
        .map { ClassTitle(priority: $0.key, title: $0.value) }
    }
    services = zip(plan.services, zip(configuration.titles, workload.services)).map {
      ServiceDraft($0, $1.0, $1.1)
    }
    if !plan.routes.isEmpty {
      routes = plan.routes.indices.map { route in
        RouteDraft(
          name: plan.routes[route].name, title: TitleDraft(configuration.routeTitles[route]),
          givenShare: workload.routes[route].share, steps: plan.routes[route].steps)
      }
    }
    tellers = plan.tellers.map { TellerDraft($0, plan) }
    clients = workload.clients
    limit = plan.limit
    handover = workload.handover
    stock = zip(plan.stock, configuration.stockTitles).map { need, title in
      let isNamed = title == Title(ko: need.item, en: need.item)
      return StockDraft(
        item: need.item, count: need.count, title: isNamed ? nil : TitleDraft(title))
    }
    recording = configuration.recording
  }
}

extension ServiceDraft {
  fileprivate init(_ service: Service, _ title: Title, _ load: ServiceLoad) {
    self.init(
      name: service.name, title: TitleDraft(title), time: load.time, share: load.share,
      arrivals: load.arrivals, patience: load.patience, target: service.target?.seconds,
      needs: service.needs.isEmpty ? nil : service.needs,
      classes: load.classes.isEmpty ? nil : load.classes)
  }
}

extension TellerDraft {
  fileprivate init(_ teller: Teller, _ plan: BranchPlan) {
    let own = teller.speeds.isEmpty ? [] : plan.services.map(\.name)
    self.init(
      name: teller.name, skills: teller.skills ?? plan.services.map(\.name),
      speed: Speed(
        all: teller.speed, own: own.map { ($0, teller.speeds[$0] ?? teller.speed) }),
      shifts: teller.shifts)
  }
}
