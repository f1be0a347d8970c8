import Foundation
import Testing

@testable import BankConformance

@Suite struct `A watch over questions` {
  @Test(.timeLimit(.minutes(1)))
  func `tells of one that stays open, and not of those that are answered`() async {
    let watch = HangWatch()
    for number in 0..<1000 { #expect(watch.asking { number } == number) }
    #expect(throws: CancellationError.self) { try watch.asking { throw CancellationError() } }
    let isNoticed = DispatchSemaphore(value: 0)
    let told = await withCheckedContinuation { continuation in
      Thread.detachNewThread { watch.asking { isNoticed.wait() } }
      watch.begin(times: 3, pause: 0.01) { note in
        isNoticed.signal()
        continuation.resume(returning: note)
      }
    }
    // Which world is tried is known to the suite alone, and nothing may be tried now.
    #expect(told.isEmpty || told.contains("has not answered"))
  }
}
