/// Says how long each hand-over takes, where that varies.
public protocol HandoverSource: Sendable {
  /// How long `teller` takes after serving `client`; not negative.
  ///
  /// ``BranchPlan/handover`` should be the mean of the answers; where it is 0, the source is not asked. An answer MUST
  /// depend on the arguments alone, so that every policy meets the same hand-overs.
  func handover(of teller: Int, after client: Client, session: Int) -> Time
}

extension BranchPlan {
  /// How long `teller` takes after serving `client`: what `source` says, or the plan's time without one.
  package func handover(
    of teller: Int, after client: Client, session: Int, from source: (any HandoverSource)?
  ) -> Time {
    guard handover > .zero, let source else { return handover }
    return source.handover(of: teller, after: client, session: session)
  }
}
