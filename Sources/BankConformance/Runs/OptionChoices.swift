import BankCore
import Foundation

/// The options that a policy is tried with on a plan: its defaults, and what these can be changed into.
///
/// Made once for a plan, for there may be thousands; for one thread.
final class OptionChoices<Policy: TellerPolicy> {
  let plan: BranchPlan
  private let defaults: Policy.Options
  /// The defaults as JSON; `nil` where there is nothing to change.
  private lazy var json = OptionValue(encoding: defaults)?.members.flatMap {
    $0.isEmpty && guide.isEmpty ? nil : $0
  }
  private lazy var changes = json.map { OptionChanges.ordinary(of: $0, plan, guide) } ?? []
  private lazy var extremes =
    json.map {
      OptionChanges.extremes(
        of: $0, plan, guide, wordsAllowed: wordsAllowed, element: element,
        takes: { [plan] in OptionTable.decoded(Policy.self, $0, plan) != nil })
    } ?? []
  private var guide: [OptionGuide] { Policy.Options.guide }

  /// So many choices are of the ordinary changes; all further are extremes.
  private static var ordinary: Int { 8 }

  init(_ plan: BranchPlan) {
    self.plan = plan
    defaults = Policy.Options.defaults(for: plan)
  }

  /// How many choices there are, the defaults not counted.
  var count: Int { json == nil ? 0 : Self.ordinary + extremes.count }

  /// The options of a choice: the defaults for 0, and where what is chosen does not suit.
  subscript(choice: Int) -> Policy.Options {
    guard choice > 0 else { return defaults }
    let extreme = choice - 1 - Self.ordinary
    guard extreme < 0 else {
      guard extreme < extremes.count else { return defaults }
      return OptionTable.decoded(Policy.self, extremes[extreme](), plan) ?? defaults
    }
    // Choices spread over all changes; what does not suit gives way to the next.
    let first = (choice - 1) * max(1, changes.count / Self.ordinary)
    for offset in changes.indices {
      let other = changes[(first + offset) % changes.count]()
      if let options = OptionTable.decoded(Policy.self, other, plan), options != defaults {
        return options
      }
    }
    return defaults
  }

  /// The words of what the policy says of a text that it does not know.
  private func wordsAllowed(_ key: String) -> [String] {
    guard let unknown = json?.with(key, "no-such-word"),
      let options = OptionTable.read(Policy.self, unknown)
    else { return [] }
    return Policy.problems(with: options, for: plan).flatMap {
      OptionChanges.words(in: $0.description)
    }
  }

  /// An element of a list that has none at first.
  private func element(_ key: String) -> OptionValue? {
    json.flatMap {
      OptionShape.element(
        Policy.self, $0, key, plan, OptionChanges.words(of: key, in: guide))
    }
  }

  /// The options of a choice, as JSON.
  func text(_ choice: Int) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self[choice])).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The choices that change one option alone, by its key; a few of each.
  func byKey() -> [String: [Int]] {
    let before = json ?? [:]
    var choices: [String: [Int]] = [:]
    for choice in 1..<(1 + count) {
      let changed = OptionValue(encoding: self[choice])?.members ?? [:]
      let keys = Set(before.keys).union(changed.keys).filter { before[$0] != changed[$0] }
      guard keys.count == 1, let key = keys.first, choices[key]?.count ?? 0 < 24 else { continue }
      choices[key, default: []].append(choice)
    }
    return choices
  }
}
