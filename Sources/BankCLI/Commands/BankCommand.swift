import BankCore
import BankReports
import Foundation

/// The command line: every command, for whatever policies and queues an executable registers.
///
/// ```swift
/// await BankCommand.main(
///   policies: Shipped.policies + [.init(QuietHoursPolicy.self)], queues: Shipped.queues)
/// ```
public enum BankCommand {
  /// The version.
  public static let version = "0.1.0"

  /// What this executable is called: `bank`, or as somebody's own package calls it.
  static let executable =
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "bank"

  /// What the tool is about.
  static let purpose: Phrase =
    "Teller policies: who serves whom, whenever a teller is free and somebody waits."

  static let commands = [
    Run.command, Menu.command, Simulate.command, Compare.command, Replay.command, Fit.command,
    Sweep.command, Recommend.command, Optimum.command,
    Conformance.command,
    Policies.command,
    Queues.command, Bench.command, Serve.command, Config.command, NewPolicy.command,
    NewQueue.command, Completions.command,
  ]

  /// Runs the command line of this process and exits with its status.
  ///
  /// - Parameters:
  ///   - policies: the policies, at least one; the default is `fixed-split`, or else the first.
  ///   - queues: the queues, at least one; the default is `ring`, or else the first.
  public static func main(
    policies: [RegisteredPolicy], queues: [RegisteredQueue] = [.standard]
  ) async -> Never {
    await main(policies: policies, queues: queues, straightLoop: nil)
  }

  /// The same with a loop to measure beside.
  package static func main(
    policies: [RegisteredPolicy], queues: [RegisteredQueue], straightLoop: LoopBeside?
  ) async -> Never {
    // A closed pipe ends the process quietly, whatever the parent thinks of SIGPIPE.
    signal(SIGPIPE, SIG_DFL)
    let status = await run(
      OtherProcess.words ?? Array(CommandLine.arguments.dropFirst()), policies: policies,
      queues: queues, straightLoop: straightLoop)
    let failure = LineWriter.standardOutput.flush()
    if let failure {
      Console.tell("standard output: \(failure)")
    }
    LineWriter.standardError.flush()
    exit(failure == nil ? status : max(status, 1))
  }

  /// Runs `words` and returns the exit status.
  static func run(
    _ words: [String], policies: [RegisteredPolicy], queues: [RegisteredQueue] = [.standard],
    straightLoop: LoopBeside? = nil
  ) async -> Int32 {
    CommandFiles.begin()
    let status = await status(of: words, policies, queues, straightLoop)
    let problems = CommandFiles.finish()
    for problem in problems { Console.tell(problem) }
    return problems.isEmpty ? status : max(status, 1)
  }

  /// The same, before the files that it writes are closed.
  private static func status(
    of words: [String], _ policies: [RegisteredPolicy], _ queues: [RegisteredQueue],
    _ straightLoop: LoopBeside?
  ) async -> Int32 {
    Console.language = Console.language(of: words)
    var command: Command?
    do throws(Problems) {
      var registry = try Registry(policies, queues: queues)
      registry.straightLoop = straightLoop
      let (chosen, rest) = try choose(words)
      guard let chosen else { return 0 }
      command = chosen
      let words = Arguments(
        rest, flags: chosen.allFlags, without: chosen.without, takesWords: chosen.takesWords,
        command: chosen.name)
      if words.has(.help) {
        LineWriter.standardOutput.line(chosen.help)
        return 0
      }
      Console.isQuiet = words.has(.quiet)
      if words.has(.version) {
        LineWriter.standardOutput.line("bank \(version)")
        return 0
      }
      // From here on a signal ends the command with its own status, whether it is read, made or run.
      _ = Interrupt.shared
      return try await chosen.run(words, registry)
    } catch {
      report(error, command)
      return 2
    }
  }

  /// The command meant by `words`, and what is left of them; no command where help was enough.
  private static func choose(_ words: [String]) throws(Problems) -> (Command?, [String]) {
    guard let first = words.first else {
      return (isatty(0) == 1 && isatty(1) == 1 ? Menu.command : Run.command, [])
    }
    if first == "--help" || first == "-h" || first == "help" {
      // `bank help simulate` is `bank simulate --help`.
      if first == "help", words.count > 1 {
        return try choose([words[1], Flag.help.name] + words.dropFirst(2))
      }
      LineWriter.standardOutput.line(overview)
      return (nil, [])
    }
    if first.hasPrefix("-") { return (Run.command, words) }
    guard let command = commands.first(where: { $0.name == first }) else {
      let names = commands.map(\.name)
      throw Problems([
        Problem("", "unknown command '\(first)'", Suggestion.allowed(names, meant: first))
      ])
    }
    return (command, Array(words.dropFirst()))
  }

  private static func report(_ problems: Problems, _ command: Command?) {
    for problem in problems.all.prefix(50) {
      Console.tell(Phrase(verbatim: Console.language.say(problem)))
    }
    if problems.all.count > 50 {
      Console.tell("and \(problems.all.count - 50) more mistakes")
    }
    let help = command.map { "\(executable) \($0.name) --help" } ?? "\(executable) --help"
    LineWriter.standardError.line(Console.say("See '\(help)'."), isFlushed: true)
  }

  private static var overview: String {
    var lines = [
      Console.say(purpose),
      "", Console.say("Usage: \(executable) [command] [options]"),
      Console.say(
        "       \(executable) --policy NAME      the same as \(executable) run --policy NAME"),
      "", Console.say("Commands:"),
    ]
    for command in commands {
      let padding = String(repeating: " ", count: max(1, 12 - command.name.count))
      lines.append("  " + command.name + padding + Console.say(command.summary))
    }
    lines += ["", Console.say("Without a command: the menu on a terminal, otherwise run.")]
    lines += [Console.say("'\(executable) <command> --help' shows the options of a command.")]
    return lines.joined(separator: "\n")
  }
}
