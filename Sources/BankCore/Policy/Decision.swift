/// A policy's answer to a floor.
public enum Decision: Equatable, Sendable {
  /// `teller` calls the client at the head of `line`.
  case call(line: Int, teller: Int)

  /// Nobody is called until something else happens, or the time `askAgain` comes.
  ///
  /// Written as ``idle`` or ``idle(because:askAgain:)``; the case itself is for a `switch`.
  case callNobody(because: IdleReason?, askAgain: Time?)

  /// Calls nobody, because no idle teller can serve anybody who waits.
  ///
  /// Where an idle teller can serve somebody, this answer breaks law L6: use ``idle(because:askAgain:)`` instead.
  /// Where the queue is first in, first out, "somebody" is anybody who waits; otherwise only the head of a line.
  @inlinable public static var idle: Decision { .callNobody(because: nil, askAgain: nil) }

  /// Calls nobody on purpose, though an idle teller may be able to serve somebody.
  ///
  /// - Parameters:
  ///   - reason: why; one of those that the policy's claims declare.
  ///   - askAgain: a time later than now at which to ask again, after all else that is due then (but before a restock
  ///     or a reset), if somebody waits and a teller is idle. If the policy is asked before that
  ///     time, or at it for another reason, the new answer counts alone, whether it names a time or not. Once nobody
  ///     waits, or no teller is idle, the policy is not asked at that time. More than 100,000 wake-ups in a row with
  ///     nothing else between them break law L9 (in `bank conformance`, more than 100).
  /// - Returns: the decision.
  @inlinable
  public static func idle(because reason: IdleReason, askAgain: Time? = nil) -> Decision {
    .callNobody(because: reason, askAgain: askAgain)
  }
}

/// Why a policy leaves a teller idle on purpose: a short text, such as `kept for another service`.
public struct IdleReason: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text.
  public let text: String

  /// Makes a reason.
  @inlinable public init(_ text: String) { self.text = text }

  /// Makes a reason.
  @inlinable public init(stringLiteral text: String) { self.text = text }

  /// The text.
  public var description: String { text }
}
