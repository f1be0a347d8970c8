/// A fault: how a policy or a queue broke a law.
public struct BankFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of faults.
  public enum Kind: Equatable, Sendable {
    /// A decision that cannot be carried out, or that breaks a claim.
    ///
    /// `nil` where no decision is to blame: for lines or pools that do not fit the plan, a client sent to a line that
    /// does not exist, or a look at an index that does not exist.
    case illegalDecision(Decision?)
    /// A client whom an idle teller could serve is left waiting: for ever, or for longer than the claims declare.
    ///
    /// `limit` is the `within` of the claims, and ``Time/never`` where the client would wait for ever, because nothing
    /// more will happen.
    case stall(ticket: Int, waited: Time, limit: Time)
    /// The policy was woken this many times in a row, with nothing else between, and asked to be woken again.
    case wakeUpLoop(times: Int)
    /// The policy threw an error, described here, instead of an answer.
    case threw(String)
    /// The queue of a line showed or handed out nobody, or somebody other than it should, counted wrongly, or did not
    /// hand out exactly those who joined the line.
    case brokenQueue(line: Int)
  }

  /// An answer and its time.
  public struct Answer: Equatable, Sendable {
    /// When it was given.
    public let time: Time

    /// What it was.
    public let decision: Decision
  }

  /// The kind of fault.
  public let kind: Kind

  /// The law that was broken.
  public let law: LawID

  /// What was done, as the rest of a sentence about the policy or the queue.
  public let finding: Phrase

  /// When, since opening.
  public let time: Time

  /// The last answers, eight at most, oldest first; none where the bank was not watched (``Bank/isWatched``), or the
  /// queue is at fault.
  ///
  /// If an answer is at fault, it is the last. Errors that were thrown, and the lines that the policy chose for
  /// clients, are not among them.
  public internal(set) var answers: [Answer] = []

  /// The policy or the queue as `String(reflecting:)` shows it, at most 2,000 characters; empty for a policy that is
  /// dropped at opening.
  public internal(set) var culprit = ""

  /// Whether the queue did it, and not the policy.
  public var isOfQueue: Bool {
    law.series == .queue
  }

  /// `at 1.4 s: called line 2, where nobody waits, to teller 0 (law L4)`.
  public var description: String { phrase.description }

  /// The same as words that can be translated.
  public var phrase: Phrase { "at \(time) s: \(finding) (law \(law))" }
}
