/// A teller who comes or leaves.
@usableFromInline
struct StaffChange: Sendable {
  let time: Time
  let teller: Int
  let comes: Bool

  /// Every change in `plan`, by teller and shift: the order of simultaneous ones.
  static func all(in plan: BranchPlan) -> [StaffChange] {
    plan.tellers.enumerated().flatMap { teller, staff in
      (staff.shifts ?? []).flatMap { shift in
        [
          StaffChange(time: shift.start, teller: teller, comes: true),
          StaffChange(time: shift.end, teller: teller, comes: false),
        ]
      }
    }
  }
}

extension Bank {
  /// Seats who is there at opening, and notes when the others come and everybody leaves.
  mutating func beginDuty() {
    for teller in _floor.tellers where _floor.plan.tellers[teller].shifts == nil {
      hall.tellers[teller].onDuty = true
    }
    for (index, change) in staffChanges.enumerated() {
      if change.comes, change.time == .zero {
        hall.tellers[change.teller].onDuty = true
      } else {
        addToAgenda(.staff, at: change.time, sequence: index, index: index)
      }
    }
    for teller in _floor.tellers where hall.tellers[teller].onDuty {
      hall.seat(teller, at: _floor.now)
    }
  }

  @usableFromInline
  mutating func change<Observer: BankObserver>(
    _ change: StaffChange, _ observer: inout Observer
  ) {
    let teller = change.teller
    hall.tellers[teller].onDuty = change.comes
    switch (change.comes, hall.tellers[teller].status) {
    case (true, .absent):
      hall.seat(teller, at: _floor.now)
      tell(&observer, .came(teller: teller))
    case (false, .idle):
      hall.unseat(teller, to: .absent, at: _floor.now)
      tell(&observer, .left(teller: teller))
    case (false, .handingOver):
      hall.tellers[teller].status = .absent
      hall.tellers[teller].release = .max
      tell(&observer, .left(teller: teller))
    default:
      break  // Whoever serves finishes first, and is still there if a shift begins meanwhile.
    }
  }
}
