extension RecordedLog {
  /// Moves all times to so many seconds later: of a table whose times are since opening, to the times of a day.
  package mutating func shift(by seconds: Double) {
    for day in days.indices {
      for place in days[day].clients.indices {
        var client = days[day].clients[place]
        client.arrival += seconds
        client.served = client.served.map { $0.lowerBound + seconds...$0.upperBound + seconds }
        client.left = client.left.map { $0 + seconds }
        days[day].clients[place] = client
      }
    }
  }
}
