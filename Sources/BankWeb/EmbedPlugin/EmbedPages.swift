import Foundation
import PackagePlugin

/// Puts the files of a target's `Pages` into the binary, as constants of `WebPages` for BankWeb and
/// `ReportsPages` for BankReports; `tokens.css`, which is BankWeb's, is in both.
@main
struct EmbedPages: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let sources = target.directoryURL.deletingLastPathComponent()
    let tokens = sources.appending(path: "BankWeb/Pages/tokens.css")
    let own = try FileManager.default
      .contentsOfDirectory(
        at: target.directoryURL.appending(path: "Pages"), includingPropertiesForKeys: nil
      )
      .filter { !$0.lastPathComponent.hasPrefix(".") && $0.lastPathComponent != "tokens.css" }
      .sorted { $0.path < $1.path }
    let files = own + [tokens]
    let output = context.pluginWorkDirectoryURL.appending(path: "Pages.swift")
    let name = target.name.replacingOccurrences(of: "Bank", with: "") + "Pages"
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) pages",
        executable: try context.tool(named: "embed-pages").url,
        arguments: [output.path, name] + files.map(\.path), inputFiles: files,
        outputFiles: [output])
    ]
  }
}
