import BankReports
import Foundation
import Testing

@Suite struct `The page of looks` {
  /// `BANK_WRITE=1 swift test --filter 'page.of.looks'` writes it anew.
  @Test(arguments: [(Language.en, "Looks.html"), (.ko, "Looks.ko.html")])
  func `is what the code of reports makes`(_ language: Language, _ name: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "docs/Reference/\(name)")
    let text = LooksPage.text(language)
    if ProcessInfo.processInfo.environment["BANK_WRITE"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
