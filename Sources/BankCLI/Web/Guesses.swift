import Foundation

/// Slows down whoever guesses tokens.
///
/// An address may bring a few wrong tokens at once, and then one a second. Beyond that fifty a second are looked at, and
/// the rest is refused without a look. A token that was looked at before is no guess: one that was right stays so however
/// much is guessed beside it, and a page that was left open may bring an old one. Whoever signs in first beside a guesser of
/// the same network has to be among the fifty.
actor Guesses {
  /// What comes of a token.
  enum Verdict: Equatable, Sendable {
    case right(Access.Role)
    case wrong
    /// It was wrong like many before it, or was not looked at.
    case tooMany
  }

  /// How many wrong tokens an address may bring at once.
  private let spared: Double
  /// How many addresses, and how many tokens of theirs, are remembered.
  private let most: Int
  /// Seconds, from any beginning.
  private let now: @Sendable () -> Double
  /// When each address that was wrong is as good as any other again: a second later for every wrong token.
  private var clearAt: [[UInt8]: Double] = [:]
  /// The same for looks beyond those that are spared: a fiftieth of a second for each.
  private var looksClearAt: [[UInt8]: Double] = [:]
  private static let looksASecond = 50.0
  /// The tokens that were right, and whose they are: no guess takes their place.
  private var right: [Known: Access.Role] = [:]
  /// The tokens that were wrong.
  private var wrong: Set<Known> = []

  private struct Known: Hashable {
    let address: [UInt8]
    let token: String
  }

  /// Nobody has a token of so many bytes, and none is remembered.
  private static let longestToken = 200

  init(
    spared: Int = 10, most: Int = 4096,
    now: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }
  ) {
    (self.spared, self.most, self.now) = (Double(spared), most, now)
  }

  /// Looks at a token from an address; `role` says whose it is.
  func judge(
    _ token: String, from address: [UInt8], _ role: @Sendable (String) -> Access.Role?
  ) -> Verdict {
    let pair = Known(address: Self.network(of: address), token: token)
    if let role = right[pair] { return .right(role) }
    if wrong.contains(pair) { return .wrong }
    let now = now()
    let clear = max(clearAt[pair.address] ?? now, now)
    let isSpared = clear - now <= spared - 1
    if !isSpared {
      let looks = max(looksClearAt[pair.address] ?? now, now)
      guard looks - now < 1 else { return .tooMany }
      looksClearAt[pair.address] = looks + 1 / Self.looksASecond
    }
    let role = role(token)
    guard let role else {
      if token.utf8.count <= Self.longestToken {
        if wrong.count >= most { wrong = [] }
        wrong.insert(pair)
      }
      guard isSpared else { return .tooMany }
      clearAt[pair.address] = clear + 1
      if clearAt.count > most { forget(now) }
      return .wrong
    }
    if right.count >= most { right = [:] }
    right[pair] = role
    return .right(role)
  }

  /// Forgets the addresses that are clear; where there are none, the one that would be first.
  private func forget(_ now: Double) {
    clearAt = clearAt.filter { $0.value > now }
    looksClearAt = looksClearAt.filter { $0.value > now }
    guard clearAt.count > most, let first = clearAt.min(by: { $0.value < $1.value }) else { return }
    clearAt[first.key] = nil
  }

  /// Whoever has one address of IPv6 has the 2⁶⁴ beside it.
  private static func network(of address: [UInt8]) -> [UInt8] {
    address.count == 16 ? Array(address.prefix(8)) : address
  }
}
