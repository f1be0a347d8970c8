import Foundation
import Synchronization

/// Notices a policy that never answers.
///
/// A question that takes for ever cannot be broken off. But another thread can see that nothing has been answered
/// for long, and say so.
package final class HangWatch: Sendable {
  /// The one that every question of the suite goes through.
  package static let shared = HangWatch()

  /// How many questions were asked, and how many are answered.
  private let asked = Atomic<UInt>(0)
  private let answered = Atomic<UInt>(0)
  private let isOver = Atomic(false)

  package init() {}

  /// Asks a policy something.
  package func asking<Answer>(_ question: () throws -> Answer) rethrows -> Answer {
    asked.wrappingAdd(1, ordering: .relaxed)
    defer { answered.wrappingAdd(1, ordering: .relaxed) }
    return try question()
  }

  /// From now on looks once in `pause` seconds, on a thread of its own, for the tasks' threads may all be in the answer
  /// that does not come; and calls `end` as soon as the same question was open `times` times in a row.
  ///
  /// Not by a clock: a process that was stopped for a while has done nothing wrong.
  ///
  /// - Returns: whether there is a thread for it.
  @discardableResult
  package func begin(
    times: Int, pause: Double = 1, _ end: @escaping @Sendable () -> Void
  ) -> Bool {
    OwnThread.start { [self] in
      var (last, since) = (UInt(0), 0)
      while !isOver.load(ordering: .relaxed) {
        Thread.sleep(forTimeInterval: pause)
        let now = answered.load(ordering: .relaxed)
        let isAsked = asked.load(ordering: .relaxed) != now
        since = isAsked && now == last ? since + 1 : 0
        last = now
        if since >= times { return end() }
      }
    }
  }

  /// Looks no more.
  package func stop() { isOver.store(true, ordering: .relaxed) }
}
