import BankCore

extension Law {
  /// Nobody is lost: every client some present teller can serve is served in the end.
  static let nobodyIsLost = Law(
    2, title: "nobody is lost",
    tried: "the end of every run, and every idle answer beside the declared limit",
    hint: "is there a client whom no call ever names, or an idle answer that never ends?",
    test: .run { evidence, _ in
      let run = evidence.run
      if let fault = run.fault, fault.law == .policy(2) {
        return .broken(Finding(fault.time, "The policy \(fault.finding)."))
      }
      if case .declared(_, let limit) = evidence.claims.idling, limit < .never {
        for idle in evidence.replay.idles {
          guard let (client, teller) = idle.pair, idle.end - client.arrival > limit
          else { continue }
          return .broken(
            Finding(
              idle.end,
              "Client \(client.ticket - 1) has waited \(idle.end - client.arrival) s while"
                + " \(evidence.name(teller)) idles, declared at most \(limit) s.",
              hint:
                "ask to be asked again before the limit is over, or declare a longer one"
            ))
        }
      }
      guard run.isAbandoned else { return .kept }
      for client in evidence.replay.waiting {
        if let teller = run.idleAtEnd.first(where: { evidence.plan.can($0, do: client.service) }) {
          return .broken(
            Finding(
              run.end,
              "Client \(client.ticket - 1) waits for ever, though \(evidence.name(teller)) is free"
                + " and can serve them."))
        }
      }
      return idledAllDay(evidence).map { .broken($0) } ?? .kept
    })

  /// Somebody who waits at the end, though a teller who could serve them was there for an hour and longer meanwhile,
  /// and nobody did anything all the time.
  private static func idledAllDay(_ evidence: Evidence) -> Finding? {
    let (run, plan) = (evidence.run, evidence.plan)
    let lastWork = run.entries.last {
      if case .finished = $0.what { true } else { false }
    }?.time
    for client in evidence.replay.waiting where (lastWork ?? client.arrival) <= client.arrival {
      for (teller, each) in plan.tellers.enumerated() where plan.can(teller, do: client.service) {
        let there = (each.shifts ?? []).reduce(Time.zero) { sum, shift in
          sum + max(.zero, shift.end - max(shift.start, client.arrival))
        }
        let enough = 3 * plan.expectedTime(of: client.service, by: teller).seconds
        if there.seconds >= max(3600, enough) {
          return Finding(
            run.end,
            "Client \(client.ticket - 1) is never served, though \(evidence.name(teller)) was there and free for \(there) s meanwhile and can serve them."
          )
        }
      }
    }
    return nil
  }
}
