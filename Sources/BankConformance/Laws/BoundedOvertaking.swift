import BankCore

extension Law {
  /// The declared bound on being overtaken holds: by clients whom a teller called who could have
  /// served the one who came before.
  static let boundedOvertaking = Law(
    10, title: "the declared bound on being overtaken holds",
    tried: "later clients called before one whom the same teller could have served",
    hint: "declare how many may overtake in claims, or call the one who came first",
    test: .run { evidence, witness in
      var overtakes: [Person: Int] = [:]
      let bound =
        switch evidence.claims.overtaking {
        case .none: 0
        case .atMost(let count): count
        case .unbounded: Int.max
        }
      for call in evidence.replay.calls {
        for earlier in call.passed where evidence.plan.can(call.teller, do: earlier.service) {
          let person = Person(ticket: earlier.ticket, arrival: earlier.arrival)
          let count = overtakes[person, default: 0] + 1
          overtakes[person] = count
          witness.overtakes = max(witness.overtakes, count)
          if count > bound {
            return .broken(
              Finding(
                call.time,
                "\(evidence.name(call.teller)) called client \(call.client.ticket - 1), and client"
                  + " \(earlier.ticket - 1), whom they can serve as well, was overtaken"
                  + " \(counted(count, "1 time", "\(count) times")), allowed \(bound)."))
          }
        }
      }
      return bound == Int.max || evidence.replay.calls.isEmpty ? .irrelevant : .kept
    })
}

/// A client over resets, after which tickets start again.
private struct Person: Hashable {
  var ticket: Int
  var arrival: Time
}
