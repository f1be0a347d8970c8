import BankCore
import BankRecords
import BankSimulation
import Testing

@Suite struct `A trace` {
  static func plan() throws -> BranchPlan {
    try BranchPlan(
      services: [
        Service("deposit", meanTime: .seconds(1)), Service("a, b", meanTime: .seconds(1)),
      ],
      tellers: [Teller("1")])
  }

  @Test func `is read with quotes, CRLF, a byte-order mark and columns in any order`() throws {
    let text =
      "\u{FEFF}time,service,priority,arrival,patience\r\n0.7,deposit,2,0,\r\n1.1,\"a, b\",,3.5,9\r\n"
    let trace = try Trace(csv: text, plan: Self.plan())
    #expect(
      trace.arrivals == [
        Arrival(at: .zero, Visit(service: 0, serviceTime: .seconds(0.7), priority: 2)),
        Arrival(
          at: .seconds(3.5), Visit(service: 1, serviceTime: .seconds(1.1), patience: .seconds(9))),
      ])
  }

  @Test func `with a heading alone is a day without clients`() throws {
    #expect(try Trace(csv: "arrival,service,time\n", plan: Self.plan()).arrivals.isEmpty)
  }

  static let mistakes: [(text: String, says: [String])] = [
    ("", ["the file is empty; begin with the heading arrival,service,time"]),
    ("\n\n", ["the file is empty; begin with the heading arrival,service,time"]),
    (
      "arival,service,time\n",
      [
        "line 1: unknown column \"arival\"; allowed: arrival, service, time, priority, patience; did you mean \"arrival\"?",
        "line 1: no column \"arrival\"; the heading is arrival,service,time",
      ]
    ),
    ("arrival,service,time,time\n", ["line 1: column \"time\" is there twice; keep one"]),
    (
      "arrival,service,time\n1,depositt,x\n-1,deposit,1\n2,deposit\n",
      [
        "line 2, column service: \"depositt\" is not a service; allowed: deposit, a, b; did you mean \"deposit\"?",
        "line 2, column time: \"x\"; allowed: seconds from 0 to 100000000",
        "line 3, column arrival: \"-1\"; allowed: seconds from 0 to 100000000",
        "line 4: 2 columns; the heading has 3",
      ]
    ),
    (
      "arrival,service,time\n5,deposit,1\n4,deposit,1\n",
      [
        "line 3, column arrival: 4 comes before 5 of an earlier line; put the clients in order of arrival"
      ]
    ),
    (
      "arrival,service,time,priority\n0,deposit,1,-9223372036854775808\n",
      ["line 2, column priority: \"-9223372036854775808\"; allowed: a whole number up to 1000000"]
    ),
    (
      "arrival,service,time\n1,\"deposit,1\n",
      ["line 2: a quote that does not end; close it with \""]
    ),
    (
      "arrival,service,time\n1e999,deposit,nan\n",
      [
        "line 2, column arrival: \"1e999\"; allowed: seconds from 0 to 100000000",
        "line 2, column time: \"nan\"; allowed: seconds from 0 to 100000000",
      ]
    ),
  ]

  @Test(arguments: mistakes)
  func `that is wrong is told with line and column`(mistake: (text: String, says: [String])) throws
  {
    let plan = try Self.plan()
    #expect {
      try Trace(csv: mistake.text, plan: plan)
    } throws: { error in
      #expect((error as? Problems)?.all.map(\.description) == mistake.says)
      return true
    }
  }

  @Test func `with a thousand mistakes names the first twenty`() throws {
    let rows = String(repeating: "x,deposit,1\n", count: 1000)
    let plan = try Self.plan()
    #expect {
      try Trace(csv: "arrival,service,time\n" + rows, plan: plan)
    } throws: { error in
      let all = (error as? Problems)?.all ?? []
      #expect(all.count == 21)
      #expect(all.last?.description == "and 980 more like these")
      return true
    }
  }
}
