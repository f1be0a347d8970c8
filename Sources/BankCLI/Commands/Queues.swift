import BankCore
import BankRecords
import BankReports

/// The command `bank queues`.
enum Queues {
  static let command = Command(
    name: "queues", summary: "List the queues: the order in which clients come out of each.",
    flags: [.json], without: [.config, .set, .policy, .option, .queue, .seed],
    discussion: """
      A queue is behind every line, whatever the policy: queue and policy are two choices.
      --queue NAME, or the config's queue, puts one there; 'bank conformance --queues' checks them.
      """
  ) { arguments, registry throws(Problems) in
    guard arguments.problems.isEmpty else { throw Problems(arguments.problems) }
    let output = LineWriter.standardOutput
    if arguments.has(.json) {
      let json = registry.queues.map { queue -> JSON in
        [
          "name": .string(queue.name), "summary": .string(queue.summary),
          "order": .string(queue.order.rawValue),
        ]
      }
      output.line(JSON.array(json).pretty)
    } else {
      let pages = registry.queues.map { queue in
        let isStandard = queue.name == registry.standardQueue.name
        let order = Phrase(stringLiteral: queue.order.rawValue)
        return [
          queue.name + (isStandard ? Console.say(" (the default)") : ""),
          "  " + Console.language(queue.summary, queue.koreanSummary),
          "  " + Console.say("order: \(order)"),
        ].joined(separator: "\n")
      }
      output.line(pages.joined(separator: "\n\n"))
    }
    return 0
  }
}
