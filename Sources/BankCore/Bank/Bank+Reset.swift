extension Bank {
  /// Begins a new session, at any moment and any number of times.
  ///
  /// Everybody who waits leaves, services in progress are abandoned and their tellers are free at
  /// once, tickets start at 1 again, the work clock returns to zero, what unserved clients had
  /// reserved goes back to the stock, and the policy is again as it was at opening. Staff come and
  /// go as planned, and the bank's time goes on.
  public mutating func reset<Observer: BankObserver>(at now: Time, _ observer: inout Observer) {
    advance(to: now, &observer)
    own()
    for line in queues.indices {
      queues[line].clear()
      hall.lines[line].ghosts = 0
      while hall.lines[line].count > 0 { hall.leave(line) }
    }
    for teller in _floor.tellers {
      guard [.serving, .handingOver].contains(hall.tellers[teller].status) else { continue }
      if hall.tellers[teller].onDuty {
        hall.seat(teller, at: _floor.now)
      } else {
        hall.tellers[teller].status = .absent
      }
    }
    hall.serving = 0
    for service in reservations.indices {
      giveBack(service, times: reservations[service])
    }
    due = hall.agenda.pointee.keepStaff()
    departures = Departures()
    wakeUp = .never
    wakeUpsInARow = 0
    workClock = WorkClock()
    policy = pristinePolicy
    answers = []
    _tickets = 0
    _session += 1
    tell(&observer, .reset)
  }
}
