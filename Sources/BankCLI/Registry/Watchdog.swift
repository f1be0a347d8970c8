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

/// Work with a policy beside the live branch, which goes on whatever the policy does.
enum BesideTheBranch {
  /// Returns what `work` comes to, which asks its policies through the watch that it is given; `nil` where one has not
  /// answered for a second.
  ///
  /// It has a thread of its own, to which the machine gives what the branch leaves: what never answers takes no thread
  /// from those who wait. Nobody can end that thread, so whoever gets `nil` does not ask that policy again.
  static func run<Answer: Sendable>(_ work: @escaping @Sendable (HangWatch) -> Answer) async
    -> Answer?
  {
    let watch = HangWatch()
    return await withCheckedContinuation { continuation in
      let first = First(continuation)
      Thread.detachNewThread {
        yieldToOthers()
        let answer = work(watch)
        watch.stop()
        first.resume(answer)
      }
      watch.begin(times: Watchdog.looks, pause: Watchdog.pause) { first.resume(nil) }
    }
  }

  /// Only the first of several is heard.
  private final class First<Answer: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Answer?, Never>?>

    init(_ continuation: CheckedContinuation<Answer?, Never>) {
      self.continuation = Mutex(continuation)
    }

    func resume(_ answer: Answer?) {
      continuation.withLock { continuation in
        continuation?.resume(returning: answer)
        continuation = nil
      }
    }
  }

  private static func yieldToOthers() {
    #if canImport(Glibc)
      // Here every thread has a niceness of its own. With the highest a busy machine might not let it answer for a second.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    #else
      Thread.current.qualityOfService = .utility
    #endif
  }
}
