import BankRecords

/// What policies do, for a reader of a report who does not know them by name.
enum PolicySummaries {
  /// The policies with a sentence each and their options; open where they are few, empty where nothing is known of
  /// any.
  static func details(_ results: [SimulationReport], _ language: Language) -> String {
    let known = results.filter { !$0.policySummary.isEmpty }
    guard !known.isEmpty else { return "" }
    let rows = known.map { result in
      let options = text(ofOptions: result.options, most: 60)
      let words = result.policySummary + (options.isEmpty ? "" : " (\(options))")
      return "<dt>\(HTML.escaped(result.policy))</dt><dd>\(HTML.prose(words))</dd>"
    }
    return "<details class=\"policies\"\(known.count <= 3 ? " open" : "")><summary>"
      + language("What these policies do", "정책이 하는 일")
      + "</summary><dl>\(rows.joined())</dl></details>"
  }

  /// Options as `--option` takes them, `first=loan`, without empty lists; empty for none.
  ///
  /// Values of more than `most` characters are cut.
  static func text(ofOptions options: JSON, most: Int = .max) -> String {
    func flat(_ json: JSON, _ path: String) -> [String] {
      guard case .object(let members) = json else {
        let text = SweepReport.text(json)
        return path.isEmpty || text == "[]"
          ? [] : [path + "=" + (text.count > most ? text.prefix(most) + "…" : text)]
      }
      return members.flatMap { flat($0.value, path.isEmpty ? $0.key : path + "." + $0.key) }
    }
    return flat(options, "").joined(separator: ", ")
  }
}
