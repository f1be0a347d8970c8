import Foundation
import Testing

@Suite struct `What is recommended, and what is told` {
  /// The goal that is proposed names services as the config does, whatever they are called.
  @Test func `proposes a goal that it takes`() throws {
    let folder = try Folder()
    let config = try folder.file(
      "c.json5",
      "{ closes: '4h', tellers: 2, policy: 'shared-pool', services: [{ name: 'a', title: { en: 'At the desk', ko: '창구' },"
        + " time: '9min', target: '1min', arrivals: { poisson: { rate: '12/h' } } }] }")
    let words = ["recommend", "--config", config.path, "--policies", "shared-pool,loan-priority"]
    let told = try Tool.run(words).output
    #expect(told.contains("called too late: At the desk "), "\(told)")
    let goal = try #require(told.firstMatch(of: #/--goal '(late[^']*)'/#)?.1)
    #expect(try Tool.run(words + ["--goal", String(goal)]).status == 0)
  }

  @Test func `recommends nobody under whom those wait much longer who go first today`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "day.json5",
      "{ opens: '09:00', closes: '13:00', unit: 'min', policy: 'class-priority', tellers: 1, classes: { '1': 'VIP' }, services: ["
        + " { name: 's', time: { exponential: { mean: '2min' } }, arrivals: { poisson: { rate: '12/h' } }, priority: { '1': 0.1, '0': 0.9 } },"
        + " { name: 'l', time: { exponential: { mean: '8min' } }, arrivals: { poisson: { rate: '4/h' } }, priority: { '1': 0.1, '0': 0.9 } }] }"
    )
    let words = [
      "recommend", "--config", file.path, "--policies", "class-priority,c-mu,shared-pool",
    ]
    let kept = try Tool.run(words)
    #expect(kept.output.hasPrefix("Use class-priority: "), "\(kept.output)")
    #expect(kept.output.contains("has VIP wait ") && kept.output.contains(", today "))
    // Whoever asks for classes has said how long they may wait.
    let asked = try Tool.run(words + ["--cost", "wait(all) + 0 wait(VIP)"])
    #expect(asked.output.hasPrefix("Use c-mu: "), "\(asked.output)")
    #expect(asked.output.contains("of VIP 6.7 min longer"), "\(asked.output)")
  }

  /// Two loans a day, one in eight of whom leaves: on some days nobody is served of them, which says nothing of waits.
  @Test func `drops nobody for a day on which the only ones who came left`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "rare.json5",
      "{ opens: '09:00', closes: '17:00', policy: 'shared-pool', unit: 'min', tellers: 3, services: ["
        + " { name: 'deposit', time: { exponential: { mean: '3min' } }, arrivals: { poisson: { rate: '30/h' } } },"
        + " { name: 'loan', time: { exponential: { mean: '10min' } }, arrivals: { poisson: { rate: '0.25/h' } },"
        + " patience: { exponential: { mean: '10min' } } }] }")
    for seed in ["1", "2"] {
      let done = try Tool.run([
        "recommend", "--config", file.path, "--policies", "shared-pool", "--vary", "tellers=2...3",
        "--goal", "wait(loan) <= 3min", "--goal", "lost(all) <= 5%", "--seed", seed,
      ])
      #expect(done.output.hasPrefix("Use shared-pool with 2 tellers"), "\(done.output)")
    }
  }

  /// One teller has more work than one can do, and no figures.
  @Test func `tells of a choice where today's setting was set aside`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "over.json5",
      "{ policy: 'shared-pool', tellers: 1, services: [{ name: 'a', time: { exponential: { mean: 10 } },"
        + " arrivals: { poisson: { rate: 0.15 } } }] }")
    let done = try Tool.run(
      "recommend", "--config", file.path, "--policies", "shared-pool", "--vary", "tellers=1...3",
      "--goal", "wait(all) <= 30", "--clients", "2000")
    #expect(
      done.status == 0 && done.output.hasPrefix("Use shared-pool with 2 tellers"), "\(done.errors)")
    #expect(done.output.contains("with 1 teller was set aside: not stable"), "\(done.output)")
  }

  @Test func `does not keep what misses a goal by its means`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "vip.json5",
      "{ opens: '09:00', closes: '13:00', policy: 'shared-pool', unit: 'min', classes: { '1': 'VIP', '0': 'walk-in' },"
        + " services: [{ name: 'deposit', time: { exponential: { mean: '3min' } }, arrivals: { poisson: { rate: '30/h' } },"
        + " priority: { '1': 0.2, '0': 0.8 } }, { name: 'loan', time: { exponential: { mean: '10min' } },"
        + " arrivals: { poisson: { rate: '6/h' } }, patience: { exponential: { mean: '30min' } } }],"
        + " routes: [{ name: 'both', share: 0.2, steps: ['deposit', 'loan'] }], tellers: 3, limit: 15, handover: '20s' }"
    )
    let done = try Tool.run([
      "recommend", "--config", file.path, "--policies", "shared-pool,class-priority", "--goal",
      "wait(VIP) <= wait(walk-in)",
    ])
    #expect(done.output.hasPrefix("Use class-priority: "), "\(done.output)")
    #expect(
      done.output.contains("misses a goal: mean wait (VIP) is not ≤ mean wait (walk-in), by "),
      "\(done.output)")
    // By how much it is off is told of the whole goal, whatever is added on either side.
    func off(_ goal: String) throws -> Double {
      let done = try Tool.run([
        "recommend", "--config", file.path, "--policies", "shared-pool,class-priority", "--goal",
        goal,
      ])
      let by = try #require(done.output.firstMatch(of: #/misses a goal: [^.]*, by ([0-9.]+) min/#))
      return try #require(Double(by.1))
    }
    // What is added to a figure is in its value.
    let added = try Tool.run([
      "recommend", "--config", file.path, "--policies", "shared-pool", "--goal",
      "1 - lost(all) >= 50%",
      "--json",
    ])
    let value = try #require(added.output.firstMatch(of: #/"value": *(-?[0-9.]+)/#))
    #expect((0.5...1).contains(Double(value.1) ?? 0), "\(value.0)")
    // Of the same thirty days, a minute and half a minute more than by what the two waits differ.
    let (minute, half) = try (
      off("wait(VIP) + 1min <= wait(walk-in)"), off("wait(walk-in) >= wait(VIP) + 30s")
    )
    #expect(minute > 1 && abs(minute - half - 0.5) < 0.011)
  }

  /// The row of the choice is the choice's, and today's has one, wherever it stands; a key by its place has a name.
  @Test func `draws the choice and today's by their names`() throws {
    let folder = try Folder()
    let page = folder.path("r.html")
    let counter = Repository.root.appending(path: "docs/Examples/counter.json5").path
    let done = try Tool.run(
      "recommend", "--config", counter, "--vary", "tellers=3...4", "--goal", "late(all) <= 50%",
      "--policies", "shared-pool,fixed-split,c-mu", "--clients", "2000", "--report", page)
    let choice = try #require(done.output.firstMatch(of: #/^Use ([a-z-]+) with ([34]) tellers/#))
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("\(choice.2) tellers · \(choice.1)"), "\(choice.0)")
    #expect(text.contains("fixed-split (today)"))
    let clinic = Repository.root.appending(path: "docs/Examples/clinic.json5").path
    _ = try Tool.run(
      "sweep", "--config", clinic, "--vary", "tellers.0.speed=1,1.2", "--replications", "5",
      "--policies", "shared-pool,c-mu", "--report", page)
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("with Ahn speed 1.2"))
  }

  @Test(arguments: [
    (["--goal", "wait(all) <= 1min", "--goal", "wait(all) >= 3min"], "exclude each other"),
    (["--goal", "wait(all) <= -5"], "no figure is below 0"),
    (["--goal", "wait(all) <= wait(all)"], "it compares nothing"),
    (["--cost", "wait(all) - wait(all)"], "its figures weigh nothing together"),
  ])
  func `refuses goals and costs that ask for nothing, or for what cannot be`(
    words: [String], says: String
  ) throws {
    let done = try Tool.run(["recommend", "--policies", "shared-pool"] + words)
    #expect(done.status == 2 && done.errors.contains(says), "\(done.errors)")
  }

  @Test func `tells stock from waits, and when it runs out`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "bar.json5",
      "{ opens: '09:00', closes: '12:00', tellers: 2, stock: { leaf: 90 }, policy: 'shared-pool', services: ["
        + " { name: 'tea', time: 30, target: 60, needs: { leaf: 1 }, arrivals: { poisson: { rate: '60/h' } } } ] }"
    )
    let text = try `A report's answer`.answer("--config", file.path, "--replications", "20").text
    #expect(
      text.contains("of all clients leave unserved, all for want of stock. "), "\(text)")
    #expect(
      text.contains("<dt>Stock</dt>") && text.contains("(most from 10:30 on)"), "\(text)")
    // Whoever is turned away waits for nothing.
    #expect(
      text.contains(
        #/it is worst at [0-9:–]+: at [0-9:–]+ 100.0 % are turned away for want of stock, or late\./#
      ) && !text.contains("who come then wait"), "\(text)")
    #expect(text.contains("Nobody is free then") == false, "\(text)")
  }

  /// With four tellers hardly anybody waits in two hours.
  @Test func `gives no interval of waits that were seen on fewer than five days`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "day.json5",
      "{ opens: '09:00', closes: '11:00', policy: 'shared-pool', tellers: 2, services: ["
        + "{ name: 'a', target: '5min', time: { exponential: { mean: '10min' } }, arrivals: { poisson: { rate: '6/h' } } }] }"
    )
    let done = try Tool.run(
      "recommend", "--config", file.path, "--goal", "late(all) <= 20%", "--vary", "tellers=2...4",
      "--policies", "shared-pool", "--json", "--seed", "12")
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any]
    let candidates = try #require(json?["candidates"] as? [[String: Any]])
    #expect(candidates.map { $0["halfWidth"] is Double } == [true, true, false], "\(done.output)")
    #expect(candidates.allSatisfy { $0["cost"] as? Double ?? 0 > 0 })
  }

  @Test func `is told of what was added, not of that alone`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "day.json5",
      "{ closes: '2h', policy: 'shared-pool', tellers: 2, services: ["
        + "{ name: 'a', time: { exponential: { mean: 100 } }, arrivals: { poisson: { rate: '50/h' } } }] }"
    )
    let done = try Tool.run(
      "recommend", "--config", file.path, "--goal", "wait(a) <= 30", "--vary", "tellers=+0,+1",
      "--policies", "shared-pool")
    #expect(done.output.contains("Use shared-pool with tellers=+1"), "\(done.output)")
    #expect(done.output.contains("Today's shared-pool with tellers=+0 misses"), "\(done.output)")
    let sweep = try Tool.run(
      "sweep", "--config", file.path, "--vary", "handover=+5,5", "--replications", "2", "--json")
    #expect(sweep.output.contains("\"handover\": \"+5\""), "\(sweep.output)")
    #expect(sweep.output.contains("\"handover\": 5"), "\(sweep.output)")
  }
}
