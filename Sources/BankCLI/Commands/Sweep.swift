import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation
import Foundation

/// The command `bank sweep`.
enum Sweep {
  static let out = Flag(
    "--out", "DIR", "keep each cell in DIR, and go on there after an interruption")
  static let shard = Flag(
    "--shard", "I/N", "do the I-th of N parts alone, into DIR of --out")
  static let gather = Flag(
    "--gather", nil, "run nothing: show what DIR of --out has, once it is whole")
  static let engine = Flag(
    "--engine", "local|slurm", "do it here, or as a job array of Slurm (default local)")
  static let shards = Flag(
    "--shards", "N", "with --engine slurm: N tasks (default: one a cell, 100 at most)")
  static let dryRun = Flag(
    "--dry-run", nil, "with --engine slurm: print the script that sbatch would get")
  static let report = Flag("--report", "FILE", "write maps of the waits to FILE (HTML)")

  static let command = Command(
    name: "sweep", summary: "Simulate a grid of branches and policies, all on the same clients.",
    flags: [Grid.vary, Grid.policies] + SimulatedDays.flags
      + [out, shard, gather, engine, shards, dryRun, report, .json, .csv, .unit],
    discussion: """
      Each --vary is a side of the grid, and the policies are another: every combination is a cell, a
      simulation as bank simulate does it (\(Compare.defaultDays) days unless --replications says otherwise). A cell that
      cannot be is told, and the others are done. With --out a cell is written whole or not at all; the same
      command again does what is missing, on other machines too: --shard 1/4 to 4/4 into one folder, then
      --gather. The result is the same to the byte, whatever the jobs, shards, order or engine.
      --engine slurm submits the shards with sbatch, waits, submits again those that fail, and gathers;
      the folder of --out and this executable have to be there on every node.
      """
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems + arguments.clashes(of: Grid.policies, with: [.policy])
    let request = SimulatedDays.Request(arguments, &problems)
    let part = arguments.read(shard, allowed: "I/N such as 2/4", &problems) { text -> (Int, Int)? in
      let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let part = numbers[0], let parts = numbers[1],
        1...100_000 ~= parts, 1...parts ~= part
      else { return nil }
      return (part, parts)
    }
    for flag in [shard, gather] where arguments.has(flag) && !arguments.has(out) {
      problems.append(Problem(flag.name, "needs a folder", "give --out DIR"))
    }
    if arguments.has(shard), arguments.has(gather) {
      problems.append(Problem("--shard and --gather", "exclude each other", "keep one"))
    }
    let isSlurm =
      arguments.read(engine, allowed: "local, slurm", &problems) { text in
        ["local", "slurm"].contains(text) ? text == "slurm" : nil
      } ?? false
    let tasks = arguments.whole(shards, 1...100_000, &problems)
    if isSlurm {
      if !arguments.has(out) {
        problems.append(Problem(engine.name, "needs a folder", "give --out DIR"))
      }
      for flag in [shard, gather] where arguments.has(flag) {
        problems.append(
          Problem("\(engine.name) slurm and \(flag.name)", "exclude each other", "keep one"))
      }
    } else {
      for flag in [shards, dryRun] where arguments.has(flag) {
        problems.append(Problem(flag.name, "means nothing without --engine slurm", "add it"))
      }
    }
    let grid = try Grid(arguments, registry, problems)
    // Mistakes in times of day show here, before anything is done.
    var base = grid.base
    _ = try SimulatedDays(&base, request, arguments, replications: Compare.defaultDays)
    SimulatedDays.noteTrace(arguments, base)
    let array = isSlurm ? slurm(grid, tasks, arguments) : nil
    if let array, arguments.has(dryRun) {
      LineWriter.standardOutput.text(array.script)
      return 0
    }
    let store = try arguments[out].map { path throws(Problems) in
      try SweepFolder(path, grid, arguments)
    }
    let files = try arguments.files([report])
    try store?.checkApart()

    Interrupt.shared.begin()
    var cells: [JSON?] = grid.cells.indices.map { store?.cell($0) }
    let meter = Meter(total: grid.cells.count)
    if let array, let store {
      try array.run(
        missing: { grid.cells.indices.filter { store.cell($0) == nil } },
        progress: { meter.show(grid.cells.indices.count { store.cell($0) != nil }) })
      cells = grid.cells.indices.map { store.cell($0) }
    }
    for number in grid.cells.indices
    where cells[number] == nil && !arguments.has(gather) && !isSlurm
      && !Interrupt.shared.isRequested
      && part.map({ number % $0.1 == $0.0 - 1 }) ?? true
    {
      guard let cell = run(grid.cells[number], request, arguments) else { break }
      try store?.keep(cell, number)
      cells[number] = cell
      meter.show(number + 1)
    }
    meter.clear()
    let isInterrupted = Interrupt.shared.end()
    let done = cells.compactMap { $0 }
    if done.count < cells.count {
      let folder: Phrase = arguments[out].map { " in \($0)" } ?? ""
      let told: Phrase = "\(done.count) of \(cells.count) cells are done\(folder)"
      if isInterrupted { Console.tell("interrupted: \(told)") } else { Console.note(told) }
      if isSlurm, !isInterrupted {
        throw Problems([
          Problem(
            "--engine slurm",
            "\(cells.count - done.count) of \(cells.count) cells are missing after \(SlurmArray.tries) tries",
            "see \(arguments[out] ?? "")/slurm-*.log")
        ])
      }
      if arguments.has(gather) {
        throw Problems([
          Problem(
            "--gather", "\(cells.count - done.count) of \(cells.count) cells are missing",
            "run the same command without it, or the missing shards")
        ])
      }
      if part != nil || store != nil {
        return isInterrupted ? Interrupt.shared.status : 0
      }
    }
    let vary: JSON = .object(
      grid.axes.map { axis in
        .init(
          axis.key,
          .array(axis.values.map { value in Double(value).map { .number($0) } ?? .string(value) }))
      })
    var sweep = SweepReport(
      vary: vary, cells: done, scale: grid.base.configuration.scale,
      language: grid.base.messages.language, titles: grid.base.titlesByPlace)
    sweep.staff = grid.otherStaff
    if done.count < cells.count { sweep.of = cells.count }
    sweep.classNames = Dictionary(
      zip(grid.base.plan.classes.map(String.init), grid.base.classNames),
      uniquingKeysWith: { first, _ in first })
    Console.warn([sweep.staff].compactMap { $0 })
    LineWriter.standardOutput.line(
      arguments.has(.json)
        ? sweep.json.pretty
        : arguments.has(.csv)
          ? sweep.csv.joined(separator: "\n") : sweep.text(columns: Console.columns))
    let unsure = done.compactMap { cell -> String? in
      guard case .array(let warnings)? = cell["result"]?["warnings"],
        case .string(let first)? = warnings.first
      else { return nil }
      return first
    }
    if let first = unsure.first {
      Console.warn(
        "\(unsure.count) of \(done.count) cells have warnings, which --json shows, such as: \(Phrase(verbatim: first))"
      )
    }
    let broken = done.filter { $0["fault"] != nil }
    if let first = broken.first {
      Console.tell(
        "\(broken.count) of \(done.count) cells broke a law and count for nothing, the first of them under \(SweepReport.text(first["policy"]))"
      )
    }
    files[arguments[report]]?.text(
      sweep.html(branch: grid.base.branchName, command: arguments.line))
    return isInterrupted ? Interrupt.shared.status : broken.isEmpty ? 0 : 1
  }

  /// The shards of a sweep as jobs: this command without what only the one who waits needs.
  private static func slurm(_ grid: Grid, _ tasks: Int?, _ arguments: Arguments) -> SlurmArray {
    let own = [engine, shards, dryRun, report, .json, .csv].map(\.name)
    let words = command.allFlags.filter { !own.contains($0.name) }.flatMap { flag in
      arguments.all(flag).flatMap { flag.value == nil ? [flag.name] : [flag.name, $0] }
    }
    let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]
    return SlurmArray(
      folder: arguments[out] ?? "", shards: tasks ?? min(grid.cells.count, 100),
      command: [executable, command.name] + words)
  }

  /// What came of a cell; `nil` where it was interrupted.
  private static func run(
    _ cell: Grid.Cell, _ request: SimulatedDays.Request, _ arguments: Arguments
  ) -> JSON? {
    var members: [JSON.Member] = [
      .init("set", cell.json), .init("policy", .string(cell.policy)),
    ]
    do throws(Problems) {
      var setup = try cell.setup.get()
      var days = try SimulatedDays(
        &setup, request, arguments, replications: Compare.defaultDays)
      _ = days.findWarmup([setup])
      _ = days.findReplications([setup])
      let result = days.run(setup)
      guard !result.isInterrupted else { return nil }
      if let (fault, _) = result.fault {
        members.append(.init("error", .string(Console.say("broke a law \(fault.phrase)"))))
        members.append(.init("fault", .string(fault.description)))
        return .object(members)
      }
      let report = SimulationReport(setup, days, result)
      guard case .object(let figures) = report.json else { return nil }
      members.append(.init("result", .object(figures.filter { $0.key != "run" })))
    } catch {
      members.append(
        .init("error", .string(Console.say(Phrase(error.all.map(\.phrase), separator: "; ")))))
    }
    return .object(members)
  }
}

/// The folder of a sweep: what it is of, and a file for each cell that is done.
struct SweepFolder {
  private let path: String
  private let cells: [Grid.Cell]

  /// Opens or makes the folder.
  ///
  /// - Throws: why it cannot be, or that it is of another sweep.
  init(_ path: String, _ grid: Grid, _ arguments: Arguments) throws(Problems) {
    (self.path, cells) = (path, grid.cells)
    let flags = SimulatedDays.flags.filter { $0.name != SimulatedDays.jobs.name }
    // A trace that has changed under its name makes another sweep.
    let trace = try arguments[SimulatedDays.trace].map { path throws(Problems) in
      try InputFile.data(at: path).reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
    }
    let what: JSON = [
      "format": "bank-sweep", "version": .number(1),
      "configuration": grid.base.effective,
      "trace": trace.map { .string(String($0, radix: 16)) } ?? .null,
      "flags": .object(
        (flags + [Grid.vary, Grid.policies, .option]).flatMap { flag in
          arguments.all(flag).map { .init(flag.name, .string($0)) }
        }),
    ]
    let file = path + "/sweep.json"
    if arguments.has(Sweep.gather), !FileManager.default.fileExists(atPath: file) {
      throw Problems([
        Problem(
          "--gather", "there is no sweep in \(path)",
          "run the same command without it, or give the folder of its --out")
      ])
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
      throw Problems([Problem("--out \(path)", "is no folder", "give the name of a folder")])
    }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
      if let known = try? String(contentsOfFile: file, encoding: .utf8) {
        guard known == what.pretty else {
          throw Problems([
            Problem(
              "--out \(path)", "has a sweep of another branch or with other flags",
              "give the same as then, or another folder")
          ])
        }
      } else {
        try what.pretty.write(toFile: file, atomically: true, encoding: .utf8)
      }
    } catch let problems as Problems {
      throw problems
    } catch {
      throw Problems([Problem("--out \(path)", "cannot be written", InputFile.reason(error))])
    }
  }

  /// Checks that none of its files is one that the command reads or writes besides.
  ///
  /// - Throws: every one that is.
  func checkApart() throws(Problems) {
    let known = CommandFiles.known
    let own = [path + "/sweep.json", path + "/slurm.sh"] + cells.indices.map(file)
    let used = own.filter { CommandFiles.Identity(at: $0).map(known.contains) ?? false }
    guard used.isEmpty else { throw Problems(used.map(InputFile.isUsed)) }
  }

  private func file(_ number: Int) -> String { "\(path)/cell-\(number + 1).json" }

  /// A cell that is done; one that cannot be read, or is another, is not.
  func cell(_ number: Int) -> JSON? {
    guard let text = try? String(contentsOfFile: file(number), encoding: .utf8),
      case .success(let node) = JSON5Parser.parse(text),
      node.json["set"] == cells[number].json,
      node.json["policy"] == .string(cells[number].policy),
      node.json["result"] != nil || node.json["error"] != nil
    else { return nil }
    return node.json
  }

  /// Keeps a cell, whole or not at all.
  func keep(_ cell: JSON, _ number: Int) throws(Problems) {
    do {
      try cell.pretty.write(toFile: file(number), atomically: true, encoding: .utf8)
    } catch {
      throw Problems([Problem(file(number), "cannot be written", InputFile.reason(error))])
    }
  }
}
