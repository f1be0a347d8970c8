import BankCore
import Foundation
import Testing

@testable import BankCLI

/// Walks the registry, so that a new policy is tested with no further edit.
@Suite struct `The shipped policies` {
  static let names: [String] = {
    let listed = try? Tool.run("policies", "--json")
    let json = listed.flatMap { try? JSONSerialization.jsonObject(with: Data($0.output.utf8)) }
    return (json as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
  }()

  static let queues: [String] = {
    let listed = try? Tool.run("queues", "--json")
    let json = listed.flatMap { try? JSONSerialization.jsonObject(with: Data($0.output.utf8)) }
    return (json as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
  }()

  /// CI asks the same of all pairs.
  @Test(arguments: Array(names.enumerated()))
  func `keep every law, each on another queue`(place: Int, name: String) throws {
    let queue = Self.queues[place % Self.queues.count]
    let report = try Tool.run(
      "conformance", name, "--queue", queue, "--depth", "1", "--cases", "60")
    #expect(report.status == 0, "\(report.output)")
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
