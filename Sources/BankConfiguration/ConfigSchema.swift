import BankCore
package import BankRecords
import BankReports
import BankSimulation

/// The JSON Schema of the config file, for editors.
package enum ConfigSchema {
  package static func json(policies: [String], queues: [String]) -> JSON {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A branch of the bank", "type": "object", "additionalProperties": false,
      "properties": [
        "$schema": ["type": "string"],
        "policy": choice(policies),
        "options": ["type": "object", "description": "the policy's options; see bank policies"],
        "queue": choice(queues),
        "seed": integer(0, Configuration.largestSeed),
        "unit": choice(TimeScale.Unit.allCases.map(\.rawValue)),
        "opens": clock, "closes": seconds,
        "classes": ["type": "object", "additionalProperties": title],
        "messages": choice(MessageProfile.allCases.map(\.rawValue)),
        "services": ["type": "array", "minItems": 1, "items": service],
        "routes": ["type": "array", "items": route],
        "tellers": [
          "oneOf": [
            integer(1, 1_000_000), ["type": "array", "minItems": 1, "items": teller],
          ]
        ],
        "clients": [
          "oneOf": [
            integer(0, BranchPlan.largestCount),
            ["type": "string", "pattern": "^[0-9]+(\\.\\.\\.[0-9]+)?$"],
          ]
        ],
        "limit": integer(0, BranchPlan.largestCount),
        "handover": seconds,
        "stock": counts(from: 0),
        "recording": recording,
      ],
      "$defs": ["distribution": DistributionForm.schema],
    ]
  }

  /// A time: a number of seconds, or a text with a unit or a time of day.
  static let seconds: JSON = [
    "oneOf": [
      ["type": "number", "minimum": 0, "maximum": .number(BranchPlan.longestTime.seconds)],
      ["type": "string", "pattern": "^[0-9]"],
    ]
  ]
  /// A number above 0, or a text with a unit.
  static let positive: JSON = [
    "oneOf": [
      ["type": "number", "exclusiveMinimum": 0], ["type": "string", "pattern": "^[0-9]"],
    ]
  ]
  private static let clock: JSON = [
    "type": "string", "pattern": "^[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?$",
  ]
  static let numbers: JSON = [
    "type": "array", "minItems": 1,
    "items": ["type": ["number", "string"], "minimum": 0],
  ]
  private static let anyDistribution: JSON = ["$ref": "#/$defs/distribution"]

  private static let service: JSON = [
    "type": "object", "additionalProperties": false, "required": ["name"],
    "properties": [
      "name": ["type": "string", "minLength": 1, "maxLength": 64],
      "title": title,
      "time": anyDistribution, "share": ["type": "number", "minimum": 0],
      "arrivals": arrivals, "patience": anyDistribution, "target": seconds,
      "needs": counts(from: 1),
      "priority": [
        "type": "object", "additionalProperties": ["type": "number", "minimum": 0],
      ],
    ],
  ]

  private static let route: JSON = [
    "type": "object", "additionalProperties": false, "required": ["name", "steps"],
    "properties": [
      "name": ["type": "string", "minLength": 1, "maxLength": 64],
      "title": title,
      "share": ["type": "number", "minimum": 0, "maximum": 1],
      "steps": ["type": "array", "minItems": 1, "items": ["type": "string"]],
    ],
  ]

  private static let title: JSON = [
    "oneOf": [
      ["type": "string"],
      [
        "type": "object", "additionalProperties": false,
        "properties": ["ko": ["type": "string"], "en": ["type": "string"]],
      ],
    ]
  ]

  private static let text: JSON = ["type": "string"]
  private static let texts: JSON = ["type": "array", "items": ["type": "string"]]

  private static let recording: JSON = [
    "type": "object", "additionalProperties": false, "required": ["columns"],
    "properties": [
      "policy": text, "separator": ["type": "string", "minLength": 1, "maxLength": 1],
      "columns": [
        "type": "object", "additionalProperties": false,
        "required": ["arrival", "service", "start", "end"],
        "properties": [
          "date": text, "arrival": text, "service": text, "start": text, "end": text,
          "left": text, "teller": text, "outcome": text, "priority": text,
        ],
      ],
      "formats": [
        "type": "object", "additionalProperties": false,
        "properties": ["date": text, "time": text],
      ],
      "outcomes": [
        "type": "object", "additionalProperties": false,
        "properties": ["served": texts, "abandoned": texts, "skip": texts],
      ],
      "services": ["type": "object", "additionalProperties": ["type": "string"]],
      "nobody": texts, "never": texts, "gap": seconds,
      "weekdays": ["type": "array", "items": choice(TimePattern.weekdays)],
    ],
  ]

  private static let teller: JSON = [
    "type": "object", "additionalProperties": false,
    "properties": [
      "name": ["type": "string", "minLength": 1, "maxLength": 64],
      "skills": ["type": "array", "items": ["type": "string"]],
      "speed": [
        "oneOf": [speed, ["type": "object", "additionalProperties": speed]]
      ],
      "shifts": ["type": "array", "items": pair], "breaks": ["type": "array", "items": pair],
    ],
  ]

  private static let speed: JSON = ["type": "number", "minimum": 0.001, "maximum": 1000]

  private static let pair: JSON = [
    "type": "array", "items": seconds, "minItems": 2, "maxItems": 2,
  ]

  private static let arrivals: JSON = [
    "oneOf": [
      only(
        "poisson",
        [
          "oneOf": [
            record(["rate": positive]), record(["rates": ["type": "array", "items": pair]]),
          ]
        ]),
      only("renewal", anyDistribution),
      only("times", ["type": "array", "items": seconds]),
    ]
  ]

  private static func choice(_ names: [String]) -> JSON {
    ["enum": .array(names.map { .string($0) })]
  }

  private static func integer(_ least: Int, _ most: Int) -> JSON {
    ["type": "integer", "minimum": .number(least), "maximum": .number(most)]
  }

  private static func counts(from least: Int) -> JSON {
    ["type": "object", "additionalProperties": integer(least, BranchPlan.largestCount)]
  }

  static func only(_ key: String, _ value: JSON) -> JSON {
    record(.object([.init(key, value)]))
  }

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
