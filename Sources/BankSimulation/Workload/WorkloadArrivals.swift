public import BankCore

/// The clients of one day, in order of arrival.
///
/// Each service draws some at a time, for that is quicker, and the next client is the first of all
/// services.
public struct WorkloadArrivals: IteratorProtocol, Sequence, Sendable {
  private struct Stream {
    let time: Sampler
    let patience: Sampler?
    var times: RandomSource
    var patiences: RandomSource
    var clock: ArrivalClock
    /// The classes with the running sums of their shares, up to 1; none where all have the class 0.
    let classes: [(priority: Int, upTo: Double)]
    var classChoice: RandomSource
    let closes: Time

    /// Draws what the next client brings.
    mutating func visit(_ service: Int) -> Visit {
      Visit(
        service: service, serviceTime: time.sample(&times), priority: priority(),
        patience: patience?.sample(&patiences))
    }

    private mutating func priority() -> Int {
      guard let last = classes.last else { return 0 }
      let level = classChoice.unit()
      return classes.first { $0.upTo > level }?.priority ?? last.priority
    }

    /// Draws a client for each of `places`, which have nobody or earlier clients of this service.
    ///
    /// `room` is where numbers are drawn, one for each place.
    mutating func fill(
      _ clients: inout [Arrival], _ places: Range<Int>, room: inout [Double]
    ) {
      clock.fill(&clients, places, gaps: &room)
      time.fill(&room, &times)
      // Counted by hand: `zip` takes 2 % of all tests, in builds that are not optimised.
      var place = places.lowerBound
      for length in room {
        clients[place].visit.serviceTime = .seconds(length)
        place += 1
      }
      if let patience {
        patience.fill(&room, &patiences)
        place = places.lowerBound
        for wait in room {
          clients[place].visit.patience = .seconds(wait)
          place += 1
        }
      }
      if !classes.isEmpty {
        for place in places { clients[place].visit.priority = priority() }
      }
      if closes < .never {
        for place in places where clients[place].time > closes { clients[place].time = .never }
      }
    }
  }

  private var streams: [Stream]
  /// How many of a service are drawn at a time: no more than a short day needs.
  @usableFromInline let block: Int
  /// The clients drawn ahead, a block for each service; none before the first client.
  @usableFromInline var ahead: [Arrival] = []
  /// Room to draw a block in.
  private var room: [Double]
  /// The next client of each service.
  @usableFromInline var upcoming = NextArrivals([])
  /// Whether services are few enough to be looked at one by one.
  @usableFromInline let isFew: Bool
  /// How many are still to come.
  @usableFromInline var remaining: Int
  private let allAtOpening: Bool
  private var choice: RandomSource
  /// The running sums of the shares, up to 1.
  private let steps: [Double]

  init(_ workload: Workload, seed: UInt64, day: Int, count: Int?) {
    isFew = workload.services.count <= NextArrivals.few
    allAtOpening = !workload.hasArrivals
    choice = .stream(.choice, seed: seed, day: day)
    let total = workload.services.reduce(0) { $0 + $1.share }
    var sum = 0.0
    steps = workload.services.map { service in
      sum += service.share
      return sum / total
    }
    streams = workload.services.enumerated().map { index, load in
      func random(_ use: RandomUse) -> RandomSource {
        .stream(use, seed: seed, day: day, service: index)
      }
      return Stream(
        time: Sampler(load.time), patience: load.patience.map(Sampler.init),
        times: random(.times), patiences: random(.patience),
        clock: ArrivalClock(load.arrivals ?? .times([]), random(.arrivals)),
        classes: Self.steps(load.classes), classChoice: random(.classes),
        closes: workload.closes ?? .never)
    }
    if let count {
      remaining = count
    } else {
      var random = RandomSource.stream(.count, seed: seed, day: day)
      remaining = Int.random(in: workload.clients, using: &random)
    }
    block = Swift.max(4, Swift.min(64, remaining / workload.services.count))
    room = Array(repeating: 0, count: block)
  }

  private static func steps(_ shares: [ServiceLoad.ClassShare]) -> [(priority: Int, upTo: Double)] {
    let total = shares.reduce(0) { $0 + $1.share }
    var sum = 0.0
    return shares.filter { $0.share > 0 }.map { each in
      sum += each.share
      return (each.priority, sum / total)
    }
  }

  /// The next client, or `nil` when all have come.
  @inlinable
  @inline(__always)
  public mutating func next() -> Arrival? {
    guard remaining > 0, isFew, !ahead.isEmpty else { return nextOfMany() }
    remaining &-= 1
    let (service, place) = upcoming.firstOfFew
    let next = ahead[place]
    let following = placeAfter(place, of: service)
    upcoming.replace(service, time: ahead[following].time, place: following)
    return next.time < .never ? next : nil
  }

  /// The place of the next client of `service` after the one at `place`.
  @inlinable
  @inline(__always)
  mutating func placeAfter(_ place: Int, of service: Int) -> Int {
    let following = place &+ 1
    guard following == (service &+ 1) &* block else { return following }
    draw(service)
    return service &* block
  }

  @usableFromInline
  @inline(never)
  mutating func nextOfMany() -> Arrival? {
    guard remaining > 0, !ahead.isEmpty else { return nextAtFirst() }
    remaining -= 1
    let (service, place) = upcoming.firstOfMany
    let next = ahead[place]
    let following = placeAfter(place, of: service)
    upcoming.replaceFirstOfMany(ahead[following].time, following)
    return next.time < .never ? next : nil
  }

  /// The first client, or one of those who are all there at opening.
  private mutating func nextAtFirst() -> Arrival? {
    guard remaining > 0 else { return nil }
    if allAtOpening {
      remaining -= 1
      return Arrival(at: .zero, visit())
    }
    ahead = streams.indices.flatMap { service in
      Array(
        repeating: Arrival(at: .never, Visit(service: service, serviceTime: .zero)), count: block)
    }
    for service in streams.indices { draw(service) }
    upcoming = NextArrivals(
      streams.indices.map { (time: ahead[$0 * block].time, place: $0 * block) })
    return next()
  }

  @usableFromInline
  @inline(never)
  mutating func draw(_ service: Int) {
    let first = service * block
    streams[service].fill(&ahead, first..<first + block, room: &room)
  }

  /// Draws a client who comes now for any service, by the shares, or for `service`.
  public mutating func visit(for service: Int? = nil) -> Visit {
    let service = service ?? chooseService()
    return streams[service].visit(service)
  }

  private mutating func chooseService() -> Int {
    let level = choice.unit()
    return steps.firstIndex { $0 > level } ?? steps.count - 1
  }
}
