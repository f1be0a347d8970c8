import BankCore
import Foundation
import Testing

@testable import BankCLI

@Suite struct `What could not be written to a journal` {
  /// A journal of one line, at `path`.
  static func begun(at path: String) throws -> LineWriter {
    let files = try OutputFiles([("--journal", path)], kept: [path: 0])
    let writer = try #require(files[path])
    writer.keepUnwritten(at: path)
    writer.line("one", isFlushed: true)
    return writer
  }

  @Test func `is put beside the file that was moved, where another has its name`() throws {
    let folder = try Folder()
    let path = folder.path("j")
    let writer = try Self.begun(at: path)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    _ = try folder.file("j", "another server's\n")
    writer.line("two", isFlushed: true)
    let place = try #require(writer.rescue())
    #expect(place.hasSuffix("/j.1.unwritten"))
    #expect(try String(contentsOfFile: path + ".1.unwritten", encoding: .utf8) == "two\n")
    #expect(!FileManager.default.fileExists(atPath: path + ".unwritten"))
  }

  @Test func `is put beside the file, where the journal is a link to it`() throws {
    let folder = try Folder()
    _ = try folder.file("real", "")
    let path = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "real")
    let writer = try Self.begun(at: path)
    // Somebody else writes there, too.
    try Data("three\n".utf8).write(to: folder.url.appending(path: "real"))
    writer.line("two", isFlushed: true)
    #expect(writer.rescue()?.hasSuffix("/real.unwritten") == true)
    for name in ["real", "link"] {
      let done = try Tool.run(["serve", "--port", "0", "--journal", folder.path(name)])
      #expect(
        done.status == 2 && done.errors.contains("/real.unwritten has what could not"), "\(name)")
    }
  }

  /// The file in which it was to be is gone, and another server has begun one.
  @Test func `is put at the end of no journal from which it does not go on`() throws {
    let folder = try Folder()
    let came =
      #"{"t":1,"session":1,"event":"arrived","ticket":1,"service":"deposit","line":0}"# + "\n"
    let text =
      String(decoding: Journal.heading, as: UTF8.self)
      + #""services":[{"name":"deposit"},{"name":"loan"}]}}"# + "\n" + came
    let file = try folder.file("j", text)
    _ = try folder.file("j.unwritten", came)
    let done = try Tool.run(["serve", "--port", "0", "--journal", file.path])
    #expect(done.status == 2 && !done.errors.contains("cat "))
    #expect(done.errors.contains("it may belong to a journal that was moved away or removed"))
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
