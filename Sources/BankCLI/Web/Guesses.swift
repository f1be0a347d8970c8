import Foundation

/// Slows down whoever guesses tokens.
///
/// An address may bring a wrong token a few times at once, and then one a second: what else it brings is refused
/// without a look, so that many guesses side by side are worth no more than one. A token that was right from an
/// address before is right at once, whatever somebody else guesses there.
actor Guesses {
  /// What comes of a token.
  enum Verdict: Equatable, Sendable {
    case right(Access.Role)
    case wrong
    /// It was not looked at.
    case tooMany
  }

  /// How many wrong tokens an address may bring at once.
  private let spared: Double
  /// Of how many addresses is remembered what they brought.
  private let most: Int
  /// Seconds, from any beginning.
  private let now: @Sendable () -> Double
  /// When each address that was wrong is as good as any other again: a second later for every wrong token.
  private var clearAt: [[UInt8]: Double] = [:]
  private var known: Set<Known> = []

  private struct Known: Hashable {
    let address: [UInt8]
    let token: String
  }

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
    let network = Self.network(of: address)
    let pair = Known(address: network, token: token)
    let now = now()
    let clear = max(clearAt[network] ?? now, now)
    guard known.contains(pair) || clear - now <= spared - 1 else { return .tooMany }
    guard let role = role(token) else {
      clearAt[network] = clear + 1
      if clearAt.count > most { forget(now) }
      return .wrong
    }
    if known.count >= most, !known.contains(pair) { known = [] }
    known.insert(pair)
    return .right(role)
  }

  /// Forgets the addresses that are clear; where there are none, the one that would be first.
  private func forget(_ now: Double) {
    clearAt = clearAt.filter { $0.value > now }
    guard clearAt.count > most, let first = clearAt.min(by: { $0.value < $1.value }) else { return }
    clearAt[first.key] = nil
  }

  /// Whoever has one address of IPv6 has the 2⁶⁴ beside it.
  private static func network(of address: [UInt8]) -> [UInt8] {
    let mapped: [UInt8] = Array(repeating: 0, count: 10) + [255, 255]
    return address.count == 16 && !address.starts(with: mapped) ? Array(address.prefix(8)) : address
  }
}
