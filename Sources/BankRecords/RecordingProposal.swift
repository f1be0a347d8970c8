public import BankCore

/// What the columns of a log probably mean, found by their headings and by what is in them.
public struct RecordingProposal: Sendable {
  /// A column and how sure it is.
  public struct Column: Sendable {
    /// What it means.
    public let role: Role
    /// Its heading.
    public let name: String
    /// Why, and how sure: for people.
    public let why: Phrase
    /// Whether heading and contents agree.
    public let isSure: Bool
  }

  /// The columns that mean something.
  public private(set) var columns: [Column] = []
  /// The format, complete where ``missing`` is empty.
  public private(set) var format = RecordingFormat()
  /// The services that the log names, the most frequent first.
  public private(set) var services: [String] = []
  /// The columns that mean nothing here, and how many values each has.
  public private(set) var unused: [(name: String, values: Int)] = []
  /// Columns that should be times or dates by their headings, of which it is not known how they are written; with one of
  /// their values.
  public private(set) var unread: [(role: Role, name: String, value: String)] = []
  /// What no column was found for.
  public private(set) var missing: [Role] = []
  /// Whether there is a row below the heading that can be read.
  public private(set) var hasRows = false
  /// What is wrong with the rows where none can be read.
  public private(set) var unreadable: [Problem] = []

  /// So many values of a column tell how its times are written.
  private static let sample = 2000

  /// The headings of the columns of a log.
  package static func heading(of text: String) -> [String] {
    (LogRows(text)?.heading ?? []).map(String.init)
  }

  /// Looks at the heading and the rows of a log, of which some columns may be `given`, by their headings.
  public init(_ text: String, given: [Role: String] = [:]) {
    guard let log = LogRows(text) else {
      missing = [.arrival, .start, .end]
      return
    }
    let names = (log.heading ?? []).map(String.init)
    let rows = log.compactMap { row -> [String]? in
      if case .client(let fields) = row.content { fields.map(String.init) } else { nil }
    }
    hasRows = !rows.isEmpty
    if !hasRows { unreadable = log.problems }
    let values = names.indices.map { column in
      rows.map { $0[column] }.filter { !$0.isEmpty }
    }
    format.separator = log.separator
    // The times of our own table are seconds, be the day ever so short.
    let own: Set =
      ClientTable.isHeading(names.joined(separator: ",")) ? ["arrival", "start", "end"] : []
    let lengths = zip(names, values).map { name, values in
      own.contains(name) ? nil : Self.length(name, values)
    }
    var times = zip(names, values).map { name, values in
      own.contains(name)
        ? TimePattern("seconds")
        : Self.pattern(for: values, among: Self.patterns) ?? Self.plain(values)
    }
    for column in names.indices where lengths[column] != nil { times[column] = nil }
    let dates = values.map { Self.pattern(for: $0, among: Self.datePatterns) }
    unread = Role.allCases.filter { $0.isTime || $0 == .date }.flatMap { role in
      names.indices.filter { column in
        times[column] == nil && dates[column] == nil && lengths[column] == nil
          && Self.score(names[column], role) >= 0.5
      }.compactMap { column in
        let written = values[column].prefix(200).filter {
          Double($0) == nil && $0.contains(where: \.isNumber)
        }
        // One that is to blame, where others can be read.
        let odd = written.first { value in Self.patterns.allSatisfy { $0.read(value[...]) == nil } }
        return (odd ?? written.first).map { (role, names[column], $0) }
      }
    }

    var taken = given.compactMapValues { names.firstIndex(of: $0) }
    for (role, column) in taken.sorted(by: { $0.value < $1.value }) {
      columns.append(Column(role: role, name: names[column], why: "as --set says", isSure: true))
    }
    // A call from whose date waits are counted is an arrival.
    let hasWait = names.indices.contains { lengths[$0] != nil && Self.score(names[$0], .wait) > 0 }
    for role in Role.allCases where taken[role] == nil {
      // A length stands for a time that no column says.
      if role == .wait && taken[.start] != nil || role == .duration && taken[.end] != nil
        || role == .start && taken[.arrival] == nil && hasWait
      {
        continue
      }
      let fit = names.indices.filter { column in
        !taken.values.contains(column) && !values[column].isEmpty
          && (lengths[column] != nil) == role.isLength
          && (role.isTime
            ? times[column] != nil
            : role == .date ? dates[column] != nil : role.isLength || times[column] == nil)
      }
      // All times of a log are mostly written alike.
      let alike = fit.filter { column in
        Self.score(names[column], role) > 0
          && taken[.arrival].map { times[$0] == times[column] } ?? false
      }
      let scored = (role.isTime && !alike.isEmpty ? alike : fit).map { column in
        (column: column, score: Self.score(names[column], role))
      }
      guard let best = scored.max(by: { ($0.score, $1.column) < ($1.score, $0.column) }),
        best.score > 0
      else { continue }
      taken[role] = best.column
      columns.append(
        Column(role: role, name: names[best.column], why: "by its heading", isSure: true))
    }
    Self.fillTimes(&taken, names, times, rows, &columns)
    // The one column of a few words that is left.
    let words = names.indices.filter { column in
      !taken.values.contains(column) && times[column] == nil && lengths[column] == nil
        && dates[column] == nil && 2...12 ~= Set(values[column]).count
        && values[column].allSatisfy { Double($0) == nil }
    }
    if taken[.service] == nil, words.count == 1 {
      taken[.service] = words[0]
      columns.append(
        Column(
          role: .service, name: names[words[0]], why: "by its few words alone", isSure: false))
    }
    unused = names.indices.filter { !taken.values.contains($0) }.map {
      (names[$0], Set(values[$0]).count)
    }.filter { !$0.0.isEmpty || $0.1 > 0 }
    finish(taken, names, values, times, dates)
    finishLengths(taken, names, lengths)
  }

  /// How the lengths of time in a column are written: one that by its heading is a wait or a service, of numbers, or of
  /// hours and minutes that do not go up from row to row as a clock does; `nil` where it is no such column.
  private static func length(_ name: String, _ all: [String]) -> TimePattern? {
    let values = all.prefix(sample)
    guard !values.isEmpty, score(name, .wait) > 0 || score(name, .duration) > 0 else { return nil }
    if values.allSatisfy({ Double($0.replacing(",", with: ".")).map { $0 >= 0 } ?? false }) {
      return TimePattern(bare(name).contains(/min|분/) ? "minutes" : "seconds")
    }
    for pattern in ["H:mm:ss", "m:ss"].compactMap({ TimePattern($0) }) {
      let known = values.compactMap { pattern.read($0[...])?.seconds }
      guard known.count == values.count else { continue }
      let rising = zip(known, known.dropFirst()).count { $0 <= $1 }
      let middle = known.sorted()[known.count / 2]
      return middle < 7200 && rising * 10 < 8 * known.count ? pattern : nil
    }
    return nil
  }

  /// Waits and services that are told by their lengths, which are to be written alike.
  private mutating func finishLengths(
    _ taken: [Role: Int], _ names: [String], _ lengths: [TimePattern?]
  ) {
    format.wait = taken[.wait].map { names[$0] }
    format.duration = taken[.duration].map { names[$0] }
    let known = [Role.wait, .duration].compactMap { role in taken[role].map { (role, $0) } }
    guard let first = known.first.flatMap({ lengths[$0.1] }) else { return }
    format.lengthFormat = first
    for (role, column) in known {
      guard let own = lengths[column] else { continue }
      if own != first {
        missing.append(role)
        columns.append(
          Column(
            role: role, name: names[column],
            why: "its lengths are written \(own.text), those of waits \(first.text)", isSure: false)
        )
      } else if own.text == "seconds", !Self.bare(names[column]).contains(/sec|초/) {
        columns.append(
          Column(
            role: role, name: names[column], why: "its numbers are taken as seconds", isSure: false)
        )
      }
    }
  }

  /// The columns of arrival, start and end that no heading told, by the order of their times.
  private static func fillTimes(
    _ taken: inout [Role: Int], _ names: [String], _ times: [TimePattern?], _ rows: [[String]],
    _ columns: inout [Column]
  ) {
    let open = [Role.arrival, .start, .end].filter { !isKnown($0, taken) }
    let free = names.indices.filter { times[$0] != nil && !taken.values.contains($0) }
    guard !open.isEmpty, free.count >= open.count else { return }
    // Of rows that have them all: who was never called has fewer times.
    let whole = rows.compactMap { row -> [Int: Double]? in
      let moments = free.compactMap { column in
        times[column]?.read(row[column][...]).map {
          (column, $0.seconds + Double($0.day ?? 0) * 86_400)
        }
      }
      return moments.count == free.count ? Dictionary(uniqueKeysWithValues: moments) : nil
    }
    func mean(_ column: Int) -> Double {
      whole.reduce(0) { $0 + ($1[column] ?? 0) } / Double(max(whole.count, 1))
    }
    for (role, column) in zip(open, free.sorted { mean($0) < mean($1) }) {
      taken[role] = column
      columns.append(
        Column(
          role: role, name: names[column], why: "by the order of its times alone", isSure: false))
    }
  }

  /// Whether a column says a time, or how long after another it is.
  private static func isKnown(_ role: Role, _ taken: [Role: Int]) -> Bool {
    taken[role] != nil || role == .start && taken[.wait] != nil
      || role == .end && taken[.duration] != nil
  }

  private mutating func finish(
    _ taken: [Role: Int], _ names: [String], _ values: [[String]], _ times: [TimePattern?],
    _ dates: [TimePattern?]
  ) {
    func name(_ role: Role) -> String? { taken[role].map { names[$0] } }
    missing = [.arrival, .start, .end].filter { !Self.isKnown($0, taken) }
    let arrival = taken[.arrival]
    format.arrival = name(.arrival).map { [.init(column: $0)] } ?? []
    format.timeFormat = arrival.flatMap { times[$0] }
    format.start = name(.start) ?? ""
    format.end = name(.end) ?? ""
    format.left = name(.left)
    format.teller = name(.teller)
    format.priority = name(.priority)
    format.service = name(.service) ?? ""
    if let column = taken[.date] {
      // Times with dates of their own are to agree with it.
      format.date = names[column]
      format.dateFormat = dates[column]
    }
    for role in [Role.start, .end, .left] {
      guard let column = taken[role], let pattern = times[column], pattern != format.timeFormat
      else {
        continue
      }
      missing.append(role)
      columns.append(
        Column(
          role: role, name: names[column],
          why:
            "its times are written \(pattern.text), those of arrivals \(format.timeFormat?.text ?? "")",
          isSure: false))
    }
    for column in [taken[.date], arrival].compactMap({ $0 }) {
      guard let pattern = column == taken[.date] ? dates[column] : times[column],
        let swapped = Self.swapped(pattern),
        values[column].allSatisfy({ swapped.read($0[...]) != nil })
      else { continue }
      columns.append(
        Column(
          role: column == taken[.date] ? .date : .arrival, name: names[column],
          why: "may also be written \(swapped.text): every number could be a month", isSure: false))
    }
    if let column = taken[.service] {
      let counts = Dictionary(values[column].map { ($0, 1) }, uniquingKeysWith: +)
      services = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    } else {
      missing.append(.service)
    }
    if let column = taken[.outcome] {
      let isOwn = ClientTable.isHeading(names.joined(separator: ","))
      readOutcomes(names[column], Set(values[column]), isOwn: isOwn)
    }
  }

  private mutating func readOutcomes(_ column: String, _ values: Set<String>, isOwn: Bool) {
    let gone = [
      "aband", "hang", "left", "noshow", "cancel", "gave", "walkedout", "walkout", "walkaway",
      "reneg", "unansw", "noansw",
      "포기", "취소", "부재", "이탈", "미응답",
    ]
    // They have a word of those who were served in them, and were not.
    let not = ["unserv", "notserv", "incomplet", "unfinish", "notdone", "미처리", "미완료"]
    let served = [
      "serv", "complet", "done", "finish", "agent", "answer", "ok", "closed", "완료", "처리", "종료",
      "정상",
    ]
    func has(_ words: [String], _ value: String) -> Bool {
      words.contains { Self.bare(value).contains($0) }
    }
    format.outcome = column
    format.abandoned = values.filter { has(gone, $0) }
    format.served = values.filter {
      !format.abandoned.contains($0) && !has(not, $0) && has(served, $0)
    }
    // What a table of `--clients-out` means is known, though nobody may be through yet.
    if isOwn { format.served.insert("served") }
    if isOwn { format.turnedAway = values.intersection(["balked", "refused"]) }
    format.skipped = values.subtracting(format.served).subtracting(format.abandoned)
      .subtracting(format.turnedAway)
    if format.left == nil, !format.end.isEmpty { format.left = format.end }
    if format.served.isEmpty { missing.append(.outcome) }
    if !format.skipped.isEmpty {
      columns.append(
        Column(
          role: .outcome, name: column,
          why:
            "rows with \(format.skipped.sorted().joined(separator: ", ")) are left out: is that right?",
          isSure: false))
    }
  }

  /// Small letters and numbers, nothing else.
  private static func bare(_ text: String) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// How well a heading fits: more for words that make up more of it, and for those that are rarer.
  private static func score(_ name: String, _ role: Role) -> Double {
    let bare = bare(name)
    guard !bare.isEmpty else { return 0 }
    let length = role.words.filter { bare.contains($0) }.map(\.count).max() ?? 0
    return Double(length) / Double(bare.count)
  }

  /// The pattern that reads most of the values, nearly all of them; the rest is told when the log is read.
  private static func pattern(for all: [String], among patterns: [TimePattern]) -> TimePattern? {
    let values = all.prefix(sample)
    guard !values.isEmpty else { return nil }
    let fit = patterns.compactMap { pattern -> (pattern: TimePattern, missed: Int)? in
      guard values.prefix(3).contains(where: { pattern.read($0[...]) != nil }) else { return nil }
      let missed = values.count { pattern.read($0[...]) == nil }
      return missed * 4 <= values.count ? (pattern, missed) : nil
    }
    let least = fit.map(\.missed).min()
    return likeliest(fit.filter { $0.missed == least }.map(\.pattern), values)
  }

  /// Of dates that may be written in several orders the one with which the days lie far closer together than with the
  /// first; otherwise the first.
  private static func likeliest(
    _ patterns: [TimePattern], _ values: ArraySlice<String>
  ) -> TimePattern? {
    func span(_ pattern: TimePattern) -> Int? {
      let days = values.compactMap { pattern.read($0[...])?.day }
      guard let first = days.min(), let last = days.max() else { return nil }
      return last - first
    }
    guard patterns.count > 1, let first = patterns.first, let own = span(first),
      let other = patterns.dropFirst().compactMap({ one in span(one).map { (one, span: $0) } })
        .min(by: { $0.span < $1.span }), 3 * other.span < own
    else { return patterns.first }
    return other.0
  }

  /// The same with month and day in the other order; `nil` where the year comes first.
  private static func swapped(_ pattern: TimePattern) -> TimePattern? {
    guard pattern.hasDate, pattern.text.hasPrefix("M") || pattern.text.hasPrefix("d") else {
      return nil
    }
    return TimePattern(
      String(pattern.text.map { $0 == "M" ? "d" : $0 == "d" ? "M" : $0 }))
  }

  /// Plain numbers that look like seconds since 1970, like milliseconds, or like a spreadsheet's days.
  private static func plain(_ values: [String]) -> TimePattern? {
    let numbers = values.compactMap { Double($0) ?? Double($0.replacing(",", with: ".")) }
    guard !numbers.isEmpty, numbers.count == values.count, let least = numbers.min() else {
      return nil
    }
    // Digits without anything between them are a date and a time, unless no such day exists.
    for pattern in ["yyyyMMddHHmmss", "yyyyMMddHHmm"].compactMap({ TimePattern($0) }) {
      let days = values.compactMap { pattern.read($0[...])?.day }
      // From 1990 to 2100.
      if days.count == values.count, days.allSatisfy({ 7305..<47_482 ~= $0 }) { return pattern }
    }
    if least > 1e11 { return TimePattern("epoch-ms") }
    if least > 1e8 { return TimePattern("epoch") }
    let isFine = numbers.count { abs($0 * 1000 - ($0 * 1000).rounded()) > 1e-6 } * 2 > numbers.count
    // A year of days with fractions; or a few, which a log of seconds would not have in so many rows.
    if let most = numbers.max(), least > 25_000, most < 75_000 {
      let hasFractions = numbers.contains { $0 != $0.rounded() }
      if isFine && most - least < 3000 || hasFractions && most - least < 60 {
        return TimePattern("excel")
      }
    }
    // Seconds of a day have some beyond what a class or a count would have.
    return least >= 0 && (numbers.max() ?? 0) > 1000 ? TimePattern("seconds") : nil
  }
}
