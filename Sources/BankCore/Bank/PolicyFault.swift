/// What a policy did that no policy may do.
public struct PolicyFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of faults.
  public enum Kind: String, Sendable {
    /// A decision, a line or a bench that cannot be.
    case illegalDecision
    /// It would leave somebody waiting for ever whom a free teller could serve.
    case stall
    /// It asked to be asked again, and again, and nothing came of it.
    case wakeUpLoop
  }

  /// The kind of fault.
  public let kind: Kind

  /// The law that was broken, such as `L4`.
  public let law: String

  /// What was done, as a sentence.
  public let finding: String

  /// When, since opening.
  public let time: Time

  /// `at 1.4 s: called line 2, where nobody waits (law L4)`.
  public var description: String { "at \(time) s: \(finding) (law \(law))" }
}
