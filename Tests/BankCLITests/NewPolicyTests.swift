import Foundation
import Testing

@testable import BankCLI

@Suite struct `A new policy` {
  static let checkout = Checkout(
    root: URL(fileURLWithPath: "/nowhere"),
    manifest: "[\n  // policies begin\n  \"A\",\n  \"Z\",\n  // policies end\n]\n",
    main: """
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

      """)

  @Test func `is put between the markers, in order by name`() throws {
    let patch = try NewPolicy.registered(PolicyNames("quiet-hours"), Self.checkout)
    #expect(
      patch.files.map(\.path) == [
        "Policies/QuietHours/Sources/QuietHoursPolicy.swift",
        "Policies/QuietHours/Tests/QuietHoursTests.swift", "Policies/QuietHours/README.md",
        "Package.swift", "Sources/bank/main.swift",
      ])
    #expect(patch.files[3].text.contains("\"A\",\n  \"QuietHours\",\n  \"Z\","))
    #expect(patch.files[4].text.contains("import A\nimport QuietHours\nimport Z\n\n//"))
    #expect(patch.files[4].text.contains("(APolicy.self),\n    .init(QuietHoursPolicy.self),\n"))
  }

  @Test func `is refused where the markers are gone`() throws {
    var other = Self.checkout
    other = Checkout(root: other.root, manifest: "[]", main: other.main)
    #expect(throws: (any Error).self) {
      try NewPolicy.registered(PolicyNames("quiet-hours"), other)
    }
  }

  @Test(arguments: [
    ("quiet-hours", "QuietHours"), ("pool", "Pool"), ("pool-2", "Pool2"), ("c-mu", "CMu"),
  ])
  func `has a module and a type that follow from its name`(name: String, module: String) {
    #expect(PolicyNames(name).module == module)
    #expect(PolicyNames(name).type == module + "Policy")
    #expect(PolicyNames(name).problems(manifest: "") == [])
  }

  @Test(arguments: [
    "", "Quiet", "quiet_hours", "2-pools", "a--b", "-a", "../x", "teller", "a", "swift",
  ])
  func `cannot be called so`(name: String) {
    #expect(PolicyNames(name).problems(manifest: Self.checkout.manifest) != [])
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
    #expect(main.contains("policies: [.init(LoyalFirstPolicy.self)]"))
    let again = try Tool.run("new-policy", "loyal-first", "--out-of-tree", place)
    #expect(again.status == 2)
    #expect(again.errors.contains("Package.swift: is there already and is not written over"))
  }
}
