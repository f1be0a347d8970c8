import BankCore

extension Law {
  /// The empty and the extreme: no client, no teller, a hundred thousand, sixty-five tellers.
  static let extremes = Law(
    19, title: "the empty and the extreme",
    tried:
      "no client, no teller, all at once, one service, 65 tellers, times of zero, 100,000 clients",
    hint: "does the policy count on a number of tellers, lines or clients?", test: .extremes)

  /// The worlds of this law; where any other law of one run is broken there, this one is.
  static func extremeWorlds(clients most: Int) -> [World] {
    let three = [World.Staff([0, 1]), World.Staff([0, 1]), World.Staff([0, 1])]
    func visitors(_ count: Int, at arrival: (Int) -> Int, time: Int = 2) -> [World.Visitor] {
      (0..<count).map { World.Visitor($0 % 2, at: .whole(arrival($0)), time: .whole(time)) }
    }
    return [
      World(three, []),
      World([], visitors(3) { $0 }),
      World([], []),
      World(three, visitors(300) { _ in 0 }),
      World(three, (0..<40).map { World.Visitor(1, at: .whole($0 / 4), time: .whole(1)) }),
      World(Array(repeating: World.Staff([0, 1]), count: 65), visitors(200) { $0 / 100 }),
      World((0..<65).map { World.Staff([$0 % 2]) }, visitors(200) { $0 / 70 }),
      World(three, visitors(100, at: { $0 / 2 }, time: 0)),
      World(three, visitors(most, at: { $0 })),
    ]
  }
}
