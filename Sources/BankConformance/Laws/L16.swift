import BankCore

extension Law {
  /// Time never goes back, and simultaneous happenings come in the documented order.
  ///
  /// The law tests the bank.
  static let l16 = Law(
    id: "L16", title: "time never goes back",
    hint: "the bank itself: no policy can do this",
    test: .run { evidence, _ in
      // Services of no time are completed at the instant at which they begin.
      let hasNoTime = evidence.world.visitors.contains { $0.time == 0 || $0.patience == 0 }
      var last = (time: Time.zero, rank: 0)
      for entry in evidence.run.entries {
        guard case .happening(let happening) = entry else { continue }
        let rank =
          switch happening.event {
          case .finished: 0
          case .came: 1
          case .abandoned: 2
          case .arrived, .refused: 3
          // Follow from another happening: a call, a balk, a leaving after a service.
          case .started, .balked, .left, .reset, .restocked, .ejected: -1
          }
        let isBack = happening.time < last.time
        let isOutOfOrder = happening.time == last.time && rank >= 0 && rank < last.rank
        if isBack || (isOutOfOrder && !hasNoTime) {
          return .broken(
            Finding(happening.time, "A happening came too late: \(happening.event)."))
        }
        last = (happening.time, rank >= 0 ? rank : happening.time == last.time ? last.rank : 0)
        if case .reset = happening.event { last.rank = 0 }
      }
      return .kept
    })
}
