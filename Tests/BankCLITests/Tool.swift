import Foundation
import Testing

/// The built executable, run as a process.
enum Tool {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
    /// Whether a signal ended it.
    var wasKilled: Bool
  }

  /// Beside the test bundle.
  private static let folder: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let place = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return place.deletingLastPathComponent()
  }()

  static var path: String { folder.appending(path: "bank").path }

  static func process(
    _ arguments: [String], environment: [String: String] = [:], tool: String = "bank"
  ) -> Process {
    let process = Process()
    process.executableURL = folder.appending(path: tool)
    process.arguments = arguments
    process.environment = ["LANG": "C.UTF-8"].merging(environment) { $1 }
    return process
  }

  /// Runs the tool to its end with `input` on standard input.
  static func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, input: input, environment: environment)
  }

  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    tool: String = "bank"
  ) throws -> Result {
    let process = process(arguments, environment: environment, tool: tool)
    let folder = try Folder()
    let output = try folder.file("output", "")
    let errors = try folder.file("errors", "")
    process.standardInput = try FileHandle(forReadingFrom: folder.file("input", input))
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8),
      wasKilled: process.terminationReason == .uncaughtSignal)
  }
}

/// A folder of its own that goes with the value.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "bank-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and returns its place.
  func file(_ name: String, _ text: String) throws -> URL {
    let place = url.appending(path: name)
    try Data(text.utf8).write(to: place)
    return place
  }

  func path(_ name: String) -> String { url.appending(path: name).path }
}
