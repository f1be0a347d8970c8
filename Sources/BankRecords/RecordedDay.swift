public import BankCore

extension RecordedLog {
  /// A pause beyond a minute is no hand-over, in seconds.
  public static let longestHandover = 60.0

  /// How long a teller takes between two clients while somebody waits: the mean over the log, of
  /// gaps up to `limit` seconds; 0 where the log shows none.
  public func estimatedHandover(limit: Double) -> (mean: Double, median: Double, gaps: Int) {
    var gaps: [Double] = []
    for day in days {
      let arrivals = day.clients.map(\.arrival)
      let calls = day.clients.map { $0.served?.lowerBound ?? $0.left ?? $0.arrival }.sorted()
      for services in day.servicesByTeller.values {
        for (before, after) in zip(services, services.dropFirst()) {
          let gap = after.lowerBound - before.upperBound
          guard gap >= 0, gap <= limit else { continue }
          let end = before.upperBound
          let waiting = Self.count(arrivals, upTo: end) - Self.count(calls, upTo: end)
          if waiting > 0 { gaps.append(gap) }
        }
      }
    }
    gaps.sort()
    guard !gaps.isEmpty else { return (0, 0, 0) }
    return (gaps.reduce(0, +) / Double(gaps.count), gaps[gaps.count / 2], gaps.count)
  }

  /// How many of `sorted` are at most `value`.
  private static func count(_ sorted: [Double], upTo value: Double) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The recorded service times of each service, in seconds.
  public func serviceTimes(services: Int) -> [[Double]] {
    var times = Array(repeating: [Double](), count: services)
    for client in days.lazy.flatMap(\.clients) {
      if let served = client.served {
        times[client.service].append(served.upperBound - served.lowerBound)
      }
    }
    return times
  }
}

extension RecordedLog.Day {
  /// The services of each teller, in order.
  var servicesByTeller: [String: [ClosedRange<Double>]] {
    var services: [String: [ClosedRange<Double>]] = [:]
    for client in clients {
      if let teller = client.teller, let served = client.served {
        services[teller, default: []].append(served)
      }
    }
    return services.mapValues { $0.sorted { $0.lowerBound < $1.lowerBound } }
  }

  /// The staff as the log shows it: there from a service's start to its end, and between two that
  /// are at most `gap` seconds apart.
  public func staff(gap: Double) -> [Teller] {
    servicesByTeller.sorted { $0.key < $1.key }.map { name, services in
      var shifts: [ClosedRange<Double>] = []
      for service in services {
        if let last = shifts.last, service.lowerBound - last.upperBound <= gap {
          shifts[shifts.count - 1] =
            last.lowerBound...max(last.upperBound, service.upperBound)
        } else {
          shifts.append(service)
        }
      }
      return Teller(
        name,
        shifts: shifts.filter { $0.upperBound > $0.lowerBound }.map {
          Shift(from: .seconds($0.lowerBound), to: .seconds($0.upperBound))
        })
    }
  }

  /// The clients as they come: with their recorded times; who left, with the patience they showed
  /// and, should they be served, a time drawn from `times` of their service.
  public func arrivals(times: [[Double]], seed: UInt64) -> [Arrival] {
    clients.map { client in
      let time: Double
      if let served = client.served {
        time = served.upperBound - served.lowerBound
      } else {
        var random = RandomSource(seed: seed, stream: UInt64(client.row))
        time = times[client.service].randomElement(using: &random) ?? 0
      }
      return Arrival(
        at: .seconds(client.arrival),
        Visit(
          service: client.service, time: .seconds(time), priority: client.priority,
          patience: client.left.map { .seconds($0 - client.arrival) }))
    }
  }
}
