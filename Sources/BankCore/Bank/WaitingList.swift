/// The bank's own list of who waits, beside the queues.
///
/// Who is in it:
/// - everybody, where the plan has a limit, stock that is needed, or routes;
/// - everybody, where the bank is watched, so that no client is lost to a broken queue;
/// - otherwise every client with a patience: a queue hands out its first element only, so whoever leaves from the middle
///   of a line stays in the queue for a while, and the bank knows that they have left because this list no longer has
///   them;
/// - and everybody who is let in again (``Returning``): they come in by `enterListed`, which lists all.
@usableFromInline
struct WaitingList: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    /// Who waits; `nil` where nobody does.
    var client: Client?
    var line: Int
    /// The true service time at speed 1.
    let time: Time
    /// When the client leaves unserved; `nil` for never.
    let leaves: Time?
  }

  private var entries: [Entry] = []
  /// The slots that no client has.
  private var free: [Int] = []
  /// How many patience events in the event list belong to waits that are over.
  ///
  /// May be too low, which only delays a clean-up: `dropEndedPatience` sets it to 0, although one kind of event may stay
  /// in the list: that of an ended wait whose client waits again in the same slot and would leave at the same time.
  var endedPatience = 0

  @usableFromInline init() {}

  /// Makes the client with `ticket` and keeps a slot for them; they wait once a line is chosen.
  mutating func makeClient(
    _ visit: Visit, ticket: Int, at now: Time, route: Int?, step: Int, leaves: Time?
  ) -> Client {
    let slot = free.popLast() ?? entries.count
    let client = Client(
      ticket: ticket, serviceAndClass: visit.serviceAndClass, arrival: now,
      hidden: Client.hidden(slot: slot, route: route, step: step))
    let entry = Entry(client: nil, line: 0, time: max(visit.serviceTime, .zero), leaves: leaves)
    if slot < entries.count { entries[slot] = entry } else { entries.append(entry) }
    return client
  }

  /// Notes that `client` waits in `line`.
  @usableFromInline
  mutating func put(_ client: Client, in line: Int) {
    entries[client.slot].client = client
    entries[client.slot].line = line
  }

  /// Notes that nobody waits in a line for the moment: everybody is about to be put into another.
  mutating func leaveLines() {
    for slot in entries.indices { entries[slot].client = nil }
  }

  /// Notes that `client` no longer waits; returns the service time.
  @usableFromInline
  @discardableResult
  mutating func remove(_ client: Client) -> Time {
    entries[client.slot].client = nil
    if entries[client.slot].leaves != nil { endedPatience += 1 }
    free.append(client.slot)
    return entries[client.slot].time
  }

  /// Who waits in `slot` with `ticket`, and in which line; `nil` when they no longer do.
  @usableFromInline
  func find(_ slot: Int, ticket: Int) -> (client: Client, line: Int)? {
    guard entries.indices.contains(slot), let client = entries[slot].client,
      client.ticket == ticket
    else { return nil }
    return (client, entries[slot].line)
  }

  /// When whoever waits in `slot` leaves unserved; `nil` for never.
  ///
  /// An old patience event may still be in the event list when its client, on a route, waits again with the same
  /// ticket in the same slot. The event counts only if its time is this time.
  func leavingTime(at slot: Int) -> Time? { entries[slot].leaves }

  /// The line in which `client` waits, or `nil` for a client who does not.
  @usableFromInline
  func line(of client: Client) -> Int? { find(client.slot, ticket: client.ticket)?.line }

  /// Everybody who waits, in no particular order.
  var everybody: [(client: Client, line: Int)] {
    entries.compactMap { entry in entry.client.map { ($0, entry.line) } }
  }
}
