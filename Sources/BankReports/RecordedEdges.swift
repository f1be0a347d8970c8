public import BankRecords

/// What to be careful about where a log begins or ends in the middle of a day, or few clients make its days long.
public enum RecordedEdges {
  /// A day that begins so much later than all others, in seconds, is one that the log has a part of.
  private static let late = 3600.0
  /// So long a time without anybody, in seconds, sets those apart who come before or after all others.
  private static let gap = 7200.0
  /// If they are at most one in so many.
  private static let rare = 500

  /// What is to be said of a model that is made of the log.
  public static func doubts(_ log: RecordedLog, in language: Language = .en) -> [String] {
    halfDays(log, language) + strays(log, language)
  }

  private static func halfDays(_ log: RecordedLog, _ language: Language) -> [String] {
    let first = log.days.compactMap { $0.clients.first?.arrival }
    let last = log.days.compactMap { $0.clients.last?.arrival }
    guard let begin = first.first, let end = last.last else { return [] }
    var doubts: [String] = []
    // Of two days nobody knows which is the half one.
    let areMany = log.days.count > 2
    if areMany, begin >= late + (first.dropFirst().max() ?? 0) {
      doubts.append(
        language(
          "the log begins at \(clock(begin)) on \(log.days[0].date), which counts as a whole day: --from leaves it out",
          "기록이 \(log.days[0].date) \(clock(begin))에 시작하며 그날을 온전한 하루로 셉니다. --from으로 뺄 수 있습니다"))
    }
    if areMany, end <= (last.dropLast().min() ?? 0) - late {
      doubts.append(
        language(
          "the log ends at \(clock(end)) on \(log.days[log.days.count - 1].date), which counts as a whole day: --to leaves it out",
          "기록이 \(log.days[log.days.count - 1].date) \(clock(end))에 끝나며 그날을 온전한 하루로 셉니다. --to로 뺄 수 있습니다"
        ))
    }
    // The first and the last day were told of above.
    let spans = log.days.map { day in
      (day.clients.last?.arrival ?? 0) - (day.clients.first?.arrival ?? 0)
    }
    let usual = spans.sorted()[spans.count / 2]
    let short = log.days.indices.filter { spans[$0] < usual / 4 && usual > late }
    if doubts.isEmpty, let day = short.first, let came = log.days[day].clients.first?.arrival {
      let period = "\(clock(came))–\(clock(came + spans[day]))"
      let more = short.count - 1
      doubts.append(
        language(
          "on \(log.days[day].date) clients came at \(period) alone\(more > 0 ? ", and on \(more) more days as shortly" : ""), which counts as a whole day: --from and --to leave days out",
          "\(log.days[day].date)에는 \(period)에만 고객이 왔고\(more > 0 ? "(그런 날이 \(more)일 더 있음)" : "") 온전한 하루로 셉니다. --from과 --to로 날을 뺄 수 있습니다"
        ))
    }
    return doubts
  }

  private static func strays(_ log: RecordedLog, _ language: Language) -> [String] {
    let times = log.days.flatMap(\.clients).map(\.arrival).sorted()
    let few = max(1, times.count / rare)
    guard times.count >= 20 else { return [] }
    var doubts: [String] = []
    if let place = (0..<few).last(where: { times[$0 + 1] - times[$0] >= gap }) {
      doubts.append(
        language(
          "\(place + 1) of \(times.count) clients came by \(clock(times[place])), and nobody else before \(clock(times[place + 1])): the model is open from \(clock(times[0])); are these rows right?",
          "고객 \(times.count)명 중 \(place + 1)명이 \(clock(times[place]))까지 왔고 그 밖에는 \(clock(times[place + 1])) 전에 아무도 오지 않았습니다. 모델은 \(clock(times[0]))부터 엽니다. 이 행들이 맞습니까?"
        ))
    }
    let ends = times.count - 1
    if let place = (0..<few).last(where: { times[ends - $0] - times[ends - $0 - 1] >= gap }) {
      doubts.append(
        language(
          "\(place + 1) of \(times.count) clients came from \(clock(times[ends - place])) on, and nobody else after \(clock(times[ends - place - 1])): the model is open until \(clock(times[ends])); are these rows right?",
          "고객 \(times.count)명 중 \(place + 1)명이 \(clock(times[ends - place]))부터 왔고 그 밖에는 \(clock(times[ends - place - 1])) 뒤에 아무도 오지 않았습니다. 모델은 \(clock(times[ends]))까지 엽니다. 이 행들이 맞습니까?"
        ))
    }
    return doubts
  }

  /// A time of day, in whole minutes.
  private static func clock(_ seconds: Double) -> String {
    TimeScale.clock((seconds / 60).rounded(.down) * 60)
  }
}
