import Foundation
import PackagePlugin

/// Puts the files of `Pages` into the binary, as constants of `Pages`.
@main
struct EmbedPages: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Pages")
    let files = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { !$0.lastPathComponent.hasPrefix(".") }
      .sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "Pages.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) pages",
        executable: try context.tool(named: "embed-pages").url,
        arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
    ]
  }
}
