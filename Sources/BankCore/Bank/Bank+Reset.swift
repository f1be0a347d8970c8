extension Bank {
  /// Begins a new session, at any moment and any number of times.
  ///
  /// Everybody who waits leaves, services in progress are abandoned and their tellers are free at
  /// once, tickets start at 1 again, the work clock returns to zero, what unserved clients had
  /// reserved goes back to the stock, and the policy is again as it was at opening. Staff come and
  /// go as planned, and the bank's time goes on.
  public mutating func reset<Observer: BankObserver>(at now: Time, _ observer: inout Observer) {
    advance(to: now, &observer)
    _floor.own()
    for line in queues.indices {
      queues[line].clear()
      _floor.lineStates[line].ghosts = 0
      _floor.leave(line, count: _floor.lineStates[line].count)
    }
    for teller in _floor.tellers {
      guard [.serving, .handingOver].contains(_floor.tellerStates[teller].status) else { continue }
      if _floor.tellerStates[teller].onDuty {
        _floor.seat(teller)
      } else {
        _floor.tellerStates[teller].status = .absent
      }
    }
    _serving = 0
    for service in reservations.indices {
      giveBack(service, times: reservations[service])
    }
    agenda.pointee.keepStaff()
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
