import BankCore
import Foundation
import Testing

@testable import BankReports

/// What is left in English where Korean was asked for.
enum English {
  /// Runs of three words or more that no quotes, names of flags or placeholders explain.
  static func sentences(in text: String) -> [String] {
    let plain =
      text
      .replacing(/"[^"\n]*"|'[^'\n]*'|\([^()]*\)|https?:\S+/, with: " · ")
      .replacing(/source <\S+ completions \S+|bank [a-z-]+|--[a-z-]+[ =]?\S*/, with: " · ")
    return plain.matches(of: /[A-Za-z]{2,}(?: [A-Za-z]{2,}){2,}/).map { String($0.output) }
  }
}

@Suite struct `In Korean` {
  static let commands = [
    "run", "menu", "simulate", "compare", "replay", "fit", "sweep", "recommend", "optimum",
    "conformance", "policies", "queues", "bench", "serve", "config", "new-policy", "new-queue",
    "completions",
  ]

  @Test func `a sentence in English would be noticed`() {
    #expect(English.sentences(in: "give one of them").count == 1)
    #expect(English.sentences(in: "\"give one of them\": 하나를 주세요, --from DATE").isEmpty)
  }

  @Test(arguments: commands) func `every help is`(command: String) throws {
    let help = try Tool.run(command, "--help", "--lang", "ko")
    #expect(help.status == 0 && help.output.contains("쓰는 법"))
    #expect(English.sentences(in: help.output).isEmpty)
  }

  @Test(arguments: [
    ["--help"], ["policies"], ["queues"], ["simulate", "--clients", "50", "--replications", "3"],
    ["compare", "--policies", "fixed-split,shared-pool", "--clients", "50", "--replications", "3"],
    ["conformance", "shared-pool", "--depth", "1", "--cases", "5", "--law", "L5", "--law", "L6"],
    ["conformance", "--queues", "ring", "--cases", "5"], ["run", "--speed", "max"],
    ["sweep", "--vary", "tellers=2,3", "--clients", "50", "--replications", "2"],
    ["new-policy", "quiet-hours", "--dry-run"],
    ["bench", "--clients", "1000", "--policy", "max-weight"],
  ]) func `every command speaks it`(words: [String]) throws {
    let result = try Tool.run(
      words + (words == ["--help"] ? [] : ["--lang", "ko"]), environment: ["LANG": "ko_KR.UTF-8"])
    #expect(result.status == 0, "\(result.errors)")
    let said = words[0] == "new-policy" ? result.errors : result.output + result.errors
    #expect(English.sentences(in: said).isEmpty)
  }

  @Test(arguments: [
    ["run", "--polcy", "x"], ["sing"], ["run", "--policy", "nobody"], ["simulate", "extra"],
    ["simulate", "--clients"], ["simulate", "--json=1"],
    ["simulate", "--until", "10:30"], ["simulate", "--warmup", "x", "--until", "y"],
    ["simulate", "--clients", "5", "--until", "5", "--trace", "no.csv"],
    ["simulate", "--option", "tellers.deposit=7"], ["simulate", "--option", "x"],
    ["simulate", "--set", "services.loan.tme=3"], ["simulate", "--set", "tellers"],
    ["simulate", "--set", "services.loan.time=soon", "--set", "limit=-1"],
    ["simulate", "--report", "/nowhere/a.html"], ["simulate", "--trace", "/nowhere/a.csv"],
    ["compare", "--policies", "shared-pool,shared-pool"], ["replay"],
    ["replay", "--log", "/nowhere.csv", "--from", "x", "--skip-unreadable", "-1"],
    ["sweep", "--vary", "tellers=8...3"], ["sweep", "--shard", "1/2", "--gather"],
    ["recommend", "--goal", "wiat(all) <= 3"], ["recommend", "--goal", "late(all) <= 500%"],
    ["optimum", "--cost", "wait(loan)"], ["conformance", "nobody", "--law", "L99"],
    ["conformance", "shared-pool", "--world", "nonsense", "--timeout", "5"],
    ["conformance", "--queues", "shared-pool", "--depth", "3"], ["completions", "tcsh"],
    ["completions"], ["new-policy"], ["new-policy", "Not-A-Name"], ["new-queue", "a", "b"],
    ["serve", "--host", "0.0.0.0", "--token", "short", "--port", "99999"],
    ["serve", "--shadow", "loan-prio"], ["bench", "--clients", "1"],
  ]) func `every mistake is told in it`(words: [String]) throws {
    let result = try Tool.run(words, environment: ["LANG": "ko_KR.UTF-8"])
    #expect(result.status == 2)
    #expect(English.sentences(in: result.errors).isEmpty, "\(result.errors)")
    #expect(result.errors.contains(/[가-힣]/))
  }

  @Test(arguments: [
    "", "{", "{a: 1}", "[]", "{services: []}", "{services: [{name: ''}]}", "{tellers: 0}",
    "{services: [{name: 'a', time: {uniform: {from: 3, to: 1}}}]}", "{opens: '25:00'}",
    "{services: [{name: 'a', time: 'x', share: 2, needs: {b: 1}}], stock: {c: -1}}",
    "{tellers: [{name: 'A', skills: ['x'], shifts: [[5, 1]]}, {name: 'A', speed: 0}]}",
    "{routes: [{name: 'r', share: 2, steps: []}]}", "{classes: {x: 'y'}}",
    "{policy: 'shared-pol', queue: 'rng', seed: -1}", "{clients: '30...10', limit: 1.5}",
    "{services: [{name: 'a', arrivals: {poisson: {rate: -1}}}]}", "{unit: 'year', handover: []}",
    "{services: [{name: 'a', arrivals: {poisson: {rates: [['9', 1]]}, times: []}}]}",
    "{a: \"x\ny\"}",
  ]) func `every mistake in a config is told in it`(text: String) throws {
    let folder = try Folder()
    let config = try folder.file("b.json5", text)
    let result = try Tool.run("config", "--config", config.path, "--lang", "ko")
    #expect(result.status == 2)
    #expect(English.sentences(in: result.errors).isEmpty, "\(result.errors)")
  }

  @Test(arguments: [
    ("{services: [{name: 'a'}, {name: 'a'}]}", "업무마다"),
    ("{tellers: [{name: 'A'}, {name: 'A'}]}", "창구마다"),
    ("{routes: [{name: 'r', steps: ['loan']}, {name: 'r', steps: ['loan']}]}", "경로마다"),
  ]) func `what is there twice is called by its Korean name`(text: String, each: String) throws {
    let folder = try Folder()
    let config = try folder.file("b.json5", text)
    let result = try Tool.run("config", "--config", config.path, "--lang", "ko")
    #expect(result.status == 2 && result.errors.contains(each), "\(result.errors)")
  }

  @Test func `particles follow the sound of the word before them`() {
    func said(_ name: String) -> String { Language.ko.say("\"\(name)\" is not a service") }
    #expect(said("예금") == "\"예금\"은 업무가 아닙니다")
    #expect(said("대출") == "\"대출\"은 업무가 아닙니다")
    #expect(said("상담자") == "\"상담자\"는 업무가 아닙니다")
    #expect(Language.ko.say(Problem("line 3, column end", "is missing")) == "3번째 줄, end 열: 없습니다")
  }

  @Test func `a phrase puts values where the translation wants them`() {
    let phrase: Phrase = "\(1) of \(2) at 100 %, \("a %@ b")"
    #expect(phrase.words == "%@ of %@ at 100 %, %@")
    #expect("\(phrase)" == "1 of 2 at 100 %, a %@ b")
    #expect(phrase.text { _ in "%3$@: %2$@/%1$@ %4$@ 5%" } == "a %@ b: 2/1 %4$@ 5%")
    let sum: Phrase = "\("x" as Phrase)" + " and \(3)"
    #expect(sum.text { $0 == "x" ? "y" : nil } == "y and 3")
    #expect(sum == "x and 3")
  }

  @Test func `the catalogue is read with its line breaks and quotes`() {
    let read = Catalogue.read(
      "# no\nmsgid \"\"\nmsgstr \"\"\n\"Language: ko\\n\"\n\nmsgid \"a \\\"b\\\" \\\\n\"\nmsgstr \"\"\n\"c\\n\"\n\"d\"\n"
    )
    #expect(read == ["a \"b\" \\n": "c\nd"])
    #expect(Catalogue.korean.count > 800)
  }
}
