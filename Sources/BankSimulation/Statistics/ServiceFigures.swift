public import BankCore

/// What came of the clients of one service, or of all.
public struct ServiceFigures: Sendable {
  /// How many came, counting those who were refused or balked.
  public var arrived = 0
  /// How many lost patience.
  public internal(set) var abandoned = 0
  /// How many left at once because too many waited.
  public internal(set) var balked = 0
  /// How many were refused for want of stock.
  public internal(set) var refused = 0
  /// The waits of those served until being called.
  public var wait = Tally()
  /// The same waits, for their quantiles.
  public var waits = Histogram()
  /// The number of those waiting, over time.
  public var inLine: Level
  /// The means of consecutive waits, in seconds.
  public var batches = BatchMeans()
  @usableFromInline var inTime = 0
  /// How many were at a teller when the day was stopped, having been called within the target.
  var servingInTime = 0
  /// How many still wait within the target of a day that goes on: nobody knows yet whether they will be late.
  var undecided = 0
  /// The times from coming until being finished, added up in nanoseconds.
  @usableFromInline var sojourns: Int128 = 0
  private let hasTarget: Bool
  /// The wait within which a client is to be called.
  @usableFromInline let target: Time

  init(target: Time?, from start: Time) {
    hasTarget = target != nil
    self.target = target ?? .never
    inLine = Level(from: start)
  }

  /// How many were served to the end.
  public var served: Int { wait.count }

  /// How many of those served had waited at all.
  public var waited: Int { served - waits.zeros }

  /// How many of those served were called within the target; `nil` without a target.
  public var withinTarget: Int? { hasTarget ? inTime : nil }

  /// The mean time from coming until being finished, in seconds; 0 when nobody was served.
  public var meanSojourn: Double { served > 0 ? Double(sojourns) / 1e9 / Double(served) : 0 }

  /// How many left unserved: lost patience, were turned away, or refused.
  public var left: Int { abandoned + balked + refused }

  /// How many were called within the target, whatever became of them; `nil` without a target.
  public var calledInTime: Int? { withinTarget.map { $0 + servingInTime } }

  /// Of how many it is known whether they were called within the target: where a day goes on, all but those who still
  /// wait within it.
  public var judged: Int { arrived - undecided }

  /// How many are neither served nor gone.
  public var unserved: Int { arrived - served - left }

  /// The wait that at least the share `level` of those served did not exceed; see ``Histogram``.
  public func waitQuantile(_ level: Double) -> Double? {
    waits.quantile(level).map { min($0, wait.max) }
  }

  /// The same at each of several levels, in rising order; `nil` when nobody was served.
  func waitQuantiles(_ levels: [Double]) -> [Double]? {
    waits.quantiles(levels)?.map { min($0, wait.max) }
  }

  @inlinable
  @inline(__always)
  mutating func enter(at now: Time, isCounted: Bool) {
    if isCounted { arrived &+= 1 }
    inLine.change(by: 1, at: now)
  }

  /// Counts a client by the times of coming, being called and being finished, in `buckets` that
  /// become those of ``waits`` in the end; returns the wait in seconds.
  @inlinable
  @inline(__always)
  mutating func finish(
    _ arrival: Time, _ started: Time, _ now: Time, in buckets: Table<UInt64>, at first: Int
  ) -> Double {
    finish(arrival, started, now, within: target, in: buckets, at: first)
  }

  /// The same with a target that is not this one's own.
  @inlinable
  @inline(__always)
  @discardableResult
  mutating func finish(
    _ arrival: Time, _ started: Time, _ now: Time, within target: Time, in buckets: Table<UInt64>,
    at first: Int
  ) -> Double {
    let nanoseconds = count(arrival, started, now, within: target)
    buckets[first &+ Histogram.bucket(nanoseconds: nanoseconds)] &+= 1
    return nanoseconds * 1e-9
  }

  /// The same with the buckets of ``waits`` themselves.
  mutating func finish(_ arrival: Time, _ started: Time, _ now: Time, within target: Time) {
    _ = count(arrival, started, now, within: target)
    waits.add(started - arrival)
  }

  /// Counts but for the buckets; returns the wait in nanoseconds.
  @inlinable
  @inline(__always)
  mutating func count(
    _ arrival: Time, _ started: Time, _ now: Time, within target: Time
  ) -> Double {
    // None of the times is negative, and each is no earlier than the one before.
    let wait = Time(nanoseconds: started.nanoseconds &- arrival.nanoseconds)
    let nanoseconds = Double(wait.nanoseconds)
    self.wait.add(nanoseconds: nanoseconds)
    batches.add(nanoseconds * 1e-9)
    if wait <= target { inTime &+= 1 }
    sojourns &+= Int128(now.nanoseconds &- arrival.nanoseconds)
    return nanoseconds
  }

  /// Adds the clients of `other`, but not the line over time.
  mutating func mergeClients(_ other: ServiceFigures) {
    arrived += other.arrived
    abandoned += other.abandoned
    balked += other.balked
    refused += other.refused
    wait.merge(other.wait)
    waits.merge(other.waits)
    inTime += other.inTime
    servingInTime += other.servingInTime
    undecided += other.undecided
    sojourns += other.sojourns
  }

  /// Adds the figures of another day; ``batches`` stay those of the first.
  mutating func merge(_ other: ServiceFigures) {
    mergeClients(other)
    inLine.merge(other.inLine)
  }
}

/// What one teller did.
public struct TellerFigures: Sendable {
  /// How many clients were served to the end.
  public var served = 0
  /// The time spent serving, in seconds.
  public var busy: Double { Double(nanoseconds) / 1e9 }
  @usableFromInline var nanoseconds: Int128 = 0
  @usableFromInline var presence: Level

  /// The share of the time present that was spent serving, or `nil` when never there.
  public var utilization: Double? {
    presence.area > 0 ? busy / presence.area : nil
  }

  /// About the share of the time present that was spent serving and handing over, where that takes `handover` on
  /// average after every client; or `nil` when never there.
  public func share(handover: Time) -> Double? {
    presence.area > 0
      ? min(1, (busy + Double(served) * handover.seconds) / presence.area) : nil
  }

  @inlinable
  @inline(__always)
  mutating func busy(from start: Time, until end: Time) {
    nanoseconds &+= Int128(end.nanoseconds &- start.nanoseconds)
  }

  mutating func merge(_ other: TellerFigures) {
    served += other.served
    nanoseconds += other.nanoseconds
    presence.merge(other.presence)
  }
}
