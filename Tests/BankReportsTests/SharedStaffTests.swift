import BankCore
import Testing

@testable import BankReports

@Suite struct `Tellers who are shared` {
  /// How much of `work` gets done at most, one unit after the other along augmenting paths.
  private static func done(_ work: [Int], _ tellers: [(amount: Int, can: [Bool])]) -> Int {
    // Who does each unit of a teller's time; each unit of work is a place to fill.
    let units = tellers.flatMap { teller in Array(repeating: teller.can, count: teller.amount) }
    let places = work.enumerated().flatMap { group, amount in
      Array(repeating: group, count: amount)
    }
    var taker: [Int?] = Array(repeating: nil, count: places.count)
    func place(_ unit: Int, _ seen: inout Set<Int>) -> Bool {
      for spot in places.indices where units[unit][places[spot]] && seen.insert(spot).inserted {
        if let other = taker[spot], !place(other, &seen) { continue }
        taker[spot] = unit
        return true
      }
      return false
    }
    return units.indices.count { unit in
      var seen: Set<Int> = []
      return place(unit, &seen)
    }
  }

  @Test func `leave a service what a matching leaves it`() {
    var random = RandomSource(seed: 7)
    for _ in 0..<400 {
      let groups = Int.random(in: 1...4, using: &random)
      let work = (0..<groups).map { _ in Int.random(in: 0...4, using: &random) }
      let tellers = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (
          amount: Int.random(in: 1...3, using: &random),
          can: (0..<groups).map { _ in Bool.random(using: &random) }
        )
      }
      let staff = SharedStaff(
        work: work.map(Double.init),
        tellers: tellers.map { teller in teller.can.map { $0 ? Double(teller.amount) : 0 } })
      for group in 0..<groups {
        var endless = work
        endless[group] = 20
        var none = work
        none[group] = 0
        #expect(
          staff.left(group) == Double(Self.done(endless, tellers) - Self.done(none, tellers)))
      }
      #expect((staff.shortage == nil) == (Self.done(work, tellers) == work.reduce(0, +)))
    }
  }

  @Test func `are short where the fewest services show it`() {
    // The second does both, the first only the first service.
    let staff = SharedStaff(work: [0.5, 1.4], tellers: [[1, 0], [1, 1]])
    #expect(staff.able(0) == 2 && staff.able(1) == 1)
    #expect(staff.left(0) == 1 && staff.left(1) == 1 && staff.shortage?.groups == [1])
    #expect(SharedStaff(work: [1.5, 0.4], tellers: [[1, 0], [1, 1]]).shortage == nil)
    // Two standard errors may be chance.
    func beyond(_ work: Double, _ stretch: Int = 0) -> (stretch: Int, staff: SharedStaff) {
      (stretch, SharedStaff(work: [work], tellers: [[1], [1]], variances: [0.01]))
    }
    #expect(beyond(2.1).staff.shortage != nil)
    #expect(SharedStaff.short([beyond(2.1)]).isEmpty)
    #expect(SharedStaff.short([beyond(2.3)]) == [[0]: [0]])
    // Five stretches in a row are none, unless one between them is not short.
    let row = (0..<5).map { beyond(2.1, $0) }
    #expect(SharedStaff.short(row) == [[0]: [0, 1, 2, 3, 4]])
    #expect(SharedStaff.short(row.filter { $0.stretch != 2 }).isEmpty)
  }
}
