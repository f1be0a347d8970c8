import BankConfiguration
import BankConformance
import BankCore
import BankRecords
import BankReports
import Foundation
import Synchronization

/// The command `bank conformance`.
enum Conformance {
  /// Whether policies are being tried.
  private static let isChecking = Atomic(false)
  /// The policy that is being tried.
  private static let tried = Mutex("")
  /// A question that takes longer, in seconds, is taken for one that takes for ever.
  private static let longestQuestion = 30
  static let law = Flag(
    "--law", "L5", "judge by this law alone (Q2 with --queues); may be repeated", repeats: true)
  static let depth = Flag("--depth", "N", "every world of up to N clients (0 to 6, default 4)")
  static let cases = Flag("--cases", "N", "N random worlds (default 2000)")
  static let world = Flag("--world", "LINE", "try this world alone, as a counter-example names it")
  static let regressions = Flag("--regressions", "FILE", "also try the worlds in FILE, one a line")
  static let junit = Flag("--junit", "FILE", "write the results to FILE as JUnit XML")
  static let queues = Flag("--queues", nil, "check the queues, by the laws of queues")
  static let isolated = Flag("--isolated", nil, "check each policy in a process of its own")
  static let digest = Flag(
    "--digest", nil, "print a number for what each does in fixed worlds, the same in every build")
  static let timeout = Flag(
    "--timeout", "SECONDS", "with --isolated: give up after so long (default 60)")

  static let command = Command(
    name: "conformance", summary: "Check policies, or queues, against the laws each must keep.",
    usage: "[NAME…] [options]",
    flags: [
      queues, law, depth, cases, world, regressions, .json, junit, isolated, timeout, digest,
    ],
    without: [.policy],
    discussion: """
      Without a name, every registered policy is checked: on fixed cases, on every world of up to
      --depth clients, and on --cases random worlds drawn with --seed; with --depth 3 and more also on
      as many as branches are, and twice as many of any scale and in which much happens. Status 1 if a law is broken.
      --queue puts that queue behind every line; without it random worlds have any shipped one.
      --option sets an option where a world has what it names; without it the defaults are tried,
      and others. With --config or --set all worlds are --cases random days of that branch, and the
      options its own; the small and the fixed worlds are left out.
      Two processes are compared, in other folders, hours, languages and threads, and with other hash values.
      With --queues the names are those of queues, and a world is a list of operations.
      """, takesWords: true
  ) { arguments, registry throws(Problems) in
    if arguments.has(queues) { return try QueueCheck.run(arguments, registry) }
    let request = try Request(arguments, registry)
    ChildProcess.endWithParent()
    if arguments.has(digest) {
      OtherProcess.tell(request.policies, asJSON: arguments.has(.json))
      return 0
    }
    let files = try files(arguments)
    Checkout.warn(of: registry)
    Self.isChecking.store(true, ordering: .relaxed)
    atexit {
      // A policy that ends the process has not passed.
      guard Conformance.isChecking.load(ordering: .relaxed), !Interrupt.shared.isRequested else {
        return
      }
      Console.tell("a policy ended the process")
      _exit(1)
    }
    defer { Self.isChecking.store(false, ordering: .relaxed) }
    let other = request.asksAnotherProcess ? OtherProcess(of: request.policies.map(\.name)) : nil
    var verdicts: [Verdict] = []
    Interrupt.shared.begin(lastWord: {
      let name = tried.withLock(\.self)
      Console.tell(
        "\(name) has not stopped and may never answer: --isolated says in which world"
      )
    })
    if !ChildProcess.isAsked {
      HangWatch.shared.begin(times: longestQuestion) {
        LineWriter.standardOutput.line("", isFlushed: true)
        FileHandle.standardError.write(Data(TrapNote.ofHang(longestQuestion).utf8))
        _exit(1)
      }
    }
    for policy in request.policies where !Interrupt.shared.isRequested {
      tried.withLock { $0 = policy.name }
      let stray = StrayOutput()
      let verdict =
        arguments.has(isolated)
        ? Isolation.check(policy.name, request)
        : request.check(policy, beside: other)
      if let (count, first) = stray?.end(), count > 0 {
        Console.warn(
          "\(policy.name) wrote \(count) bytes to standard output, left out here; elsewhere they would be in the middle of what is printed, such as JSON: \"\(first)\""
        )
      }
      verdicts.append(verdict)
      if !arguments.has(.json) { say(verdict) }
    }
    return sum(verdicts, "policies", of: request.policies.count, arguments, files)
  }

  /// The files that are to be written.
  static func files(_ arguments: Arguments) throws(Problems) -> OutputFiles {
    try arguments.files([junit])
  }

  /// The laws that `--law` names, of those that are `known`; `nil` without one.
  static func laws(
    _ arguments: Arguments, of known: [LawID], _ problems: inout [Problem]
  ) -> Set<LawID>? {
    for id in arguments.all(law) where LawID(id).map(known.contains) != true {
      problems.append(
        Problem(
          law.name, "unknown law \"\(id)\"", "allowed: \(known[0]) to \(known[known.count - 1])"))
    }
    return arguments.has(law) ? Set(arguments.all(law).compactMap { LawID($0) }) : nil
  }

  static func say(_ verdict: Verdict) {
    LineWriter.standardOutput.line(verdict.text + "\n", isFlushed: true)
  }

  /// Sums up what came of checking this many `subjects`; returns the exit status.
  static func sum(
    _ verdicts: [Verdict], _ subjects: String, of count: Int, _ arguments: Arguments,
    _ files: OutputFiles
  ) -> Int32 {
    let isInterrupted = Interrupt.shared.end()
    let broken = verdicts.filter { !$0.passed && $0.ending != Verdict.interrupted }.map(\.subject)
    if arguments.has(.json) {
      let json: JSON = [
        "passed": .bool(broken.isEmpty && !isInterrupted), subjects: .array(verdicts.map(\.json)),
      ]
      LineWriter.standardOutput.line(json.pretty)
    } else {
      let passed = verdicts.count(where: \.passed)
      Console.line(
        broken.isEmpty
          ? "\(passed) passed, 0 failed"
          : "\(passed) passed, \(broken.count) failed: \(broken.joined(separator: ", "))")
    }
    if isInterrupted {
      Console.tell(
        "interrupted: \(verdicts.count { $0.ending != Verdict.interrupted }) of \(count) were checked"
      )
    }
    files[arguments[junit]]?.text(JUnit.document(verdicts))
    return isInterrupted ? Interrupt.shared.status : broken.isEmpty ? 0 : 1
  }

  /// What the flags ask for.
  struct Request: Sendable {
    var policies: [RegisteredPolicy] = []
    var run = ConformanceRequest()
    var timeout = 60.0
    /// What `--option` says.
    private var flags: [OptionSettings.Flag] = []
    /// The config's options, by the policy they are of.
    private var files: [String: Node] = [:]
    /// The words that ask a child process for the same.
    var words: [String] = []
    /// Whether what policies do is compared with what they do in another process.
    private(set) var asksAnotherProcess = false

    init(_ arguments: Arguments, _ registry: Registry) throws(Problems) {
      var problems = arguments.problems
      for name in arguments.positionals {
        do {
          let policy = try registry.policy(named: name, "")
          if !policies.contains(where: { $0.name == name }) { policies.append(policy) }
        } catch { problems += error.all }
      }
      if arguments.positionals.isEmpty { policies = registry.policies }
      if arguments.has(Conformance.timeout), !arguments.has(isolated) {
        problems.append(Problem("--timeout", "means nothing without --isolated", "add it"))
      }
      problems += arguments.clashes(of: world, with: [depth, cases, regressions])
      for flag in [Flag.config, .set] where arguments.has(flag) && arguments.has(depth) {
        problems.append(
          Problem(
            "\(depth.name) and \(flag.name)", "exclude each other",
            "give --cases: on a branch of one's own days are drawn"))
      }
      run.effort.depth = 4
      run.effort.cases = 2000
      func whole(_ flag: Flag, _ range: ClosedRange<Int>) -> Int? {
        arguments.read(
          flag, allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)", &problems
        ) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
      }
      if let value = whole(depth, 0...6) { run.effort.depth = value }
      if let value = whole(cases, 0...10_000_000) { run.effort.cases = value }
      if let value = whole(.seed, 0...Configuration.largestSeed) { run.effort.seed = UInt64(value) }
      if run.effort.cases == 0, arguments.has(.config) || arguments.has(.set) {
        problems.append(
          Problem("--cases 0", "leaves no day of the branch to check", "give 1 or more"))
      }
      if let value = whole(Conformance.timeout, 1...86_400) { timeout = Double(value) }
      if let laws = Conformance.laws(arguments, of: Law.all.map(\.id), &problems) {
        run.effort.laws = laws
      }
      if let path = arguments[regressions] {
        do {
          let text = try InputFile.text(at: path)
          do { run.effort.regressions = try World.all(in: text) } catch {
            problems += error.all.map { Problem("\(path): \($0.path)", $0.finding, $0.remedy) }
          }
        } catch { problems += error.all }
      }
      if let line = arguments[world] {
        do { run.world = try World(line: line) } catch {
          problems += error.all.map { $0.inside(world.name) }
        }
      }
      try readBranch(arguments, registry, &problems)
      if let name = arguments[.queue] {
        do { run.effort.queue = try registry.queue(named: name, "--queue").type } catch {
          problems += error.all
        }
      }
      for flag in [
        law, depth, cases, .seed, world, regressions, junit, isolated, .queue, .config, .set,
        .option,
      ]
      where arguments.has(digest) && arguments.has(flag) {
        problems.append(
          Problem("\(digest.name) and \(flag.name)", "exclude each other", "keep one"))
      }
      guard problems.isEmpty else { throw Problems(problems) }
      asksAnotherProcess =
        run.world == nil && run.effort.branch == nil && !arguments.has(isolated)
        && run.effort.laws?.contains(.policy(7)) ?? true
      words = Self.words(arguments)
      run.effort.flags = Self.words(arguments, [.config, .set, .option])
        .map { " " + Arguments.quoted($0) }.joined()
      if Console.showsProgress { run.progress = { Progress.show($0) } }
    }

    /// Reads the branch to check on, and the options to check with.
    private mutating func readBranch(
      _ arguments: Arguments, _ registry: Registry, _ problems: inout [Problem]
    ) throws(Problems) {
      for text in arguments.all(.option) {
        do { flags.append(try OptionSettings.flag(text)) } catch { problems += error.all }
      }
      if !flags.isEmpty, policies.count > 1 {
        problems.append(Problem("--option", "belongs to one policy", "name the policy to check"))
      }
      let isOfBranch = arguments.has(.config) || arguments.has(.set)
      guard isOfBranch || !flags.isEmpty, problems.isEmpty else { return }
      let all = arguments.positionals.isEmpty
      var own: [RegisteredPolicy] = []
      for policy in policies {
        do throws(Problems) {
          let setup = try Setup(arguments, registry, [], policy: PolicyChoice(policy))
          if isOfBranch { run.effort.branch = setup.plan }
          files[policy.name] = setup.settings.file
          own.append(policy)
        } catch {
          // One of all may not suit the branch; one that was asked for has to.
          guard all else { throw error }
          if let first = error.all.first { Console.note("\(policy.name) is left out: \(first)") }
        }
      }
      guard !own.isEmpty else {
        _ = try Setup(arguments, registry, [])
        return
      }
      policies = own
    }

    private static func words(
      _ arguments: Arguments,
      _ flags: [Flag] = [
        law, depth, cases, .seed, .queue, .config, .set, .option, world, regressions,
      ]
    ) -> [String] {
      flags.flatMap { flag in arguments.all(flag).flatMap { [flag.name, $0] } }
    }

    func check(_ policy: RegisteredPolicy, beside other: OtherProcess?) -> Verdict {
      defer { Progress.clear(Console.showsProgress) }
      var run = run
      run.another = { other?.digest(of: policy.name) }
      let file = files[policy.name]
      if file != nil || !flags.isEmpty { run.settings = OptionSettings(file: file, flags: flags) }
      return Verdict(policy.check(run))
    }
  }
}

/// A share of the work on a terminal's last line.
enum Progress {
  static func show(_ share: Double) {
    LineWriter.standardError.text("\r\(Int(share * 100)) %", isFlushed: true)
  }

  static func clear(_ isTerminal: Bool) {
    if isTerminal { LineWriter.standardError.text("\r      \r", isFlushed: true) }
  }
}
