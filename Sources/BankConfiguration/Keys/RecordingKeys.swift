import BankCore
package import BankRecords

extension RecordingFormat {
  /// The keys of `recording`: which columns of a log mean what.
  static let keys: [Key<RecordingFormat>] = {
    let texts = Form.text.list("a list of texts").made(
      { names, _, _ in Set(names) }, from: { $0.sorted() })
    let usual = RecordingFormat()
    return [
      Key(
        "policy", \.policy, .text, about: "the policy the branch worked under", else: "the config's"
      ),
      Key(
        "separator", \.separator, .separator, about: "the character between two columns",
        else: "the tab, semicolon or comma of the heading"),
      Key(
        "columns", required: true, about: "which column of the heading says what",
        keys: [
          Key("date", \.date, .text, about: "the date", else: "times carry it, or all is one day"),
          Key(
            "arrival", \.arrival, .sources, keeps: [], required: true,
            about: "when a client joined the line: a column, or `a when b > 0, else c`"),
          Key("service", \.service, .text, keeps: "", required: true, about: "what for"),
          Key(
            "start", \.start, .text, keeps: "", about: "when serving began", else: "see `wait`"),
          Key("end", \.end, .text, keeps: "", about: "when serving ended", else: "see `duration`"),
          Key(
            "wait", \.wait, .text, about: "how long a client waited, in place of `start`",
            else: "`start` says it"),
          Key(
            "duration", \.duration, .text, about: "how long serving took, in place of `end`",
            else: "`end` says it"),
          Key("left", \.left, .text, about: "when somebody left unserved", else: "nobody did"),
          Key("teller", \.teller, .text, about: "who served", else: "the log does not say"),
          Key("outcome", \.outcome, .text, about: "how it ended", else: "everybody was served"),
          Key("priority", \.priority, .text, about: "the priority class", else: "none"),
        ],
        check: { format, keys in
          for (time, length, known) in [
            ("start", "wait", (format.start, format.wait)),
            ("end", "duration", (format.end, format.duration)),
          ] {
            if known.0.isEmpty, known.1 == nil {
              keys.reader.report(
                keys.inside(time), "is missing", "give it, or \(length): how long that took")
            } else if !known.0.isEmpty, known.1 != nil {
              keys.reader.report(keys.inside(length), "is there beside \(time)", "keep one of them")
            }
          }
          if format.outcome != nil, format.left == nil, format.wait == nil {
            keys.reader.report(
              keys.inside("left"), "is missing",
              "give the column that says when somebody left")
          }
        }),
      Key(
        "formats", about: "how the log writes times",
        keys: [
          Key(
            "date", \.dateFormat, .pattern, keeps: usual.dateFormat, about: "of dates",
            else: "`yyyy-MM-dd`"),
          Key(
            "time", \.timeFormat, .pattern, keeps: usual.timeFormat, about: "of times",
            else: "`H:mm:ss`"),
          Key(
            "length", \.lengthFormat, .pattern, keeps: usual.lengthFormat,
            about: "of `wait` and `duration`: a pattern, `seconds` or `minutes`", else: "`seconds`"),
        ]),
      Key(
        "outcomes", about: "what the column `outcome` says",
        keys: [
          Key(
            "served", \.served, texts, keeps: usual.served, about: "of who was served",
            else: "`served`"),
          Key(
            "abandoned", \.abandoned, texts, keeps: usual.abandoned, about: "of who left unserved",
            else: "`abandoned`"),
          Key(
            "turnedAway", \.turnedAway, texts, keeps: usual.turnedAway,
            about: "of who was turned away: out of stock, or too many waited", else: "none"),
          Key(
            "skip", \.skipped, texts, keeps: usual.skipped, about: "of rows to leave out",
            else: "none"),
        ]),
      Key(
        "services", \.services,
        Form.text.byName("an object").made(
          { names, _, _ in
            Dictionary(names.map { ($0.name, $0.value ?? "") }) { first, _ in first }
          }, from: { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }),
        keeps: usual.services, about: "names of services by what the log calls them",
        else: "they are called so"),
      Key(
        "nobody", \.nobody, texts, keeps: usual.nobody, about: "names of tellers that are nobody's",
        else: "the empty one"),
      Key(
        "never", \.never, texts, keeps: usual.never,
        about: "how the log writes the time of what did not happen", else: "as nothing"),
      Key(
        "gap", \.gap, .seconds, keeps: usual.gap,
        about:
          "a teller is there between two services at most so far apart; further apart, `replay` tries both",
        else: "`5min`"),
      Key(
        "dayBegins", \.dayBegins, .timeOfDay,
        about: "when a day begins; who comes before is of the evening before",
        else: "midnight, or when nobody is ever there if somebody is at midnight"),
      Key(
        "weekdays", \.weekdays,
        Form<String>.choice(TimePattern.weekdays).list(
          "a list of mon, tue, wed, thu, fri, sat, sun"
        )
        .made(
          { days, _, _ in Set(days) }, from: { days in TimePattern.weekdays.filter(days.contains) }),
        about: "the weekdays to look at", else: "all"),
    ]
  }()

  /// The format as a config has it, without what is as usual.
  package var json: JSON { .object(Key.write(self, Self.keys)) }
}

extension Form<RecordingFormat> {
  static let recording = Form.record(RecordingFormat.keys, blank: RecordingFormat())
}

extension Form<Character> {
  fileprivate static let separator = Form(
    wanted: "one character", schema: ["type": "string", "minLength": 1, "maxLength": 1],
    read: { reader, node, path in
      guard let text = reader.text(node, path) else { return nil }
      if text.count == 1 { return text.first }
      reader.report(path, "\"\(text)\"", "give one character, such as \"\\t\"")
      return nil
    }, write: { .string(String($0)) })
}

extension Form<TimePattern> {
  fileprivate static let pattern = Form<String>.text.made(
    { written, reader, path in
      if let pattern = TimePattern(written) { return pattern }
      reader.report(
        path, "\"\(written)\"", "use y, M, d, H, m and s, such as H:mm:ss, or seconds or minutes")
      return nil
    }, from: \.text)
}

extension Form<[RecordingFormat.Source]> {
  /// `q_start when q_time > 0, else vru_exit`.
  fileprivate static let sources = Form<String>.text.made(
    { written, reader, path in
      written.split(separator: ", else ").map { part -> RecordingFormat.Source in
        let words = part.split(separator: " when ", maxSplits: 1)
        guard words.count == 2 else { return RecordingFormat.Source(column: String(part)) }
        guard words[1].hasSuffix(" > 0") else {
          reader.report(
            path, "\"\(part)\"", "write a condition as: column when other > 0, else column")
          return RecordingFormat.Source(column: String(words[0]))
        }
        return RecordingFormat.Source(
          column: String(words[0]), positive: String(words[1].dropLast(4)))
      }
    },
    from: { sources in
      sources.map { [$0.column] + ($0.positive.map { ["when", $0, "> 0"] } ?? []) }
        .map { $0.joined(separator: " ") }
        .joined(separator: ", else ")
    })
}
