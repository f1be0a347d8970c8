import BankCore
public import BankRecords

/// A grid of branches and policies, from the JSON of its cells alone: the same whoever ran them.
public struct SweepReport: Sendable {
  /// The keys that were varied, with their values.
  public var vary: JSON
  /// The cells in order: what was set, the policy, and a result or an error.
  public var cells: [JSON]
  /// How times are shown.
  public var scale: TimeScale
  /// The language it is told in.
  public var language: Language

  /// What services are called in that language, by name; a page shows these.
  public var titles: [String: String]

  /// Makes a report.
  public init(
    vary: JSON, cells: [JSON], scale: TimeScale, language: Language = .en,
    titles: [String: String] = [:]
  ) {
    (self.vary, self.cells, self.scale, self.language) = (vary, cells, scale, language)
    self.titles = titles
  }

  /// What priority classes are called, by their numbers as they stand in the cells.
  public var classNames: [String: String] = [:]

  /// Of how many cells there are figures where not of all: the sweep was interrupted.
  public var of: Int?

  /// That it was interrupted, where it was.
  var interrupted: String? {
    of.map { all in
      language(
        "Interrupted: \(cells.count) of \(all) cells are done, and nothing is known of the others.",
        "중단됨: \(all)개 중 \(cells.count)개만 돌렸고 나머지는 알 수 없습니다.")
    }
  }

  /// What is to be known of the tellers of all cells, where they are others than the config's.
  public var staff: String?

  func title(_ service: String) -> String { titles[service] ?? service }

  /// The report as one object.
  public var json: JSON { ["vary": vary, "cells": .array(cells)] }

  var keys: [String] {
    guard case .object(let members) = vary else { return [] }
    return members.map(\.key)
  }

  package static func text(_ json: JSON?) -> String {
    switch json {
    case .string(let text)?: text
    case nil, .null?: ""
    case let value?: value.description
    }
  }

  private static func number(_ cell: JSON, _ path: String...) -> Double? {
    if case .number(let value)? = path.reduce(cell["result"], { $0?[$1] }) { value } else { nil }
  }

  /// Whose figures the cells have, in order: services, priority classes where there are such, and `all`.
  var parts: [String] {
    func names(_ key: String) -> [String] {
      for cell in cells {
        if case .object(let members)? = cell["result"]?[key] { return members.map(\.key) }
      }
      return []
    }
    return names("services") + names("classes").map(name(ofClass:)) + ["all"]
  }

  private func name(ofClass number: String) -> String { classNames[number] ?? "class \(number)" }

  /// The figures of a service, of a class, or of `all`, in a cell.
  func figures(_ cell: JSON, _ part: String) -> JSON? {
    let result = cell["result"]
    if part == "all" { return result?["all"] }
    if let service = result?["services"]?[part] { return service }
    guard case .object(let classes)? = result?["classes"] else { return nil }
    return classes.first { name(ofClass: $0.key) == part }?.value
  }

  /// The report for people: a row for each cell.
  public var text: String { text(columns: nil) }

  /// The same on a terminal of so many columns: what there is no room for is left out, and named.
  public func text(columns: Int?) -> String {
    func length(_ value: Double?) -> String { value.map(scale.number) ?? "–" }
    func share(_ value: Double?) -> String { value.map(SimulationReport.percent) ?? "–" }
    let hasLosses = cells.contains { Self.number($0, "all", "lost") ?? 0 > 0 }
    let hasTargets = cells.contains { Self.number($0, "all", "late") != nil }
    var rows = [
      keys + [
        language("policy", "정책"), scale.heading(language("mean wait", "평균 대기"), in: language), "±",
      ]
        + [scale.heading(language("p95 wait", "95 % 대기"), in: language)]
        + (hasLosses ? [language("lost", "이탈")] : [])
        + (hasTargets ? [language("late", "목표 초과")] : []) + [language("busiest", "가장 바쁜 창구")]
    ]
    var left: [String] = []
    for cell in cells {
      let place = keys.map { Self.text(cell["set"]?[$0]) } + [Self.text(cell["policy"])]
      if let error = cell["error"] {
        left.append("\(place.joined(separator: ", ")): \(Self.text(error))")
        continue
      }
      var busiest: Double?
      if case .array(let tellers)? = cell["result"]?["tellers"] {
        busiest = tellers.compactMap { teller in
          if case .number(let value)? = teller["utilization"] { value } else { nil }
        }.max()
      }
      rows.append(
        place + [
          length(Self.number(cell, "all", "wait", "mean")),
          length(Self.number(cell, "all", "wait", "halfWidth")),
          length(Self.number(cell, "all", "wait", "p95")),
        ] + (hasLosses ? [share(Self.number(cell, "all", "lost"))] : [])
          + (hasTargets ? [share(Self.number(cell, "all", "late"))] : []) + [share(busiest)])
    }
    return
      (SimulationReport.table(
        rows, columns: columns, spare: [rows[0][rows[0].count - 1], rows[0][keys.count + 3]],
        language)
      + (left.isEmpty ? [] : ["", language("Left out:", "뺀 것:")] + left)
      + sentences.flatMap { ["", $0] })
      .joined(separator: "\n")
  }

  /// The report as rows: one for each cell and service or class, and one for all; times in seconds.
  public var csv: [String] {
    let paths = [
      ["arrived"], ["served"], ["unserved"], ["wait", "mean"], ["wait", "halfWidth"],
      ["wait", "p50"], ["wait", "p90"], ["wait", "p95"], ["wait", "p99"], ["sojourn", "mean"],
      ["late"], ["lost"],
    ]
    let heading =
      keys.map { CSV.field($0) } + ["policy", "service"] + paths.map { $0.joined(separator: ".") }
      + ["error"]
    return [heading.joined(separator: ",")]
      + cells.flatMap { cell in
        parts.map { part in
          let figures = figures(cell, part)
          return
            (keys.map { CSV.field(Self.text(cell["set"]?[$0])) }
            + [CSV.field(Self.text(cell["policy"])), CSV.field(part)]
            + paths.map { path in Self.text(path.reduce(figures) { $0?[$1] }) }
            + [CSV.field(Self.text(cell["error"]))]).joined(separator: ",")
        }
      }
  }
}
