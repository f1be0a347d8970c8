import Foundation
import Testing

@Suite struct `An odd log` {
  /// Days of one teller who takes a minute for everybody, of whom class 1 goes first: of three services in ten.
  private static func log(
    _ heading: String = "date,arrival,start,end,service,teller,priority", days: Int = 8,
    _ row: (_ day: Int, _ number: Int, _ times: [Int], _ isFirst: Bool) -> String
  ) -> String {
    var lines = [heading]
    for day in 0..<days {
      var coming = (0..<150).map { number in
        (number: number, at: number * 58 + number * (37 + day) % 23, isFirst: number * 7 % 10 < 3)
      }.sorted { $0.at < $1.at }
      var waiting: [(number: Int, at: Int, isFirst: Bool)] = []
      var (now, done): (Int, [(Int, String)]) = (0, [])
      while !coming.isEmpty || !waiting.isEmpty {
        if waiting.isEmpty { now = max(now, coming[0].at) }
        while let next = coming.first, next.at <= now {
          waiting.append(next)
          coming.removeFirst()
        }
        let place = waiting.firstIndex(where: \.isFirst) ?? 0
        let one = waiting.remove(at: place)
        done.append((one.number, row(day, one.number, [one.at, now, now + 63], one.isFirst)))
        now += 63
      }
      lines += done.sorted { $0.0 < $1.0 }.map(\.1)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func clock(_ seconds: Int, from hour: Int = 9) -> String {
    let all = seconds + hour * 3600
    return String(format: "%d:%02d:%02d", all / 3600, all / 60 % 60, all % 60)
  }

  private static let byClass = log { day, _, times, isFirst in
    "2024-05-\(13 + day)," + times.map { clock($0) }.joined(separator: ",")
      + ",x,Kim,\(isFirst ? 1 : 3)"
  }

  @Test(.thorough)
  func `of classes shows who goes first, and what is wrong with a control that does not know`()
    throws
  {
    let folder = try Folder()
    let file = try folder.file("log.csv", Self.byClass)
    let replay = try Tool.run("replay", "--log", file.path, "--policies", "class-priority")
    #expect(replay.errors.contains("in the record class 1 goes first"), "\(replay.errors)")
    #expect(replay.errors.contains("--option 'order=[1,3]' is nearer"), "\(replay.errors)")
    #expect(
      replay.errors.contains(#/for class 1 .* the control's mean wait is more than half off/#))
    let page = folder.path("r.html")
    _ = try Tool.run("replay", "--log", file.path, "--report", page)
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("Farthest off is class 1"))
    let known = try Tool.run(
      "replay", "--log", file.path, "--policy", "class-priority", "--option", "order=[1,3]",
      "--policies", "shared-pool")
    #expect(!known.errors.contains("goes first"), "\(known.errors)")
    let fit = try Tool.run("fit", "--log", file.path)
    #expect(fit.output.contains("class 1 "), "\(fit.output)")
    #expect(
      fit.output.contains("But not for each: class 1 waits"), "\(fit.output)")
  }

  /// The classes have no part in who goes first.
  @Test func `of services shows which goes first, whatever the classes`() throws {
    let folder = try Folder()
    let text = Self.log { day, number, times, isFirst in
      "2024-05-\(13 + day)," + times.map { Self.clock($0) }.joined(separator: ",")
        + ",\(isFirst ? "loan" : "deposit"),Kim,\(1 + number % 2)"
    }
    let file = try folder.file("log.csv", text)
    let replay = try Tool.run("replay", "--log", file.path)
    #expect(replay.errors.contains("in the record \"loan\" goes first"), "\(replay.errors)")
  }

  @Test func `whose waits are days is told by the column that says so`() throws {
    let folder = try Folder()
    let rows = ["arrival,wait_ms,duration_ms,service", "2024-05-13 09:00:00,90000000,1000,x"]
    let file = try folder.file("ms.csv", rows.joined(separator: "\n") + "\n")
    let done = try Tool.run("replay", "--log", file.path)
    #expect(done.status == 2)
    #expect(
      done.errors.contains("line 2, column wait_ms: is called more than a day after"),
      "\(done.errors)")
  }

  @Test func `of a clock of twelve hours is told so, and of columns that are not used`() throws {
    let folder = try Folder()
    let half = Self.log("date,arrival,start,end,service,teller,branch", days: 3) {
      day, number, times, _ in
      let clocks = times.map { seconds -> String in
        let all = seconds + 11 * 3600
        let hour = all / 3600 > 12 ? all / 3600 - 12 : all / 3600
        return String(format: "%d:%02d:%02d", hour, all / 60 % 60, all % 60)
      }
      return "2024-05-\(13 + day)," + clocks.joined(separator: ",") + ",x,Kim,\(number % 2)"
    }
    let done = try Tool.run("fit", "--log", try folder.file("log.csv", half).path)
    #expect(done.status == 2 && done.errors.contains("12-hour clock without AM and PM"))
    #expect(!done.errors.contains("--skip-unreadable"), "\(done.errors)")
    #expect(done.errors.contains("not used: \"branch\" (2 values)"), "\(done.errors)")
  }

  @Test func `of a spreadsheet is read with its own first line and decimal commas`() throws {
    let folder = try Folder()
    let text =
      "sep=;\n"
      + Self.log("Ankunft;Aufruf;Ende;Anliegen;Schalter") { day, _, times, _ in
        times.map { seconds in
          let days = 45_425 + Double(day) + Double(seconds + 32_400) / 86_400
          return "\(days)".replacing(".", with: ",")
        }.joined(separator: ";") + ";x;Kim"
      }
    let done = try Tool.run("fit", "--log", try folder.file("log.csv", text).path)
    #expect(done.status == 0 && done.output.contains("8 days, open 09:00 to"), "\(done.errors)")
  }

  @Test(arguments: ["replay", "fit"])
  func `of which no row fits its heading says why, and which`(command: String) throws {
    let folder = try Folder()
    let row = "2024-05-13 09:10:00,2024-05-13 09:10:00,2024-05-13 09:15:00,b,K"
    func errors(_ end: String, heading: String = "") throws -> String {
      let text = "arrival,start,end,service,teller\(heading)\n\(row)\(end)\n\(row)\(end)\n"
      let file = try folder.file("log.csv", text)
      return try Tool.run(command, "--log", file.path).errors
    }
    #expect(try errors(",x").contains("log.csv: line 2: 6 columns; the heading has 5"))
    #expect(try errors("", heading: ",note").contains("line 3: 5 columns; the heading has 6"))
    #expect(try errors("\"").contains("log.csv: line 2: a quote that does not end"))
    // A separator at the end of each row is a habit of many machines.
    #expect(try !errors(",").contains("columns; the heading"))
    #expect(try !errors(",\"two\nlines\"", heading: ",note").contains("no rows"))
  }

  @Test func `replayed with what is shorter on every day says so`() throws {
    let folder = try Folder()
    // The first day is ten times as busy as the others are.
    let text = Self.log("date,arrival,start,end,service,teller") { day, _, times, _ in
      let slow = day == 0 ? 1 : 0
      let late = times.enumerated().map { $1 + ($0 > 0 ? slow * 9000 : 0) }
      return "2024-05-\(13 + day)," + late.map { Self.clock($0) }.joined(separator: ",") + ",x,Kim"
    }
    let file = try folder.file("log.csv", text)
    let done = try Tool.run(
      "replay", "--log", file.path, "--staff", "config", "--set", "tellers=3")
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.output.contains("shorter on all 8 days"), "\(done.output)")
  }

  /// Three tellers of whom two are there on two of seven days: a split of three services does not suit those.
  @Test func `replayed on a page marks what is sure, and whose days are fewer`() throws {
    let folder = try Folder()
    let text = Self.log("date,arrival,start,end,service,teller", days: 7) { day, number, times, _ in
      let teller = "T\(number / 3 % (day < 2 ? 2 : 3))"
      return "2024-05-\(13 + day)," + times.map { Self.clock($0) }.joined(separator: ",")
        + ",s\(number % 3),\(teller)"
    }
    let file = try folder.file("log.csv", text)
    let page = folder.path("r.html")
    func matrices(_ words: String...) throws -> String {
      let done = try Tool.run(["replay", "--log", file.path, "--report", page] + words)
      #expect(done.status == 0, "\(done.errors)")
      let text = try String(contentsOfFile: page, encoding: .utf8)
      return String(text[(try #require(text.firstRange(of: "By service"))).lowerBound...])
    }
    let all = try matrices("--policies", "fixed-split")
    #expect(all.contains("fixed-split <small>5 of 7 days</small>"), "\(all)")
    #expect(all.contains("Beside the control"))
    // One day is not judged.
    let day = "2024-05-15"
    let one = try matrices("--policies", "fixed-split", "--from", day, "--to", day)
    #expect(one.contains("fixed-split</th>"))
    #expect(!one.contains("Beside the control") && !one.contains("class=\"sign\""))
  }

  /// Half of the clients leave though a teller is free.
  @Test func `in which more left than do under the control says so`() throws {
    let folder = try Folder()
    let rows = (0..<200).map { number -> String in
      let (came, gone) = (Self.clock(number * 120), Self.clock(number * 120 + 60))
      return number % 2 == 1
        ? "2024-05-13,\(came),,\(gone),x," : "2024-05-13,\(came),\(came),\(gone),x,Kim"
    }
    let file = try folder.file(
      "gone.csv", (["date,arrival,start,end,service,teller"] + rows).joined(separator: "\n") + "\n")
    let done = try Tool.run("replay", "--log", file.path, "--json")
    #expect(done.status == 0, "\(done.errors)")
    #expect(
      done.errors.contains("under the control 0.5 % leave where 50.0 % did in the record"),
      "\(done.errors)")
  }

  @Test func `and a teller who is never there is told of before anything is run`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "night.json5",
      "{ opens: '20:00', closes: '04:00', policy: 'shared-pool', tellers: [{ name: 'A', shifts: [['09:00', '12:00']] }, { name: 'B' }] }"
    )
    let done = try Tool.run("simulate", "--config", file.path, "--replications", "2")
    #expect(
      done.errors.contains("teller A is never there while the branch is open"), "\(done.errors)")
  }

  @Test func `and a break that takes nothing away is told of`() throws {
    let folder = try Folder()
    func errors(_ teller: String, _ lang: String = "en") throws -> String {
      let file = try folder.file(
        "b.json5",
        "{ opens: '09:00', closes: '17:00', policy: 'shared-pool', services: [{ name: 'a', time: 60, arrivals: { poisson: { rate: '5/h' } } }],"
          + " tellers: [{ name: 'A', \(teller) }, { name: 'B' }] }")
      let done = try Tool.run("simulate", "--config", file.path, "--lang", lang)
      #expect(done.status == 0, "\(done.errors)")
      return done.errors
    }
    for teller in [
      "shifts: [['10:00', '12:00']], breaks: [['13:00', '14:00']]",
      "shifts: [['10:00', '12:00'], ['14:00', '16:00']], breaks: [['10:30', '11:00'], ['13:00', '14:00']]",
    ] {
      #expect(
        try errors(teller).contains(
          "the break of teller A from 13:00 to 14:00 takes nothing away while the branch is open: it is"
        ))
    }
    #expect(
      try errors("breaks: [['18:00', '19:00'], ['20:00', '21:00']]", "ko").contains(
        "창구 A의 휴식 18:00~19:00 (외 1건)은 문을 연 동안의 근무 시간에 영향을 주지 않습니다"))
    #expect(
      try !errors("shifts: [['10:00', '12:00'], ['14:00', '16:00']], breaks: [['11:30', '14:30']]")
        .contains("takes nothing away"))
  }

  @Test func `staff is found for a branch that sells out, whoever is there`() throws {
    let folder = try Folder()
    let file = try folder.file(
      "bar.json5",
      "{ opens: '09:00', closes: '10:00', tellers: 1, stock: { leaf: 13 }, policy: 'shared-pool', services: ["
        + " { name: 'tea', time: { exponential: { mean: '3min' } }, needs: { leaf: 1 }, arrivals: { poisson: { rate: '25/h' } } } ] }"
    )
    let done = try Tool.run(
      "recommend", "--config", file.path, "--staff-by", "1h", "--goal", "wait(all) <= 3min")
    #expect(done.output.contains("teller-hours are enough"), "\(done.output) \(done.errors)")
  }

  /// One in ten was not served, and no column says when they left.
  @Test func `in which some left nobody knows when counts them as lost`() throws {
    let folder = try Folder()
    let lines = Self.log("date,arrival,start,end,service,teller") { day, number, times, _ in
      let known =
        number % 10 == 0 ? "," : times.dropFirst().map { Self.clock($0) }.joined(separator: ",")
      return
        "2024-05-\(13 + day),\(Self.clock(times[0])),\(known),x,\(number % 10 == 0 ? "" : "Kim")"
    }
    let file = try folder.file("log.csv", lines)
    for command in ["fit", "replay"] {
      let done = try Tool.run(command, "--log", file.path)
      #expect(
        done.errors.contains("120 of 1200 clients were not served, and the log does not say when"),
        "\(done.errors)")
      #expect(done.output.contains("10.0 %"), "\(done.output)")
    }
  }
}
