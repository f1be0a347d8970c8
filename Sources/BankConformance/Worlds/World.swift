public import BankCore

/// A small day to try a policy on: staff, clients, limits and resets.
public struct World: Sendable, Hashable {
  /// A teller.
  public struct Staff: Sendable, Hashable {
    /// The services the teller can do, in order; empty for none.
    public var skills: [Int]
    /// When the teller is there; empty for always.
    public var shifts: [Range<Time>]

    /// Makes a teller.
    public init(_ skills: [Int], shifts: [Range<Time>] = []) {
      self.skills = skills
      self.shifts = shifts
    }
  }

  /// A client.
  public struct Visitor: Sendable, Hashable {
    /// What the client comes for.
    public var service: Int
    /// When the client comes.
    public var arrival: Time
    /// How long serving takes; hidden from policies.
    public var time: Time
    /// How long the client waits, or `nil` for ever.
    public var patience: Time?

    /// Makes a client.
    public init(_ service: Int, at arrival: Time, time: Time, patience: Time? = nil) {
      self.service = service
      self.arrival = arrival
      self.time = time
      self.patience = patience
    }
  }

  /// The tellers: A, B, C and so on.
  public var staff: [Staff]
  /// The clients, 0, 1, 2 and so on, in order of arrival.
  public var visitors: [Visitor]
  /// How many may wait at once, or `nil` for any number.
  public var limit: Int?
  /// The time between two clients of one teller.
  public var handover = Time.zero
  /// When the bank is reset, in order; before the arrivals of that instant.
  public var resets: [Time] = []
  /// What the policy's random source is seeded with.
  public var seed: UInt64 = 1

  /// Makes a world.
  public init(_ staff: [Staff], _ visitors: [Visitor]) {
    self.staff = staff
    self.visitors = visitors
  }

  /// The number of services: two, or as many as are spoken of.
  public var services: Int {
    var most = 1
    for teller in staff { for skill in teller.skills { most = max(most, skill) } }
    for visitor in visitors { most = max(most, visitor.service) }
    return most + 1
  }

  /// The name of a service: those of the standard branch, then `service-2` and so on.
  public static func serviceName(_ service: Int) -> String {
    service == 0 ? "deposit" : service == 1 ? "loan" : "service-\(service)"
  }

  /// The name of a teller: A to Z, then A26 and so on.
  public static func tellerName(_ teller: Int) -> String {
    guard teller < 26, let letter = Unicode.Scalar(65 + teller) else { return "A\(teller)" }
    return String(letter)
  }

  /// Whether a teller comes or goes.
  var hasShifts: Bool { staff.contains { !$0.shifts.isEmpty } }

  /// The branch of this world; tellers are called `prefix` and their name.
  func plan(prefix: String = "", shiftedBy offset: Time = .zero) throws(Problems) -> BranchPlan {
    try BranchPlan(
      services: (0..<services).map { Service(Self.serviceName($0), meanTime: .whole(2)) },
      tellers: staff.enumerated().map { index, teller in
        Teller(
          prefix + Self.tellerName(index), skills: teller.skills.map(Self.serviceName),
          shifts: teller.shifts.isEmpty
            ? nil
            : teller.shifts.map {
              Shift(from: $0.lowerBound + offset, to: $0.upperBound + offset)
            })
      }, limit: limit, handover: handover)
  }

  /// The same staff and another day: deposits for loans, and longer services.
  var mirrored: World {
    var other = self
    let most = services - 1
    for index in other.visitors.indices {
      other.visitors[index].service = most - other.visitors[index].service
      other.visitors[index].time += .whole(1)
    }
    return other
  }
}

extension Time {
  /// Whole seconds.
  static func whole(_ seconds: Int) -> Time {
    Time(nanoseconds: Int64(seconds) * 1_000_000_000)
  }
}
