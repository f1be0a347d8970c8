import Foundation
import Testing

@Suite struct `The first screen of a report` {
  private func answer(_ tellers: Int) throws -> String {
    let folder = try Folder()
    let file = try folder.file(
      "day.json5",
      "{ opens: '09:00', closes: '12:00', unit: 'min', policy: 'shared-pool', tellers: \(tellers), services: ["
        + "{ name: 'a', time: { exponential: { mean: '3min' } }, target: '5min', arrivals: { poisson: { rates: [['09:00', '10/h'], ['10:00', '50/h'], ['11:00', '10/h']] } } }] }"
    )
    return try `A report's answer`.answer("--config", file.path, "--replications", "20").text
  }

  @Test func `says what is worst, who is free then and what helps, in rows`() throws {
    let text = try answer(2)
    let rows = text.split(separator: "<dt>").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(rows.first == "Worst" && rows.contains("Staff then"), "\(rows)")
    #expect(rows.contains("What helps") && Set(rows).count == rows.count, "\(rows)")
    #expect(text.contains("• one more teller"), "\(text)")
    #expect(!text.contains("Nothing has to change"))
  }

  @Test func `has nothing to change where all is well`() throws {
    let text = try answer(5)
    #expect(text.contains("All is well: "), "\(text)")
    #expect(text.contains("<dt>What helps</dt><dd><p>Nothing has to change."), "\(text)")
    #expect(!text.contains("may be chance") && !text.contains("may tell"), "\(text)")
  }

  /// What the policy keeps tellers from is not in the picture of work.
  @Test(arguments: ["fixed-split", "shared-pool"])
  func `counts tellers for what they do, where a policy keeps some`(policy: String)
    throws
  {
    let folder = try Folder()
    let service = "time: { exponential: { mean: '4min' } }, arrivals: { poisson: { rate: '12/h' } }"
    let file = try folder.file(
      "day.json5",
      "{ opens: '09:00', closes: '11:00', policy: '\(policy)', tellers: 2, services: [{ name: 'a', \(service) }, { name: 'b', \(service) }] }"
    )
    let page = folder.path("r.html")
    let done = try Tool.run(
      "simulate", "--config", file.path, "--replications", "10", "--report", page)
    #expect(done.status == 0, "\(done.errors)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("Tellers count for what they do under") == (policy == "fixed-split"))
  }

  private func page(_ command: String, _ config: String, _ words: String...) throws -> String {
    let folder = try Folder()
    let file = try folder.file("day.json5", config)
    let path = folder.path("r.html")
    _ = try Tool.run(
      [command, "--config", file.path, "--lang", "en", "--report", path] + words)
    return try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: "<span class=\"whole\">", with: "")
      .replacingOccurrences(of: "</span>", with: "")
      .replacingOccurrences(of: "\u{a0}", with: " ")
  }

  /// A teller who can do what is short, and hardly ever does, is kept from it.
  @Test func `names who does what is short, and whom the policy keeps from it`() throws {
    let rare = "time: 60, target: 300, arrivals: { poisson: { rate: '6/h' } }"
    let branch =
      "{ opens: '09:00', closes: '12:00', tellers: 3, policy: 'fixed-split', options: { tellers: { a: 1, b: 1, c: 1 } },"
      + " services: [{ name: 'a', time: 600, target: 600, arrivals: { poisson: { rates: [['09:00', '2/h'], ['10:00', '14/h'], ['11:00', '1/h']] } } }, { name: 'b', \(rare) }, { name: 'c', \(rare) }] }"
    let text = try page("simulate", branch, "--replications", "60")
    let staff = try #require(text.firstMatch(of: #/<dt>Staff then.{0,400}/#)?.output)
    #expect(
      staff.contains("are busy then: teller 1") && !staff.contains("are busy then: teller 2"),
      "\(staff)")
    #expect(
      staff.contains("kept by fixed-split for something else: teller"), "\(staff)")
    // One more is one whom the split has to count.
    let more = try #require(
      text.firstRange(of: "one more teller, and 2 tellers kept for a (tellers.a: 2,"))
    let tiles = try #require(text.firstRange(of: "<ul class=\"tiles\""))
    #expect(more.lowerBound < tiles.lowerBound)
    // With four tellers that split is none: a sweep says what it did not run.
    let sweep = try page(
      "sweep", branch, "--vary", "tellers=3,4", "--policies", "fixed-split,shared-pool",
      "--replications", "3")
    #expect(sweep.contains("not run: "))
  }

  /// Of ten minutes named, those as high between and after them are worst too.
  @Test(.thorough) func `names every time that is as bad as one it names`() throws {
    let shifts = Repository.root.appending(path: "docs/Examples/shifts.json5")
    let text = try page(
      "simulate", String(contentsOf: shifts, encoding: .utf8), "--replications", "20")
    #expect(text.contains("it is worst at 70–150 min, 220–240 min"), "\(text.prefix(5000))")
  }

  /// Late at many times, of which none stands out: who is there then is told even so.
  @Test func `says when many are late though no time is clearly the worst, and who is there`()
    throws
  {
    func service(_ name: String, _ target: Int, _ rate: Int, _ time: String) -> String {
      "{ name: '\(name)', target: '\(target)min', time: \(time), arrivals: { poisson: { rate: '\(rate)/h' } } }"
    }
    let services = [
      service("savings", 6, 6, "{ lognormal: { mean: '6min', sd: '4min' } }"),
      service("insurance", 10, 2, "{ gamma: { shape: 2, mean: '15min' } }"),
    ]
    let text = try page(
      "simulate",
      "{ opens: '09:00', closes: '18:00', unit: 'min', policy: 'shared-pool', tellers: [{ name: 'x', breaks: [['12:30', '13:30']] }],"
        + " services: [\(services.joined(separator: ", "))] }", "--replications", "20", "--seed",
      "1")
    #expect(
      text.contains(
        "More than 20 % of those who come for savings are late at 09:30–14:30, 15:00–16:00; the highest share is that at 12:30–13:00, 100.0 %, and others may be as bad."
      ), "\(text.prefix(6000))")
    #expect(text.contains("Tellers for savings who are away at 09:30–14:30: x (12:30–13:30)."))
  }

  /// Hardly anybody comes between two times that are bad, and is as late.
  @Test func `leaves no hole where few come between two bad times`() throws {
    let text = try page(
      "simulate",
      "{ opens: '09:00', closes: '13:00', unit: 'min', tellers: 1, policy: 'shared-pool', services: [{ name: 'a', time: 180, target: 600,"
        + " arrivals: { poisson: { rates: [['09:00', '6/h'], ['10:00', '60/h'], ['10:30', '2.4/h'], ['11:00', '16/h'], ['11:30', '6/h']] } } }] }",
      "--replications", "20")
    #expect(text.contains("it is worst at 10:10–11:10"), "\(text.prefix(6000))")
  }

  /// One an hour comes before anybody is there, and forty-five in the evening, when one of two has gone home.
  @Test func `is worst when people come, not when hardly anybody does`() throws {
    let text = try page(
      "simulate",
      "{ opens: '08:00', closes: '18:00', unit: 'min', policy: 'shared-pool', tellers: [{ name: 'x', shifts: [['09:30', '18:00']] },"
        + " { name: 'y', shifts: [['09:30', '16:30']] }], services: [{ name: 'a', time: { exponential: { mean: '2min' } }, target: '5min',"
        + " arrivals: { poisson: { rates: [['08:00', '2/h'], ['09:30', '5/h'], ['15:00', '30/h'], ['16:30', '29/h']] } } }] }",
      "--replications", "40")
    #expect(text.contains(#/it is worst at 1[67]:[03]0–1[78]:[03]0/#), "\(text.prefix(6000))")
  }

  /// A seventh of all come before anybody is kept for them, a sixth as many in each half-hour as later.
  @Test func `is worst when all are late, though more come later`() throws {
    let text = try page(
      "simulate",
      "{ opens: '09:00', closes: '15:00', policy: 'fixed-split', options: { tellers: { a: 1, b: 1 } }, tellers: [{ name: 'x' },"
        + " { name: 'y', shifts: [['12:00', '16:00']] }], services: ["
        + "{ name: 'a', time: { exponential: { mean: 120 } }, target: '5min', arrivals: { poisson: { rate: '6/h' } } },"
        + "{ name: 'b', time: { exponential: { mean: 60 } }, target: '5min',"
        + " arrivals: { poisson: { rates: [['09:00', '4/h'], ['12:00', '24/h']] } } }] }",
      "--replications", "30")
    #expect(
      text.contains(#/For b it is worst at 09:[0-9]{2}–1[12]:[0-9]{2}/#), "\(text.prefix(6000))")
  }

  /// Before noon nobody can do it, and nearly all leave; those few who are served then say little.
  @Test func `without targets is worst when most leave, where many do`() throws {
    let text = try page(
      "simulate",
      "{ opens: '10:00', closes: '19:00', policy: 'shared-pool', tellers: [{ name: 'Iris', skills: ['loans'] },"
        + " { name: 'Tom', shifts: [['12:00', '19:00']], breaks: [['15:00', '15:30']] }], services: ["
        + "{ name: 'loans', time: { exponential: { mean: 120 } }, arrivals: { poisson: { rate: '18/h' } } },"
        + "{ name: 'advice', time: { exponential: { mean: 540 } }, patience: { exponential: { mean: '40min' } },"
        + " arrivals: { poisson: { rates: [['10:00', '2/h'], ['15:00', '4/h']] } } }] }",
      "--replications", "40")
    #expect(
      text.contains(
        #/For advice it is worst at 10:00–1[01]:[03]0: at 10:00–10:30 [^.]*\.?[0-9]* .*leave unserved/#
      ),
      "\(text.prefix(6000))")
  }

  /// No target says who is late, and most leave where nobody is there for half an hour.
  @Test(.thorough) func `without targets speaks of the service that loses most`() throws {
    func service(_ name: String, _ time: Int, _ rates: String, _ patience: Int) -> String {
      "{ name: '\(name)', time: { exponential: { mean: '\(time)min' } }, patience: { exponential: { mean: '\(patience)min' } },"
        + " arrivals: { poisson: { rates: [\(rates)] } } }"
    }
    let rates = "['09:00', '10/h'], ['11:00', '24/h'], ['13:00', '14/h'], ['15:00', '28/h']"
    let services = [service("till", 2, rates, 12), service("advice", 12, "['09:00', '4/h']", 40)]
    let text = try page(
      "simulate",
      "{ opens: '09:00', closes: '17:00', unit: 'min', policy: 'shared-pool', services: [\(services.joined(separator: ", "))],"
        + " tellers: [{ name: 'Rosa', skills: ['till'], breaks: [['15:00', '15:30']] }, { name: 'Lin', skills: ['advice'], breaks: [['12:00', '12:30']] }] }",
      "--replications", "20")
    #expect(text.contains("For till it is worst at 15:00–15:30"), "\(text.prefix(6000))")
  }

  /// A break of an hour, and two items that run out.
  @Test(.thorough)
  func `says for how long nobody is there, and who is turned away for each service`() throws {
    let away = try page(
      "simulate",
      "{ opens: '09:00', closes: '15:00', policy: 'shared-pool', tellers: [{ name: 'x', breaks: [['12:00', '13:00']] }],"
        + " services: [{ name: 'a', time: 240, target: 600, arrivals: { poisson: { rate: '10/h' } } }] }",
      "--replications", "20")
    #expect(away.contains("is there at 12:00–13:00"), "\(away.prefix(6000))")
    func juice(_ name: String) -> String {
      "{ name: '\(name)', time: 30, target: 300, needs: { \(name)s: 1 }, arrivals: { poisson: { rate: '20/h' } } }"
    }
    let stock = try page(
      "simulate",
      "{ opens: '09:00', closes: '13:00', policy: 'shared-pool', tellers: 2, stock: { kiwis: 40, plums: 50 },"
        + " services: [\(juice("kiwi")), \(juice("plum"))] }", "--replications", "20")
    #expect(
      stock.contains(#/Too many for kiwi leave unserved: .*Too many for plum \([0-9.]+ %\) leave/#)
        && !stock.contains("are too long"), "\(stock.prefix(4000))")
    #expect(stock.contains("Of other services many are turned away or late too: plum"))
    // Where stock is short, staff may well be idle.
    #expect(stock.contains(#/<dt>Staff then.{0,40}the tellers for kiwi are busy then: teller/#))
  }

  /// Of many services the latest is so by chance.
  @Test func `of many services says how many are surely late, and names none by chance`() throws {
    let services = (0..<8).map {
      "{ name: 's\($0)', time: { exponential: { mean: 120 } }, target: 60, arrivals: { poisson: { rate: '5/h' } } }"
    }.joined(separator: ", ")
    let text = try page(
      "simulate",
      "{ opens: '09:00', closes: '12:00', tellers: 1, policy: 'shared-pool', services: [\(services)] }",
      "--replications", "4")
    let answer = try #require(text.firstMatch(of: #/Waits for .{0,300}/#)?.output)
    #expect(answer.contains("services are too long") && answer.contains("surely"), "\(answer)")
    #expect(answer.contains("which of them are latest these days cannot tell"), "\(answer)")
  }

  /// What the answer names as the latest leads everything below, and not a rare one that waits about as long.
  @Test func `of many late services begins with one that it names`() throws {
    func service(_ name: String, _ target: Int, _ rate: Double) -> String {
      "{ name: '\(name)', time: { exponential: { mean: 120 } }, target: \(target), arrivals: { poisson: { rates: [['09:00', '\(rate)/h'], ['10:00', '\(2 * rate)/h'], ['11:00', '\(rate)/h']] } } }"
    }
    let services =
      [service("often", 60, 10), service("rare", 60, 0.7)]
      + (0..<4).map { service("s\($0)", 600, 3) }
    let text = try page(
      "simulate",
      "{ opens: '09:00', closes: '12:00', tellers: 1, policy: 'shared-pool', services: [\(services.joined(separator: ", "))] }",
      "--replications", "12", "--seed", "1")
    #expect(text.contains("of those for often surely more."), "\(text.prefix(4000))")
    let rows = try #require(text.firstMatch(of: #/<svg viewBox="0 0 344.*?<\/svg>/#)?.output)
    #expect(rows.firstMatch(of: #/>(often|rare|s\d)</#)?.output.1 == "often")
  }

  /// Two services of one colour would be taken for each other.
  @Test func `has a colour for sixteen services, and one for all others together`() throws {
    let services = (0..<18).map {
      "{ name: 's\($0)', time: 120, arrivals: { poisson: { rate: '2/h' } } }"
    }.joined(separator: ", ")
    let text = try page(
      "simulate",
      "{ opens: '09:00', closes: '12:00', tellers: 2, policy: 'shared-pool', services: [\(services)] }",
      "--replications", "3")
    let legend = try #require(
      text.firstMatch(
        of: #/What each teller did\..*?<ul class="legend">(.*?)<\/ul>/#.dotMatchesNewlines())
    ).1
    #expect(legend.contains("2 other services") && !legend.contains("s16"), "\(legend)")
    #expect(text.contains("slice s0"))
    // Until the branch closes, whoever comes last.
    let quiet = try page(
      "simulate",
      "{ opens: '09:00', closes: '12:00', tellers: 1, policy: 'shared-pool', services: [{ name: 'a', time: 60,"
        + " arrivals: { poisson: { rates: [['09:00', '20/h'], ['11:30', '0/h']] } } }] }",
      "--replications", "3")
    let lanes = try #require(
      quiet.firstMatch(of: #/What each teller did\..*?<svg.*?<\/svg>/#.dotMatchesNewlines()))
    #expect(lanes.0.contains(">12:00<"), "\(lanes.0)")
  }

  /// Of a day of a thousand clients the rest is not drawn; on a route one client joins several lines.
  @Test func `says until when a day is drawn, by clients and not by services`() throws {
    func day(_ rate: Int) -> String {
      "{ opens: '09:00', closes: '17:00', tellers: 9, policy: 'shared-pool', routes: [{ name: 'both', steps: ['a', 'b'] }],"
        + " services: [{ name: 'a', time: 60, arrivals: { poisson: { rate: '\(rate)/h' } } }, { name: 'b', time: 60 }] }"
    }
    #expect(!(try page("simulate", day(70), "--replications", "1")).contains("first 1000"))
    #expect(
      try page("simulate", day(180), "--replications", "1").contains(
        #/its first 1000 clients, until 1[3-6]:[0-9]{2}/#))
  }

  /// Who looks at the lanes wants to see what was there when it was worst.
  @Test func `draws the part of a long day that has its worst time, from shortly before it on`()
    throws
  {
    let lunch =
      "{ opens: '09:00', closes: '17:00', tellers: 9, policy: 'shared-pool', services: [{ name: 'a', target: 60,"
      + " time: { exponential: { mean: 100 } }, arrivals: { poisson: { rates: "
      + "[['09:00', '200/h'], ['14:00', '420/h'], ['15:00', '200/h']] } } }] }"
    let text = try page("simulate", lunch, "--replications", "8")
    #expect(text.contains(#/worst at [^.]*14:30–15:30/#))
    #expect(text.contains(#/the part with the worst time, [^0-9]*14:00–1[5-7]:[0-9]{2}/#))
    let lanes = try #require(
      text.firstMatch(of: #/What each teller did\..*?<svg.*?<\/svg>/#.dotMatchesNewlines()))
    #expect(!lanes.0.contains(">13:00<") && lanes.0.contains(">15:00<"), "\(lanes.0)")
    // No box begins left of the axis, though services do.
    let boxes = lanes.0.matches(of: #/(?:M|<rect x=")([0-9.]+)/#).compactMap { Double($0.1) }
    #expect(boxes.count > 100 && boxes.allSatisfy { $0 >= 19 }, "\(boxes.prefix(20))")
  }

  /// Their teller has a break at closing: those who are passed on then are all late, the few who are left of the day.
  @Test(.thorough)
  func `names a time at which the branch is open, and none at which the last are passed on`()
    throws
  {
    let text = try page(
      "simulate",
      "{ opens: '09:00', closes: '12:00', policy: 'shared-pool',"
        + " services: [{ name: 'a', time: { exponential: { mean: 300 } }, arrivals: { poisson: { rate: '24/h' } } },"
        + " { name: 'b', target: 60, time: { exponential: { mean: 60 } }, arrivals: { poisson: { rate: '25/h' } } }],"
        + " routes: [{ name: 'both', steps: ['a', 'b'], share: 0.5 }], tellers: [{ name: 'x', skills: ['a'] }, { name: 'y', skills: ['a'] },"
        + " { name: 'z', skills: ['b'], shifts: [['09:00', '12:00'], ['13:00', '16:00']] }] }",
      "--replications", "40")
    #expect(text.contains(#/highest share is that at [^0-9]*11:/#))
  }

  /// All are late all day: who is away is counted over all of it, and when nobody is there is known from the hours alone.
  @Test(.thorough) func `says who is away over a whole day, and when nobody is there`() throws {
    func service(_ name: String, _ target: String, _ mean: String, _ rates: String) -> String {
      "{ name: '\(name)', target: '\(target)', time: { exponential: { mean: '\(mean)' } }, arrivals: { poisson: { rates: [\(rates)] } } }"
    }
    let services = [
      service(
        "korean", "3min", "6min",
        "['09:00', '18/h'], ['13:00', '25/h'], ['16:00', '18/h'], ['19:00', '8/h']"),
      service("english", "30min", "10min", "['09:00', '3/h'], ['17:00', '8/h'], ['20:00', '3/h']"),
      service("vip", "30s", "12min", "['09:00', '1/h'], ['18:00', '3/h']"),
    ]
    let text = try page(
      "simulate",
      "{ opens: '09:00', closes: '21:00', unit: 'min', policy: 'skill-routing', services: [\(services.joined(separator: ","))], tellers: ["
        + "{ name: 'Seo', skills: ['korean'], shifts: [['09:00', '17:00']] }, { name: 'Yun', skills: ['korean', 'vip'], shifts: [['13:00', '21:00']] },"
        + " { name: 'Pia', skills: ['english'], shifts: [['09:00', '13:00'], ['17:00', '21:00']] },"
        + " { name: 'Max', skills: ['english', 'korean'], shifts: [['12:00', '20:00']] },"
        + " { name: 'Rho', breaks: [['12:30', '13:30']] }], handover: '30s' }",
      "--replications", "40")
    let plain = text.replacing(#/<[^>]*>/#, with: "")
    #expect(plain.contains("Those who come for vip are late all day"), "\(plain.prefix(4000))")
    #expect(plain.contains(#/Yun \(there from 13:00\)/#))
    #expect(plain.contains("By their hours nobody who can do vip is there at 12:30–13:00."))
  }

  @Test(.thorough) func `says which priority classes are late, where that differs`() throws {
    let text = try page(
      "simulate",
      "{ opens: '09:00', closes: '12:00', tellers: 1, policy: 'class-priority', services: [{ name: 'a', target: 300,"
        + " time: { exponential: { mean: 120 } }, arrivals: { poisson: { rate: '26/h' } }, priority: { \"0\": 0.7, \"1\": 0.3 } }] }",
      "--replications", "20")
    #expect(
      text.contains(#/Late by class: class 0 [0-9.]+ %, class 1 [0-9.]+ %/#), "\(text.prefix(4000))"
    )
    // Services differ more than classes, whose clients come for the same.
    let alike = try page(
      "simulate",
      "{ opens: '09:00', closes: '12:00', policy: 'class-priority', tellers: [{ name: 'x', skills: ['a'] }, { name: 'y', skills: ['b'] }], services: [{ name: 'a', target: 300,"
        + " time: { exponential: { mean: 120 } }, arrivals: { poisson: { rate: '27/h' } }, priority: { \"0\": 0.9, \"1\": 0.1 } },"
        + " { name: 'b', target: 600, time: 60, arrivals: { poisson: { rate: '2/h' } }, priority: { \"0\": 0.45, \"1\": 0.05 } }] }",
      "--replications", "20")
    #expect(alike.contains(#/Late by class: class 0 [0-9.]+ %, class 1 [0-9.]+ %/#))
    // Who comes urgently comes for what takes long, and is late for that.
    let mixed = try page(
      "simulate",
      "{ opens: '09:00', closes: '12:00', policy: 'shared-pool', tellers: [{ name: 'x', skills: ['a'] }, { name: 'y', skills: ['b'] }], services: [{ name: 'a', target: 300,"
        + " time: { exponential: { mean: 400 } }, arrivals: { poisson: { rate: '8/h' } }, priority: { \"0\": 0.5, \"1\": 0.5 } },"
        + " { name: 'b', target: 600, time: 60, arrivals: { poisson: { rate: '20/h' } } }] }",
      "--replications", "20")
    #expect(mixed.contains("Waits for a are too long") && !mixed.contains("Late by class"))
  }
}
