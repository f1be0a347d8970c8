import BankConfiguration
import BankCore
import BankLive
import BankRecords
import BankReports
import BankSimulation

/// One opening of the branch with its transcript on standard output: what `run` does once and
/// `menu` as often as asked.
struct Opening {
  var setup: Setup
  /// How many seconds of the bank pass in a second, or `nil` for as fast as it goes.
  let speed: Double?
  let events: LineWriter?
  /// A number of clients in place of the config's.
  let clients: ClosedRange<Int>?
  /// How many of each item of the stock there are, where that is not the config's.
  var counts: [Int]?

  /// What became of it.
  struct Result {
    var fault: BankFault?
    var isInterrupted: Bool
    /// How many were refused, for the stock was short.
    var refused = 0
  }

  /// Reads what `run` and `menu` have in common, and opens the events file.
  ///
  /// - Throws: everything that is wrong.
  static func prepare(
    _ arguments: Arguments, _ registry: Registry
  ) throws(Problems) -> Opening {
    var problems = arguments.problems
    let clients = arguments.read(
      .runClients,
      allowed: "a whole number from 0 to \(BranchPlan.largestCount), or a range such as 10...30",
      &problems
    ) { ClosedRange(clients: $0) }
    let speed: Double?? = arguments.read(
      .speed, allowed: "a number from 0.001 to 1000000, or max", &problems
    ) { text in
      if text == "max" { return Double?.none }
      guard let value = Double(decimal: text), (0.001...1_000_000).contains(value) else {
        return nil
      }
      return .some(value)
    }
    var setup = try Setup(arguments, registry, problems)
    let files = try arguments.files([.events])
    setup.drawSeed(arguments)
    let events = files[arguments[.events]]
    events?.line(EventLines.header(configuration: setup.effective), isFlushed: true)
    return Opening(setup: setup, speed: speed ?? 1, events: events, clients: clients)
  }

  /// Opens the branch on `day`, serves everybody, and prints the closing line.
  func run(day: Int) async -> Result {
    var workload = setup.configuration.workload
    if let clients { workload.clients = clients }
    let arrivals = ArrivalSource.workload(workload.arrivals(seed: setup.seed, day: day))
    let inputs = setup.inputs(arrivals, day: day, on: plan)
    let record = DayRecord(
      transcript: setup.transcript, events: events, plan: setup.plan, handovers: setup.handovers)

    let workTime: Time
    let fault: BankFault?
    let interrupt = Interrupt.shared
    Watchdog.shared.start(setup.wired.name)
    if let speed {
      let session = setup.wired.open(LiveDay(inputs: inputs, speed: speed))
      await session.closeDoors()
      let events = await session.events()
      interrupt.begin { Task { await session.stop() } }
      await session.open()
      for await event in events { record.note(event) }
      let end = await session.snapshot()
      (workTime, fault) = (end.workTime, end.fault)
    } else {
      interrupt.begin()
      let outcome = setup.wired.simulate(
        SimulatedDay(
          inputs: inputs, isStrict: false, isWatched: true, watch: Watchdog.shared.questions,
          listener: { record.note($0) },
          isInterrupted: { interrupt.isRequested }))
      (workTime, fault) = (outcome.workTime, outcome.fault)
    }
    let isInterrupted = interrupt.end()
    if isInterrupted {
      Console.tell("interrupted; this is what was done so far")
    }
    LineWriter.standardOutput.line(record.closing(workTime: workTime), isFlushed: true)
    if !isInterrupted, record.left > 0 {
      Console.warn(ExitStatus.unserved(record.left))
    }
    if let fault {
      let page = FaultPage(setup, inputs, fault)
      FaultPage.tellDropped(fault, under: setup.wired.name)
      LineWriter.standardError.line("\(page)", isFlushed: true)
    }
    return Result(fault: fault, isInterrupted: isInterrupted, refused: record.refused)
  }

  /// The branch with the stock that it opens with.
  private var plan: BranchPlan {
    let own = setup.plan
    guard let counts else { return own }
    let stock = zip(own.stock, counts).map { ItemCount($0.item, $1) }
    let other = try? BranchPlan(
      services: own.services, tellers: own.tellers, stock: stock, limit: own.limit,
      handover: own.handover, classes: own.classes, routes: own.routes)
    return other ?? own
  }
}

extension Setup {
  /// Draws a seed where nobody has given one, and says so: every live day is another.
  mutating func drawSeed(_ arguments: Arguments) {
    guard !arguments.has(.seed), configuration.seed == nil else { return }
    seed = .random(in: 1...999_999)
    Console.note("seed \(seed), drawn; --seed \(seed) repeats this day")
  }
}

extension Opening.Result {
  /// The exit status of a command that did nothing else.
  var status: Int32 {
    if isInterrupted { return Interrupt.shared.status }
    return fault == nil ? 0 : 1
  }
}
