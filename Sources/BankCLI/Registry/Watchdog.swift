import BankCore
import Foundation
import Synchronization

/// Ends the process when a policy takes longer than a second for an answer: nothing else can be done with
/// one that never comes back, and whoever waits at a counter has to be told.
///
/// What happened so far is in its files, for every event is written as it comes.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  /// How often it looks for the same answer to be still worked on, a quarter of a second apart.
  ///
  /// Not by a clock: a process that was stopped for a while has done nothing wrong.
  private static let patience = 5

  /// One more when an answer is asked for, and one more when it is there: odd while it is worked on.
  private let turns = Atomic(0)
  private let name = Mutex<String?>(nil)

  /// Notes which policy is asked from now on.
  func watch(_ policy: String) { name.withLock { $0 = $0 == nil ? nil : policy } }

  /// Begins to look after the answers of `policy`, on a thread of its own, for as long as the process
  /// lives.
  func start(_ policy: String) {
    let isFirst = name.withLock { name in
      defer { name = policy }
      return name == nil
    }
    guard isFirst else { return }
    Thread.detachNewThread { [self] in
      var (seen, times) = (0, 0)
      while true {
        // A thread of its own, for the tasks' threads may all be in the answer that does not come.
        Thread.sleep(forTimeInterval: 0.25)
        let turn = turns.load(ordering: .relaxed)
        times = turn % 2 == 1 && turn == seen ? times + 1 : 0
        seen = turn
        if times == Self.patience { end() }
      }
    }
  }

  /// An answer is asked for, or is there.
  func turn() { turns.add(1, ordering: .relaxed) }

  private func end() {
    let name = name.withLock { $0 } ?? ""
    Console.tell(
      "the policy \(name) has not answered for a second, in next(on:), line(for:on:) or a hook; the process ends; look at: bank conformance \(name) --isolated"
    )
    _exit(1)
  }
}
