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
