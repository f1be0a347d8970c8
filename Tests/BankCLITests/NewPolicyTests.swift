import Foundation
import Testing

@testable import BankCLI

@Suite struct `A new policy` {
  static let checkout = Checkout(
    root: URL(fileURLWithPath: "/nowhere"),
    manifest: "[\n  // policies begin\n  \"A\",\n  \"Z\",\n  // policies end\n]\n",
    shipped: """
      import BankCLI
      // policies begin
      import A
      import Z

      // policies end


      let all = [
          // policies begin
          .init(APolicy.self),
          .init(ZPolicy.self),
          // policies end
      ]

      """, queues: "")

  @Test func `is put between the markers, in order by name`() throws {
    let patch = try NewPlugIn.inTree(PlugInNames("quiet-hours"), Self.checkout)
    #expect(
      patch.files.map(\.path) == [
        "Policies/QuietHours/Sources/QuietHoursPolicy.swift",
        "Policies/QuietHours/Tests/QuietHoursTests.swift", "Policies/QuietHours/README.md",
        "Package.swift", Checkout.shippedPath,
      ])
    #expect(patch.files[3].text.contains("\"A\",\n  \"QuietHours\",\n  \"Z\","))
    #expect(patch.files[4].text.contains("import A\nimport QuietHours\nimport Z\n\n//"))
    #expect(patch.files[4].text.contains("(APolicy.self),\n    .init(QuietHoursPolicy.self),\n"))
  }

  @Test func `has no tree to go into where the working folder was removed`() throws {
    #expect(Checkout.find(from: try #require(URL(string: "a/b"))) == nil)
  }

  @Test func `and a queue is put into its own list`() throws {
    var other = Self.checkout
    other = Checkout(
      root: other.root, manifest: other.manifest, shipped: other.shipped,
      queues: "[\n    // queues begin\n    ZQueue.self,\n    // queues end\n]\n",
      queuesPage: "# A\n\n### Other orders\n\n- ``ZQueue``\n\n### More\n\n- ``B``\n")
    let patch = try NewPlugIn.inTree(PlugInNames("longest-name", .queue), other)
    #expect(
      patch.files.map(\.path) == [
        "Sources/BankQueues/LongestNameQueue.swift",
        "Tests/BankQueuesTests/LongestNameQueueTests.swift", Checkout.queuesPath,
        Checkout.queuesPagePath,
      ])
    #expect(patch.files[3].text.contains("- ``ZQueue``\n- ``LongestNameQueue``\n\n### More"))
    #expect(patch.files[3].inserted == [5])
    #expect(patch.files[2].text.contains("begin\n    LongestNameQueue.self,\n    ZQ"))
  }

  @Test func `is refused where the markers are gone`() throws {
    var other = Self.checkout
    other = Checkout(root: other.root, manifest: "[]", shipped: other.shipped, queues: "")
    #expect(throws: (any Error).self) {
      try NewPlugIn.inTree(PlugInNames("quiet-hours"), other)
    }
  }

  @Test(arguments: [
    ("quiet-hours", "QuietHours"), ("pool", "Pool"), ("pool-2", "Pool2"), ("c-mu", "CMu"),
  ])
  func `has a module and a type that follow from its name`(name: String, module: String) {
    #expect(PlugInNames(name).module == module)
    #expect(PlugInNames(name).type == module + "Policy")
    #expect(PlugInNames(name).problems([]) == [])
  }

  @Test(arguments: [
    "", "Quiet", "quiet_hours", "2-pools", "a--b", "-a", "../x", "teller", "a", "swift",
  ])
  func `cannot be called so`(name: String) {
    #expect(PlugInNames(name).problems([Self.checkout.manifest]) != [])
  }

  @Test func `in a package of its own is written once and never over`() throws {
    let folder = try Folder()
    let place = folder.path("outside")
    let dry = try Tool.run("new-policy", "loyal-first", "--out-of-tree", place, "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.output.contains("+++ b/Sources/LoyalFirst/LoyalFirstPolicy.swift"))
    #expect(!FileManager.default.fileExists(atPath: place))
    #expect(try Tool.run("new-policy", "loyal-first", "--out-of-tree", place).status == 0)
    let main = try String(
      contentsOfFile: place + "/Sources/loyal-first-bank/main.swift", encoding: .utf8)
    #expect(main.contains("    // policies begin\n    .init(LoyalFirstPolicy.self),\n"))
    let again = try Tool.run("new-policy", "loyal-first", "--out-of-tree", place)
    #expect(again.status == 2)
    #expect(
      again.errors.contains("LoyalFirstPolicy.swift: is there already and is not written over"))
    // A queue joins the package that is there, and nothing in it names a folder of this machine.
    #expect(try Tool.run("new-queue", "shortest-name", "--out-of-tree", place).status == 0)
    let both = try String(
      contentsOfFile: place + "/Sources/loyal-first-bank/main.swift", encoding: .utf8)
    #expect(both.contains("    .init(ShortestNameQueue.self),"))
    let manifest = try String(contentsOfFile: place + "/Package.swift", encoding: .utf8)
    #expect(manifest.contains("\"ShortestName\",") && manifest.contains("path: \"../"))
  }
}
