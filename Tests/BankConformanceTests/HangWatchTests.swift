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
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { watch.asking { isNoticed.wait() } }
      watch.begin(times: 3, pause: 0.01) {
        isNoticed.signal()
        continuation.resume()
      }
    }
  }
}
