public import BankCore

extension RecordedLog {
  /// In how many parts days are judged: what is drawn for a day is read from the others.
  package static let parts = 5

  /// The days of the other parts than that of a day; of a log of one day that day itself.
  public func days(besides index: Int) -> [Day] {
    let parts = min(Self.parts, days.count)
    return parts < 2 ? days : days.indices.filter { $0 % parts != index % parts }.map { days[$0] }
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

extension RecordedLog {
  /// The same log with services as long as at speed 1, where `speed` says how fast somebody is at a service.
  public func atSpeedOne(_ speed: (_ teller: String, _ service: Int) -> Double?) -> RecordedLog {
    var log = self
    for day in days.indices {
      for (place, client) in days[day].clients.enumerated() {
        guard let served = client.served, let teller = client.teller,
          let factor = speed(teller, client.service)
        else { continue }
        let length = (served.upperBound - served.lowerBound) * factor
        log.days[day].clients[place].served = served.lowerBound...(served.lowerBound + length)
      }
    }
    return log
  }
}

extension RecordedLog.Day {
  /// The services of each teller, in order; of several that begin in one minute of a clock those first that end in it.
  var servicesByTeller: [String: [ClosedRange<Double>]] {
    clientsByTeller.mapValues { $0.compactMap(\.served) }
  }

  /// Whom each teller served, in the same order.
  var clientsByTeller: [String: [RecordedLog.Client]] {
    var clients: [String: [RecordedLog.Client]] = [:]
    for client in self.clients where client.served != nil {
      if let teller = client.teller { clients[teller, default: []].append(client) }
    }
    func key(_ client: RecordedLog.Client) -> (Double, Double) {
      (client.served?.lowerBound ?? 0, client.served?.upperBound ?? 0)
    }
    return clients.mapValues { $0.sorted { key($0) < key($1) } }
  }

  /// The clients as they come.
  ///
  /// Who was served takes as long as recorded, and has a patience drawn from `patience` that is longer than
  /// the recorded wait. Who left has the patience they showed and, should they be served, a time drawn from
  /// `times` of their service. Where the branch `turnsAway`, whoever was turned away comes as patient as others, for
  /// that is not theirs to decide; elsewhere they leave unless they are called at once.
  public func arrivals(
    times: [[Double]], patience: RecordedPatience, turnsAway: Bool = false, seed: UInt64
  ) -> [Arrival] {
    clients.map { client in
      var random = RandomSource(seed: seed, stream: UInt64(client.row))
      let time: Double
      let limit: Double?
      if let served = client.served {
        time = served.upperBound - served.lowerBound
        limit = patience.drawn(client.service, beyond: client.wait ?? 0, &random)
      } else {
        time = times[client.service].randomElement(using: &random) ?? 0
        limit =
          client.wasTurnedAway && turnsAway
          ? patience.drawn(client.service, beyond: 0, &random)
          : client.left.map { $0 - client.arrival }
      }
      return Arrival(
        at: .seconds(client.arrival),
        Visit(
          service: client.service, serviceTime: .seconds(time), priority: client.priority,
          patience: limit.map(Time.seconds)))
    }
  }
}
