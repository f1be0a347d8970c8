import BankCore
import BankRecords
import BankReports
import BankSimulation
import Foundation
import Testing

@testable import BankConfiguration

@Suite struct `The keys of a config` {
  static func read(_ text: String) throws -> Configuration {
    try Configuration(try JSON5Parser.parse(text).get())
  }

  static func written(_ configuration: Configuration) -> JSON {
    EffectiveConfiguration.json(
      configuration, policy: "p", options: [:], queue: "ring", seed: 1)
  }

  /// A file that says everything there is to say.
  static let full = """
    { $schema: "s", policy: "p", options: {}, queue: "ring", seed: 1, messages: "003", unit: "min",
      opens: "09:00", closes: "17:00", classes: { "2": { ko: "가", en: "a" }, "0": { ko: "나", en: "b" } },
      services: [{ name: "x", title: { ko: "엑스", en: "ex" }, time: { gamma: { shape: 2, mean: 3 } }, share: 2,
        arrivals: { poisson: { rates: [["09:00", "9/h"], ["10:00", 0.5]] } }, patience: "5min", target: "2min",
        needs: { cash: 1 }, priority: { "2": 1, "0": 3 } }],
      routes: [{ name: "r", title: { ko: "길", en: "way" }, share: 0.5, steps: ["x", "x"] }],
      tellers: [{ name: "Kim", skills: ["x"], speed: { x: 2 }, shifts: [["09:00", "12:00"]] }],
      clients: "3...4", limit: 7, handover: { exponential: { mean: 5 } },
      stock: { cash: { count: 3, title: { ko: "현금", en: "money" } }, gold: 2 },
      recording: { policy: "q", separator: ";",
        columns: { date: "d", arrival: "a when b > 0, else c", service: "s", start: "f", end: "g", left: "l",
          teller: "t", outcome: "o", priority: "p" },
        formats: { date: "yyMMdd", time: "seconds" }, outcomes: { served: ["y"], abandoned: ["n"], turnedAway: ['full'], skip: ["z"] },
        services: { A: "x" }, nobody: ["-"], never: ["0"], gap: 60, dayBegins: "04:00", weekdays: ["mon", "fri"] } }
    """

  /// Names and titles are printed to terminals and into pages.
  @Test(arguments: [
    #"\u001b]0;x\u0007"#, #"a\nb"#, #"\u009b31m"#, #"\u202eabc"#, #"\u2028"#,
    String(repeating: "a", count: 65), "a" + String(repeating: "\u{301}", count: 300),
  ])
  func `name nothing that tells a terminal what to do, or is too long`(text: String) throws {
    for config in [
      "{ services: [{ name: \"\(text)\" }] }",
      "{ services: [{ name: 'a', title: \"\(text)\" }] }",
      "{ services: [{ name: 'a', title: { ko: \"\(text)\" } }] }",
      "{ services: [{ name: 'a' }], classes: { \"1\": \"\(text)\" } }",
    ] {
      #expect(throws: Problems.self, "\(config)") { try Self.read(config) }
    }
    // A single service needs no title.
    #expect(try Self.read("{ services: [{ name: 'a', title: '' }] }").titles(in: .en) == [""])
  }

  @Test func `are all written as they are read`() throws {
    let configuration = try Self.read(Self.full)
    let json = Self.written(configuration)
    let again = try Self.read(json.pretty)
    // A length stands in place of a time, never beside it.
    let lengths = Self.written(
      try Self.read(
        """
        { recording: { columns: { arrival: "a", service: "s", wait: "w", duration: "d" }, formats: { length: "minutes" } } }
        """))
    #expect(Self.written(again) == json)
    #expect(again.plan == configuration.plan && again.workload == configuration.workload)
    #expect(again.recording == configuration.recording)
    #expect(again.stockTitles.map(\.en) == ["money", "gold"])
    #expect(configuration.workload.handover == .exponential(mean: 5))
    #expect(configuration.plan.handover == .seconds(5))
    // Breaks become shifts, and where the schema is to be found is for editors.
    let keys = ConfigSchema.keys.flatMap { object, keys in
      keys.map { (object: object, key: $0.name) }
    }.filter { !["$schema", "breaks"].contains($0.key) }
    #expect(keys.count > 50)
    for (object, key) in keys {
      func place(in json: JSON) -> JSON? {
        var place: JSON? = object.isEmpty ? json : json[object]
        if case .array(let elements)? = place { place = elements[0] }
        for part in key.split(separator: ".") { place = place?[String(part)] }
        return place
      }
      #expect((place(in: json) ?? place(in: lengths)) != nil, "\(object) \(key)")
    }
  }

  /// `BANK_WRITE=1 swift test --filter are.the.reference.page` writes it anew.
  @Test func `are the reference page`() throws {
    func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let page =
      """
      # The keys of the config file

      Made from the code that reads them, by `BANK_WRITE=1 swift test --filter are.the.reference.page`.
      [The guide](../Guides/Configuration.md) explains them with examples; `bank config --schema` is the same for editors.


      """
      + ConfigSchema.keys.map { object, keys in
        let heading =
          object.isEmpty
          ? "## The file" : "## \(object == "recording" ? "In `recording`" : "Each of `\(object)`")"
        return
          ([heading, "", row(["key", "value", "means", "without it"]), "|---|---|---|---|"]
          + keys.map { row(["`\($0.name)`", "\($0.wanted)", $0.about, $0.standard]) })
          .joined(separator: "\n") + "\n\n"
      }.joined()
      + "## A distribution\n\nA time is a constant. The others:\n\n"
      + ConfigSchema.distributions.map { "- `\($0)`\n" }.joined()
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/Reference/Configuration.md").standardized
    if ProcessInfo.processInfo.environment["BANK_WRITE"] != nil {
      try page.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == page, "a key has changed")
  }
}
