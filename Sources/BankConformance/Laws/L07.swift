import BankCore

extension Law {
  /// Same seed, same plan, same arrivals: same decisions.
  static let l07 = Law(
    id: "L7", title: "same seed, same decisions",
    hint:
      "draw from the given RandomSource alone; keep no static state; iterate no Set or Dictionary",
    test: .relation { evidence in
      .unless(differenceOfRepeats(evidence, times: 2))
    })

  /// Runs the same again and says how it differs.
  static func differenceOfRepeats(_ evidence: Evidence, times: Int) -> Finding? {
    let marks = evidence.run.marks()
    for _ in 0..<times {
      guard let again = evidence.subject.run(evidence.world) else { continue }
      if let (time, words) = Run.difference(marks, again.marks()) {
        return Finding(time, "Two runs of the same world differ: \(words).")
      }
    }
    return nil
  }
}
