import BankCore
package import BankRecords
import BankSimulation

extension ConfigReader {
  /// The `recording` section: which columns of a log mean what.
  package func recording(_ node: Node, _ path: String) -> RecordingFormat? {
    object(node, path) { keys in
      var format = RecordingFormat()
      format.policy = keys.read("policy") { text($0, $1) }
      if let separator = keys.read("separator", { text($0, $1) }) {
        if separator.count == 1 {
          format.separator = separator.first
        } else {
          report(path + ".separator", "\"\(separator)\"", "give one character, such as \"\\t\"")
        }
      }
      _ = keys.require("columns") { node, path in
        object(node, path) { columns(&$0, &format) }
      }
      _ = keys.read("formats") { node, path in
        object(node, path) { keys in
          if let pattern = keys.read("date", { pattern($0, $1) }) { format.dateFormat = pattern }
          if let pattern = keys.read("time", { pattern($0, $1) }) { format.timeFormat = pattern }
          return true
        }
      }
      _ = keys.read("outcomes") { node, path in
        object(node, path) { keys in
          if let names = keys.read("served", { texts($0, $1) }) { format.served = names }
          if let names = keys.read("abandoned", { texts($0, $1) }) { format.abandoned = names }
          if let names = keys.read("skip", { texts($0, $1) }) { format.skipped = names }
          return true
        }
      }
      _ = keys.read("services") { node, path in
        object(node, path) { keys in
          for member in keys.members {
            format.services[member.key] = keys.read(member.key) { text($0, $1) }
          }
          return true
        }
      }
      if let names = keys.read("nobody", { texts($0, $1) }) { format.nobody = names }
      if let times = keys.read("never", { texts($0, $1) }) { format.never = times }
      if let gap = keys.read("gap", { seconds($0, $1) }) { format.gap = gap }
      format.weekdays = keys.read("weekdays") { node, path in
        list(node, path, "a list of mon, tue, wed, thu, fri, sat, sun") {
          choice($0, $1, among: TimePattern.weekdays)
        }.map(Set.init)
      }
      return format
    }
  }

  private func columns(_ keys: inout ObjectReader, _ format: inout RecordingFormat) -> Bool? {
    format.date = keys.read("date") { text($0, $1) }
    format.arrival = keys.require("arrival") { arrivalSources($0, $1) } ?? []
    format.service = keys.require("service") { text($0, $1) } ?? ""
    format.start = keys.require("start") { text($0, $1) } ?? ""
    format.end = keys.require("end") { text($0, $1) } ?? ""
    format.left = keys.read("left") { text($0, $1) }
    format.teller = keys.read("teller") { text($0, $1) }
    format.outcome = keys.read("outcome") { text($0, $1) }
    format.priority = keys.read("priority") { text($0, $1) }
    if format.outcome != nil, format.left == nil {
      report(keys.inside("left"), "is missing", "give the column that says when somebody left")
    }
    return true
  }

  private func texts(_ node: Node, _ path: String) -> Set<String>? {
    list(node, path, "a list of texts") { text($0, $1) }.map(Set.init)
  }

  private func pattern(_ node: Node, _ path: String) -> TimePattern? {
    guard let written = text(node, path) else { return nil }
    if let pattern = TimePattern(written) { return pattern }
    report(path, "\"\(written)\"", "use y, M, d, H, m and s, such as H:mm:ss, or seconds")
    return nil
  }

  /// `q_start when q_time > 0, else vru_exit`.
  private func arrivalSources(_ node: Node, _ path: String) -> [RecordingFormat.Source]? {
    guard let written = text(node, path) else { return nil }
    return written.split(separator: ", else ").map { part in
      let words = part.split(separator: " when ", maxSplits: 1)
      guard words.count == 2 else { return .init(column: String(part)) }
      guard words[1].hasSuffix(" > 0") else {
        report(path, "\"\(part)\"", "write a condition as: column when other > 0, else column")
        return .init(column: String(words[0]))
      }
      return .init(column: String(words[0]), positive: String(words[1].dropLast(4)))
    }
  }
}
