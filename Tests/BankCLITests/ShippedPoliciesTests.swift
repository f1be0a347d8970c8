import BankConformance
import BankCore
import Foundation
import ShippedPolicies
import Testing

@testable import BankCLI

/// Walks the registry, so that a new policy is tested with no further edit.
@Suite struct `The shipped policies` {
  static let names = Shipped.policies.map(\.name)

  /// Options, extremes and work are asked of each in its own test; CI asks all of all pairs, and of another process.
  @Test(arguments: Array(Shipped.policies.enumerated()))
  func `keep every law, each on another queue`(place: Int, policy: RegisteredPolicy) throws {
    var request = ConformanceRequest()
    request.effort.depth = 1
    request.effort.cases = Thorough.count(10, all: 30)
    let elsewhere = ["L17", "L19", "L21"].map(LawID.init)
    request.effort.laws = Set(Law.all.map(\.id).filter { !elsewhere.contains($0) })
    request.effort.queue = Shipped.queues[place % Shipped.queues.count].type
    let report = policy.check(request)
    #expect(report.passed, "\(report)")
  }

  @Test func `are checked on the branch of a config, with its options or those of flags`() throws {
    let folder = try Folder()
    let config = try folder.file(
      "b.json5",
      "{ services: [{ name: 'a' }, { name: 'b' }], tellers: 4, policy: 'fixed-split',"
        + " options: { tellers: { a: 3, b: 1 } } }")
    let checked = try Tool.run(
      "conformance", "fixed-split", "--config", config.path, "--cases", "30")
    #expect(checked.status == 0 && checked.output.contains("fixed-split: passed, 30 worlds"))
    let wrong = try Tool.run(
      "conformance", "fixed-split", "--config", config.path, "--set", "tellers=5")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("the split adds up to 4, and there are 5 tellers"))
    let all = try Tool.run(
      "conformance", "--set", "tellers=1", "--cases", "2", "--law", "L5", "--quiet")
    #expect(all.status == 0 && !all.output.contains("fixed-split"), "\(all.output)")
    #expect(all.errors.isEmpty, "what is left out is a note")
    let mistaken = try Tool.run(
      "conformance", "fixed-split", "--option", "tellrs=3", "--option", "x")
    #expect(mistaken.status == 2 && mistaken.errors.contains("--option: \"x\"; give KEY=VALUE"))
    let unknown = try Tool.run("conformance", "fixed-split", "--option", "tellrs=3")
    #expect(unknown.errors.contains("--option tellrs: unknown key"))
  }

  @Test func `say in their READMEs what they claim, and no more`() throws {
    let listed = try JSONSerialization.jsonObject(
      with: Data(Tool.run("policies", "--json").output.utf8))
    let folders = try FileManager.default.contentsOfDirectory(
      at: Repository.root.appending(path: "Policies"), includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles)
    let pages = try folders.map {
      try String(contentsOf: $0.appending(path: "README.md"), encoding: .utf8)
    }
    for policy in try #require(listed as? [[String: Any]]) {
      let name = try #require(policy["name"] as? String)
      let claims = try #require(policy["claims"] as? [String: Any])
      let page = try #require(pages.first { $0.hasPrefix("# \(name)\n") }, "\(name)")
      let parts = page.components(separatedBy: "**Claims** ")
      #expect(parts.count == 2, "\(name)")
      let text = (parts.last?.components(separatedBy: "\n\n").first ?? "")
        .replacing("\n", with: " ")
      let order = claims["order"] as? String == "everybody" ? "among all" : "within a"
      #expect(text.hasPrefix("first come, first served \(order)"), "\(name): \(text)")
      if claims["order"] as? String == "line" {
        #expect(text.contains("within a line") || text.contains("within a service and class"))
      }
      let idling = try #require(claims["idling"] as? String)
      let words =
        idling == "never" ? "never idles" : "\"\(idling.dropFirst("declared (".count).dropLast())\""
      #expect(text.contains(words), "\(name): \(words)")
      let isOvertaken = claims["overtaking"] as? String == "unbounded"
      #expect(text.contains("overtaken by any number") == isOvertaken, "\(name): \(text)")
      #expect(text.contains("nobody is overtaken whom") != isOvertaken, "\(name): \(text)")
      #expect(text.contains("lots") == (claims["random"] as? String == "seeded"), "\(name)")
    }
  }

  @Test func `are told of one by one, by name`() throws {
    let two = try Tool.run("policies", "c-mu", "threshold")
    #expect(two.status == 0 && two.output.contains("c-mu\n") && !two.output.contains("shared-pool"))
    let wrong = try Tool.run("policies", "c-nu", "--seed", "3")
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean \"c-mu\""), "\(wrong.errors)")
    #expect(wrong.errors.contains("--seed: means nothing here"))
    let meant = try Tool.run("compare", "--policy", "c-mu")
    #expect(meant.errors.contains("--policy: means nothing here; give --policies"))
    let none = try Tool.run("conformance", "shared-pool", "--set", "tellers=2", "--cases", "0")
    #expect(none.status == 2 && none.errors.contains("leaves no day of the branch to check"))
  }

  @Test func `are all listed for a branch that some do not suit`() throws {
    let folder = try Folder()
    let one = try folder.file("one.json5", "{ tellers: 1 }")
    let listed = try Tool.run("policies", "--config", one.path)
    #expect(listed.status == 0 && listed.output.contains("does not suit this branch: tellers: 2"))
    #expect(Self.names.allSatisfy(listed.output.contains))
    let broken = try folder.file("broken.json5", "{ tellers: 0 }")
    #expect(try Tool.run("policies", "--config", broken.path).status == 2)
  }

  /// A target that nobody registered would never be tested.
  @Test func `are the folders of Policies, each registered`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Policies").path
    ).filter { !$0.hasPrefix(".") }
    #expect(
      Set(folders) == Set(Self.names.map { PlugInNames($0).module }),
      "register each policy of Policies/ in Package.swift and Shipped.swift")
  }
}
