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
  mutating func catchUp<Observer: BankObserver>(
    to now: Time, wakingUpBefore end: Time, _ observer: inout Observer
  ) {
    while true {
      if wakeUp < due, wakeUp < end {
        wake()
        dispatch(&observer)
      } else if due <= now, due < .never {
        doNext(&observer)
      } else {
        return
      }
    }
  }

  /// Does the first thing on the agenda and all that comes of it.
  @inlinable
  @inline(never)
  mutating func doNext<Observer: BankObserver>(_ observer: inout Observer) {
    if performNext(&observer) { dispatch(&observer) }
    hall.agenda.pointee.close()
  }

  /// Wakes the policy, which is then to be asked.
  @usableFromInline
  mutating func wake() {
    _floor._now = wakeUp
    wakeUp = .never
    wakeUpsInARow += 1
  }

  /// Does the first thing on the agenda; returns whether the policy is to be asked then.
  ///
  /// In the end the agenda is to be closed. (No floor shows it, so that nobody need own it then.)
  @inlinable
  @inline(__always)
  mutating func performNext<Observer: BankObserver>(_ observer: inout Observer) -> Bool {
    own()
    let (entry, next) = hall.agenda.pointee.takeFirst()
    due = next
    _floor._now = entry.time
    wakeUpsInARow = 0
    guard entry.isRelease else {
      performOther(entry, &observer)
      return true
    }
    // A teller who left during a hand-over may have come back before it would have been over.
    guard hall.tellers[entry.index].release == entry.order else { return false }
    release(entry.index, &observer)
    return true
  }

  @usableFromInline
  @inline(never)
  mutating func performOther<Observer: BankObserver>(
    _ entry: Due, _ observer: inout Observer
  ) {
    if entry.kind == .staff {
      change(staffChanges[entry.index], &observer)
    } else {
      losePatience(slot: entry.index, ticket: entry.sequence, &observer)
    }
  }

  @inlinable var hasQuestion: Bool {
    hall.waiting > 0 && hall.idle > 0
  }

  /// Asks the policy for as long as somebody waits, somebody is idle, and it calls.
  ///
  /// For all but ``Day/step(until:_:)``, which asks in line.
  @inlinable
  @inline(never)
  mutating func dispatch<Observer: BankObserver>(_ observer: inout Observer) {
    if hasQuestion { ask(&observer) }
  }

  /// Asks the policy; there is a question.
  @inlinable
  @inline(__always)
  mutating func ask<Observer: BankObserver>(_ observer: inout Observer) {
    repeat {
      wakeUp = .never
      guard let decision = nextDecision(&observer) else { continue }
      switch decision {
      case .call(let line, let teller):
        guard isLegal(line, teller) else {
          ejectForCall(line, teller, &observer)
          continue
        }
        own()
        start(line, teller, &observer)
      case .idle(let reason, let askAgain):
        idlesOnPurpose = reason != nil
        guard let askAgain else { return }
        if isEjected(forAskingAt: askAgain, &observer) { continue }
        wakeUp = askAgain
        return
      }
    } while hasQuestion
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
    // A negative number is a very large one.
    UInt(bitPattern: line) < UInt(bitPattern: hall.lines.count)
      && UInt(bitPattern: teller) < UInt(bitPattern: hall.tellers.count)
      && hall.lines[line].count > 0 && hall.tellers[teller].status == .idle
      && (hall.site.isUniversal
        || _floor.plan.can(teller, do: hall.lines[line].head.service))
  }

  @inlinable
  mutating func tell<Observer: BankObserver>(
    _ observer: inout Observer, _ event: Happening.Event
  ) {
    observer.observe(Happening(time: _floor.now, session: session, event: event))
  }
}
