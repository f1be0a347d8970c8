import Foundation
import Testing

/// What a report advises where staff is plenty, stock is short, or hardly anything would be felt.
@Suite struct `Advice` {
  /// A branch with five who can do everything, and as many clients an hour as `rate`.
  private func branch(_ rate: Int, tellers: Int = 5) throws -> (folder: Folder, path: String) {
    let folder = try Folder()
    let file = try folder.file(
      "c.json5",
      "{ opens: '09:00', closes: '12:00', unit: 'min', policy: 'shared-pool', tellers: \(tellers), services: ["
        + "{ name: 'a', time: '3min', target: '10min', arrivals: { poisson: { rate: '\(rate)/h' } } }] }"
    )
    return (folder, file.path)
  }

  @Test func `says how many tellers would do where all is well, and how much they do`() throws {
    let many = try branch(20)
    let (text, _) = try `A report's answer`.answer("--config", many.path, "--replications", "20")
    // One teller's work, whom two do with hardly a wait.
    #expect(
      text.contains(
        "2 of the 5 tellers would do: on the same days every target is kept without teller 1, teller 2 and teller 3, too"
      ), "\(text)")
    #expect(
      text.contains(#/Tellers serve 18 % of their time: from \d+ % \(teller \d\) to/#), "\(text)")
    // Nobody feels what a sixth would do.
    #expect(!text.contains("one more teller"), "\(text)")
    // Where only some of the day counts, nobody knows of the rest; and waits may grow without end.
    for words in [["--warmup", "1h"], ["--clients", "30"]] {
      let (part, _) = try `A report's answer`.answer(
        ["--config", many.path, "--replications", "20"] + words)
      #expect(!part.contains("would do:"), "\(part)")
    }
    let few = try branch(20, tellers: 2)
    let (enough, _) = try `A report's answer`.answer("--config", few.path, "--replications", "20")
    #expect(enough.contains("Nothing has to change."), "\(enough)")
    #expect(!enough.contains("would do:"), "\(enough)")
  }

  /// Bread runs out at noon: more of it helps more than ten times as much as anybody would.
  private static let bakery =
    "{ opens: '07:00', closes: '13:00', unit: 'min', policy: 'shared-pool', stock: { loaf: 100 }, tellers: [{ name: 'Mia' }, { name: 'Ben' }, { name: 'Tom', shifts: [['07:00', '09:00']] }], services: ["
    + "{ name: 'bread', target: '5min', time: '70s', patience: { exponential: { mean: '6min' } }, needs: { loaf: 1 }, arrivals: { poisson: { rate: '30/h' } } },"
    + "{ name: 'cake', target: '10min', time: { gamma: { shape: 2, mean: '6min' } }, arrivals: { poisson: { rate: '6/h' } } }] }"

  @Test(.thorough) func `begins with the stock where that is what is short`() throws {
    let folder = try Folder()
    let path = try folder.file("b.json5", Self.bakery).path
    let (text, _) = try `A report's answer`.answer("--config", path, "--replications", "20")
    #expect(
      text.firstMatch(of: #/• ([^:<]*)/#)?.output.1.hasPrefix("206 in place of 100 loaf in stock")
        ?? false, "\(text)")
    // Though one of those who could sell it is away then.
    #expect(text.contains("who are away then: Tom"), "\(text)")
    #expect(text.contains("What is short then is stock, not staff."), "\(text)")
    let page = folder.path("p.html")
    let compared = try Tool.run(
      "compare", "--config", path, "--policies", "shared-pool,c-mu", "--replications", "20",
      "--report", page)
    #expect(compared.status == 0, "\(compared.errors)")
    let text2 = try String(contentsOfFile: page, encoding: .utf8)
    #expect(
      text2.contains(
        #/<p>Whatever the policy, [^<]*of those who come are turned away for want of stock; the highest share is that of bread: /#
      ))
  }

  /// The shop's till helps most by its break, and the vets' breaks are at their peaks, too.
  @Test(.thorough) func `tries the breaks of those, too, who do not serve what fares worst`() throws
  {
    let folder = try Folder()
    let file = try folder.file(
      "vets.json5",
      "{ opens: '08:00', closes: '16:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'vet', target: '20min', time: { lognormal: { mean: '15min', sd: '8min' } }, patience: { exponential: { mean: '2h' } },"
        + " arrivals: { poisson: { rates: [['08:00', '5/h'], ['10:00', '8/h'], ['12:00', '3/h'], ['14:00', '9/h']] } } },"
        + "{ name: 'shop', target: '5min', time: { exponential: { mean: '3min' } },"
        + " arrivals: { poisson: { rates: [['08:00', '6/h'], ['12:00', '18/h'], ['13:00', '8/h']] } } }],"
        + " tellers: [{ name: 'Vet 1', skills: ['vet'], breaks: [['14:00', '15:00']] },"
        + " { name: 'Vet 2', skills: ['vet'], breaks: [['10:00', '11:00']] }, { name: 'Till', skills: ['shop'], breaks: [['12:00', '12:30']] }] }"
    )
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "60")
    #expect(text.contains(#/• Till's break at [^•]* late shop /#), "\(text)")
    #expect(
      text.contains(#/• Vet 1's break 14:00 → [^•]* together: late shop [^•]* vet /#), "\(text)")
    #expect(!text.contains(#/Till's break at (11:[03]0–12:[03]0|12:[03]0)/#))
  }

  /// What does most makes others wait longer; another policy does nearly as much, and nobody pays for it.
  @Test func `tells of a policy for which nobody pays beside one for which others do`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "wash.json5",
      "{ opens: '10:00', closes: '20:00', unit: 'min', policy: 'fixed-split', services: ["
        + "{ name: 'wash', target: '15min', time: { uniform: { from: '8min', to: '14min' } },"
        + " arrivals: { poisson: { rates: [['10:00', '6/h'], ['13:00', '12/h'], ['17:00', '15/h'], ['19:00', '4/h']] } } },"
        + "{ name: 'vacuum', target: '20min', time: '15min', patience: { exponential: { mean: '30min' } },"
        + " arrivals: { poisson: { rates: [['10:00', '3/h'], ['14:00', '6/h'], ['19:00', '3/h']] } } }],"
        + " tellers: 4, limit: 6, options: { tellers: { wash: 2, vacuum: 2 } } }")
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "40")
    let policies = text.matches(of: #/• the policy [^•]*/#).map(\.output)
    #expect(policies.contains { $0.contains("worse for it") }, "\(text)")
    #expect(policies.contains { !$0.contains("worse for it") }, "\(text)")
  }

  /// A split that nobody gave is made anew for one more, who may be better where it does not put them.
  @Test
  func
    `tries one more teller wherever a split may count them, and calls nobody away who has no hours`()
    throws
  {
    let folder = try Folder()
    let file = try folder.file(
      "cars.json5",
      "{ policy: 'fixed-split', unit: 'min', services: [{ name: 'wash', target: '20min', time: { lognormal: { mean: '7min', sd: '2min' } }, share: 2 },"
        + " { name: 'wax', target: '30min', time: { gamma: { shape: 3, mean: '12min' } }, patience: { exponential: { mean: '50min' } } }],"
        + " tellers: 3, clients: '20...30' }")
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "40")
    #expect(
      text.contains(
        "• one more teller, and 3 tellers kept for wash (tellers.wash: 3, tellers.wax: 1): "),
      "\(text)"
    )
    #expect(text.matches(of: #/• one more teller/#).count == 2)
    #expect(!text.contains("who are away"))
  }

  /// Each of two items runs out, and each is told of.
  @Test func `says of each item that is short how much would do`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "canteen.json5",
      "{ opens: '11:00', closes: '14:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'curry', target: '5min', time: '1.2min', needs: { curry: 1 }, arrivals: { poisson: { rates: [['11:00', '15/h'], ['12:00', '40/h'], ['13:00', '15/h']] } } },"
        + "{ name: 'pasta', target: '5min', time: '1min', needs: { pasta: 1 }, arrivals: { poisson: { rates: [['11:00', '15/h'], ['12:00', '35/h'], ['13:00', '15/h']] } } }],"
        + " tellers: 3, stock: { curry: 50, pasta: 48 } }")
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "20")
    #expect(text.contains(#/• [0-9]+ in place of 50 curry in stock/#), "\(text)")
    #expect(text.contains(#/• [0-9]+ in place of 48 pasta in stock/#), "\(text)")
  }

  /// A break makes shifts of which the last has no end; nobody waits for that.
  @Test func `of a day with breaks ends with what happens last, though somebody is left`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "b.json5",
      "{ opens: '09:00', closes: '13:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'desk', time: '6min', arrivals: { poisson: { rate: '8/h' } } },"
        + "{ name: 'notary', time: '10min', arrivals: { poisson: { rate: '3/h' } } }], tellers: ["
        + "{ name: 'Ann', skills: ['desk'], breaks: [['11:00', '11:10']] },"
        + "{ name: 'Noe', skills: ['notary'], shifts: [['10:00', '12:00']] }] }")
    let done = try Tool.run("simulate", "--config", file.path, "--replications", "3", "--json")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    let tellers = try #require(json?["tellers"] as? [[String: Any]])
    #expect(tellers[0]["utilization"] as? Double ?? 0 > 0.5, "\(done.output.suffix(2000))")
    #expect(done.errors.contains("were left unserved"), "\(done.errors)")
  }

  /// Of the latest service, few a day, it is not known when; of another it is.
  private static let townhall =
    "{ opens: '08:30', closes: '16:30', unit: 'min', policy: 'shared-pool', handover: '30s', services: ["
    + "{ name: 'info', time: { lognormal: { mean: '2min', sd: '1min' } }, target: '5min', arrivals: { poisson: { rates: [['08:30', '20/h'], ['11:00', '14/h'], ['13:30', '18/h'], ['16:00', '6/h']] } } },"
    + "{ name: 'id card', time: { lognormal: { mean: '8min', sd: '3min' } }, target: '15min', patience: { exponential: { mean: '90min' } }, arrivals: { poisson: { rates: [['08:30', '9/h'], ['11:00', '7/h'], ['13:30', '9/h'], ['16:00', '2/h']] } } },"
    + "{ name: 'permit', time: { gamma: { shape: 3, mean: '18min' } }, target: '20min', patience: { exponential: { mean: '3h' } }, arrivals: { poisson: { rates: [['08:30', '1/h'], ['11:00', '1.5/h'], ['13:30', '1/h'], ['16:00', 0]] } } },"
    + "{ name: 'cashier', time: { lognormal: { mean: '2min', sd: '1min' } }, target: '5min', arrivals: { poisson: { rates: [['08:30', '5/h'], ['16:00', '2/h']] } } }],"
    + " routes: [{ name: 'new permit', share: 0.12, steps: ['info', 'permit', 'cashier'] }], tellers: ["
    + "{ name: 'Ines', skills: ['info', 'cashier'], breaks: [['12:00', '12:45']] }, { name: 'Jorge', skills: ['info', 'id card'], breaks: [['12:45', '13:30']] },"
    + "{ name: 'Karin', skills: ['id card'], breaks: [['12:00', '13:00']] }, { name: 'Luca', skills: ['permit'], breaks: [['12:00', '13:00']] },"
    + "{ name: 'Mira', skills: ['permit', 'id card'], shifts: [['08:30', '13:30']] }, { name: 'Nils', skills: ['cashier'], breaks: [['13:00', '13:30']] }] }"

  @Test(.thorough)
  func `tells when another service is worst where that is not known of the latest`() throws {
    let folder = try Folder()
    let path = try folder.file("town.json5", Self.townhall).path
    let (text, _) = try `A report's answer`.answer("--config", path, "--replications", "20")
    #expect(
      text.contains(
        #/When it is worst for permit these days cannot tell\. For info it is worst at 12:[0-9:–]+/#
      ),
      "\(text)")
    #expect(text.contains("but cannot do it: Nils"), "\(text)")
    // Whom the answer names first is later under it; and when another is worst is not told of theirs.
    #expect(
      text.contains("• one more teller like Luca") && !text.contains("skill-routing"), "\(text)")
    #expect(!text.contains("when it is worst"), "\(text)")
    let page = folder.path("p.html")
    let compared = try Tool.run(
      "compare", "--config", path, "--policies", "shared-pool,skill-routing", "--replications",
      "20", "--report", page)
    #expect(compared.status == 0, "\(compared.errors)")
    let told = try String(contentsOfFile: page, encoding: .utf8)
    #expect(told.contains("others perhaps pay."), "\(told.prefix(20_000))")
  }

  @Test func `says that more stock alone makes others later`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "jab.json5",
      "{ opens: '08:00', closes: '14:00', unit: 'min', policy: 'shared-pool', stock: { vaccine: 20 }, services: ["
        + "{ name: 'prescription', time: '4min', target: '10min', arrivals: { poisson: { rate: '20/h' } } },"
        + "{ name: 'jab', time: '6min', target: '15min', needs: { vaccine: 1 }, arrivals: { poisson: { rate: '6/h' } } }], tellers: 2 }"
    )
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "20")
    #expect(
      text.contains(
        #/46 in place of 20 vaccine in stock alone gives late jab [^:]*, and makes others later: late prescription/#
      ),
      "\(text)")
  }

  /// First come, first served makes fewer late of all, and of the urgent five times as many.
  @Test(.thorough) func `is never perhaps what surely harms the urgent`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "night.json5",
      "{ opens: '20:00', closes: '08:00', unit: 'min', policy: 'class-priority', services: ["
        + "{ name: 'examination', target: '30min', time: { lognormal: { mean: '18min', sd: '10min' } }, priority: { '2': 0.25, '0': 0.75 },"
        + " patience: { exponential: { mean: '3h' } }, arrivals: { poisson: { rates: [['20:00', '7/h'], ['00:00', '3.5/h'], ['05:00', '2/h']] } } }],"
        + " tellers: [{ name: 'A' }, { name: 'B', shifts: [['20:00', '02:00']] }, { name: 'C', shifts: [['22:00', '08:00']] }] }"
    )
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "200")
    #expect(text.contains("• one more teller like"), "\(text)")
    #expect(!text.contains("perhaps"), "\(text)")
  }

  /// On a route nobody knows what those who were turned away would have needed: with twice as much it is seen.
  @Test(.thorough) func `has no more in stock than is used`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "canteen.json5",
      "{ opens: '11:30', closes: '14:00', unit: 'min', policy: 'shared-pool', stock: { meals: 150 }, services: ["
        + "{ name: 'meal', time: '0.4min', target: '5min', needs: { meals: 1 }, arrivals: { poisson: { rates: [['11:30', '85/h']] } } },"
        + "{ name: 'pay', time: '0.4min', target: '3min' }], routes: [{ name: 'lunch', steps: ['meal', 'pay'] }], tellers: 2 }"
    )
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "20")
    #expect(text.contains(#/• 2[2-4][0-9] in place of 150 meals in stock/#), "\(text)")
  }

  /// As far as these days can tell all is well, and three seconds are nothing.
  @Test func `advises nothing that nobody would feel`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "books.json5",
      "{ opens: '10:00', closes: '18:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'till', time: { lognormal: { mean: '90s', sd: '40s' } }, target: '5min', arrivals: { poisson: { rate: '12/h' } } },"
        + "{ name: 'orders', time: { lognormal: { mean: '4min', sd: '2min' } }, target: '10min', arrivals: { poisson: { rate: '3/h' } } },"
        + "{ name: 'gift wrap', time: '3min', target: '10min', arrivals: { poisson: { rates: [['12:00', '2/h'], ['17:00', '3/h']] } } }], tellers: ["
        + "{ name: 'Anna', breaks: [['13:30', '14:15']] }, { name: 'Ben' }, { name: 'Cleo', skills: ['till', 'gift wrap'], shifts: [['12:00', '18:00']] }] }"
    )
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "20")
    #expect(text.contains("All is well, as far as these days can tell"), "\(text)")
    #expect(
      text.contains("Nothing that was tried helps so much that anybody would feel it: "), "\(text)")
    #expect(!text.contains("one more teller like"), "\(text)")
  }

  /// The stock is out in the last quarter of an hour, whatever made waits long before.
  @Test func `says of a time that is bad for want of stock that it is`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "ice.json5",
      "{ opens: '12:00', closes: '18:00', unit: 'min', policy: 'shared-pool', stock: { scoop: 150 }, services: [{ name: 'cone', time: '2min', target: '5min', needs: { scoop: 1 }, arrivals: { poisson: { rates: [['12:00', '30/h'], ['13:00', '25/h']] } } }],"
        + " tellers: [{ name: 'Lola' }, { name: 'Max', shifts: [['13:00', '18:00']] }] }")
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "20")
    #expect(text.contains("Waits for cone are at risk"), "\(text)")
    #expect(
      text.contains(
        #/at 17:45–18:00 [0-9. ±\u{a0}]+% are turned away for want of stock, or late\./#), "\(text)"
    )
    #expect(text.contains("What is short then is stock, not staff."), "\(text)")
  }

  @Test func `names the highest share, and the staff of the day, where no time is the worst`()
    throws
  {
    let folder = try Folder()
    let file = try folder.file(
      "er.json5",
      "{ opens: '08:00', closes: '16:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'doctor', time: { exponential: { mean: '12min' } }, target: '25min', arrivals: { poisson: { rate: '7/h' } } },"
        + "{ name: 'nurse', time: '3min', target: '10min', arrivals: { poisson: { rate: '5/h' } } }],"
        + " tellers: [{ name: 'Diaz', skills: ['doctor'] }, { name: 'Eko', skills: ['doctor'] }, { name: 'Abe', skills: ['nurse'] }] }"
    )
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "20")
    #expect(
      text.contains("No time is clearly the worst for doctor; the highest share late is that at"),
      "\(text)")
    #expect(text.contains("<dt>Staff</dt><dd><p>Tellers serve"), "\(text)")
  }

  /// Shares that cannot be told apart, of one service with three times as many clients.
  @Test(.thorough)
  func `begins with the service of which most are late among those that are alike`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "air.json5",
      "{ opens: '05:00', closes: '11:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'bags', time: '100s', target: '2min', arrivals: { poisson: { rate: '27/h' } } },"
        + "{ name: 'check-in', time: '2min', target: '2min', arrivals: { poisson: { rate: '80/h' } } }],"
        + " tellers: [{ skills: ['bags'] }, { skills: ['check-in'] }, { skills: ['check-in'] }, { skills: ['check-in'] }] }"
    )
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "20")
    #expect(text.contains(">Waits for check-in are too long: 38.9"), "\(text)")
    #expect(text.contains("So are those for bags (40.9"), "\(text)")
  }

  @Test func `calls nothing well where too few of a service came to say`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "few.json5",
      "{ opens: '09:00', closes: '12:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'a', time: '2min', target: '10min', arrivals: { poisson: { rate: '20/h' } } },"
        + "{ name: 'b', time: '20min', target: '5min', arrivals: { poisson: { rate: '1/h' } } }],"
        + " tellers: [{ skills: ['a'] }, { skills: ['b'] }] }")
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--seed", "2")
    #expect(text.contains("too few to judge by: 1 of 5 for b"), "\(text)")
    #expect(text.contains("Where enough come to say, the targets are kept"), "\(text)")
    #expect(!text.contains("All is well"), "\(text)")
  }

  @Test func `tells once how many leave of the service that it names first, though few are late`()
    throws
  {
    let folder = try Folder()
    let file = try folder.file(
      "some.json5",
      "{ opens: '09:00', closes: '15:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'a', time: '4min', target: '1h', arrivals: { poisson: { rate: '6/h' } } },"
        + "{ name: 'b', time: { exponential: { mean: '4min' } }, target: '10min', patience: '3min', arrivals: { poisson: { rate: '5/h' } } }],"
        + " tellers: [{ skills: ['a'] }, { skills: ['b'] }] }")
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "20")
    #expect(text.contains("Some for b leave unserved: 10.9"), "\(text)")
    #expect(!text.contains("of those for b "), "\(text)")
  }

  /// Of two that are late, one by who gives up, the share that leaves is told once.
  @Test func `tells once how many leave of a service that it names`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "leave.json5",
      "{ opens: '09:00', closes: '15:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'a', time: { exponential: { mean: '4min' } }, target: '2min', arrivals: { poisson: { rate: '12/h' } } },"
        + "{ name: 'b', time: { exponential: { mean: '4min' } }, target: '10min', patience: '1min', arrivals: { poisson: { rate: '8/h' } } }],"
        + " tellers: [{ skills: ['a'] }, { skills: ['b'] }] }")
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "20")
    #expect(text.contains("Too many for b ("), "\(text)")
    #expect(!text.contains("of those for b "), "\(text)")
  }

  @Test func `of a cost that is a share is in per cent, and of differences in points`() throws {
    let file = try branch(50, tellers: 2)
    let done = try Tool.run(
      "recommend", "--config", file.path, "--cost", "late(all)", "--vary", "tellers=2,3",
      "--policies", "shared-pool")
    #expect(
      done.output.contains(#/^Use [^:]*: late \(all\) is \d+\.\d\d( ± \d+\.\d\d)? %\./#),
      "\(done.output)")
    #expect(done.output.contains(#/costs \d+\.\d\d percentage points more/#), "\(done.output)")
    #expect(done.output.contains("cost (%)"))
  }

  /// More of an item does nothing for those who wait long beside it.
  @Test func `of a stock that is short and waits that are long tells what helps each`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "vaccine.json5",
      "{ opens: '09:00', closes: '15:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'flu', time: { gamma: { shape: 4, mean: '5min' } }, target: '15min', needs: { doses: 1 }, arrivals: { poisson: { rate: '28/h' } } },"
        + "{ name: 'advice', time: '15min', target: '20min', arrivals: { poisson: { rate: '3/h' } } }],"
        + " stock: { doses: 130 }, tellers: 3 }")
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "20")
    #expect(text.contains("leave unserved, all for want of stock"), "\(text)")
    #expect(text.contains(#/• \d+ in place of 130 doses in stock: lost flu/#), "\(text)")
    #expect(text.contains(#/• one more teller: late (flu|advice) /#), "\(text)")
  }

  @Test func `of people who wait when the staff has gone says that nobody serves them`() throws {
    let folder = try Folder()
    func answer(_ hours: String) throws -> String {
      let file = try folder.file(
        "gone.json5",
        "{ opens: '09:00', closes: '12:00', unit: 'min', policy: 'shared-pool', services: ["
          + "{ name: 'a', time: '10min', target: '15min', patience: { exponential: { mean: '1h' } }, arrivals: { poisson: { rate: '14/h' } } }],"
          + " tellers: [\(hours), \(hours)] }")
      return try `A report's answer`.answer("--config", file.path, "--replications", "20").text
    }
    let gone = try answer("{ shifts: [['09:00', '12:00']] }")
    #expect(
      gone.contains(
        #/Whoever still waits at 12:\d\d is hardly served any more, for no teller is there: the last of them leaves at \d\d:\d\d, [^.]+ after closing, on average\./#
      ), "\(gone)")
    let stay = try answer("{}")
    #expect(!stay.contains("hardly served any more"), "\(stay)")
  }

  /// Over the day few are late, and at noon nearly all, for everybody rests.
  @Test(.thorough) func `of one bad time in a good day says who is away and what helps then`()
    throws
  {
    let folder = try Folder()
    let file = try folder.file(
      "noon.json5",
      "{ opens: '09:00', closes: '18:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'a', time: { exponential: { mean: '4min' } }, target: '10min', arrivals: { poisson: { rates: [['09:00', '22/h'], ['12:30', '8/h'], ['13:00', '22/h']] } } }],"
        + " tellers: [{ name: 'P', breaks: [['12:30', '13:00']] }, { name: 'Q', breaks: [['12:30', '13:00']] }, { name: 'R', breaks: [['12:30', '13:00']] }] }"
    )
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "40")
    #expect(text.contains("nobody who can do a is there at 12:30–13:00"), "\(text)")
    #expect(
      text.contains(
        #/Over the whole day nothing has to change; what would help when it is worst:[^•]*• [PQR]'s break at [0-9:–]+ in place of 12:30/#
      ), "\(text)")
  }

  /// The doctor rests all through the worst half-hour, 12:30; one hour earlier covers it too, and does most.
  @Test func `of a break that covers the worst time tries others that cover no more of it`() throws
  {
    let folder = try Folder()
    let file = try folder.file(
      "doctor.json5",
      "{ opens: '08:00', closes: '18:00', unit: 'min', policy: 'shared-pool', services: ["
        + "{ name: 'doctor', time: { lognormal: { mean: '10min', sd: '5min' } }, target: '30min', arrivals: { poisson: { rates: [['08:00', '8/h'], ['11:30', '3/h'], ['14:00', '5/h']] } } }],"
        + " tellers: [{ name: 'A', breaks: [['12:00', '14:00']] }, { name: 'B', shifts: [['08:30', '12:30']] }] }"
    )
    let (text, _) = try `A report's answer`.answer("--config", file.path, "--replications", "40")
    #expect(text.contains("A's break at 11:00–13:00 in place of 12:00–14:00"), "\(text)")
  }
}
