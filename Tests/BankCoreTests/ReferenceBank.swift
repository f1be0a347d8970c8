import BankCore

/// A bank written a second time, as short and slow as possible: one list of everything that is to
/// come, sorted again for every step, and one list of clients, walked for every question.
///
/// It shares no code with `Bank`. A rule looks at all waiting clients (in order of arrival) and all
/// idle tellers (longest idle first) and names a pair, or nobody.
struct ReferenceBank {
  struct Person: Sendable {
    var ticket = 0
    var service = 0
    var time = 0
    var isWaiting = false
  }

  struct Staff: Sendable {
    var skills: Set<Int>
    var shifts: [Range<Int>]
  }

  enum What {
    case finish(Int, Person), handedOver(Int, Int), come(Int), leave(Int), abandon(Int), arrive(Int)
  }

  struct Event {
    var time: Int
    var kind: Int
    var sequence: Int
    var what: What
  }

  struct Visitor {
    var time: Int
    var service: Int
    var length: Int
    var patience: Int?
  }

  typealias Rule =
    @Sendable (_ waiting: [Person], _ idle: [Int], _ staff: [Staff], _ gone: Set<Int>) -> (
      ticket: Int, teller: Int
    )?

  var staff: [Staff]
  var limit: Int?
  var handover: Int
  var rule: Rule

  private var people: [Person] = []
  private var idle: [Int] = []
  private var busy: Set<Int> = []
  /// Counts hand-overs and leavings, so that a hand-over is known to be the latest.
  private var hands: [Int: Int] = [:]
  private var onDuty: Set<Int> = []
  private var events: [Event] = []
  private var sequence = 0
  private(set) var story: [String] = []

  init(staff: [Staff], limit: Int? = nil, handover: Int = 0, rule: @escaping Rule) {
    self.staff = staff
    self.limit = limit
    self.handover = handover
    self.rule = rule
  }

  mutating func run(_ visitors: [Visitor]) -> [String] {
    for (teller, person) in staff.enumerated() {
      if person.shifts.isEmpty || person.shifts[0].lowerBound == 0 {
        onDuty.insert(teller)
        idle.append(teller)
      }
      for shift in person.shifts {
        if shift.lowerBound > 0 { plan(shift.lowerBound, 1, .come(teller)) }
        plan(shift.upperBound, 1, .leave(teller))
      }
    }
    for (index, visitor) in visitors.enumerated() { plan(visitor.time, 3, .arrive(index)) }
    var arrivalsLeft = visitors.count
    var now = 0
    while true {
      events.sort { ($0.time, $0.kind, $0.sequence) < ($1.time, $1.kind, $1.sequence) }
      // The day ends with the instant in which the last client is done.
      let isOpen = arrivalsLeft > 0 || !busy.isEmpty || people.contains(where: \.isWaiting)
      guard let next = events.first, isOpen || next.time == now else { break }
      now = next.time
      let event = events.removeFirst()
      if case .arrive(let index) = event.what {
        arrivalsLeft -= 1
        arrive(visitors[index], event.time)
      } else {
        happen(event)
        dispatch(event.time)
      }
    }
    return story
  }

  private mutating func plan(_ time: Int, _ kind: Int, _ what: What) {
    sequence += 1
    events.append(Event(time: time, kind: kind, sequence: sequence, what: what))
  }

  private mutating func tell(_ time: Int, _ text: String) { story.append("\(time) \(text)") }

  private mutating func arrive(_ visitor: Visitor, _ now: Int) {
    let ticket = people.count + 1
    let wasFull = limit.map { limit in people.count(where: \.isWaiting) >= limit } ?? false
    people.append(
      Person(ticket: ticket, service: visitor.service, time: visitor.length, isWaiting: true))
    tell(now, "arrived \(ticket)")
    if let patience = visitor.patience { plan(now + patience, 2, .abandon(ticket)) }
    dispatch(now)
    if wasFull, let limit, people[ticket - 1].isWaiting,
      people.count(where: \.isWaiting) > limit
    {
      people[ticket - 1].isWaiting = false
      tell(now, "balked \(ticket)")
    }
  }

  private mutating func happen(_ event: Event) {
    switch event.what {
    case .finish(let teller, let person):
      busy.remove(teller)
      tell(event.time, "finished \(person.ticket) at \(teller)")
      if !onDuty.contains(teller) {
        tell(event.time, "left \(teller)")
      } else if handover > 0 {
        hands[teller, default: 0] += 1
        plan(event.time + handover, 0, .handedOver(teller, hands[teller, default: 0]))
      } else {
        idle.append(teller)
      }
    case .handedOver(let teller, let number):
      if hands[teller] == number { idle.append(teller) }
    case .come(let teller):
      onDuty.insert(teller)
      if !busy.contains(teller) {
        idle.append(teller)
        tell(event.time, "came \(teller)")
      }
    case .leave(let teller):
      onDuty.remove(teller)
      if !busy.contains(teller) {
        idle.removeAll { $0 == teller }
        hands[teller, default: 0] += 1
        tell(event.time, "left \(teller)")
      }
    case .abandon(let ticket):
      guard people[ticket - 1].isWaiting else { return }
      people[ticket - 1].isWaiting = false
      tell(event.time, "abandoned \(ticket)")
    case .arrive: break
    }
  }

  /// The tellers who are away for good.
  private var gone: Set<Int> {
    let expected = events.compactMap { if case .come(let teller) = $0.what { teller } else { nil } }
    return Set(staff.indices).subtracting(onDuty).subtracting(busy).subtracting(expected)
  }

  private mutating func dispatch(_ now: Int) {
    while let (ticket, teller) = rule(people.filter(\.isWaiting), idle, staff, gone) {
      people[ticket - 1].isWaiting = false
      idle.removeAll { $0 == teller }
      busy.insert(teller)
      tell(now, "started \(ticket) at \(teller)")
      plan(now + people[ticket - 1].time, 0, .finish(teller, people[ticket - 1]))
    }
  }
}

extension ReferenceBank {
  /// The idle teller with the fewest skills who can do `service`, longest idle among equals; equal
  /// sets of skills count as one group, in the order of their first teller.
  private static func common(_ service: Int, _ idle: [Int], _ staff: [Staff]) -> Int? {
    func rank(_ teller: Int) -> (Int, Int) {
      let first = staff.firstIndex { $0.skills == staff[teller].skills } ?? 0
      return (staff[teller].skills.count, first)
    }
    let able = idle.filter { staff[$0].skills.contains(service) }
    return able.min { rank($0) < rank($1) }
  }

  static let sharedPool: Rule = { waiting, idle, staff, _ in
    for person in waiting {
      if let teller = common(person.service, idle, staff) { return (person.ticket, teller) }
    }
    return nil
  }

  static func priority(to first: Int) -> Rule {
    { waiting, idle, staff, gone in
      sharedPool(waiting.filter { $0.service == first }, idle, staff, gone)
        ?? sharedPool(waiting.filter { $0.service != first }, idle, staff, gone)
    }
  }

  /// Whoever is idle, earlier services' tellers first, where those kept for `service` are gone.
  private static func helper(
    _ service: Int, _ kept: [Int], _ idle: [Int], _ gone: Set<Int>
  ) -> Int? {
    guard kept.indices.allSatisfy({ kept[$0] != service || gone.contains($0) }) else { return nil }
    return idle.min { kept[$0] < kept[$1] }
  }

  static func fixedSplit(_ kept: [Int]) -> Rule {
    { waiting, idle, _, gone in
      for service in 0..<((kept.max() ?? 0) + 1) {
        if let person = waiting.first(where: { $0.service == service }),
          let teller = idle.first(where: { kept[$0] == service })
        {
          return (person.ticket, teller)
        }
      }
      for service in 0..<((kept.max() ?? 0) + 1) {
        if let person = waiting.first(where: { $0.service == service }),
          let teller = helper(service, kept, idle, gone)
        {
          return (person.ticket, teller)
        }
      }
      return nil
    }
  }

  static func headOfLine(_ kept: [Int]) -> Rule {
    { waiting, idle, _, gone in
      guard let head = waiting.first,
        let teller = idle.first(where: { kept[$0] == head.service })
          ?? helper(head.service, kept, idle, gone)
      else { return nil }
      return (head.ticket, teller)
    }
  }
}
