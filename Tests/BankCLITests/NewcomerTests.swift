import Foundation
import Testing

/// What an additional teller does, and which one is told of.
@Suite(.thorough) struct `A newcomer` {
  private static func answer(_ branch: String, days: Int = 20) throws -> String {
    let folder = try Folder()
    let file = try folder.file("b.json5", "{ unit: 'min', policy: 'shared-pool', \(branch) }")
    let (text, _) = try `A report's answer`.answer(
      "--config", file.path, "--replications", String(days))
    return text
  }

  private static func service(
    _ name: String, _ time: String, target: Int, _ arrivals: String = "", _ more: String = ""
  ) -> String {
    "{ name: '\(name)', time: { lognormal: { mean: '\(time)min', sd: '\(time)min' } }, target: '\(target)min', \(more)"
      + (arrivals.isEmpty ? "" : " arrivals: { poisson: { rates: [\(arrivals)] } }") + " }"
  }

  /// The only one who can do it is away when it is worst, and so would be whoever rests at the same time.
  @Test func `rests when it is not worst`() throws {
    let text = try Self.answer(
      "opens: '09:00', closes: '19:00', services: ["
        + Self.service("prescription", "6", target: 10, "['09:00', '7/h'], ['17:00', '11/h']") + ","
        + Self.service("sale", "2", target: 5, "['09:00', '9/h']") + "], tellers: ["
        + "{ name: 'Han', breaks: [['13:00', '13:30']] }, { name: 'Nam', skills: ['sale'], breaks: [['12:00', '12:30']] }]",
      days: 40)
    #expect(text.contains("• one more teller like Han, with the break at "), "\(text)")
    #expect(!text.contains("when it is worst"), "\(text)")
  }

  /// Skis come back in the evening, when who fits them in the morning has gone home.
  @Test func `is there for a part of the day where that is enough, and named once`() throws {
    let text = try Self.answer(
      "opens: '08:00', closes: '18:00', services: ["
        + Self.service(
          "fitting", "12", target: 15, "['08:00', '26/h'], ['10:00', '10/h'], ['15:00', '2/h']")
        + ","
        + Self.service(
          "returns", "2", target: 5, "['08:00', '1/h'], ['15:00', '30/h'], ['17:00', '45/h']")
        + "], tellers: [{ name: 'Ana' }, { name: 'Ben', breaks: [['12:00', '13:00']] },"
        + " { name: 'Cleo', skills: ['fitting'], shifts: [['08:00', '12:00']] },"
        + " { name: 'Eli', shifts: [['09:00', '13:00']] }]", days: 40)
    #expect(text.contains(#/• one more teller like Eli at 1[3-5]:[03]0–1[78]:[03]0/#), "\(text)")
    #expect(text.contains("like Ana") != text.contains("like Ben"), "\(text)")
  }

  /// Whose clients never leave is not passed over for those who do.
  @Test func `helps the service that the answer begins with`() throws {
    let text = try Self.answer(
      "opens: '07:00', closes: '19:00', services: ["
        + Self.service(
          "password", "4", target: 3, "['07:00', '10/h'], ['08:30', '24/h'], ['10:00', '10/h']",
          "patience: { exponential: { mean: '20min' } },")
        + "," + Self.service("network", "15", target: 10, "['07:00', '3.4/h']") + "], tellers: ["
        + "{ name: 'Jo', skills: ['password'] }, { name: 'Sen', skills: ['network'] }]")
    let first = try #require(text.firstRange(of: "• one more teller like "))
    #expect(text.contains("Waits for network are too long"), "\(text)")
    #expect(text[first.upperBound...].hasPrefix("Sen"), "\(text)")
  }

  /// The evening's plane lands just before the evening's break.
  @Test func `is counted with a break of their own where several are needed`() throws {
    let planes =
      "['06:00', '2/h'], ['07:10', '14/h'], ['08:10', '3/h'], ['12:40', '16/h'], ['13:40', '3/h'], ['18:20', '18/h'], ['19:20', '3/h']"
    let text = try Self.answer(
      "opens: '06:00', closes: '22:00', services: ["
        + Self.service("report", "12", target: 25, planes) + ","
        + Self.service("pick-up", "5", target: 15, "['06:00', '4/h']") + "], tellers: ["
        + "{ name: 'Ola', shifts: [['06:00', '14:00']], breaks: [['10:00', '10:30']] }, { name: 'Per', shifts: [['07:00', '15:00']], breaks: [['12:30', '13:00']] }, { name: 'Siv', shifts: [['14:00', '22:00']], breaks: [['18:30', '19:00']] }]"
    )
    #expect(
      text.contains(
        #/about [0-9]+ more tellers are needed: [^<]*\((?:with the break )?at /#),
      "\(text)")
  }

  /// A service that many reach only then pays, and no other change does as much for the one the answer begins with.
  @Test func `who cures what the answer begins with is told in words, whoever pays`() throws {
    let text = try Self.answer(
      "opens: '12:00', closes: '20:00', services: ["
        + "{ name: 'sign-in', time: { exponential: { mean: '4min' } }, target: '10min', arrivals: { poisson: { rates: [['12:00', '8/h'], ['16:00', '15/h'], ['19:00', '7/h']] } } },"
        + "{ name: 'interview', time: { lognormal: { mean: '7min', sd: '3min' } }, target: '15min', patience: { exponential: { mean: '80min' } } },"
        + "{ name: 'donation', time: { normal: { mean: '22min', sd: '4min' } }, target: '15min' }, { name: 'snack', time: '1min', target: '5min' }],"
        + " routes: [{ name: 'donor', steps: ['sign-in', 'interview', 'donation', 'snack'], share: 0.85 }], tellers: ["
        + "{ name: 'Desk', skills: ['sign-in', 'snack'], breaks: [['15:00', '15:30']] }, { name: 'Doc', skills: ['interview'], breaks: [['16:00', '16:30']] },"
        + " { name: 'N1', skills: ['donation', 'snack'] }, { name: 'N2', skills: ['donation', 'snack'] },"
        + " { name: 'N3', skills: ['donation', 'snack'], shifts: [['12:00', '18:00']] }, { name: 'N4', skills: ['donation', 'snack'], shifts: [['15:00', '20:00']] }]"
    )
    #expect(text.contains("Waits for interview are too long"), "\(text)")
    let points = text.split(separator: "<p>• ").dropFirst()
    #expect(points.prefix(2).contains { $0.hasPrefix("one more teller like Doc") }, "\(text)")
    // Who loses is named once.
    for point in points {
      #expect(point.matches(of: #/interview [0-9.]+ % → /#).count < 2, "\(point)")
    }
  }
}
