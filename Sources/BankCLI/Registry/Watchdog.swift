import BankConformance
import BankCore
import Foundation
import Synchronization

/// Ends the process when the policy of a live branch takes longer than a second for an answer: nothing else can be
/// done with one that never comes back, and whoever waits at a counter has to be told.
///
/// What happened so far is in its files, for every event is written as it comes.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  /// How often the same question is found open, a quarter of a second apart, before it counts as never answered.
  static let looks = 5
  static let pause = 0.25

  /// What the policy of the live branch is asked through.
  let questions = HangWatch()
  private let name = Mutex<String?>(nil)

  /// Notes which policy is asked from now on.
  func watch(_ policy: String) { name.withLock { $0 = $0 == nil ? nil : policy } }

  /// Begins to look after the answers of `policy`, for as long as the process lives.
  func start(_ policy: String) {
    let isFirst = name.withLock { name in
      defer { name = policy }
      return name == nil
    }
    guard isFirst else { return }
    questions.begin(times: Self.looks, pause: Self.pause) { [self] in
      let name = name.withLock { $0 } ?? ""
      Console.tell(
        "the policy \(name) has not answered for a second, in next(on:), line(for:on:) or a hook; the process ends; look at: bank conformance \(name) --isolated"
      )
      _exit(1)
    }
  }
}
