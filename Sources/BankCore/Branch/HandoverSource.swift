/// Knows how long a teller takes before the next client, where that differs from time to time.
public protocol HandoverSource: Sendable {
  /// How long `teller` takes after serving `client`; not negative.
  ///
  /// Asked only where the plan has a hand-over, whose time is the mean. An answer MUST depend on the
  /// arguments alone, so that every policy meets the same.
  func handover(of teller: Int, after client: Client, session: Int) -> Time
}
