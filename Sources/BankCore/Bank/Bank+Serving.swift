extension Bank {
  /// `teller` calls the head of `line`; both were checked.
  @inlinable
  @inline(__always)
  mutating func start<Observer: BankObserver>(
    _ line: Int, _ teller: Int, _ observer: inout Observer
  ) {
    let client = takeFirst(of: line)
    let time =
      client.mayLeave ? departures.forget(client) : Time(nanoseconds: client.hidden)

    hall.unseat(teller, to: .serving, at: _floor.now)
    hall.tellers[teller].client = client
    hall.serving &+= 1
    planRelease(
      of: teller, after: hall.site.isUniform ? time : hall.site.length(of: time, at: teller))
    observer.started(client, line: line, teller: teller, at: _floor.now, session: session)
    if !isEjected { policy.started(client, at: teller, on: _floor) }
  }

  /// `teller` is through with a client or with a hand-over.
  @inlinable
  @inline(__always)
  mutating func release<Observer: BankObserver>(_ teller: Int, _ observer: inout Observer) {
    let state = hall.tellers[teller]
    guard state.status == .serving else {
      hall.seat(teller, at: _floor.now)
      return
    }
    let client = state.client
    hall.serving &-= 1
    if hall.site.usesStock, hall.site.hasNeeds[client.service] { reservations[client.service] -= 1 }
    if !state.onDuty {
      hall.tellers[teller].status = .absent
    } else if _floor.plan.handover > .zero {
      hall.tellers[teller].status = .handingOver
      planHandover(of: teller)
    } else {
      hall.seat(teller, at: _floor.now)
    }
    if isEmpty { workClock.stop(at: _floor.now) }
    observer.finished(
      client, teller: teller, started: state.since, at: _floor.now, session: session)
    if !state.onDuty { tellOfLeaving(teller, &observer) }
    if !isEjected { policy.finished(client, at: teller, on: _floor) }
  }

  @usableFromInline
  @inline(never)
  mutating func tellOfLeaving<Observer: BankObserver>(_ teller: Int, _ observer: inout Observer) {
    tell(&observer, .left(teller: teller))
  }

  @usableFromInline
  @inline(never)
  mutating func planHandover(of teller: Int) {
    planRelease(of: teller, after: _floor.plan.handover)
  }

  @inlinable
  @inline(__always)
  mutating func planRelease(of teller: Int, after length: Time) {
    hall.tellers[teller].release = UInt64(truncatingIfNeeded: sequence)
    addToAgenda(.release, at: _floor.now + length, sequence: sequence, index: teller)
    sequence &+= 1
  }

  @inlinable
  @inline(__always)
  mutating func addToAgenda(_ kind: Agenda.Kind, at time: Time, sequence: Int, index: Int) {
    due = due.earlier(time)
    hall.agenda.pointee.add(kind, at: time, sequence: sequence, index: index)
  }
}
