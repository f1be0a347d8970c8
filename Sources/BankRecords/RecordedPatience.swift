import BankCore
import BankSimulation

/// How long clients of each service wait before they leave, as a log shows it of those who left and those
/// who were served first (Kaplan & Meier 1958); beyond the last who left as the family that fits goes on.
public struct RecordedPatience: Sendable {
  /// For each service the times in seconds at which somebody left, and the shares that wait longer; and the family, where
  /// enough left to fit one.
  private let curves: [(times: [Double], shares: [Double], model: PatienceFit?)]
  /// For each service until when enough were seen to wait, in seconds; `nil` where nobody left.
  private let seen: [Double?]

  /// A family that is farther from what was seen says nothing of how it goes on.
  private static let mostDistance = 0.1

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
    seen = zip(left, served).map { left, served in
      guard !left.isEmpty else { return nil }
      let waits = (left + served).sorted()
      return waits[waits.count - max(1, PatienceFit.fewestSeen(of: waits.count))]
    }
    curves = zip(left, served).map { left, served in
      let curve = PatienceFit.survival(left, served)
      let model = PatienceFit(left: left, served: served).flatMap {
        $0.distance <= Self.mostDistance ? $0 : nil
      }
      return (curve.map(\.time), curve.map(\.share), model)
    }
  }

  /// Until when the log knows how many of a service leave, in seconds, and whether a family says how it goes on; `nil` where
  /// nobody left.
  package func known(_ service: Int) -> (until: Double, goesOn: Bool)? {
    seen[service].map { ($0, curves[service].model != nil) }
  }

  /// A patience for a client of `service` who was served after `wait` seconds, and so has a longer one: `nil` for one that
  /// goes beyond all that was seen of a service for which no family says how it goes on.
  func drawn(_ service: Int, beyond wait: Double, _ random: inout RandomSource) -> Double? {
    let (times, shares, model) = curves[service]
    let known = times.count(upTo: wait)
    let level = random.unit() * (known > 0 ? shares[known - 1] : 1)
    if let next = zip(times, shares).dropFirst(known).first(where: { $0.1 <= level }) {
      return next.0
    }
    guard let model, let last = times.last, let share = shares.last else { return nil }
    // Until then nobody else left of those who were seen to wait. Where all had left, this one is among the first of others.
    return model.time(
      beyond: max(last, wait, seen[service] ?? 0), share: share > 0 ? level / share : random.unit())
  }
}
