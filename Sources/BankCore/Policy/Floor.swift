/// What a policy sees: the plan, the time, the lines and the tellers as they are now.
///
/// Lines, tellers and services are known by index. A line shows how many wait in it and who is at
/// its head; nothing on the floor tells the future. Looking costs O(1) unless said otherwise.
public struct Floor: Sendable {
  /// The branch.
  @inlinable public var plan: BranchPlan { site.plan }

  @usableFromInline let site: Site

  /// The time of the happening that the policy is asked about.
  @inlinable public var now: Time { _now }

  /// How many clients wait, in all lines together.
  @inlinable public var waiting: Int { _waiting }

  /// How many tellers are idle.
  @inlinable public var idleTellers: Int { _idleTellers }

  @usableFromInline var _now = Time.zero
  @usableFromInline var _waiting = 0
  @usableFromInline var _idleTellers = 0
  @usableFromInline var hall: Hall
  /// Counts looks while a policy is checked.
  @usableFromInline package var looks: Looks?

  init(plan: BranchPlan, lines: Int, benches: [[Int]], agenda: Agenda = Agenda()) {
    site = Site(plan)
    hall = Hall(
      lines: lines, tellers: plan.tellers.count, benches: benches.count, agenda: agenda)
    for (bench, members) in benches.enumerated() {
      for teller in members { tellerStates[teller].bench = bench }
    }
  }
}

extension Floor {
  @inlinable var lineStates: UnsafeMutableBufferPointer<LineState> { hall.lines }
  @inlinable var tellerStates: UnsafeMutableBufferPointer<TellerState> { hall.tellers }
  @inlinable var benchStates: UnsafeMutableBufferPointer<BenchState> { hall.benches }

  /// Parts from all copies; to be called before a change, by whoever may have handed one out.
  @inlinable
  @inline(__always)
  mutating func own() {
    if !isKnownUniquelyReferenced(&hall) { part() }
  }

  @usableFromInline
  mutating func part() { hall = Hall(copying: hall) }
}

/// What never changes about a floor, in one place that all its copies share.
@usableFromInline
final class Site: Sendable {
  @usableFromInline let plan: BranchPlan
  /// For each service whether it needs anything from the stock.
  @usableFromInline let hasNeeds: [Bool]
  /// The speed of each teller.
  @usableFromInline let speeds: [Double]

  init(_ plan: BranchPlan) {
    self.plan = plan
    hasNeeds = plan.needs.map { !$0.isEmpty }
    speeds = plan.tellers.map(\.speed)
  }
}

/// How often a policy has looked at a line, a teller or a bench.
///
/// Belongs to one run, on one thread.
@usableFromInline
package final class Looks: @unchecked Sendable {
  @usableFromInline package var count = 0

  package init() {}
}

extension Floor {
  @inlinable
  func look() {
    if let looks { looks.count += 1 }
  }
}

// MARK: - Lines

extension Floor {
  /// The indices of the lines.
  @inlinable public var lines: Range<Int> { lineStates.indices }

  /// How many clients wait in `line`.
  @inlinable
  public func count(inLine line: Int) -> Int {
    look()
    precondition(lines.contains(line), "there is no such line")
    return lineStates[line].count
  }

  /// The client whom a call of `line` would call, or `nil` when nobody waits there.
  @inlinable
  public func head(ofLine line: Int) -> Client? {
    look()
    precondition(lines.contains(line), "there is no such line")
    return lineStates[line].count > 0 ? lineStates[line].head : nil
  }
}

// MARK: - Tellers

extension Floor {
  /// The indices of the tellers.
  @inlinable public var tellers: Range<Int> { tellerStates.indices }

  /// The indices of the benches that idle tellers wait on.
  @inlinable public var benches: Range<Int> { benchStates.indices }

  /// Whether `teller` is there and free.
  @inlinable
  public func isIdle(_ teller: Int) -> Bool {
    look()
    precondition(tellers.contains(teller), "there is no such teller")
    return tellerStates[teller].status == .idle
  }

  /// Since when `teller` has been idle, or `nil` when it is not.
  @inlinable
  public func idleSince(_ teller: Int) -> Time? {
    isIdle(teller) ? tellerStates[teller].since : nil
  }

  /// Who has been idle longest on `bench`, or `nil` when nobody is.
  @inlinable
  public func firstIdle(onBench bench: Int) -> Int? {
    look()
    precondition(benches.contains(bench), "there is no such bench")
    let first = benchStates[bench].first
    return first >= 0 ? first : nil
  }

  /// Who has been idle longest of the first bench with somebody who can do `service`, or `nil`: the
  /// common choice of a teller.
  ///
  /// Grows with the benches, and with their idle tellers where a bench mixes skills.
  @inlinable
  public func firstIdle(for service: Int) -> Int? {
    for bench in benchStates.indices {
      look()
      var teller = benchStates[bench].first
      while teller >= 0 {
        look()
        if plan.can(teller, do: service) { return teller }
        teller = tellerStates[teller].next
      }
    }
    return nil
  }
}

// MARK: - Common decisions

extension Floor {
  /// The first line that somebody waits in and whose own bench, the one of the same number, has
  /// somebody idle, or `nil`: the question of a policy that keeps a bench for every line.
  ///
  /// Looks at 64 lines at a time.
  @inlinable
  public func firstLineWithIdleBench() -> Int? {
    for word in hall.occupied.words.indices {
      look()
      let both = hall.occupied.words[word] & hall.staffed.words[word]
      if both != 0 { return word << 6 + both.trailingZeroBitCount }
    }
    return nil
  }

  /// The decision to call the client who has waited longest of all heads that an idle teller can
  /// serve, to the common choice of teller; `nil` when no head can be served.
  ///
  /// Grows with lines times benches.
  @inlinable
  public func callLongestWaiting() -> Decision? {
    var best: (ticket: Int, line: Int, teller: Int)?
    for line in lineStates.indices {
      look()
      guard lineStates[line].count > 0 else { continue }
      let head = lineStates[line].head
      if let best, best.ticket < head.ticket { continue }
      guard let teller = firstIdle(for: head.service) else { continue }
      best = (head.ticket, line, teller)
    }
    return best.map { .call(line: $0.line, teller: $0.teller) }
  }

  /// The decision to call the head of `line` to the common choice of teller; `nil` when nobody
  /// waits there or nobody idle can serve its head.
  @inlinable
  public func call(line: Int) -> Decision? {
    guard let head = head(ofLine: line), let teller = firstIdle(for: head.service) else {
      return nil
    }
    return .call(line: line, teller: teller)
  }
}
