import BankCore

extension Law {
  /// Observers come in pairs and in order: arrived, started, finished, once each.
  ///
  /// The law tests the bank.
  static let observersInPairs = Law(
    22, title: "observers come in pairs and in order",
    tried: "what the policy is told, beside what happens",
    hint: "the bank itself: no policy can do this",
    test: .run { evidence, _ in
      guard evidence.isSmall else { return .irrelevant }
      // The policy is told right after the bank has said the same.
      var last: Entry.What?
      var serving: [Int] = []
      for entry in evidence.run.entries {
        switch entry.what {
        case .toldStarted:
          guard case .started? = last, !serving.contains(entry.ticket) else {
            return .broken(
              Finding(
                entry.time, "The policy was told wrongly that client \(entry.ticket - 1) started."))
          }
          serving.append(entry.ticket)
        case .toldFinished:
          guard let place = serving.firstIndex(of: entry.ticket) else {
            return .broken(
              Finding(
                entry.time, "The policy was told wrongly that client \(entry.ticket - 1) finished.")
            )
          }
          serving.remove(at: place)
        case .reset: serving = []
        default: break
        }
        last = entry.what
      }
      return evidence.replay.calls.isEmpty ? .irrelevant : .kept
    })
}
