extension Bank {
  /// Begins a new session at `now`, which means the same as in ``advance(to:_:)``.
  ///
  /// May be called at any moment, any number of times.
  ///
  /// Everybody who waits leaves. Services and hand-overs in progress are broken off. All tellers on duty become idle
  /// at once; who counts as idle longest follows the order of the plan. A teller whose shift is over goes home.
  /// Tickets start at 1 again, and the work clock returns to zero. What clients who wait or are being served had
  /// reserved goes back to the stock, which otherwise stays as it is. The policy and the queues are again as they
  /// were at opening; what was dropped stays dropped. Staff come and go as planned, and the bank's time goes on.
  public mutating func reset<Observer: BankObserver>(at now: Time, _ observer: inout Observer) {
    advance(to: now, &observer)
    dropQueueIfItLost(&observer)
    dropPolicyForBadIndex(&observer)
    for line in currentFloor.lines {
      queues[line].renew(emptyQueue)
      storage.lines[line] = LineState()
    }
    waitingList = WaitingList()
    var leaving: [Int] = []
    for teller in currentFloor.tellers where !storage.tellers[teller].isOnDuty {
      guard storage.tellers[teller].status != .absent else { continue }
      storage.tellers[teller].status = .absent
      leaving.append(teller)
    }
    makeOnDutyIdle()
    storage.state.waiting = 0
    storage.state.serving = 0
    for service in reservations.indices {
      giveBack(service, times: reservations[service])
    }
    storage.state.events.keep { $0.kind == .staff }
    wakeUpTime = .never
    wakeUpsInARow = 0
    workClock = WorkClock()
    policy = policyAtOpening
    answers = []
    tickets = 0
    session += 1
    tell(&observer, .reset)
    // Whoever served beyond the end of a shift goes home now.
    for teller in leaving { tellOfLeaving(teller, &observer) }
  }

  /// Everybody on duty begins to be idle now, in the order of the plan.
  mutating func makeOnDutyIdle() {
    for teller in currentFloor.tellers where storage.tellers[teller].status == .idle {
      storage.leavePool(teller, to: .absent, at: currentFloor.now)
    }
    for teller in currentFloor.tellers where storage.tellers[teller].isOnDuty {
      storage.becomeIdle(teller, at: currentFloor.now)
    }
  }

  /// Moves the opening to `now`, before any event, for trying a day that begins later (law L13).
  ///
  /// - Precondition: no shift begins or ends before `now`; not checked.
  package mutating func open(at now: Time) {
    makeUnique()
    currentFloor.instant = now
    makeOnDutyIdle()
  }
}
