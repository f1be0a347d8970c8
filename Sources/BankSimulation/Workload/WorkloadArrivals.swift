public import BankCore

/// The clients of one day, in order of arrival.
public struct WorkloadArrivals: IteratorProtocol, Sequence, Sendable {
  @usableFromInline
  struct Stream: Sendable {
    /// The mean gap of a Poisson process and the mean of exponential times, drawn in line; 0 for
    /// everything else.
    @usableFromInline let meanGap: Double
    @usableFromInline let meanTime: Double
    @usableFromInline let time: Sampler
    @usableFromInline let patience: Sampler?
    @usableFromInline var times: RandomSource
    @usableFromInline var patiences: RandomSource
    @usableFromInline var clock: ArrivalClock?
    @usableFromInline var gaps: RandomSource

    /// The arrival after the one at `time`.
    @inlinable
    @inline(__always)
    mutating func next(after time: Time) -> Time {
      meanGap > 0
        ? time + .seconds(Sampler.exponential(meanGap, &gaps)) : clock?.next() ?? .never
    }

    /// Draws what the next client brings.
    @inlinable
    @inline(__always)
    mutating func visit(_ service: Int) -> Visit {
      let time =
        meanTime > 0 ? .seconds(Sampler.exponential(meanTime, &times)) : time.sample(&times)
      return Visit(service: service, time: time, patience: patience?.sample(&patiences))
    }
  }

  /// When a service's next client comes; of two at one time the first service's is first.
  @usableFromInline
  struct Upcoming: Sendable {
    @usableFromInline var time: Time
    @usableFromInline let service: Int

    @inlinable
    @inline(__always)
    static func < (left: Upcoming, right: Upcoming) -> Bool {
      left.time == right.time ? left.service < right.service : left.time < right.time
    }
  }

  @usableFromInline var streams: [Stream]
  /// The services as a heap, by their next arrival.
  @usableFromInline var upcoming: [Upcoming] = []
  /// How many are still to come.
  @usableFromInline var left: Int
  @usableFromInline let allAtOpening: Bool
  @usableFromInline var choice: RandomSource
  /// The running sums of the shares, up to 1.
  @usableFromInline let steps: [Double]

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
      var meanGap = 0.0
      if case .poisson(let rate)? = load.arrivals { meanGap = 1 / rate }
      var meanTime = 0.0
      if case .exponential(let mean) = load.time { meanTime = mean }
      return Stream(
        meanGap: meanGap, meanTime: meanTime, time: Sampler(load.time),
        patience: load.patience.map(Sampler.init), times: random(.times),
        patiences: random(.patience),
        clock: load.arrivals.map { ArrivalClock($0, random(.arrivals)) }, gaps: random(.arrivals))
    }
    if let count {
      left = count
    } else {
      var random = RandomSource.stream(.count, seed: seed, day: day)
      left = Int.random(in: workload.clients, using: &random)
    }
    for service in streams.indices {
      upcoming.append(Upcoming(time: streams[service].next(after: .zero), service: service))
    }
    for place in upcoming.indices.reversed() { siftDown(place) }
  }

  /// The next client, or `nil` when all have come.
  @inlinable
  @inline(__always)
  public mutating func next() -> Arrival? {
    guard left > 0 else { return nil }
    left -= 1
    if allAtOpening {
      let service = chooseService()
      return Arrival(at: .zero, streams[service].visit(service))
    }

    let first = upcoming[0]
    guard first.time < .never else {
      left = 0
      return nil
    }
    upcoming[0].time = streams[first.service].next(after: first.time)
    siftDown(0)
    return Arrival(at: first.time, streams[first.service].visit(first.service))
  }

  /// Puts the service at `place` of the heap where its next arrival belongs.
  @inlinable
  @inline(__always)
  mutating func siftDown(_ place: Int) {
    let moved = upcoming[place]
    var hole = place
    while true {
      var child = 2 * hole + 1
      guard child < upcoming.count else { break }
      if child + 1 < upcoming.count, upcoming[child + 1] < upcoming[child] { child += 1 }
      guard upcoming[child] < moved else { break }
      upcoming[hole] = upcoming[child]
      hole = child
    }
    if hole != place { upcoming[hole] = moved }
  }

  /// Draws a client who comes now for any service, by the shares, or for `service`.
  public mutating func visit(for service: Int? = nil) -> Visit {
    let service = service ?? chooseService()
    return streams[service].visit(service)
  }

  @usableFromInline
  mutating func chooseService() -> Int {
    let level = choice.unit()
    return steps.firstIndex { $0 > level } ?? steps.count - 1
  }
}

/// The arrival times of one service.
@usableFromInline
struct ArrivalClock: Sendable {
  /// The gaps of a renewal process; `nil` for the others.
  @usableFromInline let gaps: Sampler?
  private var pieces: [ArrivalProcess.RatePiece] = []
  private var times: [Double] = []
  /// The present piece, or the next of the times.
  private var place = 0
  @usableFromInline var random: RandomSource
  @usableFromInline var now = Time.zero

  init(_ process: ArrivalProcess, _ random: RandomSource) {
    self.random = random
    switch process {
    case .poisson(let rate): gaps = Sampler(.exponential(mean: 1 / rate))
    case .renewal(let distribution): gaps = Sampler(distribution)
    case .piecewisePoisson(let pieces):
      gaps = nil
      self.pieces = pieces
    case .times(let times):
      gaps = nil
      self.times = times
    }
  }

  /// The next arrival, ``Time/never`` after the last.
  @inlinable
  @inline(__always)
  mutating func next() -> Time {
    guard let gaps else { return nextOfOthers() }
    now += gaps.sample(&random)
    return now
  }

  @usableFromInline
  mutating func nextOfOthers() -> Time {
    if !pieces.isEmpty { return nextOfPieces() }
    guard place < times.count else { return .never }
    defer { place += 1 }
    return .seconds(times[place])
  }

  /// Spends a unit exponential time at the rates of the pieces it runs through.
  private mutating func nextOfPieces() -> Time {
    var piece = place
    var time = max(now.seconds, pieces[0].from)
    var budget = Sampler.exponential(1, &random)
    while true {
      let end = piece + 1 < pieces.count ? pieces[piece + 1].from : .infinity
      let rate = pieces[piece].rate
      if rate > 0, time + budget / rate < end {
        now = .seconds(time + budget / rate)
        place = piece
        return now
      }
      guard end < .infinity else { return .never }
      budget -= (end - time) * rate
      time = end
      piece += 1
    }
  }
}
