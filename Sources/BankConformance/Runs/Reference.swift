public import BankCore
import Synchronization

/// A short and slow model of a policy: of all who wait, who is called next, and by whom.
///
/// It is given the floor and everybody who waits, in order of arrival, whatever line they are in; `nil`
/// is nobody. Where it names no teller, any will do.
public typealias Reference =
  @Sendable (_ floor: Floor, _ waiting: [Client]) -> (
    ticket: Int, teller: Int?
  )?

/// The same for a policy with a memory: the model is also given all that happened since opening or the
/// last reset, and works everything out anew each time.
public typealias ReferenceWithMemory =
  @Sendable (_ floor: Floor, _ waiting: [Client], _ past: ReferencePast) -> (
    ticket: Int, teller: Int?
  )?

/// What happened since opening or the last reset.
public struct ReferencePast: Sendable {
  /// One thing that happened to a client.
  public enum Step: Sendable {
    /// Before a line was chosen these tellers were idle.
    case joined(Client, idle: Set<Int>)
    case started(Client, teller: Int)
    case finished(Client, teller: Int)
    case left(Client)
  }

  /// In the order in which the policy was told.
  public internal(set) var steps: [Step] = []
  /// The random numbers as the policy was given them.
  public let random: RandomSource
}

extension PolicyConformance {
  /// Plays a policy beside a reference, in every world up to `depth` clients and in `cases` random ones
  /// without shifts and routes, and returns the first decision in which they differ, with its world; `nil` where
  /// there is none.
  public static func difference<Policy: TellerPolicy>(
    _ type: Policy.Type, depth: Int = 3, cases: Int = 200,
    options: @escaping (BranchPlan) -> Policy.Options = { .defaults(for: $0) },
    from reference: @escaping Reference
  ) -> String? {
    difference(type, depth: depth, cases: cases, options: options) { floor, waiting, _ in
      reference(floor, waiting)
    }
  }

  /// The same beside a model with a memory.
  public static func difference<Policy: TellerPolicy>(
    _ type: Policy.Type, depth: Int = 3, cases: Int = 200,
    options: @escaping (BranchPlan) -> Policy.Options = { .defaults(for: $0) },
    from reference: @escaping ReferenceWithMemory
  ) -> String? {
    let notes = ReferenceNotes()
    let subject = Subject(type, options: options, beside: reference, notes)
    let small = (0..<max(0, depth)).lazy.flatMap { EveryWorld(clients: $0 + 1) }
    let random = SwarmWorlds(seed: 1, count: .max).lazy.filter {
      !$0.hasShifts && $0.routes.isEmpty
    }.prefix(max(0, cases))
    for world in AnySequence(small) { if let found = notes.run(subject, world) { return found } }
    for world in random { if let found = notes.run(subject, world) { return found } }
    return notes.decisions > 0 ? nil : "no world suits the policy"
  }
}

/// What a policy and its reference did not agree on.
final class ReferenceNotes: Sendable {
  private let state = Mutex((decisions: 0, difference: String?.none))

  var decisions: Int { state.withLock { $0.decisions } }

  private var difference: String? { state.withLock { $0.difference } }

  /// Counts a decision, and keeps the first difference.
  func note(_ found: String?) {
    state.withLock { state in
      state.decisions += 1
      state.difference = state.difference ?? found
    }
  }

  func run(_ subject: Subject, _ world: World) -> String? {
    var world = world
    // A reference knows the default queue.
    world.queue = nil
    _ = subject.run(world)
    return difference.map { "\($0)\n  in \(world)" }
  }
}

/// A policy, and beside it a reference that is asked the same.
struct Compared: PolicyWrapper {
  static let name = "compared"

  var policy: any TellerPolicy
  private let reference: ReferenceWithMemory
  private let notes: ReferenceNotes
  private var waiting: [Client] = []
  private var past: ReferencePast

  init(
    _ policy: any TellerPolicy, _ random: RandomSource,
    _ reference: @escaping ReferenceWithMemory, _ notes: ReferenceNotes
  ) {
    self.policy = policy
    past = ReferencePast(random: random)
    self.reference = reference
    self.notes = notes
  }

  mutating func line(for client: Client, on floor: Floor) -> Int {
    waiting.append(client)
    past.steps.append(.joined(client, idle: Set(floor.tellers.filter { floor.isIdle($0) })))
    return policy.line(for: client, on: floor)
  }

  mutating func next(on floor: Floor) throws -> Decision {
    let answer = try policy.next(on: floor)
    let wanted = reference(floor, waiting, past)
    var called: (ticket: Int, teller: Int)?
    if case .call(let line, let teller) = answer, let head = floor.head(ofLine: line) {
      called = (head.ticket, teller)
    }
    let isEqual =
      called?.ticket == wanted?.ticket
      && (wanted?.teller == nil || wanted?.teller == called?.teller)
    notes.note(
      isEqual
        ? nil
        : "at \(floor.now) s it answers \(answer.words)"
          + " (\(called.map { "client \($0.ticket - 1)" } ?? "nobody")), the reference"
          + (wanted.map {
            " client \($0.ticket - 1) to \($0.teller.map(World.tellerName) ?? "anybody")"
          }
            ?? " nobody"))
    return answer
  }

  mutating func started(_ client: Client, at teller: Int, on floor: Floor) {
    waiting.removeAll { $0.ticket == client.ticket }
    past.steps.append(.started(client, teller: teller))
    policy.started(client, at: teller, on: floor)
  }

  mutating func finished(_ client: Client, at teller: Int, on floor: Floor) {
    past.steps.append(.finished(client, teller: teller))
    policy.finished(client, at: teller, on: floor)
  }

  mutating func left(_ client: Client, on floor: Floor) {
    waiting.removeAll { $0.ticket == client.ticket }
    past.steps.append(.left(client))
    policy.left(client, on: floor)
  }
}
