/// Who may leave a line before being called, and in which line they are.
///
/// A queue gives up its elements at the front only. A client who leaves from the middle stays in
/// the queue as a ghost, told by a slot that no longer carries the client's ticket.
@usableFromInline
struct Departures: Sendable {
  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline var client: Client?
    @usableFromInline var line: Int
  }

  @usableFromInline var slots: [Slot] = []
  @usableFromInline var free: [Int32] = []

  @inlinable init() {}

  /// Takes a slot for a client to come.
  mutating func takeSlot() -> Int32 {
    if let slot = free.popLast() { return slot }
    slots.append(Slot(client: nil, line: 0))
    return Int32(slots.count - 1)
  }

  /// Notes that `client` waits in `line`, in the slot it was made with.
  mutating func note(_ client: Client, in line: Int) {
    slots[Int(client.slot)] = Slot(client: client, line: line)
  }

  /// Notes that `client` can no longer leave, or has left.
  @usableFromInline
  mutating func forget(_ client: Client) {
    slots[Int(client.slot)].client = nil
    free.append(client.slot)
  }

  /// The client with `ticket` in `slot`, and the line, if they still wait.
  func waiting(slot: Int, ticket: Int) -> (client: Client, line: Int)? {
    guard let client = slots[slot].client, client.ticket == ticket else { return nil }
    return (client, slots[slot].line)
  }

  /// Whether an element of a queue is a ghost.
  func hasLeft(_ client: Client) -> Bool {
    client.slot >= 0 && slots[Int(client.slot)].client?.ticket != client.ticket
  }
}
