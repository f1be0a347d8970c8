import BankConfiguration
import BankCore
import BankRecords
import BankReports

/// The command `bank config`.
enum Config {
  static let schema = Flag("--schema", nil, "print the JSON Schema of the config file instead")

  static let command = Command(
    name: "config", summary: "Print the configuration as it is in effect.", flags: [schema],
    discussion: "What it prints can be used as a config file."
  ) { arguments, registry throws(Problems) in
    if arguments.has(schema) {
      let problems =
        arguments.problems
        + arguments.clashes(of: schema, with: [.config, .set, .policy, .option, .queue, .seed])
      guard problems.isEmpty else { throw Problems(problems) }
      LineWriter.standardOutput.line(
        ConfigSchema.json(
          policies: registry.policies.map(\.name), queues: registry.queues.map(\.name)
        ).pretty)
      return 0
    }
    LineWriter.standardOutput.line(
      try Setup(arguments, registry, arguments.problems).effective.pretty)
    return 0
  }
}
