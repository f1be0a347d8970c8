/// A search for the fewest tellers in each stretch of a day with whom goals hold in each of them.
///
/// Iterative staffing (Feldman, Mandelbaum, Massey & Whitt, *Staffing of time-varying queues*, 2008): staff,
/// simulate, change the staff where the goals say so, until nothing changes. Tellers are added wherever a goal is
/// missed, and then taken away one by one, from the morning on and the idlest first, for as long as every goal
/// holds. Other days then say who is missing, and who is not needed after all. What is left is a staff of which
/// nobody can be spared for a stretch on those days; a smaller one may still be found by changing several at once.
public struct Staffing {
  /// How many tellers of each kind are there in each stretch.
  public typealias Staff = [[Int]]

  /// What the simulated days of a staff show.
  public struct Look {
    /// The stretches in which goals are missed, and by how much.
    public var missed: [Int: Double]
    /// The share of their time that the tellers of each kind are with clients, by stretch.
    public var busy: [[Double]]

    /// Makes a look.
    public init(missed: [Int: Double], busy: [[Double]]) {
      (self.missed, self.busy) = (missed, busy)
    }
  }

  /// Why there is no such staff.
  public enum Failure: Error, Equatable {
    /// Goals are missed in this stretch with ``most`` tellers of every kind.
    case missed(stretch: Int)
    /// The policy suits no staff that was tried, or the search was interrupted.
    case nothingToSee
  }

  /// More tellers of one kind are not tried.
  public static let most = 100

  private let stretches: Int
  private let kinds: Int

  /// Makes a search over a day of so many stretches, with so many kinds of tellers.
  public init(stretches: Int, kinds: Int) { (self.stretches, self.kinds) = (stretches, kinds) }

  /// The fewest tellers, by simulated days.
  ///
  /// - Parameters:
  ///   - search: looks at a staff on the days that are searched on, the same staff always alike; `nil` for one that
  ///     cannot be.
  ///   - check: looks at one on other days; where goals are missed there, tellers are added, and who is not needed
  ///     there is taken out.
  /// - Returns: how many tellers of each kind to have in each stretch.
  /// - Throws: why there is no such staff.
  public func fewest(
    search: (Staff) -> Look?, check: (Staff) -> Look?
  ) throws(Failure) -> Staff {
    var staff = try withoutSpare(try enough(search), search)
    while true {
      guard let look = check(staff) else { throw .nothingToSee }
      guard let missed = look.missed.keys.min() else { break }
      // Of the kind that helps most.
      let tried = (0..<kinds).map { kind in
        var more = staff
        more[missed][kind] += 1
        return (staff: more, over: check(more)?.missed.values.reduce(0, +) ?? .infinity)
      }
      let best = tried.min { $0.over < $1.over }
      guard let best, best.over < .infinity, best.staff[missed].max() ?? 0 <= Self.most else {
        throw .missed(stretch: missed)
      }
      staff = best.staff
    }
    // Whom the first days needed by chance, and whom those spare who were added after them.
    return try withoutSpare(staff, check)
  }

  /// A staff with which every goal holds, without those whom it can do without, until it can do without nobody.
  ///
  /// From the morning on, with more than enough in what comes after: who is spared there takes nobody's place
  /// later, and what waits at the end of a stretch is known in the next. Whoever was needed may not be once others
  /// have gone, since a policy may give a client to somebody else; so it goes round until every stretch has been
  /// tried since the last who went.
  private func withoutSpare(_ staff: Staff, _ look: (Staff) -> Look?) throws(Failure) -> Staff {
    guard var seen = look(staff) else { throw .nothingToSee }
    var staff = staff
    var stretch = 0
    var inVain = 0
    while inVain < stretches {
      inVain += 1
      var open = Set(0..<kinds)
      while let kind = open.min(by: {
        (seen.busy[stretch][$0], $0) < (seen.busy[stretch][$1], $1)
      }) {
        var fewer = staff
        fewer[stretch][kind] -= 1
        if fewer[stretch][kind] >= 0, let less = look(fewer), less.missed.isEmpty {
          (staff, seen, inVain) = (fewer, less, 0)
        } else {
          open.remove(kind)
        }
      }
      stretch = (stretch + 1) % stretches
    }
    return staff
  }

  /// More than enough: where the goals hold, and a quarter more of every kind.
  private func enough(_ look: (Staff) -> Look?) throws(Failure) -> Staff {
    var staff: Staff = Array(repeating: Array(repeating: 1, count: kinds), count: stretches)
    while true {
      let seen = look(staff)
      if let seen, seen.missed.isEmpty { return staff.map { $0.map { $0 + 1 + $0 / 4 } } }
      // Where a policy suits no such staff, it may want more everywhere.
      for stretch in seen.map({ Array($0.missed.keys) }) ?? Array(0..<stretches) {
        guard kinds > 0, staff[stretch][0] < Self.most else {
          throw seen == nil ? .nothingToSee : .missed(stretch: stretch)
        }
        for kind in 0..<kinds { staff[stretch][kind] += 1 }
      }
    }
  }
}
