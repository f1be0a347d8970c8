import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation
import Foundation

/// What the common flags come to: a branch, a policy wired to it, and words to speak.
struct Setup: Sendable {
  private(set) var configuration: Configuration
  private(set) var wired: WiredPolicy
  private let policy: RegisteredPolicy
  /// The options that were given for the policy that is wired.
  let settings: OptionSettings
  private(set) var messages: Messages
  var seed: UInt64
  let queue: RegisteredQueue
  /// The config file, if one was given.
  let configPath: String?

  /// Reads the config and the common flags.
  ///
  /// `problems` are what is already known to be wrong with the command's own flags; `given` is the policy, whatever
  /// flags and config say, and `text` a config in place of a file's.
  ///
  /// - Throws: everything that is wrong.
  init(
    _ arguments: Arguments, _ registry: Registry, _ problems: [Problem],
    policy given: PolicyChoice? = nil, text: String? = nil
  ) throws(Problems) {
    var problems = problems
    let path = text == nil ? arguments[.config] ?? Self.standardConfig : nil
    configPath = path
    var changes: [ConfigSetting] = []
    for text in arguments.all(.set) {
      do { changes.append(try ConfigSetting(text)) } catch { problems += error.all }
    }
    let language = arguments[.lang].flatMap(Language.init)
    var queue: RegisteredQueue?
    if let name = arguments[.queue] {
      do { queue = try registry.queue(named: name, "--queue") } catch { problems += error.all }
    }
    let unit = arguments.read(.unit, allowed: "s, min, h", &problems) {
      TimeScale.Unit(rawValue: $0)
    }
    let seed = arguments.read(
      .seed, allowed: "a whole number from 0 to \(Configuration.largestSeed)", &problems
    ) { text in
      UInt64(text).flatMap { $0 <= Configuration.largestSeed ? $0 : nil }
    }
    var flags: [OptionSettings.Flag] = []
    for text in arguments.all(.option) {
      do { flags.append(try OptionSettings.flag(text)) } catch { problems += error.all }
    }
    problems += OptionSettings.problems(with: flags)
    flags += given?.flags ?? []
    var chosen = given?.policy
    if chosen == nil, let name = arguments[.policy] {
      do { chosen = try registry.policy(named: name, "--policy") } catch { problems += error.all }
    }

    let file = Self.configuration(at: path, text, changes, &problems)
    var inFile = file?.problems ?? []
    var settings = OptionSettings(flags: flags)
    if let file, let configuration = file.configuration {
      if let name = configuration.policy {
        do {
          let policy = try registry.policy(named: name, "policy")
          if chosen == nil || chosen?.name == name {
            chosen = policy
            settings.file = configuration.options
          } else if configuration.options != nil, let chosen, given == nil {
            Console.note(
              "the options in \(path.map(Phrase.init(verbatim:)) ?? "the config") belong to \(name); \(chosen.name) runs without them"
            )
          }
        } catch {
          inFile += error.all
        }
      } else if given == nil || given?.policy.name == registry.standard.name {
        settings.file = configuration.options
      }
    }
    if let file, file.configuration == nil,
      let member = file.node.members?.first(where: { $0.key == "policy" }),
      case .string(let name) = member.node.value
    {
      do { _ = try registry.policy(named: name, "policy") } catch { inFile += error.all }
    }
    if let name = file?.configuration?.queue {
      do {
        let named = try registry.queue(named: name, "queue")
        queue = queue ?? named
      } catch { inFile += error.all }
    }
    if let file { problems += Self.located(inFile, path, file.node, file.set) }
    let policy = chosen ?? registry.standard
    var wired: WiredPolicy?
    if let file, let configuration = file.configuration, problems.isEmpty {
      switch policy.wire(settings, configuration.plan) {
      case .success(let value):
        wired = value
        wired?.label = given?.label ?? value.label
      case .failure(let found):
        var inOptions: [Problem] = []
        problems += found.all.compactMap { problem in
          if settings.flags.isEmpty, settings.file == nil {
            return Problem(
              path ?? "", "policy \(policy.name) does not suit this branch: \(problem)")
          }
          let isFlag = settings.flags.contains {
            Self.isAbout($0.path.joined(separator: "."), problem)
          }
          if isFlag || path == nil && file.set.isEmpty {
            let flag =
              given.flatMap { $0.flags.isEmpty ? nil : "--policies \($0.label): " } ?? "--option "
            return Problem(flag + problem.path, problem.finding, problem.remedy)
          }
          inOptions.append(problem.inside("options"))
          return nil
        }
        problems += Self.located(inOptions, path, file.node, file.set)
      }
    }
    guard problems.isEmpty, let configuration = file?.configuration, let wired else {
      throw Problems(problems)
    }
    var shown = configuration
    if let unit { shown.scale.unit = unit }
    self.configuration = shown
    self.wired = wired
    self.policy = policy
    self.settings = settings
    self.seed = seed ?? configuration.seed ?? 1
    self.queue = queue ?? registry.standardQueue
    messages = Messages(language: language ?? Console.language, profile: configuration.profile)
    noteOddities(isOwn: text == nil)
  }

  /// The branch plan.
  var plan: BranchPlan { configuration.plan }

  /// Ties another policy to the branch, or to `plan`, with the options that were given for it.
  func wire(
    _ choice: PolicyChoice, on plan: BranchPlan? = nil
  ) throws(Problems) -> WiredPolicy {
    var given = OptionSettings()
    if choice.policy.name == wired.name {
      given = settings
    } else if choice.policy.name == configuration.policy {
      given.file = configuration.options
    }
    given.flags += choice.flags
    var wired = try choice.policy.wire(given, plan ?? self.plan).get()
    wired.label = choice.label
    return wired
  }

  /// Takes note that clients of these classes will come, of whom the config says nothing.
  mutating func meet(classes: some Sequence<Int>) throws(Problems) {
    let known = configuration.plan.knowing(classes: classes)
    guard known.classes != configuration.plan.classes else { return }
    configuration.plan = known
    let label = wired.label
    wired = try policy.wire(settings, known).get()
    wired.label = label
  }

  /// Everything but the policy, for a bank on `day`.
  ///
  /// `given` is a plan for that day alone, in place of the branch's.
  func inputs(
    _ arrivals: ArrivalSource, day: Int, session: Int? = nil, on given: BranchPlan? = nil
  ) -> DayInputs {
    let plan = given ?? plan
    return DayInputs(
      plan: plan, queue: queue.make(plan, .forQueue(seed: seed, day: day)), arrivals: arrivals,
      random: .forPolicy(seed: seed, day: day),
      routes: plan.routes.isEmpty
        ? nil : configuration.workload.routeSource(seed: seed, day: day),
      handovers: handovers, session: session ?? day)
  }

  /// How long each hand-over takes, where that differs.
  var handovers: (any HandoverSource)? { configuration.workload.handoverSource(seed: seed) }

  /// The tellers with their shifts as times of day, as logs have them.
  var tellersByClock: [Teller] {
    let opens = Time.seconds(configuration.scale.opens ?? 0)
    return plan.tellers.map { teller in
      var teller = teller
      teller.shifts = teller.shifts?.map {
        Shift(from: $0.start + opens, to: min($0.end + opens, BranchPlan.longestTime))
      }
      return teller
    }
  }

  /// Reads costs and goals of this branch.
  var figures: FigureText {
    FigureText(parts: SimulationReport.parts(plan, classNames: classNames))
  }

  /// Says costs and goals of this branch to people.
  var figureWords: FigureWords { FigureWords(messages.language, titles: namesakes) }

  /// What the priority classes are called, in the plan's order.
  var classNames: [String] {
    plan.classes.map { configuration.title(ofClass: $0).en }
  }

  /// The titles of services, classes, routes and items of the stock in the language spoken, by name; an item may have the
  /// name of a service, so its key begins with `item `.
  var namesakes: [String: String] {
    let language = messages.language
    var titles: [String: String] = [:]
    for (service, title) in zip(plan.services, configuration.titles) {
      titles[service.name] = title.text(in: language)
    }
    for (name, number) in zip(classNames, plan.classes) {
      titles[name] = configuration.title(ofClass: number).text(in: language)
    }
    for (route, title) in zip(plan.routes, configuration.routeTitles) {
      titles[route.name] = title.text(in: language)
    }
    for (item, title) in zip(plan.stock, configuration.stockTitles) {
      titles["item " + item.item] = title.text(in: language)
    }
    return titles
  }

  /// What the branch is called: its config file, or the standard branch.
  var branchName: String {
    let language = messages.language
    guard let configPath else { return language("The standard branch", "기본 지점") }
    return URL(fileURLWithPath: configPath).deletingPathExtension().lastPathComponent
  }

  /// An empty transcript in this branch's words.
  var transcript: Transcript {
    Transcript(
      messages: messages, titles: configuration.titles(in: messages.language),
      stockTitles: configuration.stockTitles.map { $0.text(in: messages.language) }, plan: plan)
  }

  /// The configuration as it is in effect, in the form of a config file.
  var effective: JSON { effective(under: wired) }

  /// The same under another policy.
  func effective(under policy: WiredPolicy) -> JSON {
    EffectiveConfiguration.json(
      configuration, policy: policy.name, options: policy.options, queue: queue.name, seed: seed)
  }

  /// Whether a config is given, or is in the working folder.
  static func hasConfig(_ arguments: Arguments) -> Bool {
    arguments.has(.config) || FileManager.default.fileExists(atPath: "bank.json5")
  }

  /// The config of the working folder, if there is one: said, for nobody asked for it.
  private static var standardConfig: String? {
    let path = "bank.json5"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    Console.note("the branch is that of \(path) in this folder")
    return path
  }

  /// A config that was read: what it says, as it was written, what is wrong with it, and what `--set`
  /// changed, by path.
  private typealias ConfigFile = (
    configuration: Configuration?, node: Node, problems: [Problem],
    set: [(path: String, text: String)]
  )

  /// Reads the config file at `path`, or the standard branch, with `changes` in it; notes why it cannot
  /// be read at all.
  private static func configuration(
    at path: String?, _ given: String?, _ changes: [ConfigSetting], _ problems: inout [Problem]
  ) -> ConfigFile? {
    do throws(Problems) {
      let text =
        try path.map { path throws(Problems) in try InputFile.text(at: path, megabytes: 100) }
        ?? given ?? "{}"
      switch JSON5Parser.parse(text) {
      case .success(var node):
        var set: [(path: String, text: String)] = []
        if !changes.isEmpty {
          let complete = (try? Configuration(node)).map { configuration in
            Node(
              json: EffectiveConfiguration.json(
                configuration, policy: "", options: [:], queue: "", seed: 1))
          }
          var wrong: [Problem] = []
          for change in changes {
            do { set.append((try change.apply(to: &node, complete: complete), change.text)) } catch
            {
              wrong += error.all
            }
          }
          guard wrong.isEmpty else { throw Problems(wrong) }
        }
        do throws(Problems) {
          return (try Configuration(node), node, [], set)
        } catch {
          return (nil, node, error.all, set)
        }
      case .failure(let failure):
        throw Problems(
          ([failure] + failure.others).map { one in
            Problem("\(path ?? ""):\(one.position.line):\(one.position.column)", one.finding)
          })
      }
    } catch {
      problems += error.all
      return nil
    }
  }

  /// Whether a problem is one of `path`, of something in it, or of what it is in.
  private static func isAbout(_ path: String, _ problem: Problem) -> Bool {
    problem.path == path || problem.path.hasPrefix(path + ".")
      || problem.path.hasPrefix(path + "[") || path.hasPrefix(problem.path + ".")
  }

  /// Puts file, line and column before each problem's path, in the order of the file.
  private static func located(
    _ problems: [Problem], _ path: String?, _ node: Node, _ set: [(path: String, text: String)]
  ) -> [Problem] {
    func setter(_ problem: Problem) -> String? {
      set.last { isAbout($0.path, problem) }?.text
    }
    let ofFlags = problems.compactMap { problem in
      setter(problem).map {
        Problem("--set \($0): \(problem.path)", problem.finding, problem.remedy)
      }
    }
    let problems = problems.filter { setter($0) == nil }
    guard let path else { return problems + ofFlags }
    let places = NodePlaces(node)
    return ofFlags
      + problems.map { (problem: $0, position: places.position(of: $0.path)) }
      .sorted { left, right in
        let (before, after) = (left.position, right.position)
        return (before?.line ?? 0, before?.column ?? 0) < (after?.line ?? 0, after?.column ?? 0)
      }
      .map { problem, position in
        let place = position.map { ":\($0.line):\($0.column)" } ?? ""
        let inner = problem.path.isEmpty ? "" : ": " + problem.path
        return Problem(path + place + inner, problem.finding, problem.remedy)
      }
  }

}

extension Setup {
  /// The same in another language, if one is given.
  func speaking(_ language: Language?) -> Setup {
    var other = self
    if let language { other.messages = Messages(language: language, profile: messages.profile) }
    return other
  }

  /// The same under another policy, with its defaults or what the config says of it.
  ///
  /// - Throws: why it does not suit the branch.
  func under(_ choice: PolicyChoice) throws(Problems) -> Setup {
    var other = self
    other.wired = try wire(choice)
    return other
  }

  /// The same with another staff.
  ///
  /// - Throws: why the policy, with its options, does not suit it.
  func growing(to plan: BranchPlan) throws(Problems) -> Setup {
    // With the options as they are: defaults that look at the staff would make it another rule.
    try staffed(by: plan, with: OptionSettings(file: Node(json: wired.options)))
  }

  /// The same with another staff, and with the options that were given, or the defaults for that staff.
  ///
  /// - Throws: why the policy does not suit it.
  func staffed(by plan: BranchPlan) throws(Problems) -> Setup {
    try staffed(by: plan, with: settings)
  }

  /// The same with another staff and these options; throws as ``growing(to:)`` does.
  func staffed(
    by plan: BranchPlan, with options: OptionSettings
  ) throws(Problems) -> Setup {
    var other = self
    other.configuration.plan = plan
    other.wired = try policy.wire(options, plan).get()
    other.wired.label = wired.label
    return other
  }
}
