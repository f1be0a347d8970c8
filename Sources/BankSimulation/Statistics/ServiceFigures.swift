import BankCore

/// What came of the clients of one service, or of all.
public struct ServiceFigures: Sendable {
  /// How many came, counting those who were refused or balked.
  public internal(set) var arrived = 0
  /// How many were served to the end.
  public internal(set) var served = 0
  /// How many lost patience.
  public internal(set) var abandoned = 0
  /// How many left at once because too many waited.
  public internal(set) var balked = 0
  /// How many were refused for want of stock.
  public internal(set) var refused = 0
  /// How many of those served had waited at all.
  public internal(set) var waited = 0
  /// How many of those served were called within the target; `nil` without a target.
  public internal(set) var withinTarget: Int?
  /// The waits of those served until being called, in seconds.
  public internal(set) var wait = Tally()
  /// The same waits, for their quantiles.
  var waits = Histogram()
  /// The times from coming until being finished, in seconds.
  public internal(set) var sojourn = Tally()
  /// The number of those waiting, over time.
  public internal(set) var inLine = Level()

  init(hasTarget: Bool) {
    withinTarget = hasTarget ? 0 : nil
  }

  /// How many are neither served nor gone.
  public var unserved: Int { arrived - served - abandoned - balked - refused }

  /// The wait that at least the share `level` of those served did not exceed; see ``Histogram``.
  public func waitQuantile(_ level: Double) -> Double? {
    waits.quantile(level).map { min($0, wait.max) }
  }

  mutating func enter(at now: Time) {
    arrived += 1
    inLine.set(inLine.value + 1, at: now)
  }

  mutating func call(at now: Time) { inLine.set(inLine.value - 1, at: now) }

  mutating func finish(wait: Time, _ isInTime: Bool, sojourn: Time) {
    let seconds = wait.seconds
    self.wait.add(seconds)
    waits.add(seconds)
    if wait > .zero { waited += 1 }
    if isInTime, let known = withinTarget { withinTarget = known + 1 }
    served += 1
    self.sojourn.add(sojourn.seconds)
  }

  mutating func leave(_ reason: WritableKeyPath<ServiceFigures, Int>, at now: Time) {
    self[keyPath: reason] += 1
    inLine.set(inLine.value - 1, at: now)
  }

  mutating func refuse() {
    arrived += 1
    refused += 1
  }

  mutating func close(at end: Time) { inLine.close(at: end) }
}

/// What one teller did.
public struct TellerFigures: Sendable {
  /// How many clients were served to the end.
  public internal(set) var served = 0
  /// The time spent serving, in seconds.
  public internal(set) var busy = 0.0
  var presence = Level()

  /// The share of the time present that was spent serving, or `nil` when never there.
  public var utilization: Double? {
    presence.area > 0 ? busy / presence.area : nil
  }

  mutating func finish(_ length: Time) {
    served += 1
    busy += length.seconds
  }
}
