import BankConformance
import BankCore
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Work with a policy beside the live branch, which goes on whatever the policy does.
enum BesideTheBranch {
  /// Returns what `work` comes to, which asks its policies through the watch that it is given; `nil` where one has not
  /// answered for a second.
  ///
  /// It has a thread of its own, to which the machine gives what the branch leaves: what never answers takes no thread
  /// from those who wait. Nobody can end that thread, so whoever gets `nil` does not ask that policy again.
  ///
  /// - Throws: ``noThread``; then nobody was asked anything.
  static func run<Answer: Sendable>(
    _ work: @escaping @Sendable (HangWatch) -> Answer
  ) async throws(Problem) -> Answer? {
    let watch = HangWatch()
    let result: Result<Answer?, Problem> = await withCheckedContinuation { continuation in
      let first = First(continuation)
      // The watch first: without it nobody would notice that the work does not end.
      let hasBegun =
        watch.begin(times: Watchdog.looks, pause: Watchdog.pause) { first.resume(.success(nil)) }
        && OwnThread.start {
          yieldToOthers()
          let answer = work(watch)
          watch.stop()
          first.resume(.success(answer))
        }
      if !hasBegun {
        watch.stop()
        first.resume(.failure(noThread))
      }
    }
    return try result.get()
  }

  /// That the machine gives no thread for it now.
  static let noThread = Problem(
    "", "the machine has no thread left for it", "try again in a moment")

  /// Only the first of several is heard.
  private final class First<Answer: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Answer, Never>?>

    init(_ continuation: CheckedContinuation<Answer, Never>) {
      self.continuation = Mutex(continuation)
    }

    func resume(_ answer: Answer) {
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
