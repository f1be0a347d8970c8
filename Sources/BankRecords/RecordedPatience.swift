import BankCore
import BankSimulation

/// How long clients of each service wait before they leave, as a log shows it of those who left and those
/// who were served first (Kaplan & Meier 1958).
public struct RecordedPatience: Sendable {
  /// For each service the times in seconds at which somebody left, and the shares that wait longer.
  private let curves: [(times: [Double], shares: [Double])]

  /// Reads the patience of clients of so many services.
  public init(_ days: [RecordedLog.Day], services: Int) {
    var left = Array(repeating: [Double](), count: services)
    var served = left
    for client in days.lazy.flatMap(\.clients) {
      if let wait = client.wait {
        served[client.service].append(wait)
      } else if let gone = client.left, !client.wasTurnedAway {
        left[client.service].append(gone - client.arrival)
      }
    }
    curves = zip(left, served).map { left, served in
      let curve = PatienceFit.survival(left, served)
      return (curve.map(\.time), curve.map(\.share))
    }
  }

  /// A patience for a client of `service` who was served after `wait` seconds, and so has a longer one:
  /// `nil` for one that goes beyond all that was seen.
  func drawn(_ service: Int, beyond wait: Double, _ random: inout RandomSource) -> Double? {
    let (times, shares) = curves[service]
    let known = times.count(upTo: wait)
    let level = random.unit() * (known > 0 ? shares[known - 1] : 1)
    return zip(times, shares).dropFirst(known).first { $0.1 <= level }?.0
  }
}
