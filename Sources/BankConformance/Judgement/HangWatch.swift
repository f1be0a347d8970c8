import BankCore
import Foundation
import Synchronization

/// Notices a policy that never answers.
///
/// A question that takes for ever cannot be broken off. But another thread can see that nothing has been answered
/// for long, say in which world, and end the process.
package enum HangWatch {
  /// How many questions were asked, and how many are answered.
  private static let asked = Atomic<UInt>(0)
  private static let answered = Atomic<UInt>(0)

  /// Asks a policy something.
  static func asking<Answer>(_ question: () throws -> Answer) rethrows -> Answer {
    asked.wrappingAdd(1, ordering: .relaxed)
    defer { answered.wrappingAdd(1, ordering: .relaxed) }
    return try question()
  }

  /// From now on calls `end`, on a thread of its own, with what to say once one question has taken so many seconds.
  package static func begin(seconds: Int, _ end: @escaping @Sendable (String) -> Void) {
    Thread.detachNewThread {
      var (last, since) = (UInt(0), 0)
      while true {
        sleep(1)
        let now = answered.load(ordering: .relaxed)
        let isAsked = asked.load(ordering: .relaxed) != now
        since = isAsked && now == last ? since + 1 : 0
        last = now
        if since >= seconds { return end(TrapNote.ofHang(seconds)) }
      }
    }
  }
}
