import BankCore

extension Law {
  /// The declared bound on being overtaken holds: by clients whom a teller called who could have
  /// served the one who came before.
  static let l10 = Law(
    id: "L10", title: "the declared bound on being overtaken holds",
    hint: "declare how many may overtake in claims, or call the one who came first",
    test: .run { evidence, witness in
      var overtakes: [Int: Int] = [:]
      let bound =
        switch evidence.claims.overtaking {
        case .none: 0
        case .atMost(let count): count
        case .unbounded: Int.max
        }
      for call in evidence.replay.calls {
        for earlier in call.passed where evidence.plan.can(call.teller, do: earlier.service) {
          // Tickets start again after a reset; who was passed then is gone.
          let key = earlier.ticket << 32 | Int(earlier.arrival.seconds)
          overtakes[key, default: 0] += 1
          witness.overtakes = max(witness.overtakes, overtakes[key, default: 0])
          if overtakes[key, default: 0] > bound {
            return .broken(
              Finding(
                call.time,
                "\(evidence.name(call.teller)) called client \(call.client.ticket - 1), and client"
                  + " \(earlier.ticket - 1), whom they can serve as well, was overtaken"
                  + " \(overtakes[key, default: 0]) times, allowed \(bound)."))
          }
        }
      }
      return bound == Int.max || evidence.replay.calls.isEmpty ? .irrelevant : .kept
    })
}
