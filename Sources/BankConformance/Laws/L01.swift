import BankCore

extension Law {
  /// No client is served twice or invented.
  ///
  /// The bank makes a breach impossible; the law tests the bank.
  static let l01 = Law(
    id: "L1", title: "no client is served twice or invented",
    hint: "the bank itself: no policy can do this",
    test: .run { evidence, _ in
      var known: Set<Int> = []
      var started: Set<Int> = []
      for case .happening(let happening) in evidence.run.entries {
        switch happening.event {
        case .arrived(let client, _): known.insert(client.ticket)
        case .started(let client, _, _):
          if !known.contains(client.ticket) || !started.insert(client.ticket).inserted {
            let what = known.contains(client.ticket) ? "called twice" : "called, but never came"
            return .broken(Finding(happening.time, "Client \(client.ticket - 1) was \(what)."))
          }
        case .reset: (known, started) = ([], [])
        default: break
        }
      }
      return .kept
    })
}
