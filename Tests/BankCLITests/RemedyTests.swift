import Foundation
import Testing

/// What a report tries where breaks, hours, a split or skills are what is wrong, and not the number of tellers.
@Suite(.thorough) struct `A remedy` {
  private func answer(_ branch: String, days: Int = 40) throws -> (told: [String], page: String) {
    let folder = try Folder()
    let file = try folder.file("branch.json5", "{ unit: 'min', \(branch) }")
    let (text, _) = try `A report's answer`.answer(
      "--config", file.path, "--replications", String(days))
    return (text.matches(of: #/• ([^•<]*)/#).map { String($0.output.1) }, text)
  }

  /// The shares late before and after, as a sentence tells them of all.
  private func shares(_ sentence: String) throws -> (before: Double, after: Double) {
    let told = try #require(
      sentence.firstMatch(of: #/([0-9.]+) % → ([0-9.]+) % in all/#), "\(sentence)")
    return (try #require(Double(told.1)), try #require(Double(told.2)))
  }

  private static let counter =
    "{ name: 'counter', target: '10min', time: { exponential: { mean: '4min' } }, arrivals: { poisson: { rate: '24/h' } } }"
  private static let loan =
    "{ name: 'loan', target: '20min', time: { gamma: { shape: 4, mean: '18min' } }, arrivals: { poisson: { rates: [['09:00', '1/h'], ['11:30', '3/h'], ['13:30', '1/h']] } } }"

  @Test func `is other hours, of several together, where they come when the rush is over`() throws {
    let (told, page) = try answer(
      "opens: '09:00', closes: '15:30', policy: 'shared-pool', services: ["
        + "{ name: 'cash', target: '8min', time: { exponential: { mean: '5min' } }, arrivals: { poisson: { rates: [['09:00', '36/h'], ['11:00', '16/h']] } } },"
        + "{ name: 'other', target: '15min', time: { exponential: { mean: '10min' } }, arrivals: { poisson: { rates: [['09:00', '4/h'], ['11:00', '2/h']] } } }],"
        + " tellers: [{ name: 'P' }, { name: 'Q', skills: ['cash'] }, { name: 'R', shifts: [['10:30', '15:30']] }, { name: 'S', skills: ['cash'], shifts: [['10:30', '15:30']] }]"
    )
    let first = try #require(told.first)
    #expect(
      first.hasPrefix(
        "R's hours 10:30–15:30 → 09:00–14:00 and S's hours 10:30–15:30 → 09:00–14:00, together: "
      ), "\(told)")
    // More than one more teller does, and alone neither does as much.
    let hire = try #require(told.first { $0.hasPrefix("one more teller") })
    let alone = try #require(
      told.first { $0.prefixMatch(of: #/[RS]'s hours/#) != nil && !$0.contains("together") })
    #expect(try shares(first).after < shares(hire).after)
    #expect(try shares(hire).after < shares(alone).after)
    #expect(page.contains(#/R \(there from 10:30\)/#), "\(page)")
  }

  @Test func `is a break of the newcomer's own, where all who can rest at once`() throws {
    let (told, _) = try answer(
      "opens: '09:00', closes: '16:00', policy: 'shared-pool', services: [\(Self.counter), \(Self.loan)], tellers: ["
        + "{ name: 'A', skills: ['counter'], breaks: [['12:00', '13:00']] }, { name: 'B', skills: ['counter'], breaks: [['13:00', '14:00']] },"
        + " { name: 'C', skills: ['counter'] }, { name: 'Lee', breaks: [['12:00', '13:00']] }]")
    let first = try #require(told.first)
    #expect(
      first.prefixMatch(of: #/one more teller like Lee, with the break at 1[0-4]:[03]0/#) != nil,
      "\(told)")
    #expect(!first.contains("not there"))
  }

  @Test func `is another split, where that is what is wrong and nobody is missing`() throws {
    let (told, _) = try answer(
      "policy: 'fixed-split', options: { tellers: { deposit: 1, loan: 3 } }, opens: '09:00', closes: '16:00', services: ["
        + "{ name: 'deposit', target: '10min', time: { exponential: { mean: '4min' } }, arrivals: { poisson: { rate: '17/h' } } },"
        + "{ name: 'loan', target: '15min', time: { exponential: { mean: '15min' } }, arrivals: { poisson: { rate: '3/h' } } }], tellers: 4"
    )
    let split = try #require(
      told.first {
        $0.hasPrefix(
          "2 tellers kept for deposit and 2 for loan (tellers.deposit: 2, tellers.loan: 2): ")
      }, "\(told)")
    let (before, after) = try shares(split)
    #expect(after < before / 2)
  }

  /// Several do more, and loans pay for that.
  @Test func `is a policy for which nobody pays before one more teller for a split`() throws {
    let (told, _) = try answer(
      "policy: 'fixed-split', options: { tellers: { deposit: 3, loan: 2 } }, opens: '09:00', closes: '16:00', services: ["
        + "{ name: 'deposit', target: '10min', time: { exponential: { mean: '5min' } }, arrivals: { poisson: { rate: '42/h' } } },"
        + "{ name: 'loan', target: '20min', time: { lognormal: { mean: '15min', sd: '5min' } }, arrivals: { poisson: { rate: '2/h' } } }], tellers: 5"
    )
    #expect(told[0].hasPrefix("the policy ") && !told[0].contains("worse for it"), "\(told)")
    let hire = try #require(told.first { $0.hasPrefix("one more teller") }, "\(told)")
    #expect(try shares(told[0]).after < shares(hire).after)
    #expect(told.contains { $0.hasPrefix("the policy ") && $0.contains("worse for it: loan") })
  }

  @Test func `is more of what a service is short of that few come for, too`() throws {
    let (told, _) = try answer(
      "policy: 'shared-pool', opens: '09:00', closes: '16:00', stock: { kit: 10 }, services: ["
        + "{ name: 'cash', target: '5min', time: { exponential: { mean: '4min' } }, arrivals: { poisson: { rate: '28/h' } } },"
        + "{ name: 'test', target: '30min', time: '5min', needs: { kit: 1 }, arrivals: { poisson: { rate: '2.5/h' } } }], tellers: 2"
    )
    #expect(
      told.contains { $0.contains(#/^\d+ in place of 10 kit in stock: lost test /#) }, "\(told)")
    #expect(told.contains { $0.hasPrefix("one more teller") }, "\(told)")
  }

  @Test func `is what somebody learns who is free, and comes last`() throws {
    let (told, _) = try answer(
      "opens: '09:00', closes: '17:00', policy: 'shared-pool', services: ["
        + "{ name: 'visa', target: '20min', time: { gamma: { shape: 3, mean: '12min' } }, arrivals: { poisson: { rates: [['09:00', '5/h'], ['13:00', '8/h']] } } },"
        + "{ name: 'passport', target: '10min', time: { gamma: { shape: 3, mean: '6min' } }, arrivals: { poisson: { rate: '10/h' } } }], tellers: ["
        + "{ name: 'Va', skills: ['visa'], shifts: [['09:00', '13:00']] }, { name: 'Vb', skills: ['visa'] }, { name: 'Pa', skills: ['passport'] }, { name: 'Pb', skills: ['passport'] }]"
    )
    let last = try #require(told.last)
    #expect(
      last.prefixMatch(of: #/P[ab] doing visa, too \(where that can be learned\): late visa /#)
        != nil, "\(told)")
    #expect(told.count { $0.contains("learned") } == 1)
  }

  /// The rush begins at 16:30, when the other pharmacist goes home.
  ///
  /// A rest then makes fewer late in all, and for an hour
  /// nobody could fill a prescription.
  @Test func `is no break in any of the worst time, which nobody takes today`() throws {
    let (told, _) = try answer(
      "opens: '08:30', closes: '19:00', policy: 'skill-routing', handover: '15s', services: ["
        + "{ name: 'prescription', target: '10min', time: { lognormal: { mean: '5min', sd: '3min' } },"
        + " arrivals: { poisson: { rates: [['08:30', '10/h'], ['11:00', '18/h'], ['13:00', '10/h'], ['16:30', '20/h'], ['18:30', '8/h']] } } },"
        + "{ name: 'sale', target: '5min', time: { lognormal: { mean: '2min', sd: '1min' } }, patience: { exponential: { mean: '15min' } },"
        + " arrivals: { poisson: { rates: [['08:30', '15/h'], ['12:00', '25/h'], ['14:00', '15/h'], ['17:00', '30/h']] } } }], tellers: ["
        + "{ name: 'P', breaks: [['13:00', '14:00']] }, { name: 'Q', shifts: [['08:30', '16:30']], breaks: [['12:00', '13:00']] },"
        + " { name: 'S', skills: ['sale'], breaks: [['14:00', '14:30']] }]", days: 60)
    #expect(
      !told.isEmpty && !told.contains { $0.contains(#/P's break (at )?(.* → )?1[678]:/#) },
      "\(told)")
  }

  /// Twelve hours of work come in six; what is said to be needed keeps the target, and one fewer does not.
  @Test func `is as many tellers as keep every target, where no single change comes near that`()
    throws
  {
    func branch(_ tellers: Int) -> String {
      "opens: '09:00', closes: '15:00', policy: 'shared-pool', services: [{ name: 'a', target: '10min', time: { exponential: { mean: '6min' } },"
        + " arrivals: { poisson: { rate: '40/h' } } }], tellers: \(tellers)"
    }
    let (_, page) = try answer(branch(2))
    let told = try #require(
      page.firstMatch(of: #/To keep every target about (\d+) more tellers are needed\./#), "\(page)"
    )
    let more = try #require(Int(told.1))
    #expect(try answer(branch(2 + more)).page.contains("at most 5 % wait longer than its target"))
    #expect(try !answer(branch(1 + more)).page.contains("at most 5 % wait longer than its target"))
  }

  @Test func `is looked for on fewer days where many come, and says so`() throws {
    let (told, page) = try answer(
      "opens: '08:00', closes: '20:00', policy: 'shared-pool', services: [{ name: 'a', target: '3min', time: { exponential: { mean: '6min' } },"
        + " arrivals: { poisson: { rates: [['08:00', '700/h'], ['12:00', '820/h'], ['16:00', '600/h']] } } }], tellers: 78",
      days: 60)
    #expect(told.contains { $0.hasPrefix("one more teller") }, "\(told)")
    #expect(page.contains(#/Tried on the first \d\d of these days: /#), "\(page)")
    #expect(!page.contains("Not tried"))
  }
}
