import BankCore
public import BankRecords
import BankSimulation

extension ReplayReport {
  /// The report as one object; times are seconds.
  public var json: JSON {
    [
      "log": .string(log), "control": .string(policies[0]),
      "controlOptions": controlOptions,
      "options": .object(
        policies.dropFirst().compactMap { name in options[name].map { .init(name, $0.json) } }),
      "handover": .number(handover ?? pauses.mean),
      "handoverEstimated": .bool(handover == nil || isLeastHandover),
      "idleTellers": .string(staff.reading.idle.rawValue),
      "skills": .string(staff.reading.skills.rawValue),
      "leftOut": .array(
        record.leftOut.map { ["reason": .string("\($0.reason)"), "rows": .number($0.count)] }),
      "notes": .array(
        record.notes.map { ["note": .string("\($0.text)"), "rows": .number($0.count)] }),
      "days": .array(
        days.map { day in
          [
            "date": .string(day.date), "clients": .number(day.clients),
            "recorded": [
              "served": .number(day.recordedServed), "wait": ["mean": .number(day.recorded)],
            ],
            "error": .number(day.error),
            "results": .array(
              policies.indices.compactMap { policy in
                day.figures[policy].map { figures in
                  [
                    "policy": .string(policies[policy]),
                    "served": .number(figures.all.served),
                    "abandoned": .number(figures.all.abandoned),
                    "balked": .number(figures.all.balked), "refused": .number(figures.all.refused),
                    "unserved": .number(figures.all.unserved),
                    "wait": [
                      "mean": .number(figures.mean),
                      "p95": .optional(figures.all.waitQuantile(0.95)),
                    ],
                    "difference": .optional(day.difference(policy)),
                    "withinError": .bool(policy > 0 && day.isWithinError(policy)),
                  ]
                }
              }),
          ]
        }),
      "all": [
        "recorded": .number(mean(nil)), "control": .number(mean(0)), "error": .number(totalError),
        "differences": .array(
          policies.indices.dropFirst().map { policy in
            [
              "policy": .string(policies[policy]), "service": "all", "metric": "wait.mean",
              "difference": .number(total(policy)),
              "halfWidth": .optional(difference(policy).halfWidth),
              "otherStaff": .optional(otherwise(policy)?.difference),
            ]
          }),
      ],
      "services": .array(
        policies.indices.flatMap { policy -> [JSON] in
          guard let all = statistics(policy) else { return [] }
          return zip(services + ["all"], all.services + [all.all]).map { service, figures in
            let hasServed = figures.served > 0
            return [
              "policy": .string(policies[policy]), "service": .string(service),
              "arrived": .number(figures.arrived), "served": .number(figures.served),
              "abandoned": .number(figures.abandoned), "balked": .number(figures.balked),
              "refused": .number(figures.refused), "unserved": .number(figures.unserved),
              "withinTarget": .optional(
                hasServed
                  ? figures.withinTarget.map { Double($0) / Double(figures.served) } : nil),
              "wait": [
                "mean": hasServed ? .number(figures.wait.mean) : .null,
                "p95": .optional(figures.waitQuantile(0.95)),
              ],
            ]
          }
        }),
      "unsuited": .array(
        unsuited.map {
          ["policy": .string($0.policy), "date": .string($0.date), "why": .string($0.why)]
        }),
      "leftOutPolicies": .array(
        faults.map { ["policy": .string($0.policy), "fault": .string($0.fault)] }),
      "warnings": .array(warnings.map { .string($0) }),
    ]
  }

  /// The heading of ``csv``.
  public static let csvHeading =
    "date,policy,clients,served,abandoned,unserved,wait.mean,wait.p95,error,difference,withinError,balked,refused"

  /// The report as rows: for each day what was recorded and each policy's replay, times in seconds.
  ///
  /// The error is the control's, the difference that of a what-if from the control; what does not exist is
  /// empty.
  public var csv: [String] {
    func row(_ fields: [String?]) -> String { fields.map { $0 ?? "" }.joined(separator: ",") }
    func decimal(_ value: Double?) -> String? { value.map { JSON.number($0).description } }
    return [Self.csvHeading]
      + days.flatMap { day in
        [
          row([
            day.date, "recorded", String(day.clients), String(day.recordedServed), nil, nil,
            decimal(day.recorded), nil, nil, nil, nil, nil, nil,
          ])
        ]
          + policies.indices.compactMap { policy in
            day.figures[policy].map { figures in
              row([
                day.date, CSV.field(policies[policy]), String(day.clients),
                String(figures.all.served), String(figures.all.abandoned),
                String(figures.all.unserved), decimal(figures.all.served > 0 ? figures.mean : nil),
                decimal(figures.all.waitQuantile(0.95)), policy == 0 ? decimal(day.error) : nil,
                policy == 0 ? nil : decimal(day.difference(policy)),
                policy == 0 ? nil : String(day.isWithinError(policy)),
                String(figures.all.balked), String(figures.all.refused),
              ])
            }
          }
      }
  }
}
