// Decisions that many policies make, and what they are chosen from. Nothing here calls anybody: a decision is for
// `next` to return.
extension Floor {
  /// The decision to call, of all heads that an idle teller can serve, the client who has waited longest; `nil` when no
  /// head can be served.
  ///
  /// The teller is ``firstIdle(for:)``.
  ///
  /// O(lines × pools) where everybody can do everything, otherwise O(lines × (pools + idle tellers)).
  @inlinable
  public func callLongestWaiting() -> Decision? {
    callLongestWaiting { firstIdle(for: $0.service) }
  }

  /// The decision to call the client who has waited longest of all heads for whom `choose` has a teller.
  ///
  /// Costs O(lines), and what `choose` costs for each head.
  ///
  /// - Parameter choose: an idle teller who can serve the client, or `nil` for none.
  /// - Returns: `nil` where `choose` has a teller for no head.
  @inlinable
  public func callLongestWaiting(to choose: (Client) -> Int?) -> Decision? {
    call(by: { _ in 0 }, to: choose)
  }

  /// The decision to call, of all heads that an idle teller can serve, the one with the highest `score`; `nil` when no
  /// head that can be served has a score.
  ///
  /// The teller is ``firstIdle(for:)``. Of equal scores whoever joined first. A client without a score, or whose score
  /// is not a number, is not called. Costs as much as ``callLongestWaiting()``.
  @inlinable
  public func call<Score: Comparable>(by score: (Client) -> Score?) -> Decision? {
    call(by: score) { firstIdle(for: $0.service) }
  }

  /// The decision to call the head with the highest `score` of all for whom `choose` has a teller.
  ///
  /// Costs O(lines), and what `score` and `choose` cost for each head.
  ///
  /// - Parameters:
  ///   - score: as for ``call(by:)``.
  ///   - choose: an idle teller who can serve the client, or `nil` for none.
  /// - Returns: `nil` where no head has both a score and a teller.
  @inlinable
  public func call<Score: Comparable>(
    by score: (Client) -> Score?, to choose: (Client) -> Int?
  ) -> Decision? {
    // Three variables and not one tuple: a debug build would look up the tuple's generic type at run time, each time.
    var best: Score?
    var first = Client.nobody
    var decision: Decision?
    for line in lines {
      // NaN is not equal to itself.
      guard let head = head(ofLine: line), let value = score(head), value == value else { continue }
      if let best, best > value || best == value && first.joined(before: head) { continue }
      guard let teller = choose(head) else { continue }
      best = value
      first = head
      decision = .call(line: line, teller: teller)
    }
    return decision
  }

  /// The idle tellers who can do `service`, whoever has been idle longest first, at a tie the lower index.
  ///
  /// (``Floor/firstIdle(inPool:)`` decides a tie in another way.) O(n log n) in the tellers.
  public func idleTellers(for service: Int) -> [Int] {
    let plan = plan
    guard exists(service, of: .service, below: plan.services.count) else { return [] }
    let idle = tellers.compactMap { teller in
      plan.can(teller, do: service) ? idleSince(teller).map { (since: $0, teller: teller) } : nil
    }
    return idle.sorted { ($0.since, $0.teller) < ($1.since, $1.teller) }.map(\.teller)
  }

  /// Of the idle tellers who can do `service`, the one with the lowest `cost`; `nil` when there is none.
  ///
  /// Of equal costs whoever has been idle longest, at a tie the lower index. A teller whose cost is not a number is not
  /// chosen. O(tellers).
  @inlinable
  public func firstIdle<Cost: Comparable>(for service: Int, by cost: (Int) -> Cost) -> Int? {
    guard exists(service, of: .service, below: plan.services.count) else { return nil }
    var best: (cost: Cost, since: Time, teller: Int)?
    for teller in tellers {
      guard let since = idleSince(teller), plan.can(teller, do: service) else { continue }
      let value = cost(teller)
      // NaN is not equal to itself.
      guard value == value else { continue }
      if let best, best.cost < value || best.cost == value && best.since <= since { continue }
      best = (value, since, teller)
    }
    return best?.teller
  }

  /// The decision to call the head of `line`; `nil` when nobody waits there or nobody idle can serve its head.
  ///
  /// The teller is ``firstIdle(for:)``; costs as much.
  @inlinable
  public func call(line: Int) -> Decision? {
    guard let head = head(ofLine: line), let teller = firstIdle(for: head.service) else {
      return nil
    }
    return .call(line: line, teller: teller)
  }

  /// The decision to call the head of the first line that has a client and an idle teller in its pool;
  /// `nil` when no line has both.
  ///
  /// For a policy in which pool *n* serves line *n* alone, and line *n* is served by pool *n* alone. Every teller of
  /// the pool MUST be able to serve the line (law L3): skills are not checked here. O(lines).
  @inlinable
  public func callToOwnPool() -> Decision? {
    let (lines, tellers) = (storage.lines, storage.tellers.count)
    for line in 0..<min(lines.count, pools.count) where lines[line].count > 0 {
      let teller = storage.first(inPool: line)
      guard teller < tellers else { continue }
      // One look for each line passed, and one for its pool.
      look(times: 2 * (line + 1))
      return .call(line: line, teller: teller)
    }
    look(times: 2 * lines.count)
    return nil
  }

  /// Every call that is possible now: each line that somebody waits in with each idle teller who can
  /// serve its head, by line and then by teller.
  ///
  /// For a policy that compares tellers as well as clients. O(lines × tellers).
  public var possibleCalls: [PossibleCall] {
    let plan = plan
    return lines.flatMap { line -> [PossibleCall] in
      guard let head = head(ofLine: line) else { return [] }
      return tellers.compactMap { teller in
        guard isIdle(teller), plan.can(teller, do: head.service) else { return nil }
        return PossibleCall(line: line, teller: teller, client: head)
      }
    }
  }
}

/// A call that a policy may make now.
public struct PossibleCall: Hashable, Sendable {
  /// The line.
  public let line: Int
  /// The teller, who is idle and can serve the line's head.
  public let teller: Int
  /// The head of the line.
  public let client: Client

  /// The decision to make this call.
  public var decision: Decision { .call(line: line, teller: teller) }
}
