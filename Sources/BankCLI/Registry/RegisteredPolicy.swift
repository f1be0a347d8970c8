import BankConformance
public import BankCore
import BankLive
import BankRecords
import BankReports

/// A policy that the command line can run: its type, opened once so that every path behind it is
/// specialised for it.
public struct RegisteredPolicy: Sendable {
  /// The policy's name.
  public let name: String
  let summary: String
  let koreanSummary: String
  let purposes: [Purpose]
  let claims: Claims
  let guide: [OptionGuide]
  /// Decodes options and ties the policy to a branch.
  let wire: @Sendable (OptionSettings, BranchPlan) -> Result<WiredPolicy, Problems>
  /// Checks the policy against the laws.
  let check: @Sendable (ConformanceRequest) -> Report
  /// What the policy does in a fixed set of worlds.
  let digest: @Sendable () -> Digest
  /// The same with the last world first, each in so many rounds; see ``Digest``.
  let digestInRounds: @Sendable (Int, (Int) -> Void) -> Digest

  /// Registers `type`; a simulation with the default queue is specialised for it.
  @inlinable
  public init<P: TellerPolicy>(_ type: P.Type) {
    self.init(type) { options, day in SimulatedDay.run(P.self, options, day) }
  }

  /// Registers `type` without specialising anything: for tests and quick builds, at half the speed.
  public init<P: TellerPolicy>(unspecialized type: P.Type) {
    self.init(type) { options, day in
      day.run(P(options: options, plan: day.inputs.plan, random: day.inputs.random), P.claims)
    }
  }

  @usableFromInline
  init<P: TellerPolicy>(
    _ type: P.Type, simulate: @escaping @Sendable (P.Options, SimulatedDay) -> DayResult
  ) {
    self.init(
      name: P.name, summary: P.summary, koreanSummary: P.koreanSummary, purposes: P.purposes,
      claims: P.claims,
      guide: P.Options.guide,
      wire: { settings, plan in
        OptionsLoader.load(P.self, settings, plan).map { options in
          WiredPolicy(
            name: P.name, summary: (P.summary, P.koreanSummary),
            options: OptionsLoader.json(options),
            make: { P(options: options, plan: $0, random: $1) },
            simulate: { simulate(options, $0) },
            open: { day in
              day.open(
                P(options: options, plan: day.inputs.plan, random: day.inputs.random), P.claims)
            },
            smallest: { PolicyConformance.smallest(P.self, $0, breaking: $1) })
        }
      },
      check: { $0.check(P.self) }, digest: { Digest(P.self) },
      digestInRounds: { Digest(P.self, rounds: $0, isReversed: true, before: $1) })
  }

  private init(
    name: String, summary: String, koreanSummary: String, purposes: [Purpose], claims: Claims,
    guide: [OptionGuide],
    wire: @escaping @Sendable (OptionSettings, BranchPlan) -> Result<WiredPolicy, Problems>,
    check: @escaping @Sendable (ConformanceRequest) -> Report,
    digest: @escaping @Sendable () -> Digest,
    digestInRounds: @escaping @Sendable (Int, (Int) -> Void) -> Digest
  ) {
    (self.digest, self.digestInRounds) = (digest, digestInRounds)
    self.name = name
    self.summary = summary
    self.koreanSummary = koreanSummary
    self.purposes = purposes
    self.claims = claims
    self.guide = guide
    self.wire = wire
    self.check = check
  }
}

/// A policy with its options, ready to be injected into a bank.
struct WiredPolicy: Sendable {
  let name: String
  /// What reports call it: its name, or what tells it from the same policy with other options.
  var label: String
  /// What it does, in a sentence of each language.
  let summary: (english: String, korean: String)
  /// The effective options.
  let options: JSON
  /// Makes the policy for a branch, for asking it.
  let make: @Sendable (BranchPlan, RandomSource) -> any TellerPolicy
  /// Runs a day in virtual time.
  let simulate: @Sendable (SimulatedDay) -> DayResult
  /// Makes a live bank on the system's clock.
  let open: @Sendable (LiveDay) -> any OpenBank
  /// The smallest world reached from one, in which the policy breaks a law.
  let smallest: @Sendable (World, LawID) -> Counterexample?

  init(
    name: String, summary: (english: String, korean: String), options: JSON,
    make: @escaping @Sendable (BranchPlan, RandomSource) -> any TellerPolicy,
    simulate: @escaping @Sendable (SimulatedDay) -> DayResult,
    open: @escaping @Sendable (LiveDay) -> any OpenBank,
    smallest: @escaping @Sendable (World, LawID) -> Counterexample?
  ) {
    (self.name, self.summary) = (name, summary)
    label = name
    self.options = options
    self.make = make
    self.simulate = simulate
    self.open = open
    self.smallest = smallest
  }
}
