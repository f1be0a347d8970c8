import BankCore
import BankRecords
import BankSimulation

extension DaysStock {
  /// The same as an object, by the names of the items; times in seconds from opening.
  func json(_ report: SimulationReport, until used: Int) -> JSON {
    func told(_ spread: Spread?) -> JSON {
      spread.map {
        ["p5": .number($0.low), "p50": .number($0.median), "p95": .number($0.high)]
      } ?? .null
    }
    func with(_ key: String, _ at: Double, _ spread: Spread?) -> JSON {
      guard case .object(let members) = told(spread) else { return .null }
      return .object([.init(key, .number(at))] + members)
    }
    let looks = min(looks, used * DayStock.looksPerStretch + 1)
    return .object(
      report.plan.stock.enumerated().map { place, item in
        let share = refusedShare(place)
        let last = looks > 0 ? level(place, look: looks - 1) : nil
        return .init(
          item.item,
          [
            "count": .number(item.count), "least": least[place].map { .number($0) } ?? .null,
            "needed": .number(needed[place]), "refused": .number(refused[place]),
            "refusedShare": .optional(share?.mean),
            "refusedHalfWidth": report.hasIntervals ? .optional(share?.halfWidth) : .null,
            "daysOut": .number(daysOut[place]), "outAt": told(outAt(place)),
            "outAfter": told(outAfter(place)), "daysShort": .number(daysShort[place]),
            "shortAt": told(shortAt(place)), "shortAfter": told(shortAfter(place)),
            "left": told(last),
            "byTime": .array(
              (0..<looks).map { with("at", time(ofLook: $0).seconds, level(place, look: $0)) }),
          ])
      })
  }
}
