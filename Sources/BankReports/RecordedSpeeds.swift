package import BankRecords

/// Tellers who take other times than the rest for the same services, which a fitted branch does not know.
package enum RecordedSpeeds {
  /// Of fewer services nothing is said.
  private static let fewest = 50
  /// What differs by less is not told.
  private static let least = 0.1

  /// What is to be said of a model in which all tellers take the same times.
  ///
  /// For each teller the mean of how long each client took beside the mean of the service; told where that is off by
  /// three standard errors.
  package static func doubts(_ log: RecordedLog, in language: Language = .en) -> [String] {
    let all = log.days.flatMap(\.clients).compactMap { client in
      client.served.flatMap { time in
        client.teller.map {
          (teller: $0, service: client.service, time: time.upperBound - time.lowerBound)
        }
      }
    }
    // What lasts twenty times as long as half of them nobody ended.
    let medians = Dictionary(grouping: all, by: \.service).mapValues { services in
      services.map(\.time).sorted()[services.count / 2]
    }
    let served = all.filter { one in medians[one.service].map { one.time <= 30 * $0 } ?? true }
    let means = Dictionary(grouping: served, by: \.service).mapValues { mean($0.map(\.time)) }
    let shares = Dictionary(grouping: served, by: \.teller).mapValues { own in
      own.compactMap { one in means[one.service].flatMap { $0 > 0 ? one.time / $0 : nil } }
    }
    let unlike = shares.compactMap { teller, shares -> (teller: String, share: Double)? in
      guard shares.count >= fewest else { return nil }
      let share = mean(shares)
      let variance = mean(shares.map { ($0 - share) * ($0 - share) })
      let error = (variance / Double(shares.count)).squareRoot()
      return abs(share - 1) > max(least, 3 * error) ? (teller, share) : nil
    }.sorted { (abs($0.share - 1), $1.teller) > (abs($1.share - 1), $0.teller) }
    guard !unlike.isEmpty else { return [] }
    let names = unlike.prefix(4).map { "\($0.teller) \($0.share.decimal(places: 2))" }
      .joined(separator: ", ")
    let rest = unlike.count - min(4, unlike.count)
    let speeds = unlike.prefix(4).map { "\($0.teller) \((1 / $0.share).decimal(places: 2))" }
      .joined(separator: ", ")
    return [
      language(
        "some tellers take other times for the same services, beside 1 for all: \(names)\(rest > 0 ? " and \(rest) more" : ""); the model has all alike until somebody gives them speeds: \(speeds)",
        "같은 업무에 걸리는 시간이 다른 창구가 있습니다(전체 1): \(names)\(rest > 0 ? " 외 \(rest)명" : ""). speed를 주기 전까지 모델에서는 모두 같습니다(speed: \(speeds))"
      )
    ]
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }
}
