import BankCore
import Synchronization

/// What a policy was asked and answered.
struct Question: Sendable {
  var now: Time
  var decision: Decision
  /// Who was idle.
  var idle: [Int]
}

/// One entry of a run, in order.
enum Entry: Sendable {
  case happening(Happening)
  case question(Question)
  /// The policy was told that a client started or finished.
  case told(isStart: Bool, ticket: Int, now: Time)
  /// A copy of the policy answered something else than the policy itself.
  case copyDiffers(now: Time, copy: Decision, original: Decision)
}

/// Where the bank and the policy write what happens, in one order.
final class RunLog: Sendable, BankObserver {
  private let entries = Mutex<[Entry]>([])

  func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }

  func observe(_ happening: Happening) { add(.happening(happening)) }

  func take() -> [Entry] { entries.withLock { $0 } }
}
