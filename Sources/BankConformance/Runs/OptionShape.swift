import BankCore
import Foundation

/// Finds out what the elements of a list of options look like where the defaults have none: by what is said of a wrong one.
enum OptionShape {
  private static let mostTries = 100

  /// An element that suits, where it is an object with keys; `nil` where none is found.
  ///
  /// What is missing is put in, and what is of the wrong kind changed: into a number, the name of a service, one of `words`,
  /// a truth, a list, an object.
  static func element<Policy: TellerPolicy>(
    _ type: Policy.Type, _ json: [String: OptionValue], _ key: String, _ plan: BranchPlan,
    _ words: [String]
  ) -> OptionValue? {
    let kinds: [OptionValue] =
      [0, .text(plan.services[0].name)] + words.map { .text($0) } + [true, [], [:]]
    var tried: [[String]: Int] = [:]
    for _ in 0..<mostTries {
      let keys = tried.keys.sorted { $0.count < $1.count }
      let element = keys.reduce([String: OptionValue]()) { object, path in
        object.with(kinds[tried[path] ?? 0], at: path[...])
      }
      let data = OptionValue.object(json.with(key, [.object(element)])).json
      do {
        _ = try JSONDecoder().decode(Policy.Options.self, from: data)
        return element.isEmpty ? nil : suitable(type, json, key, plan, element)
      } catch DecodingError.keyNotFound(let missing, let context) {
        guard let path = path(context, below: key) else { return nil }
        tried[path + [missing.stringValue]] = 0
      } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context) {
        guard let path = path(context, below: key), let last = tried[path], last + 1 < kinds.count
        else { return nil }
        tried[path] = last + 1
      } catch { return nil }
    }
    return nil
  }

  /// The element with its numbers as they are, or 1 or 10, and a text of it as it is or the name of a service or a
  /// teller, where that suits.
  private static func suitable<Policy: TellerPolicy>(
    _ type: Policy.Type, _ json: [String: OptionValue], _ key: String, _ plan: BranchPlan,
    _ members: [String: OptionValue]
  ) -> OptionValue? {
    let element = OptionValue.object(members)
    let all = [element] + [1, 10].compactMap { OptionChanges.numbers(in: element, are: $0) }
    let names = plan.services.prefix(2).map(\.name) + plan.tellers.prefix(3).map(\.name)
    let named = texts(in: element).prefix(3).reduce(all) { some, path in
      some + some.flatMap { one in names.map { replacing(one, at: path[...], with: $0) } }
    }
    return named.first { OptionTable.decoded(type, json.with(key, [$0]), plan) != nil }
  }

  /// Where in the first element of the list something is wrong; `nil` elsewhere.
  private static func path(_ context: DecodingError.Context, below key: String) -> [String]? {
    let path = context.codingPath
    guard path.count > 1, path[0].stringValue == key, path[1].intValue == 0,
      path.dropFirst(2).allSatisfy({ $0.intValue == nil })
    else { return nil }
    return path.dropFirst(2).map(\.stringValue)
  }

  /// The places of texts in objects within `value`, as paths of keys and numbers.
  static func texts(in value: OptionValue) -> [[String]] {
    switch value {
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { key, value in
        value.text != nil ? [[key]] : texts(in: value).map { [key] + $0 }
      }
    case .list(let elements):
      elements.indices.prefix(2).flatMap { place in
        texts(in: elements[place]).map { ["\(place)"] + $0 }
      }
    default: []
    }
  }

  /// `value` with `text` at a place of ``texts(in:)``.
  static func replacing(
    _ value: OptionValue, at path: ArraySlice<String>, with text: String
  ) -> OptionValue {
    guard let first = path.first else { return .text(text) }
    switch value {
    case .object(let members):
      let inner = replacing(members[first] ?? .null, at: path.dropFirst(), with: text)
      return .object(members.with(first, inner))
    case .list(var elements):
      guard let place = Int(first), elements.indices.contains(place) else { return value }
      elements[place] = replacing(elements[place], at: path.dropFirst(), with: text)
      return .list(elements)
    default: return value
    }
  }
}

extension [String: OptionValue] {
  /// The same with `value` at a path of keys.
  fileprivate func with(_ value: OptionValue, at path: ArraySlice<String>) -> Self {
    guard let first = path.first else { return self }
    let inner = self[first]?.members ?? [:]
    return with(first, path.count == 1 ? value : .object(inner.with(value, at: path.dropFirst())))
  }
}
