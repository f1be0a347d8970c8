import Foundation
import Testing

/// What a report says, beside the figures of the same command.
@Suite struct `A report's answer` {
  static let clinic = Repository.root.appending(path: "docs/Examples/clinic.json5").path

  /// The sentences of the answer, and the figures.
  static func answer(_ words: String...) throws -> (text: String, json: [String: Any]) {
    try answer(words)
  }

  static func answer(_ words: [String]) throws -> (text: String, json: [String: Any]) {
    let folder = try Folder()
    let path = folder.path("r.html")
    let done = try Tool.run(["simulate", "--json", "--report", path] + words)
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let start = try #require(page.range(of: "<div class=\"answer"))
    let end = try #require(
      page.range(of: "<ul class=\"tiles\"", range: start.upperBound..<page.endIndex))
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8))
    // With how it was found, which stands at the page's end.
    let made = page.components(separatedBy: "<p class=\"made\">").dropFirst()
      .filter { !$0.hasPrefix("On target") }.joined()
    let text = (page[start.upperBound..<end.lowerBound] + made).replacingOccurrences(
      of: "</?(span|b)( [^>]*)?>| class=\"point\"", with: "", options: .regularExpression)
    return (
      text.replacingOccurrences(of: "\u{a0}", with: " "), try #require(json as? [String: Any])
    )
  }

  static func percent(_ share: Double) -> String { String(format: "%.1f", share * 100) }

  @Test(.thorough)
  func `names the service that is late most, with its share, and who left, by client`() throws {
    let (text, json) = try Self.answer("--config", Self.clinic, "--replications", "12")
    let services = try #require(json["services"] as? [String: [String: Any]])
    let late = services.compactMapValues { $0["late"] as? Double }
    let worst = try #require(late.max { $0.value < $1.value })
    #expect(
      text.contains("Waits for \(worst.key) are "), "\(text)")
    #expect(text.contains(": \(Self.percent(worst.value)) ± "), "\(text)")
    let all = try #require(json["all"] as? [String: Any])
    let left = ["abandoned", "balked", "refused"].reduce(0.0) { $0 + (all[$1] as? Double ?? 0) }
    let clients = try #require(json["clients"] as? Double)
    #expect(text.contains("\(Self.percent(left / clients)) ± "), "\(text)")
    #expect(
      text.contains(#/who are away then: Dr [A-Z][a-z]+ \([0-9:–]+\)/#),
      "who is at lunch is not called busy")
  }

  @Test func `says who is still there, and nothing of lateness without a target`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ opens: '09:00', closes: '12:00', unit: 'min', tellers: 1, policy: 'shared-pool',"
        + " services: [{ name: 'a', time: '10min', arrivals: { poisson: { rate: '9/h' } } }] }")
    let (text, json) = try Self.answer(
      "--config", file.path, "--replications", "8", "--until", "11:00")
    let all = try #require(json["all"] as? [String: Any])
    let open = try #require(all["unserved"] as? Double) / #require(json["clients"] as? Double)
    #expect(text.contains("\(Self.percent(open)) % are still there"), "\(text)")
    #expect(!text.contains(" late"), "\(text)")
  }

  @Test func `of a sweep says where one policy is clearly best, and names what was set`() throws {
    let folder = try Folder()
    let path = folder.path("sweep.html")
    let branch = Repository.root.appending(path: "docs/Examples/branch.json5").path
    let done = try Tool.run(
      "sweep", "--config", branch, "--vary", "tellers=3,4", "--vary",
      "services.loan.arrivals.poisson.rate=*0.8,*1", "--policies", "shared-pool,loan-priority",
      "--until", "20min", "--replications", "4", "--lang", "ko", "--report", path)
    #expect(done.status == 0, "\(done.errors)")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("정책 2개\u{a0}· 창구 수 × 대출 도착률 설정 4가지"))
    #expect(page.contains("class=\"group\">창구 3개</text>") && page.contains(">×0.8</text>"))
    #expect(
      page.contains("대출은 <span class=\"whole\">loan-priority</span>"),
      "loans wait less where they go first")
    #expect(!page.contains("…</text>"), "nothing is cut")
  }

  @Test func `keeps apart who is late because the stock runs out`() throws {
    let folder = try Folder()
    let path = folder.path("stock.html")
    let file = try folder.file(
      "c.json5",
      "{ opens: '07:00', closes: '13:00', tellers: 2, policy: 'shared-pool', stock: { loaf: 60 }, services: [{ name: 'bread', target: '2min',"
        + " needs: { loaf: 1 }, time: { exponential: { mean: 90 } }, arrivals: { poisson: { rates: [['07:00', '15/h'], ['09:00', '25/h'], ['11:00', '10/h']] } } },"
        + " { name: 'order', target: '20min', time: { exponential: { mean: 120 } }, arrivals: { poisson: { rate: '5/h' } } }] }"
    )
    let done = try Tool.run(
      "simulate", "--config", file.path, "--replications", "20", "--report", path)
    #expect(done.status == 0, "\(done.errors)")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("for bread leave unserved: "))
    #expect(page.contains("What is short then is stock, not staff."))
    #expect(page.contains("Turned away for want of stock"))
  }

  @Test func `of several policies tells of the gain that costs least`() throws {
    let folder = try Folder()
    let path = folder.path("several.html")
    let file = try folder.file(
      "c.json5",
      "{ closes: '6h', tellers: 2, policy: 'shared-pool', services: [{ name: 'repair', target: '15min', time: { lognormal: { mean: '14min',"
        + " sd: '8min' } }, arrivals: { poisson: { rate: '9/h' } } }, { name: 'pick-up', target: '10min', time: { exponential: { mean: '4min' } },"
        + " patience: { exponential: { mean: '45min' } }, arrivals: { poisson: { rate: '8/h' } } }] }"
    )
    let done = try Tool.run(
      "compare", "--config", file.path, "--policies", "shared-pool,c-mu,fixed-split",
      "--replications", "20", "--report", path)
    #expect(done.status == 0, "\(done.errors)")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("It depends on who counts: under "))
    // Where fewer leave and are late, longer waits of those served are no verdict.
    #expect(!page.contains("<dt>Worse</dt>"))
  }

  @Test func `of a sweep begins with the key that matters most, and has one picture of one key`()
    throws
  {
    let folder = try Folder()
    let path = folder.path("sweep.html")
    let file = try folder.file(
      "c.json5",
      "{ closes: '2h', tellers: 3, policy: 'shared-pool', services: [{ name: 'a', target: '1min', time: { exponential: { mean: 60 } },"
        + " arrivals: { poisson: { rate: '90/h' } } }, { name: 'b', target: '1min', time: { exponential: { mean: 60 } },"
        + " arrivals: { poisson: { rate: '30/h' } } }] }")
    func page(_ words: String...) throws -> String {
      let done = try Tool.run(
        ["sweep", "--config", file.path, "--replications", "5", "--report", path] + words)
      #expect(done.status == 0, "\(done.errors)")
      return try String(contentsOfFile: path, encoding: .utf8)
        .replacingOccurrences(of: "\u{a0}", with: " ")
    }
    let both = try page(
      "--vary", "tellers=3,5", "--vary", "services.b.arrivals.poisson.rate=*1,*1.02", "--policies",
      "shared-pool,loan-priority")
    #expect(
      both.contains(
        #/Late, of all clients: [0-9.]+ % under .+ to [0-9.]+ % under .+ with 3 tellers; /#))
    let one = try page("--vary", "tellers=3,5", "--policies", "shared-pool,loan-priority")
    #expect(one.contains(#/More than 5 % late, by the means: in [0-9] of 4 cells for/#))
    #expect(one.split(separator: "<figure").count - 1 == 2, "lateness and waits")
    for name in ["All clients", "A", "B"] {
      #expect(one.contains("class=\"group\">\(name)</text>"), "\(name)")
    }
  }

  /// One is called at once, and served beyond the cut: not nobody.
  @Test func `says of nobody that they were called only where that is so`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ closes: 7200, policy: 'shared-pool', tellers: 1,"
        + " services: [{ name: 'a', time: '10min', target: 1, arrivals: { times: [10, 20] } }] }")
    let (text, _) = try Self.answer("--config", file.path, "--until", "500")
    #expect(text.contains("50.0 % were late"), "\(text)")
    #expect(!text.contains("nobody was called"), "\(text)")
  }

  /// Of those who come at 10 and 20 s the second is called at 610 s, and still there at the cut.
  @Test func `has no wait of who is not served to the end, at no time of day`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ closes: 7200, policy: 'shared-pool', tellers: 1,"
        + " services: [{ name: 'a', time: '10min', arrivals: { times: [10, 20, 3000] } }] }")
    let (_, json) = try Self.answer("--config", file.path, "--until", "1000")
    let stretches = try #require(json["byTime"] as? [[String: Any]])
    let services = try #require(stretches.first?["services"] as? [String: [String: Any]])
    let wait = try #require(services["a"]?["wait"] as? [String: Any])
    #expect(wait["mean"] as? Double == 0, "\(services)")
  }

  @Test func `counts tellers as there until the branch closes, whoever comes`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ opens: '09:00', closes: '12:00', tellers: [{ name: 'x' }, { name: 'y', breaks: [['11:00', '11:30']] }],"
        + " policy: 'shared-pool', services: [{ name: 'a', time: '1min', arrivals: { poisson: { rate: '1/h' } } }] }"
    )
    let (_, json) = try Self.answer("--config", file.path, "--replications", "5")
    let stretches = try #require(json["byTime"] as? [[String: Any]])
    let tellers = stretches.compactMap { $0["tellers"] as? Double }.map {
      ($0 * 100).rounded() / 100
    }
    let starts = stretches.compactMap { $0["from"] as? Double }
    for (start, count) in zip(starts, tellers) where start < 10_800 {
      #expect(count == (7200..<9000 ~= start ? 1 : 2), "\(start): \(count)")
    }
  }

  @Test
  func `says which break would better be taken later, and by what a branch that has it so shows`()
    throws
  {
    let folder = try Folder()
    func branch(_ rest: String) throws -> String {
      try folder.file(
        "\(rest.prefix(5).filter(\.isNumber)).json5",
        "{ opens: '09:00', closes: '13:00', policy: 'shared-pool', services: [{ name: 'a', time: 120,"
          + " target: 60, arrivals: { poisson: { rates: [['09:00', '5/h'], ['10:00', '50/h'], ['11:00',"
          + " '5/h']] } } }], tellers: [{ name: 'x', breaks: [[\(rest)]] }, { name: 'y' }] }"
      ).path
    }
    let (text, json) = try Self.answer(
      "--config", try branch("'10:00', '10:30'"), "--replications", "12")
    func late(_ json: [String: Any]) throws -> String {
      Self.percent(try #require((json["all"] as? [String: Any])?["late"] as? Double))
    }
    let change = try #require(
      text.firstMatch(
        of:
          /x's break at (\d\d:\d\d)–(\d\d:\d\d) in place of 10:00–10:30: late ([0-9.]+) % → ([0-9.]+) %/
      ))
    let (_, moved) = try Self.answer(
      "--config", try branch("'\(change.1)', '\(change.2)'"), "--replications", "12")
    #expect(try String(change.3) == late(json))
    #expect(try String(change.4) == late(moved))
    #expect(change.1 >= "11:00" || change.1 < "10:00")
  }

  @Test func `says which further teller helps most, and by what a branch that has one shows`()
    throws
  {
    let folder = try Folder()
    func branch(_ tellers: String) throws -> String {
      try folder.file(
        "c\(tellers.count).json5",
        "{ closes: 3600, policy: 'shared-pool', tellers: [\(tellers)], services: ["
          + "{ name: 'a', time: 20, target: 30, arrivals: { poisson: { rate: 0.045 } } },"
          + "{ name: 'b', time: 20, target: 30, arrivals: { poisson: { rate: 0.005 } } }] }"
      ).path
    }
    let (one, other) = ("{ name: 'x', skills: ['a'] }", "{ name: 'y', skills: ['b'] }")
    let base = try branch("\(other), \(one)")
    let more = try branch("\(other), \(one), { name: 'x+', skills: ['a'] }")
    let (text, json) = try Self.answer("--config", base, "--replications", "12")
    let (_, with) = try Self.answer("--config", more, "--replications", "12")
    func late(_ json: [String: Any]) throws -> String {
      Self.percent(try #require((json["all"] as? [String: Any])?["late"] as? Double))
    }
    #expect(
      text.contains(
        "\(try late(json)) % → \(try late(with)) % in all"), "\(text)"
    )
  }

  @Test(.thorough) func `says of what more stock would keep, by what a branch that has it shows`()
    throws
  {
    let juice = Repository.root.appending(path: "docs/Examples/juice-bar.json5").path
    let days = ["--config", juice, "--replications", "20", "--lang", "en"]
    let (text, json) = try Self.answer(days)
    let sentence =
      #/([0-9]+) in place of 10 ([a-z]+) in stock: lost [^<]*, ([0-9.]+) % → ([0-9.]+) % in all/#
    let found = try #require(text.firstMatch(of: sentence), "\(text)")
    #expect(!text.contains("strawberry juice 100.0 % → 100.0 %"), "\(text)")
    func lost(_ json: [String: Any]) throws -> String {
      Self.percent(try #require((json["all"] as? [String: Any])?["lost"] as? Double))
    }
    let item = try #require(["mangos": "망고", "strawberries": "딸기"][found.2])
    let (_, with) = try Self.answer(days + ["--set", "stock.\(item).count=\(found.1)"])
    #expect(try (lost(json), lost(with)) == (String(found.3), String(found.4)))
    // Twice as much would be enough for one strawberry juice a day: as many as nearly every day needs are tried.
    #expect(item == "딸기" && found.1 == "146", "\(text)")
  }

  @Test func `names the hours in which nobody is called`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ opens: '09:00', closes: '17:00', policy: 'shared-pool', services: ["
        + "{ name: 'a', time: 60, target: 600, arrivals: { poisson: { rate: '20/h' } } },"
        + "{ name: 'b', time: 300, target: 600, arrivals: { poisson: { rate: '5/h' } } }], tellers: ["
        + "{ name: 'x', skills: ['a'] }, { name: 'y', skills: ['b'], shifts: [['09:00', '13:00']] }] }"
    )
    let (text, _) = try Self.answer("--config", file.path, "--replications", "20")
    #expect(
      text.contains(
        "For b it is worst at 13:00–17:00: at 13:00–13:30 100.0 % are late and nobody is called."),
      "\(text)")
    // Where others are there and could, it is the policy that keeps them.
    let split = try folder.file(
      "s.json5",
      "{ opens: '09:00', closes: '17:00', policy: 'fixed-split', options: { tellers: { a: 1, b: 1 } }, services: ["
        + "{ name: 'a', time: 60, target: 600, arrivals: { poisson: { rate: '20/h' } } },"
        + "{ name: 'b', time: 300, target: 600, arrivals: { poisson: { rate: '5/h' } } }], tellers: ["
        + "{ name: 'x' }, { name: 'y', shifts: [['09:00', '12:00'], ['13:00', '17:00']] }] }"
    )
    let (kept, _) = try Self.answer("--config", split.path, "--replications", "20")
    #expect(
      kept.contains(
        #/Under fixed-split nobody who serves b is there at 12:[03]0–1[23]:[03]0, though x could\./#
      ),
      "\(kept)")
    #expect(!kept.contains("By their hours"), "\(kept)")
    // A bar for each half-hour stands beside it, as high as the share late.
    for (bar, share) in [("12:00 b: late ", 0.0), ("13:00 b: late ", 100), ("16:30 b: late ", 100)]
    {
      let told = try #require(text.split(separator: bar).dropFirst().first?.prefix { $0 != "%" })
      let late = try #require(Double(told.split(separator: " ")[0]))
      #expect(share == 100 ? late == 100 : late < 20, "\(bar)\(late)")
    }
    let plain = try folder.file(
      "p.json5",
      "{ opens: '09:00', closes: '11:00', tellers: 1, policy: 'shared-pool', services: [{ name: 'a',"
        + " time: 60, arrivals: { poisson: { rate: '20/h' } } }] }")
    let (none, _) = try Self.answer("--config", plain.path, "--replications", "5")
    #expect(!none.contains("<svg"), "without a target nobody is late")
  }

  @Test(.thorough)
  func `of the clinic names the break, the height, the one day and the worse policy`() throws {
    let folder = try Folder()
    let clinic = Repository.root.appending(path: "docs/Examples/clinic.json5").path
    func page(_ words: String...) throws -> String {
      let path = folder.path("r.html")
      _ = try Tool.run(words + ["--config", clinic, "--report", path])
      return try String(contentsOfFile: path, encoding: .utf8)
        .replacingOccurrences(of: "<span class=\"whole\">", with: "")
        .replacingOccurrences(of: "</span>", with: "")
        .replacingOccurrences(of: "\u{a0}", with: " ")
    }
    let many = try page("simulate", "--replications", "40")
    #expect(many.contains("who are away then: Dr Eom (13:30–14:30)."))
    #expect(many.contains("Busy while there: Dr Do"))
    #expect(
      many.contains("On these days the line was longest at ")
        && many.contains("; nearly as long at "))
    // What --until ends is no evening.
    let until = try Tool.run(
      "simulate", "--config", clinic, "--until", "22:00", "--replications", "5")
    #expect(!until.errors.contains("after closing"), "\(until.errors)")
    let cut = try page("simulate", "--until", "22:00", "--replications", "5")
    #expect(!cut.contains("after closing"))
    let one = try page("simulate", "--replications", "1")
    #expect(
      one.contains(
        "On this day it was worst for doctor at 12:30–14:30: at 13:30–14:00, when the most late clients came, 87.5 % were late.</p>"
      ))
    // A phone shows the rest of it to who asks.
    #expect(
      one.contains(
        "<details class=\"more\"><summary>More</summary><p>Those who came then and were served had waited 34.0 min; of all who came at those times 20.0 % were not served."
      ))
    #expect(one.contains("On this day more than 20 % were late for doctor: 12:30–14:30"))
    let both = try page(
      "compare", "--replications", "10", "--policies", "shared-pool,fixed-split")
    #expect(
      both.contains(#/fixed-split: mean wait 3\.[0-9] → 1[0-9]\.[0-9] min, doctor [0-9.]+ → /#))
    // Of all who came, and not of those served alone.
    #expect(both.contains(#/under shared-pool, 7[0-9] % under fixed-split/#))
  }

  /// Who came less than a target before the end may have been late yet.
  @Test func `does not judge times after which the days were stopped`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ opens: '09:00', closes: '12:00', tellers: 2, policy: 'shared-pool', services: [{ name: 'a', target: 1800,"
        + " time: { exponential: { mean: 180 } }, arrivals: { poisson: { rate: '38/h' } } }] }")
    func page(_ words: String...) throws -> String {
      let path = folder.path("r.html")
      _ = try Tool.run(
        ["simulate", "--config", file.path, "--replications", "10", "--report", path] + words)
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    let (whole, stopped) = (try page(), try page("--until", "150min"))
    #expect(whole.contains("<h3>At no time are more than 20\u{a0}% late</h3>"))
    #expect(stopped.contains("<h3>At no time of which it is known are more than 20\u{a0}% late;"))
    #expect(whole.contains("class=\"first\"") && !stopped.contains("class=\"first\""))
  }

  @Test func `says nothing of the whole day where hardly a time of it can be judged`() throws {
    let folder = try Folder()
    // Ten an hour, and a break of an hour: of few days only some half-hours have twenty clients.
    let file = try folder.file(
      "c.json5",
      "{ opens: '09:00', closes: '12:00', policy: 'shared-pool', services: [{ name: 'b', target: 600,"
        + " time: { empirical: { values: [60, 7200], weights: [0.98, 0.02] } },"
        + " arrivals: { poisson: { rate: '10/h' } } }],"
        + " tellers: [{ name: 'y', breaks: [['10:00', '11:00']] }] }")
    let (text, _) = try Self.answer("--config", file.path, "--replications", "3")
    #expect(!text.contains("late all day"), "\(text)")
  }

  @Test func `says what stays too late, and finds help where nobody comes on some day`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ closes: 80, policy: 'shared-pool', services: ["
        + "{ name: 'a', time: 30, target: 10, arrivals: { poisson: { rate: 0.03 } } },"
        + "{ name: 'b', time: 30, target: 10, arrivals: { poisson: { rate: 0.02 } } }],"
        + " tellers: [{ name: 'x', skills: ['a'] }, { name: 'y', skills: ['b'] }] }")
    let (text, json) = try Self.answer("--config", file.path, "--replications", "80")
    #expect(json["replications"] as? Int == 80)
    #expect(
      text.contains(#/one more teller like x \(a\): late [^;]*; still too late: b [0-9.]+ %/#),
      "\(text)")
    let days = try Tool.run(
      "simulate", "--config", file.path, "--replications", "80", "--days-out", "-")
    #expect(
      days.output.split(separator: "\n").contains { $0.contains(#/^[0-9]+,all,0,/#) },
      "\(days.output.prefix(300)) \(days.errors)")
  }

  @Test func `finds help where one service has no target, for those that have one`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ closes: 1200, policy: 'shared-pool', tellers: 2, services: ["
        + "{ name: 'a', time: { exponential: { mean: 3 } }, target: 3, arrivals: { poisson: { rate: 0.4 } } },"
        + "{ name: 'b', time: { exponential: { mean: 3 } }, arrivals: { poisson: { rate: 0.15 } } }] }"
    )
    let (text, _) = try Self.answer("--config", file.path, "--replications", "12")
    #expect(text.contains("figures are of all with a target"), "\(text)")
    #expect(text.contains("one more teller: late "), "\(text)")
  }

  /// Deposits fill the branch, loans can wait: what helps the one is paid by the other.
  private static let priced =
    "{ opens: '09:00', closes: '17:00', policy: 'shared-pool', services: ["
    + "{ name: 'deposit', target: '5min', time: { gamma: { shape: 3, mean: '4min' } },"
    + " arrivals: { poisson: { rate: '40/h' } }, patience: { exponential: { mean: '1h' } } },"
    + "{ name: 'loan', target: '10min', time: { gamma: { shape: 3, mean: '12min' } },"
    + " arrivals: { poisson: { rate: '8/h' } } }],"
    + " tellers: [{ name: 'Kim', skills: ['deposit'] }, { name: 'Lee' }, { name: 'Park' }] }"

  /// Deposits fill the branch, loans can wait: skills first serves the quick ones for ever.
  @Test func `tells what helps at the price of others last, and that it is not enough`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      Self.priced)
    let (text, _) = try Self.answer("--config", file.path, "--replications", "20")
    #expect(text.contains("<p>Nothing that was tried is enough by itself.</p>"), "\(text)")
    #expect(text.contains("; what makes others worse comes last."), "\(text)")
    let dear = try #require(text.firstRange(of: "• the policy "))
    let cheap = try #require(text.firstRange(of: "• one more teller"))
    #expect(cheap.lowerBound < dear.lowerBound, "\(text)")
    #expect(text[dear.lowerBound...].contains(#/the branch is empty [0-9hmin ]+ later/#), "\(text)")
    #expect(text.contains(#/still too late: [^<]*loan [0-9.]+ %/#), "\(text)")
  }

  @Test(.thorough) func `draws what each change would do, surely or perhaps`() throws {
    let folder = try Folder()
    let path = folder.path("r.html")
    let clinic = Repository.root.appending(path: "docs/Examples/clinic.json5").path
    _ = try Tool.run("simulate", "--config", clinic, "--replications", "20", "--report", path)
    let page = try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: "\u{a0}", with: " ")
    #expect(page.contains("<h2>What would help</h2>"))
    // Who goes on to a doctor waits twice.
    #expect(page.contains("mean wait at each step") && !page.contains("mean wait of those served"))
    let rows = page.split(separator: "<tr>").filter { $0.contains("these days cannot tell</td>") }
    #expect(rows.contains { $0.contains("'s break at") })
    // Not everybody can be had: another doctor helps nearly as much, and who registers somewhat less.
    for other in ["Dr Do, with the break at ", "Bae, with the break at "] {
      #expect(page.contains("• <b>one more teller like \(other)"), "\(other)")
      #expect(
        page.split(separator: "<tr>").contains {
          $0.contains("like \(other)") && $0.contains("surely helps</td>")
        })
    }
    #expect(
      page.contains(
        "Of each the best is told (of tellers with other skills some that do at least half as much, too)"
      ))
    #expect(
      page.contains(
        #/one more teller like Dr Eom[^<]*: [0-9.]+ % → [0-9.]+ % \([0-9.]+–[0-9.]+ %\), surely helps/#
      ))
    // A change that costs nothing is told of at the beginning, too, also of one who cannot serve what is latest.
    #expect(page.contains("• <b>Choi's break at"))
    #expect(page.contains("--replications</span> would tell): <b>the policy "))
    // What others pay for has its own verdict, and the title says so.
    let priced = try folder.file("priced.json5", Self.priced)
    _ = try Tool.run(
      "simulate", "--config", priced.path, "--replications", "20", "--report", path)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8).contains("<td>helps, but others pay</td>"))
    // Whoever is no longer turned away waits, too, and pays nothing by that.
    let juice = Repository.root.appending(path: "docs/Examples/juice-bar.json5").path
    _ = try Tool.run("simulate", "--config", juice, "--replications", "20", "--report", path)
    let bar = try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: "\u{a0}", with: " ")
    #expect(bar.contains(#/strawberries in stock: all lost 40.0 % → 17.1 ± [0-9.]+ %<\/h3>/#))
  }

  /// Arrivals that end make a day, though no hours are given.
  @Test func `of arrivals that end has the day by time`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "rush.json5",
      "{ tellers: 2, policy: 'shared-pool', services: [{ name: 'a', target: '5min',"
        + " time: { exponential: { mean: '3min' } }, arrivals: { poisson: { rates:"
        + " [[0, '10/h'], ['1h', '60/h'], ['2h', '10/h'], ['4h', 0]] } } }] }")
    let (text, _) = try Self.answer("--config", file.path, "--replications", "20")
    #expect(text.contains(#/For a it is worst at [0-9]+–[0-9]+ s/#), "\(text)")
  }

  @Test func `counts the hand-over of a fast teller as long as anybody's`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ opens: '09:00', closes: '17:00', policy: 'shared-pool', handover: '1min', services: [{"
        + " name: 'a', target: '5min', time: '2min', arrivals: { poisson: { rate: '54/h' } } }],"
        + " tellers: [{ name: 'x', speed: 1.5 }, { name: 'y', speed: 1.5 }] }")
    let page = folder.url.appending(path: "page.html").path
    let done = try Tool.run(
      "simulate", "--config", file.path, "--replications", "20", "--report", page)
    #expect(done.status == 0, "\(done.errors)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("More work comes than there are tellers for: "))
  }

  @Test(.thorough) func `says who fares worse for what helps the others`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ closes: 1200, policy: 'reservation', services: ["
        + "{ name: 'a', time: { exponential: { mean: 3 } }, target: 3, arrivals: { poisson: { rate: 0.6 } } },"
        + "{ name: 'b', time: { exponential: { mean: 3 } }, target: 3, arrivals: { poisson: { rate: 0.1 } } }] }"
    )
    let (text, _) = try Self.answer("--config", file.path, "--replications", "12")
    let sentence = #/the policy [a-z-]+ \([^:]*\): late [^;]*; worse for it: b [0-9.]+ % → /#
    #expect(text.contains(sentence), "\(text)")
    #expect(text.contains("one more teller: late "), "\(text)")
  }

  @Test func `offers a teller of each shift, and of equal skills the one of middle speed`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ opens: '09:00', closes: '17:00', policy: 'shared-pool', services: [{ name: 'a', target: '5min',"
        + " time: '5min', arrivals: { poisson: { rates: [['09:00', '2/h'], ['13:00', '36/h']] } } }],"
        + " tellers: [{ name: 'early', shifts: [['09:00', '13:00']] },"
        + " { name: 'slow', speed: 0.9, shifts: [['13:00', '18:00']] },"
        + " { name: 'late', shifts: [['13:00', '18:00']] },"
        + " { name: 'fast', speed: 1.1, shifts: [['13:00', '18:00']] }] }")
    let (text, _) = try Self.answer("--config", file.path, "--replications", "12")
    let late = "one more teller like late, with the same hours, 13:00–18:00: "
    #expect(text.contains(late), "\(text)")
  }

  @Test func `speaks of no wait where nobody has been served`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ tellers: 1, policy: 'shared-pool', services: [{ name: 'a', time: 100, arrivals: { times: [0, 1, 2] } }] }"
    )
    let (text, _) = try Self.answer("--config", file.path, "--until", "50")
    #expect(text.contains("Nobody has been served, so there is no wait to speak of."), "\(text)")
    #expect(!text.contains("0.00 s"))
  }

  @Test func `ends its day when the run does`() throws {
    let (_, json) = try Self.answer(
      "--config", Self.clinic, "--replications", "2", "--until", "12:00")
    let stretches = try #require(json["byTime"] as? [[String: Any]])
    #expect(stretches.count == 18, "09:00 to 12:00, every ten minutes")
  }

  @Test func `says nothing of those for whom no target is set, but how long they wait`() throws {
    let folder = try Folder()
    func answer(_ config: String, _ words: String...) throws -> String {
      let file = try folder.file("branch.json5", config)
      let page = folder.url.appending(path: "page.html")
      let done = try Tool.run(
        ["simulate", "--config", file.path, "--report", page.path, "--replications", "20"] + words)
      #expect(done.status == 0, "\(done.errors)")
      return try String(contentsOf: page, encoding: .utf8)
    }
    let page = try answer(
      "{ closes: 7200, policy: 'fixed-split', tellers: 2, services: [{ name: 'a', time: 10, target: 600,"
        + " arrivals: { poisson: { rate: 0.02 } } }, { name: 'b', time: 100, arrivals: { poisson: { rate: 0.012 } } }] }"
    )
    #expect(page.contains("The targets are kept: of every service that has one at most 5"))
    #expect(page.contains("Without a target, by mean wait: b ("))
    #expect(!page.contains("All is well"))
    // Who finds every teller busy is turned away, and has not waited.
    let full = try answer(
      "{ closes: 7200, policy: 'shared-pool', tellers: 1, limit: 0, services: [{ name: 'a', time: 100,"
        + " target: 600, arrivals: { poisson: { rate: 0.02 } } }] }")
    #expect(full.contains("Too many for a leave unserved: "))
    #expect(!full.contains("are too long"))
  }

  /// What a log calls things is written to terminals.
  @Test func `of a record tells a terminal nothing`() throws {
    let folder = try Folder()
    let log = try folder.file(
      "log.csv",
      "arrival,start,end,service,teller,outcome\n0,1,2000,a,Kim,served\n5,2000,2100,a,Kim,odd\u{1B}]0;x\u{7}\n"
    )
    for command in ["replay", "fit"] {
      let done = try Tool.run([command, "--log", log.path])
      #expect(!(done.output + done.errors).contains("\u{1B}"), "\(done)")
    }
  }

  @Test func `of a record has its classes beside those of each policy`() throws {
    let folder = try Folder()
    // Everybody is served, so each class has under the policy as many as in the record.
    let rows = (0..<60).map { number in
      let class_ = number < 10 ? 2 : number < 30 ? 1 : 0
      return "\(number * 20),\(number * 20),\(number * 20 + 5),a,Kim,\(class_)"
    }
    let log = try folder.file(
      "log.csv",
      (["arrival,start,end,service,teller,priority"] + rows).joined(separator: "\n"))
    let done = try Tool.run("replay", "--log", log.path, "--handover", "0")
    #expect(done.status == 0, "\(done.errors)")
    for (name, count) in [("class 2", 10), ("class 1", 20), ("class 0", 30)] {
      let served = done.output.split(separator: "\n").filter { $0.hasPrefix(name) }
        .map { $0.split(whereSeparator: { $0 == " " }).compactMap { Int($0) }.dropFirst().first }
      #expect(served == [count, count], "\(done.output)")
    }
  }

  /// What helps all most is not what helps the few who fare worst, or those of whom no target speaks.
  @Test(.thorough) func `names what helps the service that fares worst, too`() throws {
    let folder = try Folder()
    func branch(_ name: String, _ deposit: String, _ loan: String) throws -> String {
      let tellers = ["deposit", "deposit", "deposit", "loan"].enumerated()
        .map { "{ name: 'T\($0)', skills: ['\($1)'] }" }.joined(separator: ", ")
      return try folder.file(
        "\(name).json5",
        "{ opens: '09:00', closes: '17:00', unit: 'min', policy: 'shared-pool', tellers: [\(tellers)], services: ["
          + "{ name: 'deposit', time: { exponential: { mean: '2min' } }, \(deposit) },"
          + "{ name: 'loan', time: { exponential: { mean: '30min' } }, \(loan) }] }"
      ).path
    }
    let rare = try branch(
      "rare", "target: '5min', arrivals: { poisson: { rate: '80/h' } }",
      "target: '10min', arrivals: { poisson: { rate: '1.2/h' } }")
    let (late, _) = try Self.answer("--config", rare, "--replications", "10")
    #expect(late.contains("Waits for loan are too long"), "\(late)")
    // What does more than twice as much for all comes first, though the answer begins with the other service.
    let loan = try #require(late.firstRange(of: "• one more teller like T3 (loan): late loan "))
    let deposit = try #require(late.firstRange(of: "• one more teller like T0 (deposit): late "))
    #expect(deposit.lowerBound < loan.lowerBound, "\(late)")
    #expect(
      late.contains(
        "the other policies, a late service by those who are free for a tenth of their time and one more teller of each kind, each by itself. Of each the best is told; figures are of all"
      ))
    let free = try branch(
      "free", "target: '10min', arrivals: { poisson: { rate: '60/h' } }",
      "arrivals: { poisson: { rate: '3/h' } }")
    let (waits, _) = try Self.answer("--config", free, "--replications", "10")
    #expect(waits.contains("The targets are kept"), "\(waits)")
    #expect(waits.contains("• one more teller like T3 (loan): mean wait "), "\(waits)")
  }

  /// Of all clients waits are shortest under a policy that makes more of one service late than its target allows.
  @Test func `names no help by which a target is missed that is kept`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "kept.json5",
      "{ opens: '09:00', closes: '12:00', unit: 'min', policy: 'fixed-split', tellers: 3, services: ["
        + "{ name: 'a', time: '3min', arrivals: { poisson: { rate: '0.3/min' } }, target: '3min' },"
        + "{ name: 'b', time: '3min', arrivals: { poisson: { rate: '0.2/min' } }, target: '30min' }] }"
    )
    let (text, _) = try Self.answer("--config", file.path, "--replications", "15")
    #expect(text.contains("All is well"), "\(text)")
    #expect(text.contains("• the policy ") && !text.contains("worse for it"), "\(text)")
    // A split that nobody gave is another one of four.
    #expect(text.contains("• one more teller: mean wait "), "\(text)")
  }

  /// A wait is that of those who are called: where nearly all leave before, it is nobody else's.
  @Test func `says of the worst hours who leaves, and whose the wait is`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "away.json5",
      "{ opens: '09:00', closes: '13:00', unit: 'min', policy: 'shared-pool', services: [{ name: 'a', time: '5min',"
        + " target: '10min', patience: { exponential: { mean: '15min' } }, arrivals: { poisson: { rate: '14/h' } } }],"
        + " tellers: [{ name: '1', shifts: [['11:00', '13:00']] }] }")
    let (text, _) = try Self.answer("--config", file.path, "--replications", "20")
    #expect(text.contains(#/f all who come at those times [0-9.]+ % are not served/#), "\(text)")
    #expect(
      !text.contains("hose who come wait") && !text.contains("hose who come then wait"), "\(text)")
    let crowd = try folder.file(
      "crowd.json5",
      "{ opens: '09:00', closes: '13:00', unit: 'min', policy: 'shared-pool', services: [{ name: 'a', time: '5min',"
        + " target: '10min', patience: { exponential: { mean: '15min' } }, arrivals:"
        + " { poisson: { rates: [['09:00', '5/h'], ['10:00', '30/h'], ['11:00', '5/h']] } } }], tellers: 1 }"
    )
    let (then, _) = try Self.answer("--config", crowd.path, "--replications", "20")
    #expect(then.contains("hose who come then and are served have waited"), "\(then)")
  }

  @Test func `gives no interval to a share that never differed`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "calm.json5",
      "{ services: [{ name: 'a', time: { exponential: { mean: 10 } }, target: 3000,"
        + " arrivals: { poisson: { rate: 0.1 } } }], tellers: 2, policy: 'shared-pool' }")
    let same = try Tool.run(
      "compare", "--config", file.path, "--policies", "shared-pool,two-choices", "--clients", "50",
      "--replications", "6", "--json")
    #expect(same.status == 0, "\(same.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(same.output.utf8)) as? [String: Any]
    let differences = try #require(json?["differences"] as? [[String: Any]])
    func all(_ metric: String) throws -> [String: Any] {
      try #require(
        differences.first { $0["metric"] as? String == metric && $0["service"] as? String == "all" }
      )
    }
    let late = try all("late")
    #expect(late["difference"] as? Double == 0 && late["halfWidth"] is NSNull, "\(late)")
    #expect(try all("wait.mean")["halfWidth"] is NSNumber)
  }
}
