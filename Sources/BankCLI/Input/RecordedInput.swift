import BankConfiguration
import BankCore
import BankRecords
import BankReports

/// The recorded log that a command is given, with the branch it belongs to.
struct RecordedInput {
  static let log = Flag(
    "--log", "FILE",
    "the recorded log; its columns are found, or the config's recording says them; or a journal")
  static let from = Flag("--from", "DATE", "replay no day before this")
  static let to = Flag("--to", "DATE", "replay no day after this")
  static let skipUnreadable = Flag(
    "--skip-unreadable", "N",
    "leave out up to N rows that cannot be read, and list them (default 0)")
  static let writeRecording = Flag(
    "--write-recording", "FILE", "write what the columns were taken for to FILE, as a config")

  /// Which days and rows of a log are read.
  static let flags = [from, to, skipUnreadable, writeRecording]

  let base: Setup
  let format: RecordingFormat
  let path: String
  /// Whether it is a file of events, which names all tellers of the branch.
  let isOfEvents: Bool
  /// Whether the branch is the one that the events begin with, and no config was given.
  let isOfOwnBranch: Bool
  /// What was in stock as days began, by date, where the log says so; by nothing where it is of one day alone.
  let openingStock: [String: [String: Int]]
  /// What the command writes.
  let files: OutputFiles
  private let text: String
  private let most: Int
  private let first: String?
  private let last: String?

  /// A date that exists, as it is written in reports.
  private static func day(_ text: String) -> String? {
    TimePattern("yyyy-MM-dd")?.read(text[...])?.day.map(TimePattern.date)
  }

  /// Reads the flags and the branch: the config's, or what the log itself shows; opens the files that `outputs` name.
  ///
  /// - Throws: everything that is wrong with them, beside `problems`.
  init(
    _ arguments: Arguments, _ registry: Registry, _ problems: [Problem], writing outputs: [Flag]
  ) throws(Problems) {
    var problems = problems
    guard let path = arguments[Self.log] else {
      throw Problems(problems + [Problem("--log", "is missing", "give the recorded log")])
    }
    most = arguments.whole(Self.skipUnreadable, 0...1_000_000, &problems) ?? 0
    first = arguments.read(Self.from, allowed: "a date such as 2024-02-01", &problems, Self.day)
    last = arguments.read(Self.to, allowed: "a date such as 2024-02-29", &problems, Self.day)
    if let from = first, let to = last, from > to {
      problems.append(
        Problem("--from \(from)", "is after --to \(to)", "give the earlier day first"))
    }
    let read: (text: String, encoding: String)
    let events: EventTable?
    do throws(Problems) {
      read = try InputFile.log(at: path)
      events = try EventTable.read(read.text, path)
    } catch {
      // Of a log that cannot be read there is no branch, but the other mistakes are told with it.
      throw Problems(problems + error.all)
    }
    let (text, encoding) = (events?.csv ?? read.text, events == nil ? read.encoding : "events")
    let given = try Setup.hasConfig(arguments) ? Setup(arguments, registry, problems) : nil
    if let given, given.configuration.recording != nil, events == nil {
      base = given
      if arguments.has(Self.writeRecording) {
        throw Problems([
          Problem("--write-recording", "the config has a recording already", "leave it out")
        ])
      }
      files = try arguments.files(outputs)
    } else {
      let proposal = RecordingProposal(text, given: try Self.columns(arguments, of: text))
      let config = try proposal.config(
        for: given?.asGiven, of: events?.branch, arguments, path, encoding)
      base = try Setup(arguments, registry, problems, text: config)
      files = try arguments.files(outputs + [Self.writeRecording])
      files[arguments[Self.writeRecording]]?.line(config, isFlushed: true)
    }
    if let restocks = events?.restocks, restocks > 0 {
      Console.warn([
        Console.say(
          "the stock was changed in the course of \(path) (\(restocks)×), which a replay does not do: it has that of the opening alone"
        )
      ])
    }
    if let rules = events?.rules, rules.count > 1 {
      let names = rules.map { "\($0.rule["policy"] ?? .null)" }.joined(separator: ", ")
      Console.warn([
        Console.say(
          "\(path) was written under more than one policy or its options: \(names); the control is \(base.wired.name) all day"
        )
      ])
    }
    guard let format = base.configuration.recording else {
      throw Problems([Problem("recording", "is missing", "say which columns mean what")])
    }
    (self.path, self.text, self.format) = (path, text, format)
    isOfEvents = events != nil
    isOfOwnBranch = events?.isOfOneStaff ?? false && given == nil
    openingStock = events?.openingStock ?? [:]
  }

  /// The columns that `--set recording.columns.…` names, of a log whose other columns are to be found.
  private static func columns(
    _ arguments: Arguments, of text: String
  ) throws(Problems) -> [RecordingProposal.Role: String] {
    let prefix = "recording.columns."
    var columns: [RecordingProposal.Role: String] = [:]
    for set in arguments.all(.set) where set.hasPrefix(prefix) {
      let sides = set.dropFirst(prefix.count).split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2, let role = RecordingProposal.Role(rawValue: sides[0]) else {
        continue
      }
      let heading = RecordingProposal.heading(of: text)
      guard heading.contains(sides[1]) else {
        throw Problems([
          Problem(
            "--set \(set)", "no column \"\(sides[1])\"",
            Suggestion.allowed(heading, meant: sides[1]))
        ])
      }
      columns[role] = sides[1]
    }
    return columns
  }

  /// Whether the log is of a branch with routes, as `--clients-out` writes them.
  private var hasSteps: Bool {
    let heading = text.prefix { !$0.isNewline }.split { ",;\t\" ".contains($0) }
    return ["route", "step"].allSatisfy { heading.contains($0) }
  }

  /// What `--set` changes without effect: the staff of a log that names it, and the hand-overs that it shows.
  func idleSettings(_ arguments: Arguments, _ record: RecordedLog, hasConfigStaff: Bool)
    -> [Problem]
  {
    let hasStaff = record.days.allSatisfy { $0.clients.contains { $0.teller != nil } }
    return arguments.all(.set).compactMap { text in
      let key = text.prefix { $0 != "=" && $0 != "*" && $0 != "+" }
      return switch key {
      case "tellers" where hasStaff && !hasConfigStaff:
        Problem(
          "--set \(text)", "does nothing: the log says who served",
          "bank replay --staff config has the config's tellers serve")
      case "handover":
        Problem(
          "--set \(text)", "does nothing: the log shows the hand-overs",
          "bank replay --handover takes another")
      default: nil
      }
    }
  }

  /// What to say where the branch has classes and its log none.
  func classDoubt(_ record: RecordedLog) -> String? {
    base.plan.classes.count > 1 && !record.hasClasses
      ? base.messages.language.say(
        "the config has classes, and the log has none: every client is of class 0, and nothing is said of policies by class; say in recording.columns.priority which column has them"
      ) : nil
  }

  /// What to say where the record shows an order in which clients are called, and the policy has no part in it.
  func ruleDoubts(_ record: RecordedLog) -> [String] {
    let policy = base.wired.name
    var doubts: [Phrase] = []
    let byClass = RecordedPriority(record.days, by: \.priority)
    if record.hasClasses, policy != "class-priority", let seen = byClass {
      let order = seen.order.map(String.init).joined(separator: ",")
      doubts.append(
        "in the record class \(seen.order[0]) goes first (\(seen.calls) calls while another class waited too), and \(policy) does not know classes: --policy class-priority --option 'order=[\(order)]' is nearer"
      )
    }
    if policy == "class-priority", let seen = byClass {
      let own = base.wired.options["order"]
      let isDown = seen.order == seen.order.sorted(by: >)
      let order = JSON.array(seen.order.map { .number($0) })
      if own != order, !(own == [] && isDown) {
        doubts.append(
          "in the record class \(seen.order[0]) goes first (\(seen.calls) calls while another class waited too): --option 'order=\(order)' says so; without it the higher number does"
        )
      }
    }
    // Classes that play no part hide nothing.
    if !["loan-priority", "reservation"].contains(policy), byClass == nil,
      let seen = RecordedPriority(record.days, by: \.service)
    {
      let names = base.plan.services
      doubts.append(
        "in the record \"\(names[seen.order[0]].name)\" goes first (\(seen.calls) calls while another service waited too), and under \(policy) it does not: --policy loan-priority --option 'first=[\(seen.order.dropLast().map { JSON.quoted(names[$0].name) }.joined(separator: ","))]' is nearer"
      )
    }
    if base.queue.order == .firstInFirstOut, let seen = RecordedOrder(record.days) {
      let percent = Time.seconds(100 * seen.first).decimal(places: 0)
      let remedy: Phrase =
        seen.last >= 0.8
        ? "--queue last-in-first-out is nearer"
        : "waits of single clients, and their 95 % values, differ more than here"
      doubts.append(
        "of \(seen.calls) calls while others waited for the same service \(percent) % took whoever had waited longest: the record is not first come, first served; \(remedy)"
      )
    }
    let staff = RecordedStaff(record.days, gap: format.gap)
    let services = staff.skills
    if policy != "fixed-split", base.plan.services.count > 1, services.count > 1,
      base.plan.tellers.allSatisfy({ $0.skills == nil }),
      services.values.allSatisfy({ $0.count == 1 }),
      // Of a few clients that may be chance.
      staff.served.allSatisfy({ $0.clients >= 20 }),
      Set(services.values).count > 1
    {
      doubts.append(
        "every teller of the record serves one service alone, and is taken to be able to do no other; if they only are assigned so, the rule of the record is a fixed split, and they could be shared: --policy fixed-split replays it so"
      )
    }
    return doubts.map(Console.say)
  }

  /// What to be careful about in the log itself.
  func logDoubts(_ record: RecordedLog) -> [String] {
    let steps: Phrase =
      "the log has a row for each step of a route, and routes are not read: every step counts as a client of its own, who comes when the step before was done, under every policy"
    return (record.doubts + (hasSteps ? [steps] : [])).map(Console.say)
  }

  /// Reads the log; says on standard error what was left out.
  ///
  /// - Throws: what cannot be read.
  func log() throws(Problems) -> RecordedLog {
    var record: RecordedLog
    do throws(Problems) {
      record = try RecordedLog(
        text, format, services: base.plan.services.map(\.name), skippingUnreadable: most)
    } catch {
      let way =
        most == 0 && error.all.contains { $0.path.hasPrefix("line ") }
          && !error.all.contains { $0.finding == RecordedLog.halfDay }
        ? [
          Problem(
            path, "has rows that cannot be read",
            "mend them, or leave up to N of them out with --skip-unreadable N")
        ] : []
      throw Problems(
        error.all.map {
          Problem($0.path.isEmpty ? path : "\(path): \($0.path)", $0.finding, $0.remedy)
        } + way)
    }
    if let opens = base.configuration.scale.opens, ClientTable.isHeading(text) {
      record.shift(by: opens)
      Console.note(
        "\(path): times are taken as seconds since the branch opens at \(TimeScale.clock(opens)), as --clients-out writes them"
      )
    }
    if !record.unreadable.isEmpty {
      record.leftOut.append(("cannot be read", record.unreadable.count))
    }
    for row in record.unreadable {
      Console.note("left out, \(path): \(Phrase(verbatim: Console.language.say(row)))")
    }
    let isOutside = { (day: RecordedLog.Day) in
      day.date < first ?? "" || day.date > last ?? "~"
    }
    let known = record.days.map(\.date)
    let outside = record.days.filter(isOutside).reduce(0) { $0 + $1.clients.count }
    if outside > 0 { record.leftOut.append(("of a day before --from or after --to", outside)) }
    record.days.removeAll(where: isOutside)
    guard !record.days.isEmpty else {
      throw Problems([
        outside == 0
          ? isOfEvents
            ? Problem(path, "has no day to replay", "nobody in it was served to the end")
            : Problem(path, "has no day to replay", "see weekdays and outcomes in the recording")
          : known[0] == "1"
            ? Problem(path, "has no dates", "leave --from and --to out")
            : Problem(
              path, "has no day from \(first ?? known[0]) to \(last ?? known[known.count - 1])",
              "its days are \(known[0]) to \(known[known.count - 1])")
      ])
    }
    return record
  }
}

extension RecordingProposal {
  /// A config with what was found, which is said on standard error.
  ///
  /// The branch is that of the config where one was given, otherwise the one that a file of events begins with, or what
  /// the log shows. Events know their policy better than a config does.
  ///
  /// - Throws: what was not found.
  func config(
    for given: JSON?, of events: [JSON.Member]?, _ arguments: Arguments, _ path: String,
    _ encoding: String
  ) throws(Problems) -> String {
    guard hasRows else {
      guard unreadable.isEmpty else {
        throw Problems(
          unreadable.map {
            Problem($0.path.isEmpty ? path : "\(path): \($0.path)", $0.finding, $0.remedy)
          })
      }
      throw Problems([Problem(path, "has no rows below its heading", "give a log with clients")])
    }
    Console.note("no recording in the config; \(path) (\(encoding)) is taken as follows:")
    for column in columns {
      let doubt: Phrase = column.isSure ? "" : "not sure: "
      Console.note("  \(column.role): \"\(column.name)\", \(doubt)\(column.why)")
    }
    if let time = format.timeFormat?.text {
      Console.note("  times: \(time)")
    }
    // A few values may be branches, or classes of clients.
    let told = unused.prefix(8).map { one -> Phrase in
      1...12 ~= one.values ? "\"\(one.name)\" (\(one.values) values)" : "\"\(one.name)\""
    }
    if !told.isEmpty, events == nil {
      Console.note("  not used: \(Phrase(told, separator: ", "))")
    }
    let alike = Dictionary(grouping: services) {
      $0.lowercased().filter { $0.isLetter || $0.isNumber }
    }.values.filter { $0.count > 1 }.map { $0.map { "\"\($0)\"" }.joined(separator: ", ") }
    if !alike.isEmpty {
      Console.warn([
        Console.say(
          "services are told apart by how they are written: if these are one, write it in one way: \(alike.sorted().joined(separator: "; "))"
        )
      ])
    }
    let hasDates = format.date != nil || format.timeFormat?.hasDate ?? true
    let unknown = unread.filter { $0.role == .date ? !hasDates : missing.contains($0.role) }
    guard missing.isEmpty, unknown.isEmpty else {
      let roles = Set(missing.map(\.rawValue)).sorted().joined(separator: ", ")
      throw Problems(
        unknown.map {
          Problem(
            path,
            "column \"\($0.name)\" has \"\($0.value.prefix(40))\", which is written in no known way",
            "write dates as 2024-05-31 and times as 09:05:00")
        }
          + (missing.isEmpty
            ? []
            : [
              Problem(
                path, "no column for \(roles) is found",
                "say in the config's recording which columns mean what; see docs/Guides/RecordedDays.md"
              )
            ]))
    }
    var members =
      events ?? [
        .init("policy", .string(arguments[.policy] ?? "shared-pool")),
        .init("services", .array(services.map { ["name": .string($0)] })),
      ]
    if case .object(let own)? = given {
      let rule = EventTable.ruleKeys
      let isAsked = arguments.has(.policy) || arguments.has(.option)
      let recorded = isAsked ? [] : members.filter { events != nil && rule.contains($0.key) }
      // The hand-overs of events are those of the bank that wrote them.
      let kept = events == nil ? [] : members.filter { $0.key == "handover" }
      let known = (recorded.isEmpty ? [] : rule) + kept.map(\.key)
      members = recorded + kept + own.filter { !known.contains($0.key) }
    }
    if events != nil, let policy = JSON.object(members)["policy"] {
      Console.note("  policy: \(policy)")
    }
    members.removeAll { $0.key == "recording" }
    return JSON.object(members + [.init("recording", format.json)]).pretty
  }
}

extension Setup {
  /// Those options of the policy that are in the config or in flags; the others hang on the staff.
  var givenOptions: JSON {
    guard case .object(let options) = wired.options else { return [:] }
    let given = Set(settings.file?.members?.map(\.key) ?? []).union(
      settings.flags.map { $0.path[0] })
    return .object(options.filter { given.contains($0.key) })
  }

  /// The configuration in effect, with the options that were given: the staff is another on each recorded day.
  fileprivate var asGiven: JSON {
    guard case .object(let members) = effective else { return effective }
    return .object(members.filter { $0.key != "options" } + [.init("options", givenOptions)])
  }
}
