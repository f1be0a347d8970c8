public import BankCore

/// What a branch looks like at one moment.
public struct Snapshot: Sendable, Equatable {
  /// A client who is being served.
  public struct Service: Sendable, Equatable {
    /// By whom.
    public let teller: Int
    /// The client.
    public let client: Client
    /// Since when.
    public let since: Time
  }

  /// The moment.
  public let time: Time
  /// The session.
  public let session: Int
  /// How many events led here; the next one has this index.
  public let events: Int
  /// The clients in each line, in the order in which they will be called.
  public let lines: [[Client]]
  /// Who is being served, in the order of the tellers.
  public let services: [Service]
  /// How many clients of each service were served in this session.
  public let served: [Int]
  /// Which tellers are there.
  public let present: [Int]
  /// How many of each item of the stock are left.
  public let stock: [Int]
  /// For how long somebody has waited or been served in this session.
  public let workTime: Time
  /// Why the policy or the queue was dropped, if one was.
  public let fault: BankFault?

  init<Queue, Policy>(_ bank: Bank<Queue, Policy>, at time: Time, events: Int, served: [Int]) {
    self.served = served
    self.time = time
    session = bank.session
    self.events = events
    lines = bank.floor.lines.map { bank.clients(inLine: $0) }
    services = bank.floor.tellers.compactMap { teller in
      bank.floor.serving(teller).map { Service(teller: teller, client: $0.client, since: $0.since) }
    }
    present = bank.floor.tellers.filter { bank.floor.isPresent($0) }
    stock = bank.stock
    workTime = bank.workTime(at: time)
    fault = bank.fault
  }
}
