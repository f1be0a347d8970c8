import BankCore

extension Law {
  /// Nobody idles while a client they could serve waits, unless that is declared, with its reason.
  static let workConservation = Law(
    6, title: "nobody idles while a client they could serve waits",
    tried: "every idle answer",
    hint: "declare the idling with its reason in claims, or call",
    test: .run { evidence, witness in
      for idle in evidence.replay.idles {
        guard let (client, teller) = idle.pair else { continue }
        if case .declared(let reasons, _) = evidence.claims.idling, let reason = idle.reason,
          reasons.contains(reason)
        {
          witness.idledOnPurpose = true
          continue
        }
        let given =
          idle.reason.map { "for a reason that is not declared, \"\($0)\"" } ?? "without a reason"
        return .broken(
          Finding(
            idle.time,
            "\(evidence.name(teller)) was left idle \(given), while client \(client.ticket - 1)"
              + " waited whom they can serve."))
      }
      return evidence.replay.answers == 0 ? .irrelevant : .kept
    })
}
