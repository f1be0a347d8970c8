/// Lets in one at a time, in the order in which they came.
actor Turns {
  /// How many may wait.
  private static let mostWaiting = 8
  private var isTaken = false
  /// How many wait.
  var count: Int { waiting.count }
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Returns when it is the caller's turn, who ends it with ``release()``; `false` where too many wait.
  func take() async -> Bool {
    guard isTaken else {
      isTaken = true
      return true
    }
    guard waiting.count < Self.mostWaiting else { return false }
    await withCheckedContinuation { waiting.append($0) }
    return true
  }

  /// Ends a turn.
  func release() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
