import Foundation
import Testing

@Suite struct `A report of the juice bar` {
  static let juice = Repository.root.appending(path: "docs/Examples/juice-bar.json5").path

  static func report(_ words: String..., config: String = juice) throws -> (
    page: String, json: [String: Any]
  ) {
    let folder = try Folder()
    let path = folder.path("r.html")
    let done = try Tool.run(
      ["simulate", "--config", config, "--json", "--report", path] + words)
    let json = try JSONSerialization.jsonObject(with: Data(done.output.utf8))
    let page = try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: "\u{a0}", with: " ")
    return (page, try #require(json as? [String: Any]))
  }

  @Test func `tells of every juice who was served, and of which fruit there was too little`() throws
  {
    let (page, json) = try Self.report("--replications", "20")
    let stock = try #require(json["stock"] as? [String: [String: Any]])
    let berries = try #require(stock["딸기"])
    let services = try #require(json["services"] as? [String: [String: Any]])
    func count(_ service: String, _ key: String) throws -> Int {
      try #require(services[service]?[key] as? Int)
    }
    let needed = try count("strawberry", "arrived") + count("strawberry-banana", "arrived")
    let refused = try count("strawberry", "refused") + count("strawberry-banana", "refused")
    #expect(berries["needed"] as? Int == needed && berries["refused"] as? Int == refused)
    let share = String(format: "%.1f", 100 * Double(refused) / Double(needed))
    #expect(page.contains("<h3>Short of strawberries from the beginning"))
    #expect(page.contains("\(share) "), "\(share) % of those who need some")
    #expect(page.contains("<h3>Nobody who comes for strawberry juice is served"))
    let came = try count("strawberry", "arrived")
    #expect(
      page.contains(
        "<td>strawberry juice</td><td>strawberries 16</td><td>\(came)</td><td>0</td><td>\(came)</td>"
      ))
  }

  @Test func `tells it in Korean`() throws {
    let (page, _) = try Self.report("--lang", "ko")
    #expect(page.contains("<h2>재고</h2>") && page.contains("딸기가 모자랍니다: 딸기가 필요한 고객의"))
    #expect(page.contains("<h3>딸기 쥬스는 재고가 모자라 아무도 받지 못합니다"))
    #expect(page.contains("<td>딸바 쥬스</td><td>딸기 10, 바나나 1</td>"))
  }

  @Test func `calls fruit by its own title, though a juice has the same name`() throws {
    let folder = try Folder()
    let config = try folder.file(
      "branch.json5",
      """
      {
        services: [{ name: "kiwi", title: "kiwi juice", time: 1, needs: { kiwi: 3 } }],
        tellers: 1,
        stock: { kiwi: { count: 10, title: "kiwi fruit" } },
      }
      """)
    let (page, _) = try Self.report("--clients", "20", config: config.path)
    #expect(page.contains("<td>kiwi juice</td><td>kiwi fruit 3</td>"))
    #expect(page.contains("short of kiwi fruit") || page.contains("Short of kiwi fruit"))
    #expect(!page.contains("hort of kiwi juice"))
  }

  @Test func `of a branch without a stock says nothing of it`() throws {
    let folder = try Folder()
    let path = folder.path("r.html")
    let done = try Tool.run([
      "simulate", "--json", "--report", path, "--clients", "50", "--replications", "2",
    ])
    #expect(done.output.contains("\"stock\": {}"))
    #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("<h2>Stock</h2>"))
  }
}
