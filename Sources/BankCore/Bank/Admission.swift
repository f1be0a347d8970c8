/// What became of somebody who came.
public enum Admission: Equatable, Sendable {
  /// The client was let in (and perhaps called at once).
  case admitted(ticket: Int)
  /// The client left at once: the policy did not have them called, and more waited than the plan's limit allows.
  case balked(ticket: Int)
  /// The stock is short of what the client came for; nothing was taken.
  case refused(ticket: Int, missing: [Shortage])

  /// The client's ticket.
  public var ticket: Int {
    switch self {
    case .admitted(let ticket), .balked(let ticket), .refused(let ticket, _): ticket
    }
  }
}
