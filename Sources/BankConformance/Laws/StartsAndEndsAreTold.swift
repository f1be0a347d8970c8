import BankCore

extension Law {
  /// The policy is told of each start and each end of a service, right after it, and of no other.
  ///
  /// The law tests the bank.
  static let startsAndEndsAreTold = Law(
    22, title: "starts and ends are told once each, in order",
    tried: "what the policy is told, beside what happens",
    hint: "the bank itself: no policy can do this",
    test: .run { evidence, _ in
      guard evidence.isSmall else { return .irrelevant }
      // A policy that was dropped is told nothing.
      let isToldAll = evidence.run.fault == nil
      var untold: Entry?
      for entry in evidence.run.entries {
        switch (entry.what, untold?.what) {
        case (.toldStarted, .started?) where entry.ticket == untold?.ticket: untold = nil
        case (.toldFinished, .finished?) where entry.ticket == untold?.ticket: untold = nil
        case (.toldStarted, _), (.toldFinished, _): return .broken(wronglyTold(entry))
        default:
          if isToldAll, let untold { return .broken(wronglyTold(untold)) }
          untold =
            switch entry.what {
            case .started, .finished: entry
            default: nil
            }
        }
      }
      if isToldAll, let untold { return .broken(wronglyTold(untold)) }
      return evidence.replay.calls.isEmpty ? .irrelevant : .kept
    })

  private static func wronglyTold(_ entry: Entry) -> Finding {
    let client = entry.ticket - 1
    return switch entry.what {
    case .started, .toldStarted:
      Finding(
        entry.time, "The policy was told wrongly, or not at all, that client \(client) started.")
    default:
      Finding(
        entry.time, "The policy was told wrongly, or not at all, that client \(client) finished.")
    }
  }
}
