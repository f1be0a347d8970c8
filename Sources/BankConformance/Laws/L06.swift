import BankCore

extension Law {
  /// Nobody idles while a client they could serve waits, unless that is declared, with its reason.
  static let l06 = Law(
    id: "L6", title: "nobody idles while a client they could serve waits",
    hint: "declare the idling with its reason in claims, or call",
    test: .run { evidence, witness in
      for asked in evidence.replay.asked {
        guard case .idle(let reason, _) = asked.question.decision else { continue }
        let pair = asked.waiting.lazy.compactMap { client in
          asked.question.idle.first { evidence.plan.can($0, do: client.service) }.map {
            (client, $0)
          }
        }.first
        guard let (client, teller) = pair else { continue }
        if case .declared(let reasons) = evidence.claims.idling, let reason,
          reasons.contains(reason)
        {
          witness.idledOnPurpose = true
          continue
        }
        let given =
          reason.map { "for a reason that is not declared, \"\($0)\"" } ?? "without a reason"
        return .broken(
          Finding(
            asked.question.now,
            "\(evidence.name(teller)) was left idle \(given), while client \(client.ticket - 1)"
              + " waited whom they can serve."))
      }
      return evidence.replay.asked.isEmpty ? .irrelevant : .kept
    })
}
