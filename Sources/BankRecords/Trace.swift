public import BankCore
public import BankSimulation

/// Clients written down one by one: CSV with a heading, `arrival,service,time` in seconds and
/// optionally `priority,patience`, in order of arrival.
public struct Trace: Sendable, Equatable {
  /// The clients, in order of arrival.
  public let arrivals: [Arrival]

  /// Reads a trace for `plan`.
  ///
  /// - Throws: every problem found (the first 20 in full), with its line (`line 3, column time`).
  public init(csv text: String, plan: BranchPlan) throws(Problems) {
    var reader = TraceReader(plan: plan)
    reader.read(text)
    guard reader.problems.isEmpty else { throw Problems(reader.problems) }
    arrivals = reader.arrivals
  }
}

private struct TraceReader {
  static let required = ["arrival", "service", "time"]
  static let known = required + ["priority", "patience"]

  let serviceIndex: [String: Int]
  let serviceNames: [String]
  var problems: [Problem] = []
  var arrivals: [Arrival] = []
  private var hidden = 0

  init(plan: BranchPlan) {
    serviceNames = plan.services.map(\.name)
    serviceIndex = Dictionary(
      zip(serviceNames, serviceNames.indices), uniquingKeysWith: { first, _ in first })
  }

  mutating func read(_ text: String) {
    var body = text.unicodeScalars[...]
    if body.first == "\u{FEFF}" { body.removeFirst() }
    // Scalars, because "\r\n" is one Character.
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    var columns: [String]?
    for (index, raw) in lines.enumerated() {
      let line = raw.last == "\r" ? raw.dropLast() : raw
      guard !line.isEmpty else { continue }
      guard let fields = CSV.fields(of: String(line)) else {
        report("line \(index + 1)", "a quote that does not end", "close it with \"")
        continue
      }
      if let columns {
        readRow(fields, columns, index + 1)
      } else {
        columns = readHeading(fields, index + 1)
        if columns == nil { return }
      }
    }
    if columns == nil {
      report("", "the file is empty", "begin with the heading arrival,service,time")
    }
    if hidden > 0 { problems.append(Problem("", "and \(hidden) more like these")) }
  }

  private mutating func report(_ path: String, _ finding: Phrase, _ remedy: Phrase) {
    guard problems.count < 20 else { return hidden += 1 }
    problems.append(Problem(path, finding, remedy))
  }

  private mutating func readHeading(_ fields: [String], _ line: Int) -> [String]? {
    for (index, field) in fields.enumerated() {
      if !Self.known.contains(field) {
        report(
          "line \(line)", "unknown column \"\(field.prefix(40))\"",
          Suggestion.allowed(Self.known, meant: field))
      } else if fields[..<index].contains(field) {
        report("line \(line)", "column \"\(field)\" is there twice", "keep one")
      }
    }
    for name in Self.required where !fields.contains(name) {
      report("line \(line)", "no column \"\(name)\"", "the heading is arrival,service,time")
    }
    return problems.isEmpty ? fields : nil
  }

  private mutating func readRow(_ fields: [String], _ columns: [String], _ line: Int) {
    guard fields.count == columns.count else {
      report(
        "line \(line)", "\(fields.count) columns", "the heading has \(columns.count)")
      return
    }
    let before = problems.count + hidden
    var arrival = Time.zero
    var visit = Visit(service: 0, serviceTime: .zero)
    for (column, field) in zip(columns, fields) {
      let place = "line \(line), column \(column)"
      switch column {
      case "arrival": arrival = time(field, place) ?? .zero
      case "time": visit.serviceTime = time(field, place) ?? .zero
      case "patience": if !field.isEmpty { visit.patience = time(field, place) }
      case "priority":
        if let priority = Int(field), priority.magnitude <= 1_000_000 {
          visit.priority = priority
        } else if !field.isEmpty {
          report(place, "\"\(field)\"", "allowed: a whole number up to 1000000")
        }
      default:
        if let service = serviceIndex[field] {
          visit.service = service
        } else {
          report(
            place, "\"\(field)\" is not a service", Suggestion.allowed(serviceNames, meant: field))
        }
      }
    }
    guard problems.count + hidden == before else { return }
    if let last = arrivals.last, arrival < last.time {
      report(
        "line \(line), column arrival", "\(arrival) comes before \(last.time) of an earlier line",
        "put the clients in order of arrival")
      return
    }
    arrivals.append(Arrival(at: arrival, visit))
  }

  private mutating func time(_ field: String, _ place: String) -> Time? {
    if let time = Time(decimal: field), time >= .zero, time <= BranchPlan.longestTime {
      return time
    }
    report(place, "\"\(field)\"", "allowed: seconds from 0 to \(BranchPlan.longestTime)")
    return nil
  }
}

extension ArrivalSource {
  /// The clients of `trace`.
  public init(_ trace: Trace) { self = .trace(trace.arrivals.makeIterator()) }
}
