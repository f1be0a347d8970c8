import Foundation

// embed-pages OUTPUT NAME FILE…: writes a Swift file with a constant for each file, `floor.html` as
// `NAME.floorHtml`.

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count > 1 else {
  FileHandle.standardError.write(Data("usage: embed-pages OUTPUT NAME FILE…\n".utf8))
  exit(2)
}
var lines = ["/// The files of `Pages`.", "package enum \(arguments[1]) {"]
for path in arguments.dropFirst(2) {
  let words = URL(fileURLWithPath: path).lastPathComponent.split(separator: ".")
  let name = words.enumerated().map { $0 == 0 ? String($1) : $1.capitalized }.joined()
  let text = try String(contentsOfFile: path, encoding: .utf8)
  lines += ["  package static let \(name) = ####\"\"\"", text + "\"\"\"####"]
}
lines += ["}", ""]
try lines.joined(separator: "\n").write(toFile: arguments[0], atomically: true, encoding: .utf8)
