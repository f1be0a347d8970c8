public import BankCore

/// The clients of one day, in order of arrival.
///
/// Drawn some at a time, for it takes long: everybody is ready before anybody asks.
public struct WorkloadArrivals: IteratorProtocol, Sequence, Sendable {
  private struct Stream {
    let time: Sampler
    let patience: Sampler?
    var times: RandomSource
    var patiences: RandomSource
    var clock: ArrivalClock

    /// Draws what the next client brings.
    mutating func visit(_ service: Int) -> Visit {
      Visit(
        service: service, time: time.sample(&times), patience: patience?.sample(&patiences))
    }

    /// Draws as many clients as fit into `clients`.
    mutating func fill(_ clients: UnsafeMutableBufferPointer<Arrival>, service: Int) {
      withUnsafeTemporaryAllocation(of: Time.self, capacity: clients.count) { drawn in
        time.fill(drawn, &times)
        for index in clients.indices {
          clients[index].visit = Visit(service: service, time: drawn[index])
        }
        clock.fill(drawn)
        for index in clients.indices { clients[index].time = drawn[index] }
        guard let patience else { return }
        patience.fill(drawn, &patiences)
        for index in clients.indices { clients[index].visit.patience = drawn[index] }
      }
    }
  }

  /// How many of a service are drawn at a time.
  private static let most = 64

  private var streams: [Stream]
  /// The clients drawn of each service, one service after the other.
  private var ahead: [Arrival] = []
  /// The next of each service, as a time and a place in ``ahead``, and one that never comes.
  ///
  /// In the order of services where they are few, as a heap where they are many; of two at one time
  /// the first service's is first.
  private var upcoming: [Due] = []
  /// Whether it is quicker to look at all.
  private let areFew: Bool
  /// Those who have been drawn, and which of them have not come yet.
  @usableFromInline var drawn: [Arrival] = []
  @usableFromInline var toCome = 0..<0
  /// How many are still to be drawn.
  private var left: Int
  private let allAtOpening: Bool
  private var choice: RandomSource
  /// The running sums of the shares, up to 1.
  private let steps: [Double]

  init(_ workload: Workload, seed: UInt64, day: Int, count: Int?) {
    allAtOpening = !workload.hasArrivals
    areFew = workload.services.count <= 4
    choice = .stream(.choice, seed: seed, day: day)
    let total = workload.services.reduce(0) { $0 + $1.share }
    var sum = 0.0
    steps = workload.services.map { service in
      sum += service.share
      return sum / total
    }
    streams = workload.services.enumerated().map { index, load in
      func random(_ purpose: Purpose) -> RandomSource {
        .stream(purpose, seed: seed, day: day, service: index)
      }
      return Stream(
        time: Sampler(load.time), patience: load.patience.map(Sampler.init),
        times: random(.times), patiences: random(.patience),
        clock: ArrivalClock(load.arrivals ?? .times([]), random(.arrivals)))
    }
    if let count {
      left = count
    } else {
      var random = RandomSource.stream(.count, seed: seed, day: day)
      left = Int.random(in: workload.clients, using: &random)
    }
  }

  /// The next client, or `nil` when all have come.
  @inlinable
  @inline(__always)
  public mutating func next() -> Arrival? {
    if toCome.isEmpty {
      drawMore()
      guard !toCome.isEmpty else { return nil }
    }
    let next = toCome.lowerBound
    toCome = Range(uncheckedBounds: (next &+ 1, toCome.upperBound))
    return drawn.withUnsafeBufferPointer { $0[next] }
  }

  /// Draws the next few.
  @usableFromInline
  mutating func drawMore() {
    if drawn.isEmpty {
      drawn = Array(repeating: Arrival(at: .never, Visit(service: 0, time: .zero)), count: 64)
    }
    let most = Swift.min(left, drawn.count)
    left -= most
    guard !allAtOpening else {
      for index in 0..<most { drawn[index] = Arrival(at: .zero, visit()) }
      toCome = 0..<most
      return
    }
    if ahead.isEmpty { begin() }
    let count = upcoming.withUnsafeMutableBufferPointer { upcoming in
      ahead.withUnsafeMutableBufferPointer { ahead in
        drawn.withUnsafeMutableBufferPointer { drawn in
          Self.draw(most, into: drawn, &streams, upcoming, ahead, areFew)
        }
      }
    }
    toCome = 0..<count
  }

  /// Draws the first of every service.
  private mutating func begin() {
    ahead = Array(
      repeating: Arrival(at: .never, Visit(service: 0, time: .zero)),
      count: streams.count * Self.most)
    ahead.withUnsafeMutableBufferPointer { ahead in
      for service in streams.indices { Self.fill(ahead, &streams, service) }
    }
    upcoming = streams.indices.map { service in
      let place = service * Self.most
      return Due(time: ahead[place].time, order: UInt64(service), index: place)
    }
    if !areFew { upcoming.sort(by: <) }
    upcoming.append(.last)
  }

  @inline(never)
  private static func fill(
    _ ahead: UnsafeMutableBufferPointer<Arrival>, _ streams: inout [Stream], _ service: Int
  ) {
    let places = service * most..<(service + 1) * most
    streams[service].fill(UnsafeMutableBufferPointer(rebasing: ahead[places]), service: service)
  }

  /// Merges `most` of all services, or as many as there are, into `drawn`; returns their number.
  private static func draw(
    _ most: Int, into drawn: UnsafeMutableBufferPointer<Arrival>, _ streams: inout [Stream],
    _ upcoming: UnsafeMutableBufferPointer<Due>, _ ahead: UnsafeMutableBufferPointer<Arrival>,
    _ areFew: Bool
  ) -> Int {
    for index in 0..<most {
      let first = areFew ? earliest(upcoming) : 0
      guard upcoming[first].time < .never else { return index }
      var place = upcoming[first].index
      drawn[index] = ahead[place]
      place &+= 1
      if place % Self.most == 0 {
        place &-= Self.most
        fill(ahead, &streams, place / Self.most)
      }
      upcoming[first].time = ahead[place].time
      upcoming[first].index = place
      if !areFew { upcoming.replaceFirst(by: upcoming[0], count: upcoming.count &- 1) }
    }
    return most
  }

  /// The place of the earliest, the first of several.
  @inline(__always)
  private static func earliest(_ upcoming: UnsafeMutableBufferPointer<Due>) -> Int {
    var first = 0
    var other = 1
    while other < upcoming.count &- 1 {
      // All ones where it comes earlier: the sign of the difference, for nobody can guess it.
      let isEarlier = Int(
        (upcoming[other].time.nanoseconds &- upcoming[first].time.nanoseconds) >> 63)
      first ^= (first ^ other) & isEarlier
      other &+= 1
    }
    return first
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
