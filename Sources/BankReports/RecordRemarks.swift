import BankCore
import BankRecords

/// What is said of how a log was read.
extension RecordedLog {
  /// Which rows were left out, or are odd.
  func remarks(in language: Language) -> [String] {
    func rows(_ count: Int) -> String {
      language("\(count) row\(count == 1 ? "" : "s")", "\(count)줄")
    }
    return leftOut.map { reason, count in
      language("left out: \(rows(count)): \(reason)", "뺀 \(rows(count)): \(language.say(reason))")
    }
      + notes.map { text, count in
        language("note: \(rows(count)): \(text)", "참고 \(rows(count)): \(language.say(text))")
      }
  }

  /// The same in JSON: the members `leftOut` and `notes`.
  var remarksInJSON: [JSON.Member] {
    [
      .init(
        "leftOut",
        .array(leftOut.map { ["reason": .string("\($0.reason)"), "rows": .number($0.count)] })),
      .init(
        "notes", .array(notes.map { ["note": .string("\($0.text)"), "rows": .number($0.count)] })),
    ]
  }
}
