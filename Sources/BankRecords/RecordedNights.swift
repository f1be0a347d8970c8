import BankCore

/// Days that go on after midnight.
extension RecordReader {
  /// Moves who came after midnight to the day of the evening before, where a day begins at another time; leaves
  /// out the weekdays that are not looked at.
  mutating func giveNightsToTheirEvenings() {
    let empty = longestEmpty
    let begins = format.dayBegins ?? empty.flatMap(middle(of:))
    if let begins {
      move(before: begins)
    } else if stepsBack > 0 {
      notes[
        "come more than twelve hours before the row above them, and are of the same day",
        default: 0] += stepsBack
    }
    // Of a branch that is empty for an hour, midnight cuts off those who are late home, and nobody else.
    if format.dayBegins != nil || empty.map({ $0.count < Self.leastEmpty }) ?? false {
      let end = (begins ?? 0) + Self.day
      let there = days.values.joined().count { $0.arrival <= end && end < $0.lastSeen }
      if there > 0 {
        notes["are there when their day ends: the next one begins without them", default: 0] +=
          there
      }
    }
    guard hasDates, let weekdays = format.weekdays else { return }
    for day in days.keys where !weekdays.contains(TimePattern.weekday(day)) {
      leftOut["on a day that is not replayed", default: 0] +=
        days.removeValue(forKey: day)?.count ?? 0
    }
  }

  private mutating func move(before begins: Double) {
    let isOfEvening = hasDatesOfEvenings(begins)
    days = nights(from: begins, isOfEvening: isOfEvening)
    for place in goneUnseen.indices where goneUnseen[place].client.arrival < begins && !isOfEvening
    {
      goneUnseen[place].day -= 1
    }
    let late = days.values.joined().count { $0.arrival >= Self.day }
    if late > 0 {
      let minute = Int(begins) / 60 % 60
      let clock = "\(Int(begins) / 3600):\(minute < 10 ? "0" : "")\(minute)"
      let note: Phrase =
        isOfEvening && hasDates
        ? "come before \(clock), when days begin, and have the date of the day before"
        : "come before \(clock), when days begin, and are of the day before"
      notes[note, default: 0] += late
    }
    // Of the first night nobody knows the evening.
    if let first = days.keys.min(), days.count > 1,
      days[first]?.allSatisfy({ $0.arrival >= Self.day }) == true
    {
      leftOut["before the first day of the log begins", default: 0] +=
        days.removeValue(forKey: first)?.count ?? 0
    }
  }

  /// The days as they begin at `begins`, where dates are the clients' own or those of the evening.
  private func nights(
    from begins: Double, isOfEvening: Bool
  ) -> [Int: [RecordedLog.Client]] {
    var nights: [Int: [RecordedLog.Client]] = [:]
    for (day, clients) in days {
      for var client in clients {
        if isOfEvening, client.arrival < begins { client.add(Self.day) }
        let own = ((client.arrival - begins) / Self.day).rounded(.down)
        client.add(-own * Self.day)
        nights[day + Int(own), default: []].append(client)
      }
    }
    return nights
  }

  /// Whether who came after midnight has the date of the evening; so has a night without dates.
  ///
  /// Read the wrong way tellers are at two clients at once. Where that says nothing, a log whose first date has no
  /// end of a night, and whose last has nothing else, has dates of its own; otherwise rows that go back in time
  /// within a date say so.
  private func hasDatesOfEvenings(_ begins: Double) -> Bool {
    guard hasDates else { return true }
    guard !hasDatedTimes else { return false }
    let overlaps = [false, true].map { Self.overlaps(in: nights(from: begins, isOfEvening: $0)) }
    if overlaps[0] != overlaps[1] { return overlaps[1] < overlaps[0] }
    guard let first = days.keys.min(), let last = days.keys.max() else { return false }
    let isCut =
      days[first]?.allSatisfy { $0.arrival >= begins } == true
      && days[last]?.allSatisfy { $0.arrival < begins } == true
    return !isCut && stepsBack > 0
  }

  /// The longest stretch of a day in which nobody is ever there, in slots from midnight.
  ///
  /// It may go on into the next day; `nil` for too few clients to know.
  private var longestEmpty: Range<Int>? {
    let clients = days.values.joined()
    guard clients.count >= Self.enough else { return nil }
    var isBusy = Array(repeating: false, count: Self.slots)
    for client in clients {
      let first = Int(client.arrival / Self.slot)
      let last = max(first, Int(client.lastSeen / Self.slot))
      for slot in first...min(last, first + Self.slots) { isBusy[slot % Self.slots] = true }
    }
    guard let first = isBusy.firstIndex(of: true) else { return nil }
    let busy = (first...first + Self.slots).filter { isBusy[$0 % Self.slots] }
    return zip(busy, busy.dropFirst()).map { $0 + 1..<$1 }.max { $0.count < $1.count }
  }

  /// When a day begins between whose end and beginning lies `empty`: at its middle; `nil` for midnight.
  private func middle(of empty: Range<Int>) -> Double? {
    guard empty.count >= Self.leastEmpty, !(empty.lowerBound...empty.upperBound ~= Self.slots)
    else { return nil }
    let halfHours = Int(Double(empty.lowerBound + empty.upperBound) / 2 * Self.slot / 1800)
    return Double(halfHours % 48) * 1800
  }

  private static let day = 86_400.0
  /// Five minutes.
  private static let slot = 300.0
  private static let slots = 288
  /// An hour: a shorter stretch may be chance.
  private static let leastEmpty = 12
  /// So many clients show when a branch is empty.
  private static let enough = 100
}

extension RecordedLog.Client {
  /// Moves all times by so many seconds.
  fileprivate mutating func add(_ seconds: Double) {
    arrival += seconds
    served = served.map { $0.lowerBound + seconds...$0.upperBound + seconds }
    left = left.map { $0 + seconds }
  }

  /// When the client was seen for the last time; where clocks disagree, that may be before the arrival.
  fileprivate var lastSeen: Double { served?.upperBound ?? left ?? arrival }
}
