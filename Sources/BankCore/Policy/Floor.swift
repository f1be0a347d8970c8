/// What a policy sees: the plan, the time, the lines and the tellers as they are now.
///
/// Lines, tellers and services are known by index. A line shows how many wait in it and who is at
/// its head; nothing on the floor tells the future. Looking costs O(1) unless said otherwise.
public struct Floor: Sendable {
  /// The branch.
  @inlinable public var plan: BranchPlan { hall.site.plan }

  /// The time of the happening that the policy is asked about.
  @inlinable public var now: Time { _now }

  /// How many clients wait, in all lines together.
  @inlinable public var waiting: Int { hall.waiting }

  /// How many tellers are idle.
  @inlinable public var idleTellers: Int { hall.idle }

  @usableFromInline var hall: Hall
  @usableFromInline var _now = Time.zero
  /// Counts looks while a policy is checked.
  @usableFromInline package var looks: Looks?

  init(plan: BranchPlan, lines: Int, benches: [[Int]], agenda: Agenda = Agenda()) {
    hall = Hall(Site(plan), lines: lines, benches: benches, agenda: agenda)
  }
}

/// What never changes about a floor, in one place that all its copies share.
@usableFromInline
final class Site: Sendable {
  @usableFromInline let plan: BranchPlan
  /// For each service whether it needs anything from the stock.
  @usableFromInline let hasNeeds: [Bool]
  /// Whether any service does.
  @usableFromInline let usesStock: Bool
  /// Whether nobody is refused, and no line is ever too long.
  @usableFromInline let admitsAll: Bool
  /// The speed of each teller.
  private let speeds: [Double]
  /// Whether all tellers can do everything.
  @usableFromInline let isUniversal: Bool
  /// Whether all tellers have the speed 1.
  @usableFromInline let isUniform: Bool

  init(_ plan: BranchPlan) {
    self.plan = plan
    hasNeeds = plan.needs.map { !$0.isEmpty }
    usesStock = hasNeeds.contains(true)
    admitsAll = !usesStock && plan.limit == nil
    speeds = plan.tellers.map(\.speed)
    isUniversal =
      plan.tellersBySkills.count < 2
      && plan.tellers.indices.prefix(1).allSatisfy { teller in
        plan.services.indices.allSatisfy { plan.can(teller, do: $0) }
      }
    isUniform = speeds.allSatisfy { $0 == 1 }
  }

  /// How long `teller` takes for what takes `time` at speed 1.
  @usableFromInline
  func length(of time: Time, at teller: Int) -> Time {
    speeds[teller] == 1 ? time : .seconds(time.seconds / speeds[teller])
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
  @inline(__always)
  func look() {
    if looks != nil { countLook() }
  }

  @usableFromInline
  @inline(never)
  func countLook() { looks?.count += 1 }
}

// MARK: - Lines

extension Floor {
  /// The indices of the lines.
  @inlinable public var lines: Range<Int> { hall.lines.indices }

  /// How many clients wait in `line`.
  @inlinable
  public func count(inLine line: Int) -> Int {
    look()
    precondition(lines.contains(line), "there is no such line")
    return hall.lines[line].count
  }

  /// The client whom a call of `line` would call, or `nil` when nobody waits there.
  @inlinable
  public func head(ofLine line: Int) -> Client? {
    look()
    precondition(lines.contains(line), "there is no such line")
    return hall.lines[line].count > 0 ? hall.lines[line].head : nil
  }
}

// MARK: - Tellers

extension Floor {
  /// The indices of the tellers.
  @inlinable public var tellers: Range<Int> { hall.tellers.indices }

  /// The indices of the benches that idle tellers wait on.
  @inlinable public var benches: Range<Int> { 0..<hall.benches }

  /// Whether `teller` is there and free.
  @inlinable
  public func isIdle(_ teller: Int) -> Bool {
    look()
    precondition(tellers.contains(teller), "there is no such teller")
    return hall.tellers[teller].status == .idle
  }

  /// Since when `teller` has been idle, or `nil` when it is not.
  @inlinable
  public func idleSince(_ teller: Int) -> Time? {
    isIdle(teller) ? hall.tellers[teller].since : nil
  }

  /// Who has been idle longest on `bench`, or `nil` when nobody is.
  @inlinable
  public func firstIdle(onBench bench: Int) -> Int? {
    look()
    precondition(benches.contains(bench), "there is no such bench")
    let first = hall.first(onBench: bench)
    return first < hall.tellers.count ? first : nil
  }

  /// Who has been idle longest of the first bench with somebody who can do `service`, or `nil`: the
  /// common choice of a teller.
  ///
  /// Grows with the benches, and with their idle tellers where a bench mixes skills.
  @inlinable
  public func firstIdle(for service: Int) -> Int? {
    for bench in benches {
      look()
      var teller = hall.first(onBench: bench)
      while teller < hall.tellers.count {
        look()
        if plan.can(teller, do: service) { return teller }
        teller = hall.seats[teller].next
      }
    }
    return nil
  }
}

// MARK: - Common decisions

extension Floor {
  /// The decision to call the first line that somebody waits in to whoever has been idle longest on
  /// its own bench, the one of the same number; `nil` when no line has both.
  ///
  /// For a policy that keeps a bench for every line. Looks at 64 lines at a time.
  @inlinable
  public func callToOwnBench() -> Decision? {
    var word = 0
    repeat {
      look()
      let both = hall.occupied.words[word] & hall.staffed.words[word]
      if both != 0 {
        let line = word &<< 6 | both.trailingZeroBitCount
        return .call(line: line, teller: hall.first(onBench: line))
      }
      word &+= 1
    } while word < hall.occupied.words.count
    return nil
  }

  /// The decision to call the client who has waited longest of all heads that an idle teller can
  /// serve, to the common choice of teller; `nil` when no head can be served.
  ///
  /// Grows with lines times benches.
  @inlinable
  public func callLongestWaiting() -> Decision? {
    var best: (ticket: Int, line: Int, teller: Int)?
    for line in hall.lines.indices {
      look()
      guard hall.lines[line].count > 0 else { continue }
      let head = hall.lines[line].head
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
