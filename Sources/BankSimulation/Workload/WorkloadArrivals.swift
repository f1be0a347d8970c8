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

  /// How many of a service are drawn at a time, at most: a power of two, and no more than a short
  /// day needs.
  private let most: Int

  private var streams: [Stream]
  /// The clients drawn ahead, a block for each service.
  @usableFromInline var ahead: [Arrival] = []
  /// The next of each service where they are few.
  @usableFromInline var heads = Heads()
  /// How many can come before a block ends, where services are few.
  @usableFromInline var ready = 0
  /// Where services are many: the next of each in a heap, by time and place in ``ahead``, and one
  /// that never comes; of two at one time the first service's is first.
  private var upcoming: [Due] = []
  /// How many are still to come, but for those who are ready.
  private var left: Int
  private let allAtOpening: Bool
  private var choice: RandomSource
  /// The running sums of the shares, up to 1.
  private let steps: [Double]

  init(_ workload: Workload, seed: UInt64, day: Int, count: Int?) {
    allAtOpening = !workload.hasArrivals
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
    var most = 4
    while most < 64, most / 2 < left / workload.services.count { most *= 2 }
    self.most = most
  }

  /// The next client, or `nil` when all have come.
  @inlinable
  @inline(__always)
  public mutating func next() -> Arrival? {
    guard ready > 0 else { return nextFromAfar() }
    ready &-= 1
    let next = ahead.withUnsafeBufferPointer { heads.next($0) }
    return next.time < .never ? next : nil
  }

  /// The next client where somebody has to be drawn, or where services are many.
  @usableFromInline
  @inline(never)
  mutating func nextFromAfar() -> Arrival? {
    guard left > 0 else { return nil }
    if !allAtOpening, areFew {
      drawMore()
      ready = Swift.min(left, most / 2 - 1)
      left -= ready
      return next()
    }
    left -= 1
    return allAtOpening ? Arrival(at: .zero, visit()) : nextOfMany()
  }

  private var areFew: Bool { streams.count <= Heads.most }

  /// Draws so many that half a block of every service is ready.
  private mutating func drawMore() {
    if ahead.isEmpty { begin() }
    for service in streams.indices {
      let come = heads[service].place - service * most
      guard come > most / 2 else { continue }
      draw(service, after: most - come)
      heads[service].place -= come
    }
  }

  /// Draws the first of every service.
  private mutating func begin() {
    ahead = Array(
      repeating: Arrival(at: .never, Visit(service: 0, time: .zero)),
      count: streams.count * most)
    for service in streams.indices {
      draw(service, after: 0)
      let place = service * most
      let time = ahead[place].time
      if areFew {
        heads[service] = Heads.Head(time: time, place: place)
      } else {
        upcoming.append(Due(time: time, order: UInt64(service), index: place))
      }
    }
    upcoming.sort(by: <)
    upcoming.append(.last)
  }

  /// Fills the block of `service`, of which the last `kept` are still to come, and come first now.
  private mutating func draw(_ service: Int, after kept: Int) {
    ahead.withUnsafeMutableBufferPointer { [most] ahead in
      let places = service * most..<(service + 1) * most
      let block = UnsafeMutableBufferPointer(rebasing: ahead[places])
      for place in 0..<kept { block[place] = block[place + most - kept] }
      streams[service].fill(
        UnsafeMutableBufferPointer(rebasing: block[kept...]), service: service)
    }
  }

  private mutating func nextOfMany() -> Arrival? {
    if ahead.isEmpty { begin() }
    var first = upcoming[0]
    let next = ahead[first.index]
    guard next.time < .never else { return nil }
    first.index += 1
    if first.index & (most - 1) == 0 {
      first.index -= most
      draw(first.index / most, after: 0)
    }
    first.time = ahead[first.index].time
    upcoming.withUnsafeMutableBufferPointer { upcoming in
      upcoming.replaceFirst(by: first, count: upcoming.count - 1)
    }
    return next
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
