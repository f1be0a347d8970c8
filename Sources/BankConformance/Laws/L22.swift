import BankCore

extension Law {
  /// Observers come in pairs and in order: arrived, started, finished, once each.
  ///
  /// The law tests the bank.
  static let l22 = Law(
    id: "L22", title: "observers come in pairs and in order",
    hint: "the bank itself: no policy can do this",
    test: .run { evidence, _ in
      var started: Set<Int> = []
      var told: Set<Int> = []
      for entry in evidence.run.entries {
        switch entry {
        case .happening(let happening):
          if case .started(let client, _, _) = happening.event { started.insert(client.ticket) }
          if case .reset = happening.event { (started, told) = ([], []) }
        case .told(isStart: true, let ticket, let now):
          if !started.contains(ticket) || !told.insert(ticket).inserted {
            return .broken(
              Finding(now, "The policy was told wrongly that client \(ticket - 1) started."))
          }
        case .told(isStart: false, let ticket, let now):
          if told.remove(ticket) == nil {
            return .broken(
              Finding(now, "The policy was told wrongly that client \(ticket - 1) finished."))
          }
        case .question, .copyDiffers: break
        }
      }
      return started.isEmpty ? .irrelevant : .kept
    })
}
