import Foundation

// embed-pages OUTPUT FILE…: writes a Swift file with a constant for each file, `floor.html` as
// `Pages.floorHtml`.

let paths = CommandLine.arguments.dropFirst()
guard let output = paths.first else {
  FileHandle.standardError.write(Data("usage: embed-pages OUTPUT FILE…\n".utf8))
  exit(2)
}
var lines = ["/// The pages, as files of `Sources/BankWeb/Pages`.", "package enum Pages {"]
for path in paths.dropFirst() {
  let words = URL(fileURLWithPath: path).lastPathComponent.split(separator: ".")
  let name = words.enumerated().map { $0 == 0 ? String($1) : $1.capitalized }.joined()
  let text = try String(contentsOfFile: path, encoding: .utf8)
  lines += ["  package static let \(name) = ####\"\"\"", text + "\"\"\"####"]
}
lines += ["}", ""]
try lines.joined(separator: "\n").write(toFile: output, atomically: true, encoding: .utf8)
