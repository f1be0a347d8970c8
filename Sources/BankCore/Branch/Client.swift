/// Somebody who waits or is served, as policies, queues and reports see them.
///
/// On a ``Route`` a client has the same ticket at every step, and joins each line anew.
///
/// Only the bank knows how long the service will take, and how long the client is willing to wait.
public struct Client: Hashable, BitwiseCopyable, Sendable {
  /// The ticket number: 1 for the first client who comes in a session, then 2, and so on.
  public let ticket: Int

  /// When the client joined the line: when they came, or finished the step before.
  public let arrival: Time

  /// The service, as an index into the plan's services.
  @inlinable public var service: Int { Int(Int32(truncatingIfNeeded: serviceAndClass)) }

  /// The priority class that the client came with; higher is more urgent.
  ///
  /// The plan need not know it: see ``BranchPlan/rank(ofClass:)``.
  @inlinable public var priority: Int { Int(serviceAndClass >> 32) }

  /// The route, as an index into the plan's routes; `nil` for a client who comes for one service.
  public var route: Int? {
    let number = Int(~hidden >> 32 & 0x7FFF)
    return isPacked && number > 0 ? number - 1 : nil
  }

  /// The number of the step on the route, from 0; 0 for a client who comes for one service.
  public var step: Int { isPacked ? Int(~hidden >> 47) : 0 }

  /// Whether this client joined their line earlier than `other` joined theirs; at the same instant the lower ticket
  /// counts as earlier.
  ///
  /// It compares the joining of lines, not the coming through the door.
  @inlinable
  @inline(__always)
  public func joined(before other: Client) -> Bool {
    arrival == other.arrival ? ticket < other.ticket : arrival < other.arrival
  }

  // Kept to 32 bytes, because a client is copied at every event: with 48 a simulation takes 8 % longer.

  /// The service in the lower half, the priority class in the upper.
  @usableFromInline let serviceAndClass: Int64

  /// The true service time at speed 1, in nanoseconds, where not negative.
  ///
  /// If negative, `~hidden` packs three numbers: the slot in the bank's ``WaitingList`` (bits 0–31), the route plus
  /// one (32–46), and the step (47–62). The service time of one who waits is then in the list.
  @usableFromInline let hidden: Int64

  @inlinable
  init(ticket: Int, serviceAndClass: Int64, arrival: Time, hidden: Int64) {
    self.ticket = ticket
    self.serviceAndClass = serviceAndClass
    self.arrival = arrival
    self.hidden = hidden
  }

  /// Whether ``hidden`` is three packed numbers and not a time.
  ///
  /// True of every client who has or had a slot in the bank's ``WaitingList`` (a *listed* client), also while being
  /// served; of one who was refused; and of one made by ``init(ticket:service:priority:arrival:)``. Of nobody else.
  @inlinable var isPacked: Bool { hidden < 0 }

  /// The slot that ``hidden`` packs; means nothing unless ``isPacked``.
  @inlinable var slot: Int { Int(~hidden & 0xFFFF_FFFF) }

  /// The slot of a client who is in no list.
  static let noSlot = 0xFFFF_FFFF

  /// The most routes, and the most steps of one.
  static let mostRoutes = 0x7FFE
  static let mostSteps = 0xFFFF

  /// What ``hidden`` is for a client in the waiting list.
  static func hidden(slot: Int, route: Int?, step: Int) -> Int64 {
    ~(Int64(slot) | Int64((route ?? -1) + 1) << 32 | Int64(step) << 47)
  }

  /// What ``serviceAndClass`` is for a service and a priority class.
  @inlinable
  static func packed(service: Int, priority: Int) -> Int64 {
    Int64(Int32(clamping: priority)) << 32 | Int64(UInt32(bitPattern: Int32(clamping: service)))
  }

  @inlinable static var nobody: Client {
    Client(ticket: 0, serviceAndClass: 0, arrival: .zero, hidden: 0)
  }

  /// Makes a client with a service time, as a bank does.
  package init(ticket: Int, service: Int, priority: Int, arrival: Time, serviceTime: Time) {
    self.init(
      ticket: ticket, serviceAndClass: Self.packed(service: service, priority: priority),
      arrival: arrival, hidden: max(serviceTime, .zero).nanoseconds)
  }

  /// Whether `other` is equal, ``hidden`` included: a client rebuilt from the public properties differs in it.
  package func isSame(as other: Client) -> Bool { self == other && hidden == other.hidden }

  /// Makes a client outside a bank: for the tests of a queue, or from a record.
  ///
  /// A bank never serves such a client. If a queue shows one, the bank serves its own client of the same ticket in
  /// their place, passes over them like one who has left, or drops the queue.
  public init(ticket: Int, service: Int, priority: Int = 0, arrival: Time = .zero) {
    self.init(
      ticket: ticket, serviceAndClass: Self.packed(service: service, priority: priority),
      arrival: arrival,
      // In no bank's waiting list: so such a client is never the head of a line (`showHead`), and
      // `clients(inLine:)` passes over them (`isPassedOver`).
      hidden: Self.hidden(slot: Self.noSlot, route: nil, step: 0))
  }
}

extension Client {
  /// Whether everything public about two clients is equal.
  public static func == (left: Client, right: Client) -> Bool {
    left.ticket == right.ticket && left.arrival == right.arrival
      && left.serviceAndClass == right.serviceAndClass
      && left.route == right.route && left.step == right.step
  }

  /// Hashes what ``==(_:_:)`` compares, but for the route and the step.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ticket)
    hasher.combine(arrival)
    hasher.combine(serviceAndClass)
  }
}

extension Client: CustomReflectable {
  /// What is public about a client; the hidden time stays hidden from `dump` as well.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "ticket": ticket, "service": service, "priority": priority, "arrival": arrival,
        "route": route as Any, "step": step,
      ], displayStyle: .struct)
  }
}
