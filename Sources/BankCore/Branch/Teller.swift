/// Somebody who serves.
public struct Teller: Hashable, Sendable {
  /// The name, as reports show it.
  public var name: String

  /// The names of the services this teller *can* do: `nil` for all, an empty list for none.
  ///
  /// A fact about staff; which of them the teller *should* do is the policy's choice.
  public var skills: [String]?

  /// How fast the teller works: a service of 6 s takes 5 s at speed 1.2.
  ///
  /// From 0.001 to 1000, as is each of ``speeds``.
  public var speed: Double

  /// How fast the teller is at services where that is not ``speed``, by name.
  public var speeds: [String: Double]

  /// When the teller is there: `nil` for always, an empty list for never.
  ///
  /// In order, without overlap.
  public var shifts: [Shift]?

  /// Makes a teller.
  public init(
    _ name: String, skills: [String]? = nil, speed: Double = 1, speeds: [String: Double] = [:],
    shifts: [Shift]? = nil
  ) {
    self.speeds = speeds
    self.name = name
    self.skills = skills
    self.speed = speed
    self.shifts = shifts
  }

  /// The same teller; shifts without a gap between them are joined, for nobody leaves there.
  var withShiftsJoined: Teller {
    var teller = self
    teller.shifts = shifts?.reduce(into: []) { joined, shift in
      if let last = joined.indices.last, joined[last].end == shift.start {
        joined[last].end = shift.end
      } else {
        joined.append(shift)
      }
    }
    return teller
  }

  /// Whether the teller is on duty at `time`, according to the shifts.
  package func isOnDuty(at time: Time) -> Bool {
    shifts?.contains { $0.start <= time && (time < $0.end || !$0.hasEnd) } ?? true
  }
}

/// A time at work: from ``start`` up to but not including ``end``, both since opening.
///
/// A teller who is serving at the end finishes that client first. A teller who becomes free at the very end may still
/// call one more: at one instant, services end before shifts do.
public struct Shift: Hashable, Sendable {
  /// When the teller comes.
  public var start: Time

  /// When the teller leaves.
  ///
  /// A shift that ends at ``BranchPlan/longestTime`` has no end: the teller stays.
  public var end: Time

  /// Whether the teller leaves at the end.
  package var hasEnd: Bool { end < BranchPlan.longestTime }

  /// Makes a shift.
  public init(from start: Time, to end: Time) {
    self.start = start
    self.end = end
  }
}
