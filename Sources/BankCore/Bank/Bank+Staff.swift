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
      _floor.tellerStates[teller].onDuty = true
    }
    for (index, change) in staffChanges.enumerated() {
      if change.comes, change.time == .zero {
        _floor.tellerStates[change.teller].onDuty = true
      } else {
        addToAgenda(.staff, at: change.time, index: index)
      }
    }
    for teller in _floor.tellers where _floor.tellerStates[teller].onDuty { _floor.seat(teller) }
  }

  @usableFromInline
  mutating func change<Observer: BankObserver>(
    _ change: StaffChange, _ observer: inout Observer
  ) {
    let teller = change.teller
    _floor.tellerStates[teller].onDuty = change.comes
    switch (change.comes, _floor.tellerStates[teller].status) {
    case (true, .absent):
      _floor.seat(teller)
      tell(&observer, .came(teller: teller))
    case (false, .idle):
      _floor.unseat(teller, to: .absent)
      tell(&observer, .left(teller: teller))
    case (false, .handingOver):
      _floor.tellerStates[teller].status = .absent
      _floor.tellerStates[teller].release = -1
      tell(&observer, .left(teller: teller))
    default:
      break  // Whoever serves finishes first, and is still there if a shift begins meanwhile.
    }
  }
}
