import BankCore
import BankRecords
import Foundation

/// The shards of a sweep as a job array of Slurm, one task for each: submitted with `sbatch`, looked after
/// with `squeue`, and submitted again where a task ended without its cells.
struct SlurmArray {
  /// The folder that the sweep keeps its cells in, which every node has to see.
  let folder: String
  /// How many shards there are.
  let shards: Int
  /// The command that does one of them, but for its number.
  let command: [String]

  /// How often shards are submitted before it is told that they fail.
  static let tries = 3

  /// What `sbatch` is given.
  var script: String {
    let words = command.map(Arguments.quoted).joined(separator: " ")
    return """
      #!/bin/bash
      #SBATCH --job-name=bank-sweep
      #SBATCH --array=1-\(shards)
      #SBATCH --ntasks=1
      #SBATCH --output=\(Arguments.quoted(folder + "/slurm-%a.log"))
      #SBATCH --open-mode=append
      exec \(words) --shard "$SLURM_ARRAY_TASK_ID/\(shards)"
      """ + "\n"
  }

  /// Has the shards in which a cell is missing done, until none is or they have failed too often.
  ///
  /// - Parameters:
  ///   - missing: the numbers of the cells that are not there yet, from 0.
  ///   - progress: told now and then that something may have come.
  /// - Throws: what Slurm refuses.
  func run(missing: () -> [Int], progress: () -> Void) throws(Problems) {
    let path = folder + "/slurm.sh"
    do {
      try script.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw Problems([Problem(path, "cannot be written", InputFile.reason(error))])
    }
    for attempt in 1...Self.tries {
      let left = Set(missing().map { $0 % shards + 1 }).sorted()
      guard !left.isEmpty, !Interrupt.shared.isRequested else { return }
      if attempt > 1 {
        Console.note("shards without their cells are submitted again: \(left.count)")
      }
      let array = left.map(String.init).joined(separator: ",")
      let submitted = try Self.run("sbatch", ["--parsable", "--array=\(array)", path])
      guard submitted.status == 0,
        let job = submitted.output.split(whereSeparator: { ";\n".contains($0) }).first
      else {
        throw Problems([
          Problem(
            "--engine slurm", "sbatch refuses",
            Phrase(verbatim: submitted.errors.replacing("\n", with: "; ")))
        ])
      }
      Console.note("job \(job) with \(left.count) of \(shards) shards")
      try wait(for: String(job), progress)
    }
  }

  /// Waits until no task of `job` is left; ends them all where that is interrupted.
  private func wait(for job: String, _ progress: () -> Void) throws(Problems) {
    while true {
      for _ in 0..<10 where !Interrupt.shared.isRequested { Thread.sleep(forTimeInterval: 0.1) }
      guard !Interrupt.shared.isRequested else {
        _ = try Self.run("scancel", [job])
        return
      }
      progress()
      let tasks = try Self.run("squeue", ["--noheader", "--jobs=\(job)", "--format=%T"])
      // A job that ended a while ago is unknown; a controller that does not answer says nothing of it.
      let isUnknown = tasks.errors.contains("Invalid job id")
      if isUnknown || tasks.status == 0 && tasks.output.allSatisfy(\.isWhitespace) { return }
    }
  }

  /// Runs a command of Slurm to its end.
  private static func run(
    _ name: String, _ words: [String]
  ) throws(Problems) -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + words
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch {
      throw Problems([Problem("--engine slurm", "cannot be started", InputFile.reason(error))])
    }
    // What Slurm says is a few lines, less than a pipe holds.
    let said = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    guard process.terminationStatus != 127 else {
      throw Problems([
        Problem(
          "--engine slurm", "there is no \(name) on this machine",
          "run it where Slurm is, or leave --engine out")
      ])
    }
    return (
      process.terminationStatus, said[0], said[1].trimmingCharacters(in: .whitespacesAndNewlines)
    )
  }
}
