import BankCore
package import BankRecords

/// The JSON Schema of the config file, for editors.
package enum ConfigSchema {
  package static func json(policies: [String], queues: [String]) -> JSON {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A branch of the bank", "type": "object", "additionalProperties": false,
      "properties": .object(
        BranchDraft.keys.map { key in
          // Which there are, only the registry knows.
          let names = ["policy": policies, "queue": queues][key.name]
          return .init(key.name, names.map { Form.choice($0).schema } ?? key.schema)
        }),
      "$defs": ["distribution": DistributionForm.schema],
    ]
  }

  /// What the reference page says of every key, by the object it is in.
  package static var keys: [(object: String, keys: [KeyText])] {
    [
      ("", Key.texts(BranchDraft.keys)), ("services", Key.texts(ServiceDraft.keys)),
      ("routes", Key.texts(RouteDraft.keys)), ("tellers", Key.texts(TellerDraft.keys)),
      ("recording", Key.texts(RecordingFormat.keys)),
    ]
  }

  /// The kinds of distribution, each as it is written.
  package static var distributions: [String] { DistributionForm.all.map(\.written) }

  /// An object with this key alone.
  static func only(_ key: String, _ value: JSON) -> JSON {
    record(.object([.init(key, value)]))
  }

  /// An object with all that is `required`, and what is `optional`.
  static func record(_ required: JSON, optional: JSON = [:]) -> JSON {
    guard case .object(let members) = required, case .object(let others) = optional else {
      return [:]
    }
    return [
      "type": "object", "additionalProperties": false,
      "required": .array(members.map { .string($0.key) }),
      "properties": .object(members + others),
    ]
  }
}
