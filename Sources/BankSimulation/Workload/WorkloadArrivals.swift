public import BankCore

/// The clients of one day, in order of arrival.
///
/// Drawn some at a time, for it takes long: everybody is ready before anybody asks.
public struct WorkloadArrivals: IteratorProtocol, Sequence, Sendable {
  private struct Stream {
    /// The mean gap of a Poisson process and the mean of exponential times, drawn in line; 0 for
    /// everything else.
    let meanGap: Double
    let meanTime: Double
    let time: Sampler
    let patience: Sampler?
    var times: RandomSource
    var patiences: RandomSource
    var clock: ArrivalClock?
    var gaps: RandomSource
    /// The time of the arrival after next, drawn so early that nobody waits for it.
    var following = Time.zero

    /// The time of the next arrival.
    @inline(__always)
    mutating func next() -> Time {
      let next = following
      following =
        meanGap > 0
        ? next + .seconds(Sampler.exponential(meanGap, &gaps)) : clock?.next() ?? .never
      return next
    }

    /// Draws what the next client brings.
    @inline(__always)
    mutating func visit(_ service: Int) -> Visit {
      let time =
        meanTime > 0 ? .seconds(Sampler.exponential(meanTime, &times)) : time.sample(&times)
      return Visit(service: service, time: time, patience: patience?.sample(&patiences))
    }
  }

  private var streams: [Stream]
  /// The next arrival of each service, and one that never comes.
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
      _ = streams[service].next()
      upcoming.append(
        Due(time: streams[service].next(), order: UInt64(service), index: service))
    }
    if !areFew { upcoming.sort(by: <) }
    upcoming.append(.last)
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
    let count = streams.withUnsafeMutableBufferPointer { streams in
      upcoming.withUnsafeMutableBufferPointer { upcoming in
        drawn.withUnsafeMutableBufferPointer { drawn in
          Self.draw(most, into: drawn, streams, upcoming, areFew)
        }
      }
    }
    toCome = 0..<count
  }

  /// Draws `most`, or as many as there are; returns their number.
  private static func draw(
    _ most: Int, into drawn: UnsafeMutableBufferPointer<Arrival>,
    _ streams: UnsafeMutableBufferPointer<Stream>, _ upcoming: UnsafeMutableBufferPointer<Due>,
    _ areFew: Bool
  ) -> Int {
    for index in 0..<most {
      let first = areFew ? earliest(upcoming) : 0
      let time = upcoming[first].time
      let service = upcoming[first].index
      guard time < .never else { return index }
      drawn[index] = Arrival(at: time, streams[service].visit(service))
      upcoming[first].time = streams[service].next()
      if !areFew { upcoming.replaceFirst(by: upcoming[0], count: streams.count) }
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

/// The arrival times of one service.
struct ArrivalClock: Sendable {
  /// The gaps of a renewal process; `nil` for the others.
  private let gaps: Sampler?
  private var pieces: [ArrivalProcess.RatePiece] = []
  private var times: [Double] = []
  /// The present piece, or the next of the times.
  private var place = 0
  private var random: RandomSource
  private var now = Time.zero

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
  @inline(__always)
  mutating func next() -> Time {
    guard let gaps else { return nextOfOthers() }
    now += gaps.sample(&random)
    return now
  }

  private mutating func nextOfOthers() -> Time {
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
