/// Who may leave a line before being called, and in which line they are.
///
/// A queue gives up its elements at the front only. A client who leaves from the middle stays in
/// the queue as a ghost, told by a slot that no longer carries the client's ticket.
@usableFromInline
struct Departures: Sendable {
  struct Slot: Sendable {
    /// Who waits, as long as they do.
    var client: Client?
    var line = 0
    /// The true service time at speed 1.
    let time: Time
  }

  private var slots: [Slot] = []
  private var free: [Int] = []

  @usableFromInline init() {}

  /// Takes a slot for a client to come.
  mutating func takeSlot(time: Time) -> Int {
    let taken = Slot(time: time)
    if let slot = free.popLast() {
      slots[slot] = taken
      return slot
    }
    slots.append(taken)
    return slots.count - 1
  }

  /// Notes that `client` waits in `line`, in the slot it was made with.
  mutating func note(_ client: Client, in line: Int) {
    slots[client.slot].client = client
    slots[client.slot].line = line
  }

  /// Notes that `client` can no longer leave, or has left; returns the service time.
  @discardableResult
  @usableFromInline
  mutating func forget(_ client: Client) -> Time {
    slots[client.slot].client = nil
    free.append(client.slot)
    return slots[client.slot].time
  }

  /// The client with `ticket` in `slot`, and the line, if they still wait.
  func waiting(slot: Int, ticket: Int) -> (client: Client, line: Int)? {
    guard let client = slots[slot].client, client.ticket == ticket else { return nil }
    return (client, slots[slot].line)
  }

  /// Whether an element of a queue is a ghost.
  func hasLeft(_ client: Client) -> Bool {
    client.mayLeave && slots[client.slot].client?.ticket != client.ticket
  }
}
