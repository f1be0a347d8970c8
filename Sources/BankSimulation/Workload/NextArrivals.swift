public import BankCore

/// When the next client of each service comes, which service is first, and where that client is.
@usableFromInline
struct NextArrivals: Sendable {
  // Up to four services side by side; ``Time/never`` where there are fewer.
  @usableFromInline var times = SIMD4<Int64>(repeating: .max)
  @usableFromInline var places = SIMD4<Int>(repeating: 0)

  /// Where services are more: theirs as a binary heap by time and number.
  private var heap: [(time: Time, service: Int, place: Int)] = []

  @inlinable static var few: Int { 4 }

  init(_ arrivals: [(time: Time, place: Int)]) {
    if arrivals.count > Self.few {
      heap = arrivals.enumerated().map { ($1.time, $0, $1.place) }.sorted {
        ($0.time, $0.service) < ($1.time, $1.service)
      }
    } else {
      for (service, arrival) in arrivals.enumerated() {
        times[service] = arrival.time.nanoseconds
        places[service] = arrival.place
      }
    }
  }

  /// The service that is first, of equal times the first service, and the place of its client: where
  /// services are few.
  @inlinable
  @inline(__always)
  var firstOfFew: (service: Int, place: Int) {
    // Without a branch, for a processor cannot predict this one: `isEarlier` is all ones or all zeros.
    var first = 0
    var time = times[0]
    var place = places[0]
    for service in 1..<Self.few {
      let isEarlier = (times[service] &- time) >> 63
      first ^= (first ^ service) & Int(isEarlier)
      time ^= (time ^ times[service]) & isEarlier
      place ^= (place ^ places[service]) & Int(isEarlier)
    }
    return (first, place)
  }

  var firstOfMany: (service: Int, place: Int) { (heap[0].service, heap[0].place) }

  /// Notes that the next client of `service`, one of few, is at `place` and comes at `time`.
  @inlinable
  @inline(__always)
  mutating func replace(_ service: Int, time: Time, place: Int) {
    times[service] = time.nanoseconds
    places[service] = place
  }

  mutating func replaceFirstOfMany(_ time: Time, _ place: Int) {
    heap[0].time = time
    heap[0].place = place
    var hole = 0
    while true {
      let children = (2 * hole + 1..<2 * hole + 3).prefix { $0 < heap.count }
      guard let child = children.min(by: { comesFirst($0, $1) }), comesFirst(child, hole) else {
        return
      }
      heap.swapAt(hole, child)
      hole = child
    }
  }

  private func comesFirst(_ left: Int, _ right: Int) -> Bool {
    (heap[left].time, heap[left].service) < (heap[right].time, heap[right].service)
  }
}
