import BankCore

extension Law {
  /// First come, first served within the declared scope.
  static let firstComeFirstServed = Law(
    5, title: "first come, first served within the declared scope",
    tried: "against the first of the scope that the policy claims",
    hint: "does the policy go through lines in another order than that of arrival?",
    test: .run { evidence, witness in
      let order = evidence.claims.order
      for call in evidence.replay.calls where !call.passed.isEmpty {
        guard
          let earlier = call.passed.first(where: { $0.service == call.client.service })
            ?? call.passed.first
        else { continue }
        witness.wasOutOfOrder = true
        let isBroken =
          switch order {
          case .everybody: true
          case .service: earlier.service == call.client.service
          // The bank takes clients from a line in its order; see the laws of queues.
          case .line, .none: false
          }
        if isBroken {
          return .broken(
            Finding(
              call.time,
              "Client \(call.client.ticket - 1) was called before client \(earlier.ticket - 1), who"
                + " came first (claims order: \(order.rawValue))."))
        }
      }
      let isClaimed = order == .service || order == .everybody
      return isClaimed && !evidence.replay.calls.isEmpty ? .kept : .irrelevant
    })
}
