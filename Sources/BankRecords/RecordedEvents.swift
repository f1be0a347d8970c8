package import BankCore

extension RecordedLog.Day {
  /// What happened on the day, in order: who came, was called, finished or left, and which of `tellers` came and left, until
  /// the last client was through.
  ///
  /// Times are since `opening`, in seconds from midnight. A client whose teller the log does not name is the first one's.
  package func events(since opening: Double, tellers: [Teller]) -> [BankEvent] {
    let places = Dictionary(
      tellers.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    // At one instant whoever comes is there before somebody is called, and a service ends before the next begins.
    var moments: [(time: Time, order: Int, kind: BankEvent.Kind)] = []
    func time(_ seconds: Double) -> Time { .seconds(max(0, seconds - opening)) }
    for (number, each) in clients.enumerated() {
      let came = min(each.arrival, each.waitEnd ?? each.arrival)
      let client = Client(
        ticket: number + 1, service: each.service, priority: each.priority, arrival: time(came))
      moments.append((time(came), 0, .arrived(client, line: each.service)))
      guard let served = each.served else {
        moments.append((time(each.left ?? came), 4, .abandoned(client, line: each.service)))
        continue
      }
      let (start, end) = (time(served.lowerBound), time(served.upperBound))
      let teller = each.teller.flatMap { places[$0] } ?? 0
      moments.append((start, 3, .started(client, line: each.service, teller: teller)))
      moments.append(
        (end, start < end ? 1 : 4, .finished(client, teller: teller, started: start)))
    }
    let end = moments.map(\.time).max() ?? .zero
    for (place, teller) in tellers.enumerated() {
      for shift in teller.shifts ?? [] where shift.start <= end {
        if shift.start > .zero { moments.append((shift.start, 2, .came(teller: place))) }
        if shift.end <= end { moments.append((shift.end, 5, .left(teller: place))) }
      }
    }
    return moments.enumerated()
      .sorted { ($0.1.time, $0.1.order, $0.0) < ($1.1.time, $1.1.order, $1.0) }
      .map { BankEvent(time: $1.time, session: 1, kind: $1.kind) }
  }
}
