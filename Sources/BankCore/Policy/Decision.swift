/// A policy's answer to what the floor looks like.
public enum Decision: Equatable, Sendable {
  /// `teller` calls the client at the head of `line`.
  case call(line: Int, teller: Int)

  /// Nobody is called until something else happens.
  ///
  /// - Parameters:
  ///   - reason: why a teller who could serve somebody does not; `nil` when there is none such.
  ///   - askAgain: a later time at which to ask again even if nothing has happened by then. Every
  ///     answer replaces what the one before it asked for.
  case idle(reason: IdleReason?, askAgain: Time?)

  /// Nobody idle can serve anybody who waits.
  @inlinable public static var idle: Decision { .idle(reason: nil, askAgain: nil) }

  /// A teller stays idle on purpose.
  @inlinable
  public static func idle(because reason: IdleReason, askAgain: Time? = nil) -> Decision {
    .idle(reason: reason, askAgain: askAgain)
  }
}

/// Why a policy leaves a teller idle on purpose: a short text, such as `kept for another service`.
///
/// One word in memory, so that a decision comes back in registers: there is one for every question.
public struct IdleReason: Sendable, ExpressibleByStringLiteral {
  /// A literal: it lies in the program itself, ends with a zero, never changes and never goes, so
  /// any thread may read it.
  @usableFromInline nonisolated(unsafe) let start: UnsafePointer<UInt8>

  /// Makes a reason.
  @inlinable
  public init(stringLiteral text: StaticString) {
    start = text.utf8Start
  }

  /// The text.
  public var text: String { String(cString: start) }
}

extension IdleReason: Hashable, CustomStringConvertible {
  /// The text.
  public var description: String { text }

  /// Whether two reasons read the same.
  public static func == (left: IdleReason, right: IdleReason) -> Bool {
    // The same literal, as a rule.
    left.start == right.start || left.text == right.text
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
