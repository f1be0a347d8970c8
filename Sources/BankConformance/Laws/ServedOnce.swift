import BankCore

extension Law {
  /// No client is served twice or invented.
  ///
  /// The bank makes a breach impossible; the law tests the bank.
  static let servedOnce = Law(
    1, title: "no client is served twice or invented",
    tried: "every run's events",
    hint: "the bank itself: no policy can do this",
    test: .run { evidence, _ in
      guard evidence.isSmall else { return .irrelevant }
      var waiting: [CallHistory.Waiting] = []
      for entry in evidence.run.entries {
        if case .started = entry.what, CallHistory.place(of: entry.ticket, in: waiting) == nil {
          return .broken(
            Finding(entry.time, "Client \(entry.ticket - 1) was called, but did not wait."))
        }
        CallHistory.follow(entry, &waiting)
      }
      return .kept
    })
}
