/// The beginning or the end of a shift.
@usableFromInline
struct StaffChange: Sendable {
  let time: Time
  let teller: Int
  let comes: Bool

  /// Every change in `plan`, by teller and then by shift; changes at one instant happen in this order.
  static func all(in plan: BranchPlan) -> [StaffChange] {
    plan.tellers.enumerated().flatMap { teller, staff in
      (staff.shifts ?? []).flatMap { shift in
        [
          StaffChange(time: shift.start, teller: teller, comes: true),
          shift.hasEnd ? StaffChange(time: shift.end, teller: teller, comes: false) : nil,
        ].compactMap(\.self)
      }
    }
  }
}

extension Bank {
  /// Marks as on duty whoever is there at opening, and schedules every other beginning and end of a shift.
  mutating func beginDuty() {
    for teller in currentFloor.tellers where currentFloor.plan.tellers[teller].shifts == nil {
      storage.tellers[teller].isOnDuty = true
    }
    for (index, change) in staffChanges.enumerated() {
      if change.comes, change.time == .zero {
        storage.tellers[change.teller].isOnDuty = true
      } else {
        schedule(.staff, at: change.time, number: index, index: index)
      }
    }
    makeOnDutyIdle()
  }

  /// Begins or ends a shift of a teller; returns whether the teller came or left now.
  @usableFromInline
  mutating func apply<Observer: BankObserver>(
    _ change: StaffChange, _ observer: inout Observer
  ) -> Bool {
    let teller = change.teller
    storage.tellers[teller].isOnDuty = change.comes
    switch (change.comes, storage.tellers[teller].status) {
    case (true, .absent):
      storage.becomeIdle(teller, at: currentFloor.now)
      tell(&observer, .came(teller: teller))
      if !isPolicyDropped { policy.came(teller: teller, on: currentFloor) }
    case (false, .idle):
      storage.leavePool(teller, to: .absent, at: currentFloor.now)
      tellOfLeaving(teller, &observer)
    case (false, .handingOver):
      storage.tellers[teller].status = .absent
      storage.tellers[teller].releaseNumber = -1
      tellOfLeaving(teller, &observer)
    default:
      // A teller who is serving finishes first. If a shift begins before that, the teller has not left at all.
      return false
    }
    return true
  }

  @usableFromInline
  @inline(never)
  mutating func tellOfLeaving<Observer: BankObserver>(_ teller: Int, _ observer: inout Observer) {
    tell(&observer, .left(teller: teller))
    if !isPolicyDropped { policy.left(teller: teller, on: currentFloor) }
  }
}
