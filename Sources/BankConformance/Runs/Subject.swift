import BankCore

/// What is changed about a world that must change nothing, or only in a known way.
struct Variation: Equatable, Sendable {
  /// By how much everything comes later.
  var offset = Time.zero
  /// Tickets that were issued before the first.
  var ticketsBefore = 0
  /// Put before the names of the tellers.
  var prefix = ""
  /// Whether names come in the other order of the alphabet: those of tellers, and those of services
  /// too where no option can speak of one.
  var isReversed = false
  /// Whether to ask copies of the policy before every question.
  var asksCopies = false
  /// Whether another instance serves another world at the same time, step by step in turn.
  var isBesideAnother = false
  /// Whether the policy is given chance from another seed.
  var hasOtherSeed = false
  /// Whether to keep what only people want to know.
  var isDetailed = false

  /// Other names, chosen by the world's seed.
  static func renamed(_ world: World) -> Variation { renamed(world.seed) }

  private static func renamed(_ seed: UInt64) -> Variation {
    let names = ["Z", "", "김 ", "a-very-long-name-", "0"]
    let tickets = [7, 1, 64, 999, 1_000_000, 9_996]
    return Variation(
      ticketsBefore: tickets[Int(seed % 6)], prefix: names[Int(seed / 5 % 5)],
      isReversed: seed % 2 == 0)
  }

  /// Each of these names and of these numbers of tickets, with some of the others.
  static let allRenamings = (0..<30 as Range<UInt64>).map(renamed)

  /// Later, by a time chosen by the world's seed: seconds, hours, up to two months, and none of whole seconds.
  static func later(_ world: World) -> Variation {
    let offsets: [Time] = [
      .whole(1001), .whole(9 * 3600), Time(nanoseconds: 1), .whole(100_000),
      Time(nanoseconds: 43_200_123_456_789),
      // Just before midnight; before 2³² microseconds are full; into the second hour; the sixth day; the afternoon.
      .whole(86_398), .whole(4293), .whole(3599), .whole(5 * 86_400 + 50_000), .whole(13 * 3600),
    ]
    // Otherwise some minutes into any hour.
    let hour = Time.whole(3600 * (Int(world.seed / 3) % 24) + 60 * (Int(world.seed) % 60))
    let offset = world.seed % 3 == 0 ? hour : offsets[Int(world.seed / 25 % 10)]
    let days = world.seed / 7 % 2 == 0 ? 0 : Int(world.seed) * 7 % 62
    return Variation(offset: offset + .whole(86_400 * days))
  }

  /// A seed of worlds for which ``later(_:)`` is the same day, so many hours later and less than one more.
  static func seed(laterBy hour: Int) -> UInt64 {
    let seeds = stride(from: UInt64(3 * hour), to: 3000, by: 72)
    return seeds.first { $0 > 0 && $0 / 7 % 2 == 0 } ?? 72
  }

  static let copied = Variation(asksCopies: true)
  static let besideAnother = Variation(isBesideAnother: true)
}

/// Runs one policy in worlds, for what laws see of it.
///
/// For one thread.
final class Subject {
  let name: String
  let summary: String
  let koreanSummary: String
  let claims: Claims
  let typeName: String
  let hasNoOptions: Bool
  /// The queue behind every line; `nil` for what a world says.
  let queue: WorldQueue?
  /// The world that is being tried, for who wants to know where the policy trapped.
  var trying: World?
  /// How much later than its own the last world after a reset began.
  private(set) var offsetOfReset = Time.zero
  private let maker: PolicyMaker
  /// How many choices of options there are, beside the defaults.
  let choices: (BranchPlan) -> Int
  /// The options that a choice stands for, as JSON.
  let options: (BranchPlan, Int) -> String?
  /// Whether somebody gave the options.
  let hasOptions: Bool
  /// The choices that change one option alone, by its key.
  let choicesByKey: (BranchPlan) -> [String: [Int]]
  private let optionTable: (BranchPlan) -> (findings: [Phrase], cases: Int)
  /// The stages of late, for worlds that come in a row share one.
  private var stages: [Stage] = []
  private var oldest = 0

  init<Policy: TellerPolicy>(
    _ type: Policy.Type, queue: (any ClientQueueable.Type)? = nil,
    options given: ((BranchPlan) -> Policy.Options?)? = nil
  ) {
    self.queue = queue.map { WorldQueue($0) }
    // The plans of late: of a world and of the same with other names, one after the other.
    var known: [OptionChoices<Policy>] = []
    func choices(_ plan: BranchPlan) -> OptionChoices<Policy> {
      if let known = known.last(where: { $0.plan == plan }) { return known }
      let made = OptionChoices<Policy>(plan)
      known = known.suffix(3) + [made]
      return made
    }
    maker = { plan, choice in
      let chosen = given.map { $0(plan) } ?? choices(plan)[choice]
      guard let options = chosen else { return nil }
      guard Policy.problems(with: options, for: plan).isEmpty else { return nil }
      return { Policy(options: options, plan: plan, random: $0) }
    }
    choicesByKey = { given == nil ? choices($0).byKey() : [:] }
    self.options = { given == nil ? choices($0).text($1) : nil }
    hasOptions = given != nil
    optionTable = { OptionTable.findings(type, $0) }
    self.choices = { given == nil ? choices($0).count : 0 }
    hasNoOptions = Policy.Options.self == NoOptions.self
    name = type.name
    summary = type.summary
    koreanSummary = type.koreanSummary
    claims = type.claims
    typeName = String(describing: type)
  }

  /// A policy with options of its own beside a reference; what differs is noted.
  init<Policy: TellerPolicy>(
    _ type: Policy.Type, options: @escaping (BranchPlan) -> Policy.Options,
    beside reference: @escaping ReferenceWithMemory, _ notes: ReferenceNotes
  ) {
    queue = nil
    maker = { plan, _ in
      let options = options(plan)
      guard Policy.problems(with: options, for: plan).isEmpty else { return nil }
      return { random in
        Compared(
          Policy(options: options, plan: plan, random: random), random, reference, notes)
      }
    }
    choicesByKey = { _ in [:] }
    self.options = { _, _ in nil }
    hasOptions = false
    optionTable = { OptionTable.findings(type, $0) }
    choices = { _ in 0 }
    hasNoOptions = false
    name = type.name
    summary = type.summary
    koreanSummary = type.koreanSummary
    claims = type.claims
    typeName = String(describing: type)
  }

  /// Runs a world; `nil` when it does not suit the policy.
  func run(_ world: World, _ variation: Variation = Variation()) -> WorldHistory? {
    guard var trial = WorldRun(world, variation, on: stage(world, variation)) else { return nil }
    var other: WorldRun?
    if variation.isBesideAnother {
      other = WorldRun(world.mirrored, Variation(), on: stage(world, Variation()))
      guard other != nil else { return nil }
    }
    // Copies are made at a step that is another one in each world.
    var steps = world.visitors.count + Int(world.seed) % (1 + world.visitors.count)
    while trial.step() {
      _ = other?.step()
      steps -= 1
      if variation.asksCopies, steps == 0 { trial.endAfterCopies(world) }
    }
    return trial.result
  }

  /// A run of a world that has not begun; `nil` where it does not suit the policy.
  func open(_ world: World) -> WorldRun? {
    trying = world
    return WorldRun(world, Variation(), on: stage(world, Variation()))
  }

  /// Runs `first`, another day of the same staff, resets the bank, and returns a run of `world` in it;
  /// `nil` also when the policy was dropped on the first day.
  func run(_ world: World, afterResetting first: World) -> WorldHistory? {
    guard var trial = WorldRun(first, Variation(), on: stage(world, Variation())) else {
      return nil
    }
    while trial.step() {}
    guard !trial.isBroken else { return nil }
    trial.restart(world)
    offsetOfReset = trial.offset
    while trial.step() {}
    return trial.result
  }

  /// Runs a world on a floor at which every look takes time; `nil` when it does not suit the policy.
  ///
  /// A look takes a millisecond, until a quarter of a second has gone by in all.
  func runSlowly(_ world: World) -> WorldHistory? {
    trying = world
    let clock = ContinuousClock()
    var left = Duration.milliseconds(250)
    let looks = Looks {
      guard left > .zero else { return }
      let began = clock.now
      var took = Duration.zero
      while took < .milliseconds(1) { took = clock.now - began }
      left -= took
    }
    guard var trial = WorldRun(world, Variation(), on: stage(world, Variation()), looks: looks)
    else {
      return nil
    }
    while trial.step() {}
    return trial.result
  }

  /// The most looks at the floor that one answer takes in a world.
  func mostLooks(_ world: World) -> Int? {
    trying = world
    let looks = Looks()
    guard var trial = WorldRun(world, Variation(), on: stage(world, Variation()), looks: looks)
    else {
      return nil
    }
    while trial.step() {}
    return looks.most
  }

  /// How many values the policy keeps at the end of a world, and the time that the run took of this thread;
  /// `nil` where the world does not suit it.
  func effort(_ world: World) -> (valuesKept: Int, time: Duration)? {
    trying = world
    guard var trial = WorldRun(world, Variation(), on: stage(world, Variation())) else {
      return nil
    }
    let began = ThreadTime.now
    while trial.step() {}
    return trial.isBroken ? nil : (trial.valuesKept, ThreadTime.now - began)
  }

  /// Says what is wrong with the options type, and how many cases were tried.
  func optionFindings(on plan: BranchPlan) -> (findings: [Phrase], cases: Int) {
    optionTable(plan)
  }

  private func stage(_ world: World, _ variation: Variation) -> Stage {
    let setting = world.setting
    if let known = stages.first(where: { $0.suits(setting, variation) }) { return known }
    let stage = Stage(
      world, setting, variation, maker,
      queue ?? world.queue.flatMap(WorldQueue.named) ?? .standard,
      renamesServices: hasNoOptions)
    if stages.count < 8 {
      stages.append(stage)
    } else {
      stages[oldest] = stage
      oldest = (oldest + 1) % 8
    }
    return stage
  }
}

/// Makes policies for a plan from a source of chance; `nil` when the policy says that it does not suit.
///
/// The number chooses its options; see ``World/options``.
typealias PolicyMaker = (BranchPlan, Int) -> ((RandomSource) -> any TellerPolicy)?

/// What worlds with the same staff and rules have in common: the plan, and the policy made for it.
struct Stage {
  /// The plan and how to make the policy; `nil` when the policy says that it does not suit.
  let opening: (plan: BranchPlan, policy: (RandomSource) -> any TellerPolicy)?
  /// The queue behind every line.
  let queue: WorldQueue
  private let setting: World.Setting
  private let offset: Time
  private let prefix: String
  private let isReversed: Bool

  init(
    _ world: World, _ setting: World.Setting, _ variation: Variation, _ maker: PolicyMaker,
    _ queue: WorldQueue, renamesServices: Bool
  ) {
    self.queue = queue
    self.setting = setting
    offset = variation.offset
    prefix = variation.prefix
    isReversed = variation.isReversed
    let plan = try? world.plan(
      prefix: prefix, shiftedBy: offset, reversesNames: isReversed,
      reversesServices: isReversed && renamesServices)
    opening = plan.flatMap { plan in
      maker(plan, world.options).map { (plan, $0) }
    }
  }

  func suits(_ setting: World.Setting, _ variation: Variation) -> Bool {
    offset == variation.offset && prefix == variation.prefix
      && isReversed == variation.isReversed && self.setting == setting
  }
}
