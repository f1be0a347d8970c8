import BankCore

/// The arrival times of one service, worked out some at a time.
struct ArrivalClock: Sendable {
  private let process: ArrivalProcess
  /// The gaps of a renewal process, and of a Poisson process, which is one.
  private let gaps: Sampler?
  private var random: RandomSource
  /// The last arrival worked out; ``Time/never`` from the end of them on.
  private var last = Time.zero
  /// The piece it was in, or how many of the given times have been used.
  private var place = 0

  init(_ process: ArrivalProcess, _ random: RandomSource) {
    self.process = process
    self.random = random
    switch process {
    case .poisson(let rate): gaps = Sampler(.exponential(mean: 1 / rate))
    case .renewal(let distribution): gaps = Sampler(distribution)
    case .piecewisePoisson, .times: gaps = nil
    }
  }

  /// Works out an arrival for each of `places`, ``Time/never`` after the last.
  ///
  /// `room` is where the gaps are drawn, one for each place.
  mutating func fill(
    _ clients: inout [Arrival], _ places: Range<Int>, gaps room: inout [Double]
  ) {
    guard let gaps else {
      for place in places { clients[place].time = nextOfOthers() }
      return
    }
    gaps.fill(&room, &random)
    var (time, place) = (last, places.lowerBound)
    for gap in room {
      time += .seconds(gap)
      clients[place].time = time
      place += 1
    }
    last = time
  }

  private mutating func nextOfOthers() -> Time {
    switch process {
    case .piecewisePoisson(let pieces): return nextOf(pieces)
    case .times(let given) where place < given.count:
      place += 1
      return .seconds(given[place - 1])
    case .poisson, .renewal, .times: return .never
    }
  }

  /// Draws the next arrival where the rate changes piece by piece: draws a unit exponential
  /// time and uses it up at the rate of each piece.
  private mutating func nextOf(_ pieces: [ArrivalProcess.RatePiece]) -> Time {
    guard last < .never else { return .never }
    var piece = place
    var time = max(last.seconds, pieces[0].from)
    var budget = Sampler.exponential(1, &random)
    while true {
      let end = piece + 1 < pieces.count ? pieces[piece + 1].from : .infinity
      let rate = pieces[piece].rate
      if rate > 0, time + budget / rate < end {
        last = .seconds(time + budget / rate)
        place = piece
        return last
      }
      guard end < .infinity else {
        last = .never
        return .never
      }
      budget -= (end - time) * rate
      time = end
      piece += 1
    }
  }
}
