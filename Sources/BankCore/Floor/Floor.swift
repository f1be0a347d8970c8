/// What a policy sees: the plan, the time, the lines and the tellers as they are now.
///
/// Lines, tellers, services and items of the stock are known by index. To look at an index that does not exist is a
/// fault of the policy (law L4); the answer is then that of an empty line, an absent teller, an item used up, or a pool or
/// service without tellers (but ``hasGoneHome(pool:)`` is `false`). A line shows how many wait in it and who is at its
/// head; nothing on the floor tells who will come, or how long the service of a client will take. Looking costs O(1)
/// unless the member says otherwise.
///
/// A floor that a policy is shown is good for one answer. The policy MUST NOT look at it on another thread (no law
/// can try that): a look can write, since an index that does not exist is noted, and looks may be counted. The policy
/// should not keep it: the bank would have to copy all of it at the next event.
public struct Floor: Sendable {
  @usableFromInline var storage: FloorStorage
  @usableFromInline var instant = Time.zero
  /// Whether it is shown to the policy, for which an index that does not exist is a fault.
  var isForPolicy = false

  init(_ storage: FloorStorage) { self.storage = storage }

  /// The branch.
  ///
  /// Yielded in place (`_read`) and not copied out (`get`), because a debug build would copy the whole plan to read
  /// one of its fields.
  @inlinable public var plan: BranchPlan {
    _read { yield storage.facts.plan }
  }

  /// Now, as the time since opening.
  @inlinable public var now: Time { instant }

  /// How many clients wait, in all lines together.
  @inlinable public var waiting: Int { storage.state.waiting }

  /// How many tellers are idle.
  @inlinable public var idleCount: Int { storage.state.idle }

  /// The indices of the lines.
  @inlinable public var lines: Range<Int> { 0..<storage.lines.count }

  /// The indices of the tellers.
  @inlinable public var tellers: Range<Int> { 0..<storage.tellers.count }

  /// The indices of the pools: the groups of tellers that ``TellerPolicy/pools(for:)`` made.
  @inlinable public var pools: Range<Int> {
    // There is a link for each teller, and then one for each pool.
    0..<(storage.links.count - storage.tellers.count)
  }

  /// Counts `count` looks (reads of the floor), in the runs of `bank conformance` that count them (laws L7 and L21).
  @inlinable
  @inline(__always)
  func look(times count: Int) {
    if storage.looks != nil { storage.countLooks(count) }
  }

  /// Returns whether `index` exists, and counts that as a look.
  @inlinable
  @inline(__always)
  func exists(_ index: Int, of part: FloorPart, below count: Int) -> Bool {
    look(times: 1)
    if index.isIndex(below: count) { return true }
    note(badIndex: index, part)
    return false
  }

  @usableFromInline
  @inline(never)
  func note(badIndex index: Int, _ part: FloorPart) {
    if isForPolicy { storage.note(badIndex: index, of: part) }
  }

  /// A copy of this floor that counts the looks at it.
  ///
  /// It has storage of its own, so the bank does not learn of a look at an index that does not exist.
  package func counting(_ looks: Looks) -> Floor {
    var floor = self
    floor.storage = FloorStorage(copying: storage, looks: looks)
    return floor
  }
}

// MARK: - Lines

extension Floor {
  /// How many clients wait in `line`.
  @inlinable
  public func count(inLine line: Int) -> Int {
    exists(line, of: .line, below: storage.lines.count) ? storage.lines[line].count : 0
  }

  /// The client whom a call of `line` would call, or `nil` when nobody waits there.
  @inlinable
  public func head(ofLine line: Int) -> Client? {
    guard exists(line, of: .line, below: storage.lines.count), storage.lines[line].count > 0 else {
      return nil
    }
    return storage.lines[line].head
  }
}

// MARK: - Tellers

extension Floor {
  /// Whether `teller` is present and free.
  @inlinable
  public func isIdle(_ teller: Int) -> Bool {
    exists(teller, of: .teller, below: storage.tellers.count)
      && storage.tellers[teller].status == .idle
  }

  /// Since when `teller` has been idle, or `nil` when they are not.
  @inlinable
  public func idleSince(_ teller: Int) -> Time? {
    isIdle(teller) ? storage.tellers[teller].since : nil
  }

  /// Whether `teller` is in the branch: on duty, or still finishing a client after a shift.
  @inlinable
  public func isPresent(_ teller: Int) -> Bool {
    exists(teller, of: .teller, below: storage.tellers.count)
      && storage.tellers[teller].status != .absent
  }

  /// The client `teller` is serving and since when, or `nil`.
  @inlinable
  public func serving(_ teller: Int) -> (client: Client, since: Time)? {
    guard exists(teller, of: .teller, below: storage.tellers.count),
      storage.tellers[teller].status == .serving
    else { return nil }
    return (storage.tellers[teller].client, storage.tellers[teller].since)
  }

  /// Who has been idle longest in `pool`; `nil` when nobody is idle.
  ///
  /// Of those who became idle at one instant it is whoever the bank made idle first: at opening and after a reset
  /// that is the order of the plan.
  @inlinable
  public func firstIdle(inPool pool: Int) -> Int? {
    guard exists(pool, of: .pool, below: pools.count) else { return nil }
    let first = storage.first(inPool: pool)
    // Not a teller, but the pool itself: nobody is idle.
    return first < storage.tellers.count ? first : nil
  }

  /// Whether everybody in `pool` has gone home for good: nobody is there, and no shift is still to
  /// begin.
  ///
  /// `false` in a branch without shifts; in one with shifts `true` also for a pool without tellers. A policy that
  /// keeps a pool for some clients has to let other tellers serve them once this is `true`. O(tellers) where there
  /// are shifts.
  @inlinable
  public func hasGoneHome(pool: Int) -> Bool {
    guard exists(pool, of: .pool, below: pools.count), storage.facts.hasShifts else {
      return false
    }
    look(times: storage.tellers.count)
    return storage.hasGoneHome(pool: pool, at: now)
  }

  /// The first idle teller who can do `service`: through the pools in order, and in each through its idle tellers,
  /// longest idle first.
  ///
  /// This is the default choice of a teller; `nil` when there is none. O(pools) where everybody can do everything,
  /// otherwise O(pools + idle tellers).
  @inlinable
  public func firstIdle(for service: Int) -> Int? {
    guard exists(service, of: .service, below: plan.services.count) else { return nil }
    for pool in pools {
      var teller = storage.first(inPool: pool)
      while teller < storage.tellers.count {
        look(times: 1)
        if storage.facts.everybodyCanDoAll || plan.can(teller, do: service) { return teller }
        teller = storage.links[teller].next
      }
    }
    return nil
  }
}

// MARK: - Stock

extension Floor {
  /// How many of `item` (an index into the plan's stock) are left to reserve.
  @inlinable
  public func stock(_ item: Int) -> Int {
    exists(item, of: .item, below: storage.stock.count) ? storage.stock[item] : 0
  }
}
