public import BankCore

extension Workload {
  /// How long each hand-over takes; `nil` where all take the plan's time.
  ///
  /// Each is drawn from a source of its own, by the session (in a simulation the number of the day) and the client who
  /// was served: every policy meets the same.
  public func handoverSource(seed: UInt64) -> (any HandoverSource)? {
    if case .constant = handover { return nil }
    return WorkloadHandover(time: Sampler(handover), seed: seed)
  }
}

/// The hand-overs of a workload.
private struct WorkloadHandover: HandoverSource {
  let time: Sampler
  let seed: UInt64

  func handover(of teller: Int, after client: Client, session: Int) -> Time {
    var random = RandomSource(
      seed: seed, stream: RandomUse.handover.rawValue, UInt64(session), UInt64(client.ticket),
      UInt64(client.step))
    return time.sample(&random)
  }
}
