import BankCore
import BankReports

/// The command `bank run`.
enum Run {
  static let command = Command(
    name: "run", summary: "Open the branch for one day, in real time.",
    flags: [.runClients, .speed, .events],
    discussion: """
      Prints each start and finish as it happens, and the closing line. Where the config gives no
      arrival processes, all clients are there at opening.
      """
  ) { arguments, registry throws(Problems) in
    try await Opening.prepare(arguments, registry).run(day: 1).status
  }
}

/// The end of a command.
enum ExitStatus {
  /// What to say where the day ended with clients in the bank.
  static func unserved(_ count: Int) -> Phrase {
    let end: Phrase =
      "nothing more would have happened: no teller who can serve them comes back"
    return count == 1
      ? "1 client was left unserved, and \(end)" : "\(count) clients were left unserved, and \(end)"
  }
}
