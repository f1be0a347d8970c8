import BankCore
import BankQueues
import BankRecords
import BankReports
import Testing

@Suite struct `What happened` {
  static func plan() throws -> BranchPlan {
    try BranchPlan(
      services: [
        Service("deposit", meanTime: .seconds(1)),
        Service("tea, \"hot\"", meanTime: .seconds(1), needs: [ItemCount("cup", 2)]),
      ],
      tellers: [Teller("Kim"), Teller("Lee, J.")], stock: [ItemCount("cup", 1)], limit: 1)
  }

  /// Runs a day that has everything and hands each event to `note`.
  static func day(_ note: @escaping (BankEvent) -> Void) throws {
    struct Teller: BankObserver {
      let note: (BankEvent) -> Void
      mutating func observe(_ event: BankEvent) { note(event) }
    }
    let plan = try plan()
    var bank = Bank(plan: plan, queue: RingQueue(), policy: FirstCome(plan: plan))
    var observer = Teller(note: note)
    bank.arrive(Visit(service: 0, serviceTime: .seconds(5)), at: .zero, &observer)
    bank.arrive(Visit(service: 1, serviceTime: .seconds(1)), at: .zero, &observer)
    bank.arrive(
      Visit(service: 0, serviceTime: .seconds(2.5), priority: 2), at: .seconds(1), &observer)
    bank.arrive(
      Visit(service: 0, serviceTime: .seconds(1), patience: .seconds(0.5)), at: .seconds(1),
      &observer)
    bank.arrive(Visit(service: 0, serviceTime: .seconds(1)), at: .seconds(1.25), &observer)
    bank.arrive(Visit(service: 0, serviceTime: .seconds(9)), at: .seconds(2), &observer)
    bank.advance(to: .seconds(5), &observer)
  }

  @Test func `is a line of JSON each`() throws {
    let lines = EventLines(plan: try Self.plan())
    var story: [String] = []
    try Self.day { story.append(lines.line($0)) }
    #expect(
      story == [
        #"{"t":0,"session":1,"event":"arrived","ticket":1,"service":"deposit","line":0}"#,
        #"{"t":0,"session":1,"event":"started","ticket":1,"service":"deposit","line":0,"teller":0}"#,
        #"{"t":0,"session":1,"event":"refused","ticket":2,"service":"tea, \"hot\"","missing":[{"item":"cup","needed":2,"available":1}]}"#,
        #"{"t":1,"session":1,"event":"arrived","ticket":3,"service":"deposit","priority":2,"line":0}"#,
        #"{"t":1,"session":1,"event":"started","ticket":3,"service":"deposit","priority":2,"line":0,"teller":1}"#,
        #"{"t":1,"session":1,"event":"arrived","ticket":4,"service":"deposit","line":0}"#,
        #"{"t":1.25,"session":1,"event":"arrived","ticket":5,"service":"deposit","line":0}"#,
        #"{"t":1.25,"session":1,"event":"balked","ticket":5,"service":"deposit","line":0}"#,
        #"{"t":1.5,"session":1,"event":"abandoned","ticket":4,"service":"deposit","line":0}"#,
        #"{"t":2,"session":1,"event":"arrived","ticket":6,"service":"deposit","line":0}"#,
        #"{"t":3.5,"session":1,"event":"finished","ticket":3,"service":"deposit","priority":2,"teller":1,"started":1}"#,
        #"{"t":3.5,"session":1,"event":"started","ticket":6,"service":"deposit","line":0,"teller":1}"#,
        #"{"t":5,"session":1,"event":"finished","ticket":1,"service":"deposit","teller":0,"started":0}"#,
      ])
  }

  @Test func `is a row of CSV for every client, in order of arrival`() throws {
    var rows: [String] = []
    var table = ClientTable(plan: try Self.plan()) { rows.append($0) }
    var events: [BankEvent] = []
    try Self.day { events.append($0) }
    for event in events { table.observe(event) }
    table.finish()
    #expect(
      rows == [
        "ticket,service,arrival,start,end,teller,outcome",
        "1,deposit,0.000000000,0.000000000,5.000000000,Kim,served",
        "2,\"tea, \"\"hot\"\"\",0.000000000,,0.000000000,,refused",
        "3,deposit,1.000000000,1.000000000,3.500000000,\"Lee, J.\",served",
        "4,deposit,1.000000000,,1.500000000,,abandoned",
        "5,deposit,1.250000000,,1.250000000,,balked",
        "6,deposit,2.000000000,3.500000000,,\"Lee, J.\",unserved",
      ])
  }

  /// Bug 7 of the source apps: the closing line counted those who came.
  @Test func `closes with the clients handled, not those who came`() throws {
    let messages = Messages(language: .en, profile: .official)
    let day = Mutable(
      Transcript(messages: messages, titles: ["deposit", "tea"], plan: try Self.plan()))
    var lines: [String] = []
    try Self.day { if let line = day.value.line(for: $0) { lines.append(line) } }
    #expect(lines.count == 8)
    #expect(lines[1] == "Client 2: tea refused, out of stock (cup: 2 needed, 1 left)")
    #expect(
      day.value.closing(workTime: .seconds(5))
        == "The bank is closed. 2 clients were served today, in 5.00 seconds of work.")
  }
}

/// A value that a closure may change.
final class Mutable<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// One line for all, first come, first served.
struct FirstCome: TellerPolicy {
  static let name = "first-come"
  func lines(for plan: BranchPlan) -> Int { 1 }
  init(plan: BranchPlan) {}
  init(options: NoOptions, plan: BranchPlan, random: RandomSource) {}
  func line(for client: Client, on floor: Floor) -> Int { 0 }
  func next(on floor: Floor) -> Decision { floor.callLongestWaiting() ?? .idle }
}
