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
    @usableFromInline var next: Time
    @usableFromInline var clock: ArrivalClock?
    @usableFromInline var gaps: RandomSource

    /// Goes on to the next arrival.
    @inlinable
    @inline(__always)
    mutating func advance() {
      if meanGap > 0 {
        next += .seconds(Sampler.exponential(meanGap, &gaps))
      } else {
        next = clock?.next() ?? .never
      }
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

  @usableFromInline var streams: [Stream]
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
      var stream = Stream(
        meanGap: meanGap, meanTime: meanTime, time: Sampler(load.time),
        patience: load.patience.map(Sampler.init), times: random(.times),
        patiences: random(.patience), next: .zero,
        clock: load.arrivals.map { ArrivalClock($0, random(.arrivals)) }, gaps: random(.arrivals))
      stream.advance()
      return stream
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
    guard left > 0 else { return nil }
    left -= 1
    if allAtOpening {
      let service = chooseService()
      return Arrival(at: .zero, streams[service].visit(service))
    }

    var first = 0
    for index in streams.indices where streams[index].next < streams[first].next { first = index }
    let time = streams[first].next
    guard time < .never else {
      left = 0
      return nil
    }
    streams[first].advance()
    return Arrival(at: time, streams[first].visit(first))
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
