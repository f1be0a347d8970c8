import BankCore

/// One thing that happened in a run, or one answer of the policy.
///
/// Names are left out, times are as if the world had begun at 0 and tickets as if they began at 1,
/// so that two runs that differ only in those are equal.
struct Entry: Equatable, Sendable {
  enum What: Equatable, Sendable {
    /// A client came, or finished a step of a route, and joined a line.
    case arrived(service: Int, line: Int, step: Int)
    case refused, balked, abandoned
    case started(line: Int, teller: Int)
    case finished(teller: Int)
    case came(teller: Int), left(teller: Int)
    case reset, other
    /// What the policy answered.
    case answer(Decision)
    /// The policy was told that a client started or finished.
    case toldStarted, toldFinished
    /// A copy of the policy answered something else than the policy itself.
    case copyDiffers(copy: Decision, original: Decision)
  }

  var time: Time
  /// The client's, where there is one.
  var ticket = 0
  var what: What

  var isAnswer: Bool {
    if case .answer = what { true } else { false }
  }
}

/// Where the bank and the policy write what happens, in one order.
///
/// Belongs to one run, on one thread.
final class WorldLog: @unchecked Sendable, BankObserver {
  private(set) var entries: [Entry] = []
  /// For each answer who was idle; for calls only where every detail is kept.
  private(set) var idle: [[Int]] = []
  /// For each answer the tickets at the heads of the lines, where they are kept.
  private(set) var heads: [[Int]]?
  private var variation: Variation
  private var session = 1
  /// Whether a copy of the run writes.
  private(set) var isAside = false

  init(_ variation: Variation, keepsHeads: Bool = false) {
    self.variation = variation
    heads = keepsHeads ? [] : nil
    entries.reserveCapacity(64)
  }

  /// Forgets everything so far; what comes is changed by `variation`.
  func restart(_ variation: Variation) {
    entries.removeAll(keepingCapacity: true)
    idle = []
    if heads != nil { heads = [] }
    session = 1
    self.variation = variation
  }

  /// What a copy of the run writes in `body`, which leaves no trace here.
  func aside(_ body: () -> Void) -> [Entry] {
    let (place, state) = (entries.count, (session, isOver))
    isAside = true
    body()
    (isAside, session, isOver) = (false, state.0, state.1)
    defer { entries.removeSubrange(place...) }
    return Array(entries[place...])
  }

  func append(_ more: [Entry]) { entries += more }

  func add(_ time: Time, ticket: Int = 0, _ what: Entry.What) {
    entries.append(
      Entry(time: time - variation.offset, ticket: self.ticket(of: ticket), what: what))
  }

  private func ticket(of ticket: Int) -> Int {
    session == 1 ? max(0, ticket - variation.ticketsBefore) : ticket
  }

  func add(_ decision: Decision, on floor: Floor) {
    let decision = normal(decision)
    add(floor.now, .answer(decision))
    heads?.append(floor.lines.compactMap { floor.head(ofLine: $0).map { ticket(of: $0.ticket) } })
    if case .call = decision, !variation.isDetailed {
      idle.append([])
    } else {
      idle.append(floor.tellers.filter { floor.isIdle($0) })
    }
  }

  func add(copy: Decision, original: Decision, at now: Time) {
    add(now, .copyDiffers(copy: normal(copy), original: normal(original)))
  }

  /// Whether the policy was dropped: what comes then is not its doing.
  private var isOver = false

  func observe(_ event: BankEvent) {
    guard !isOver else { return }
    session = event.session
    let time = event.time
    switch event.kind {
    case .arrived(let client, let line):
      add(
        time, ticket: client.ticket,
        .arrived(service: client.service, line: line, step: client.step))
    case .refused(let client, _): add(time, ticket: client.ticket, .refused)
    case .balked(let client, _): add(time, ticket: client.ticket, .balked)
    case .abandoned(let client, _): add(time, ticket: client.ticket, .abandoned)
    case .started(let client, let line, let teller):
      add(time, ticket: client.ticket, .started(line: line, teller: teller))
    case .finished(let client, let teller, _):
      add(time, ticket: client.ticket, .finished(teller: teller))
    case .came(let teller): add(time, .came(teller: teller))
    case .left(let teller): add(time, .left(teller: teller))
    case .reset: add(time, .reset)
    case .restocked: add(time, .other)
    case .ejected:
      isOver = true
      add(time, .other)
    }
  }

  private func normal(_ decision: Decision) -> Decision {
    guard case .callNobody(let reason, let askAgain?) = decision else { return decision }
    return .callNobody(because: reason, askAgain: askAgain - variation.offset)
  }
}
