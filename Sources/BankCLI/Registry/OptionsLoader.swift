import BankConfiguration
public import BankCore
public import BankRecords
import BankReports
import Foundation

/// The options a user gave: those of the config file, and over them those of the command line.
@usableFromInline
struct OptionSettings: Sendable {
  /// The file's `options`, if they are this policy's.
  var file: Node?
  /// `--option KEY=VALUE`, in order.
  var flags: [Flag] = []

  typealias Flag = (path: [String], value: Node)

  /// What is wrong with options of which one is given twice.
  static func problems(with flags: [Flag], in flag: String = "--option") -> [Problem] {
    var seen: Set<[String]> = []
    return flags.filter { !seen.insert($0.path).inserted }.map {
      Problem("\(flag) \($0.path.joined(separator: "."))", "is there twice", "keep one")
    }
  }

  /// Reads `KEY=VALUE`; a value in brackets, braces or quotes is JSON5, anything else plain text.
  static func flag(
    _ text: String, in flag: String = "--option"
  ) throws(Problems) -> Flag {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !path.contains("") else {
      throw Problems([
        Problem(flag, "\"\(text)\"", "give KEY=VALUE, such as tellers.deposit=2")
      ])
    }
    let value = String(parts[1])
    guard let first = value.first, "{[\"'".contains(first) else {
      return (path, Node(.bare(value)))
    }
    switch JSON5Parser.parse(value) {
    case .success(let node): return (path, node)
    case .failure(let failure):
      throw Problems([Problem("\(flag) \(parts[0])", failure.finding)])
    }
  }
}

/// Turns settings into a policy's own `Options`, or into everything that is wrong with them.
@usableFromInline
enum OptionsLoader {
  @usableFromInline
  static func load<P: TellerPolicy>(
    _ type: P.Type, _ settings: OptionSettings, _ plan: BranchPlan
  ) -> Result<P.Options, Problems> {
    var node = Node(json: json(P.Options.defaults(for: plan)))
    for member in settings.file?.members ?? [] { node.set([member.key], to: member.node) }
    for flag in settings.flags { node.set(flag.path[...], to: flag.value) }
    do {
      let options = try NodeDecoder.decode(P.Options.self, from: node)
      let problems = P.problems(with: options, for: plan)
      return problems.isEmpty ? .success(options) : .failure(Problems(problems))
    } catch {
      return .failure(error)
    }
  }

  /// Options as a document, keys in alphabetical order.
  @usableFromInline
  static func json(_ options: some PolicyOptions) -> JSON {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(options),
      case .success(let node) = JSON5Parser.parse(String(decoding: data, as: UTF8.self))
    else { return [:] }
    return node.json
  }
}
