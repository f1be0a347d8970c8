import BankCore

/// The command `bank completions`.
enum Completions {
  private static let shells = ["bash", "zsh", "fish", "man"]

  static let command = Command(
    name: "completions", summary: "Print what completes commands, flags and names in a shell.",
    usage: "SHELL", flags: [],
    without: [.config, .set, .policy, .option, .queue, .seed],
    discussion: """
      SHELL is bash, zsh or fish:
        source <(bank completions bash)
        bank completions fish > ~/.config/fish/completions/bank.fish
      or man, for the manual page:
        bank completions man | man -l -
      """, takesWords: true
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems
    let shell = arguments.positionals.first ?? ""
    if arguments.positionals.count != 1 || !shells.contains(shell) {
      problems.append(
        Problem(
          "", arguments.positionals.isEmpty ? "no shell" : "\"\(shell)\" is no shell known here",
          Suggestion.allowed(shells, meant: shell)))
    }
    guard problems.isEmpty else { throw Problems(problems) }
    LineWriter.standardOutput.line(
      shell == "man"
        ? ManualPage.text : shell == "fish" ? fish(registry) : bash(registry, shell))
    return 0
  }

  /// The names that may follow a flag.
  private static func values(of flag: Flag, _ registry: Registry) -> [String] {
    switch flag.name {
    case Flag.policy.name: registry.policies.map(\.name)
    case Flag.queue.name: registry.queues.map(\.name)
    case Flag.lang.name: ["ko", "en"]
    default: []
    }
  }

  /// For bash, and for zsh through its own `bashcompinit`.
  private static func bash(_ registry: Registry, _ shell: String) -> String {
    let bank = BankCommand.executable
    let function = "_" + bank.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    var lines = shell == "zsh" ? ["autoload -U +X bashcompinit && bashcompinit"] : []
    lines += [
      "\(function)() {", "  local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}",
      "  case $last in",
    ]
    for flag in Flag.common where !values(of: flag, registry).isEmpty {
      let names = values(of: flag, registry).joined(separator: " ")
      lines.append(
        "    \(flag.name)) COMPREPLY=($(compgen -W \"\(names)\" -- \"$word\")); return;;")
    }
    lines += ["  esac", "  case ${COMP_WORDS[1]} in"]
    for command in BankCommand.commands {
      let flags = command.knownFlags.map(\.name).joined(separator: " ")
      lines.append("    \(command.name)) COMPREPLY=($(compgen -W \"\(flags)\" -- \"$word\"));;")
    }
    let names = BankCommand.commands.map(\.name).joined(separator: " ")
    lines += [
      "    *) COMPREPLY=($(compgen -W \"\(names)\" -- \"$word\"));;", "  esac", "}",
      "complete -o default -F \(function) \(bank)",
    ]
    return lines.joined(separator: "\n")
  }

  private static func fish(_ registry: Registry) -> String {
    let bank = BankCommand.executable
    func quoted(_ text: String) -> String {
      "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
    return BankCommand.commands.flatMap { command in
      [
        "complete -c \(bank) -n __fish_use_subcommand -a \(command.name) -d \(quoted(Console.say(command.summary)))"
      ]
        + command.knownFlags.map { flag in
          let names = values(of: flag, registry)
          let value =
            flag.value == nil
            ? "" : names.isEmpty ? " -r" : " -x -a \(quoted(names.joined(separator: " ")))"
          return "complete -c \(bank) -n '__fish_seen_subcommand_from \(command.name)'"
            + " -l \(flag.name.dropFirst(2))\(value) -d \(quoted(Console.say(flag.help)))"
        }
    }.joined(separator: "\n")
  }
}
