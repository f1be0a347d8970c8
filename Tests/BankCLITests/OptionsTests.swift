import BankConfiguration
import BankCore
import Testing

@testable import BankCLI

/// Options of every kind a policy may want.
struct ManyOptions: PolicyOptions {
  enum Tie: String, Codable, CaseIterable { case first, last }
  struct Inner: Codable, Equatable, Sendable {
    var share = 0.5
  }

  var count = 3
  var delay: Double?
  var tie = Tie.first
  var isFair = true
  var names = ["a"]
  var inner = Inner()
  var rates: [String: Int] = [:]

  static func defaults(for plan: BranchPlan) -> ManyOptions { ManyOptions() }
  static var guide: [OptionGuide] { [] }
}

struct ManyOptionsPolicy: TellerPolicy {
  static let name = "many-options"
  func lines(for plan: BranchPlan) -> Int { 1 }
  init(options: ManyOptions, plan: BranchPlan, random: RandomSource) {}
  static func problems(with options: ManyOptions, for plan: BranchPlan) -> [Problem] {
    options.count < 0 ? [Problem("count", "\(options.count)", "allowed: 0 or more")] : []
  }
  func line(for client: Client, on floor: Floor) -> Int { 0 }
  func next(on floor: Floor) -> Decision { floor.callLongestWaiting() ?? .idle }
}

@Suite struct `Options` {
  static func load(file: String = "{}", flags: [String] = []) throws -> ManyOptions {
    var settings = OptionSettings(file: try JSON5Parser.parse(file).get())
    settings.flags = try flags.map { try OptionSettings.flag($0) }
    return try OptionsLoader.load(ManyOptionsPolicy.self, settings, try standardPlan()).get()
  }

  static func standardPlan() throws -> BranchPlan {
    try Configuration(JSON5Parser.parse("{}").get()).plan
  }

  static func findings(file: String = "{}", flags: [String] = []) -> [String] {
    do {
      _ = try load(file: file, flags: flags)
      return []
    } catch {
      return (error as? Problems)?.all.map(\.description) ?? ["\(error)"]
    }
  }

  @Test func `that are not given have their defaults`() throws {
    #expect(try Self.load() == ManyOptions())
    #expect(try Self.load(file: "{count: 5}").count == 5)
  }

  @Test func `go from file to flags, the later over the earlier`() throws {
    let options = try Self.load(
      file: "{count: 5, names: ['x', 'y'], rates: {a: 1, b: 2}, inner: {share: 0.1}}",
      flags: [
        "count=7", "delay=2.5", "tie=last", "isFair=false", "rates.b=3", "names=['z']",
        "inner.share=1",
      ])
    #expect(options.count == 7)
    #expect(options.delay == 2.5)
    #expect(options.tie == .last)
    #expect(!options.isFair)
    #expect(options.names == ["z"])
    #expect(options.rates == ["a": 1, "b": 3])
    #expect(options.inner.share == 1)
  }

  @Test func `are written and read back unchanged`() throws {
    let options = try Self.load(flags: ["delay=2.5", "tie=last", "rates.b=3"])
    let json = OptionsLoader.json(options)
    #expect(try NodeDecoder.decode(ManyOptions.self, from: Node(json: json)) == options)
  }

  @Test func `that are wrong are all told, with path and what is allowed`() {
    #expect(
      Self.findings(
        file: """
          {count: 1.5, delay: 'x', tie: 'frist', isFair: 1, names: [1, 'b', null],
           inner: {share: [], shar: 1}, rates: {a: 'x'}, conut: 2}
          """) == [
          "count: 1.5; allowed: a whole number", "delay: \"x\"; allowed: a number",
          "tie: \"frist\" is not possible; allowed: first, last",
          "isFair: 1; allowed: true or false", "names[0]: 1; allowed: text",
          "names[2]: null; allowed: text", "inner.share: a list; allowed: a number",
          "inner.shar: unknown key \"shar\"; allowed: share; did you mean \"share\"?",
          "rates.a: \"x\"; allowed: a whole number",
          "conut: unknown key \"conut\"; allowed: count, delay, tie, isFair, names, inner, rates; did you mean \"count\"?",
        ])
    #expect(Self.findings(flags: ["count=-2"]) == ["count: -2; allowed: 0 or more"])
    #expect(
      Self.findings(flags: ["count"]) == [
        "--option: \"count\"; give KEY=VALUE, such as tellers.deposit=2"
      ])
    #expect(
      Self.findings(flags: ["names=['z'"]) == [
        "--option names: the end of the text where , or ] is due"
      ])
    #expect(
      Self.findings(flags: ["tie=middle", "nobody=1"]) == [
        "tie: \"middle\" is not possible; allowed: first, last",
        "nobody: unknown key \"nobody\"; allowed: count, delay, tie, isFair, names, inner, rates",
      ])
  }
}
