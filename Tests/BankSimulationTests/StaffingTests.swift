import BankSimulation
import Testing

/// The search alone, on staffs whose figures are known.
@Suite struct `Staffing by the time of day` {
  /// A day of four stretches, in which so much work comes that so many tellers are wanted; who is missing in
  /// one is missed in the next too.
  static func look(_ staff: Staffing.Staff, wanted: [Int]) -> Staffing.Look {
    var missed: [Int: Double] = [:]
    var behind = 0
    for (stretch, counts) in staff.enumerated() {
      behind = max(0, behind + wanted[stretch] - counts.reduce(0, +))
      if behind > 0 { missed[stretch] = Double(behind) }
    }
    let busy = staff.enumerated().map { stretch, counts in
      counts.map { _ in Double(wanted[stretch]) / Double(max(1, counts.reduce(0, +))) }
    }
    return Staffing.Look(missed: missed, busy: busy)
  }

  @Test func `finds the fewest in each stretch`() throws {
    let wanted = [1, 5, 0, 12]
    let staff = try Staffing(stretches: 4, kinds: 1)
      .fewest(search: { Self.look($0, wanted: wanted) }, check: { Self.look($0, wanted: wanted) })
    #expect(staff == [[1], [5], [0], [12]])
  }

  @Test func `of several kinds takes as few in all`() throws {
    let wanted = [2, 7, 3]
    let staff = try Staffing(stretches: 3, kinds: 3)
      .fewest(search: { Self.look($0, wanted: wanted) }, check: { Self.look($0, wanted: wanted) })
    #expect(staff.map { $0.reduce(0, +) } == wanted)
  }

  @Test func `adds whom other days want`() throws {
    let staff = try Staffing(stretches: 2, kinds: 2)
      .fewest(search: { Self.look($0, wanted: [2, 2]) }, check: { Self.look($0, wanted: [2, 4]) })
    #expect(staff.map { $0.reduce(0, +) } == [2, 4])
  }

  @Test func `spares who stands out by the chance of the days searched on`() throws {
    let staff = try Staffing(stretches: 4, kinds: 2)
      .fewest(
        search: { Self.look($0, wanted: [2, 3, 7, 3]) },
        check: { Self.look($0, wanted: [2, 3, 4, 3]) })
    #expect(staff.map { $0.reduce(0, +) } == [2, 3, 4, 3])
  }

  @Test func `takes out whom other days do not need, whether they stand out or not`() throws {
    let everywhere = try Staffing(stretches: 3, kinds: 1)
      .fewest(
        search: { Self.look($0, wanted: [4, 4, 4]) }, check: { Self.look($0, wanted: [2, 2, 2]) })
    #expect(everywhere == [[2], [2], [2]])
    // Nothing comes before the first stretch and after the last.
    let atTheEnds = try Staffing(stretches: 3, kinds: 2)
      .fewest(
        search: { Self.look($0, wanted: [5, 2, 5]) }, check: { Self.look($0, wanted: [2, 2, 2]) })
    #expect(atTheEnds.map { $0.reduce(0, +) } == [2, 2, 2])
  }

  /// Who keeps clients waiting for the next stretch is needed there only as long as many are here.
  @Test func `goes round until nobody can go`() throws {
    func look(_ staff: Staffing.Staff, wanted: Int) -> Staffing.Look {
      var seen = Self.look(staff, wanted: [wanted, wanted])
      if staff[0][0] < staff[1][0] { seen.missed[0] = 1 }
      return seen
    }
    let staff = try Staffing(stretches: 2, kinds: 1)
      .fewest(search: { look($0, wanted: 3) }, check: { look($0, wanted: 1) })
    #expect(staff == [[1], [1]])
  }

  /// Work of which each kind can do another part, more or less of it on the days that are looked at again.
  @Test(arguments: 0..<20) func `lets nobody go whom the other days need, and keeps nobody else`(
    seed: Int
  ) throws {
    let can = [[0], [0, 1], [1, 2], [2]]
    func look(_ staff: Staffing.Staff, salt: Int) -> Staffing.Look {
      var missed: [Int: Double] = [:]
      for (stretch, counts) in staff.enumerated() {
        let work = (0..<3).map { (seed * 7 + stretch * 5 + $0 * 3 + salt * (stretch + $0)) % 4 }
        // Whatever the parts, those who can do any of them are to be as many (Hall).
        let short = (1..<8).map { parts -> Int in
          let asked = (0..<3).filter { parts >> $0 & 1 == 1 }
          let there = can.indices.filter { !can[$0].allSatisfy { !asked.contains($0) } }
          return asked.map { work[$0] }.reduce(0, +) - there.map { counts[$0] }.reduce(0, +)
        }
        let most = short.max() ?? 0
        if most > 0 { missed[stretch] = Double(most) }
      }
      let busy = staff.map { counts in counts.map { 1 / Double(1 + $0) } }
      return Staffing.Look(missed: missed, busy: busy)
    }
    let staff = try Staffing(stretches: 4, kinds: 4)
      .fewest(search: { look($0, salt: 1) }, check: { look($0, salt: 2) })
    #expect(look(staff, salt: 2).missed.isEmpty)
    for stretch in 0..<4 {
      for kind in 0..<4 where staff[stretch][kind] > 0 {
        var fewer = staff
        fewer[stretch][kind] -= 1
        #expect(!look(fewer, salt: 2).missed.isEmpty, "\(staff) without \(stretch), \(kind)")
      }
    }
  }

  @Test func `ends where nobody is enough, or nothing suits the policy`() {
    let search = Staffing(stretches: 2, kinds: 1)
    #expect(throws: Staffing.Failure.missed(stretch: 1)) {
      try search.fewest(
        search: { Self.look($0, wanted: [1, 1000]) }, check: { Self.look($0, wanted: [1, 1]) })
    }
    #expect(throws: Staffing.Failure.nothingToSee) {
      try search.fewest(search: { _ in nil }, check: { _ in nil })
    }
  }
}
