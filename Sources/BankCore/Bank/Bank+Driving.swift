extension Bank {
  /// Does everything that is due up to and including `now`.
  ///
  /// A `now` in the past counts as the present.
  @inlinable
  public mutating func advance<Observer: BankObserver>(
    to now: Time, _ observer: inout Observer
  ) {
    catchUp(to: now, wakingUpBefore: now + Time(nanoseconds: 1), &observer)
    _floor._now = max(_floor.now, now)
  }

  /// Does all that comes before an arrival at `now`; wake-ups at that instant come after it.
  @inlinable
  @inline(__always)
  mutating func catchUp<Observer: BankObserver>(
    to now: Time, wakingUpBefore end: Time, _ observer: inout Observer
  ) {
    while true {
      let next = agenda.pointee.nextTime
      if wakeUp < next, wakeUp < end {
        _floor._now = wakeUp
        wakeUp = .never
        wakeUpsInARow += 1
        dispatch(&observer)
      } else if next <= now, next < .never {
        _floor.own()
        perform(agenda.pointee.takeFirst(), &observer)
      } else {
        return
      }
    }
  }

  @inlinable
  @inline(__always)
  mutating func perform<Observer: BankObserver>(
    _ entry: Agenda.Entry, _ observer: inout Observer
  ) {
    _floor._now = entry.time
    wakeUpsInARow = 0
    switch entry.kind {
    case .release:
      // A teller who left during a hand-over may have come back before it would have been over.
      guard _floor.tellerStates[entry.index].release == entry.sequence else { return }
      release(entry.index, &observer)
    case .staff: change(staffChanges[entry.index], &observer)
    case .patience: losePatience(slot: entry.index, ticket: entry.sequence, &observer)
    }
    dispatch(&observer)
  }

  /// Asks the policy for as long as somebody waits, somebody is idle, and it calls.
  @inlinable
  @inline(__always)
  mutating func dispatch<Observer: BankObserver>(_ observer: inout Observer) {
    if hasQuestion { ask(&observer) }
  }

  @inlinable var hasQuestion: Bool { _floor._waiting > 0 && _floor._idleTellers > 0 }

  @inlinable
  mutating func ask<Observer: BankObserver>(_ observer: inout Observer) {
    while hasQuestion {
      wakeUp = .never
      guard let decision = nextDecision(&observer) else { continue }
      _floor.own()
      switch decision {
      case .call(let line, let teller):
        guard isLegal(line, teller) else {
          ejectForCall(line, teller, &observer)
          continue
        }
        start(line, teller, &observer)
      case .idle(let reason, let askAgain):
        idlesOnPurpose = reason != nil
        guard let askAgain else { return }
        if isEjected(forAskingAt: askAgain, &observer) { continue }
        wakeUp = askAgain
        return
      }
    }
  }

  /// What the policy answers, or the bank's own pool once that is dropped; `nil` when the policy
  /// has just been dropped.
  @inlinable
  @inline(__always)
  mutating func nextDecision<Observer: BankObserver>(_ observer: inout Observer) -> Decision? {
    guard !isEjected else { return fallbackDecision }
    do {
      let decision = try policy.next(on: _floor)
      return isWatched && isEjected(forBreachBy: decision, &observer) ? nil : decision
    } catch {
      ejectForThrowing(error, &observer)
      return nil
    }
  }

  /// Everything a call must be, in O(1).
  @inlinable
  func isLegal(_ line: Int, _ teller: Int) -> Bool {
    guard _floor.lines.contains(line), _floor.tellers.contains(teller) else { return false }
    return _floor.lineStates[line].count > 0 && _floor.tellerStates[teller].status == .idle
      && _floor.plan.can(teller, do: _floor.lineStates[line].head.service)
  }

  @inlinable
  mutating func tell<Observer: BankObserver>(
    _ observer: inout Observer, _ event: Happening.Event
  ) {
    observer.observe(Happening(time: _floor.now, session: session, event: event))
  }
}
