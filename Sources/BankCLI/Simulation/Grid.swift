import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation

/// Branches that differ in keys of the config, each under several policies.
struct Grid: Sendable {
  static let vary = Flag(
    "--vary", "KEY=VALUES", "try these values of a key: tellers=3...8, KEY=a,b,c, KEY=*0.9,*1.1",
    repeats: true)
  static let policies = Flag(
    "--policies", "A,B,…|all", "try these policies (default: the config's)")

  /// A key and its values.
  struct Axis: Sendable {
    let key: String
    let values: [String]

    /// Reads `tellers=3...8`, `services.loan.target=5min,10min` or `KEY=*0.9,*1.1`.
    ///
    /// - Throws: what is wrong with it.
    init(_ text: String) throws(Problem) {
      let wrong = Problem(
        "--vary \(text)", "is no key with values",
        "write tellers=3...8 (whole numbers, the lower first) or KEY=a,b,c")
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { throw wrong }
      key = String(text[..<equals])
      let written = String(text[text.index(after: equals)...])
      if let dots = written.firstRange(of: "..."), let first = Int(written[..<dots.lowerBound]),
        let last = Int(written[dots.upperBound...]), first <= last
      {
        let (count, isBeyond) = last.subtractingReportingOverflow(first)
        guard !isBeyond, count < Grid.most else {
          throw Problem("--vary \(text)", "too many values", "at most \(Grid.most)")
        }
        values = (first...last).map(String.init)
      } else if written.contains("...") {
        throw wrong
      } else {
        values = PolicyChoice.parts(of: written, at: ",")
        guard !values.contains("") else { throw wrong }
      }
    }

    /// What `--set` is given for a value.
    func setting(_ value: String) -> String {
      value.first == "*" || value.first == "+"
        ? "\(key)\(value.prefix(1))=\(value.dropFirst())" : "\(key)=\(value)"
    }
  }

  /// A branch under a policy.
  struct Cell: Sendable {
    let set: [(key: String, value: String)]
    let policy: String
    /// The branch wired to the policy, or why it cannot be.
    let setup: Result<Setup, Problems>

    /// What was set, as an object; numbers as numbers, and what is added as text: `+1`.
    var json: JSON {
      .object(
        self.set.map { key, value in
          .init(
            key, Double(value).flatMap { value.first == "+" ? nil : .number($0) } ?? .string(value))
        })
    }

    /// How many tellers there are, on average over their day; 0 where there is no branch.
    var tellers: Double {
      guard case .success(let setup) = setup else { return 0 }
      let day =
        setup.configuration.workload.closes?.seconds
        ?? setup.plan.tellers.compactMap { $0.shifts?.last?.end.seconds }.max() ?? 1
      return setup.plan.tellers.reduce(0) { sum, teller in
        sum
          + (teller.shifts.map { shifts in
            shifts.reduce(0) { $0 + (min($1.end.seconds, day) - min($1.start.seconds, day)) } / day
          } ?? 1)
      }
    }

    /// `tellers=4`, for people.
    var label: String { self.set.map { "\($0.key)=\($0.value)" }.joined(separator: " ") }
  }

  let axes: [Axis]
  let cells: [Cell]
  /// The branch as the config has it.
  let base: Setup
  /// Whether that is under the first policy asked for that suits it, for the config's own does not.
  private(set) var isBaseAsked = false

  /// The cell that is the branch as the config has it, if one is.
  var today: Int? {
    cells.firstIndex { cell in
      guard case .success(let setup) = cell.setup else { return false }
      return setup.wired.name == base.wired.name && setup.wired.options == base.wired.options
        && setup.plan == base.plan && setup.configuration.workload == base.configuration.workload
    }
  }

  /// The most cells of a grid.
  static let most = 100_000

  /// Reads the flags, and the config once for each cell.
  ///
  /// - Throws: everything that is wrong with them; a cell that cannot be is no mistake where others can.
  init(
    _ arguments: Arguments, _ registry: Registry, _ problems: [Problem]
  ) throws(Problems) {
    var problems = problems
    var axes: [Axis] = []
    for text in arguments.all(Self.vary) {
      do throws(Problem) {
        let axis = try Axis(text)
        if let flag = [
          "policy": "--policies", "options": "--option or --policies NAME:KEY=VALUE",
          "seed": "--seed",
        ][
          axis.key]
        {
          problems.append(
            Problem("--vary \(text)", "is no key of the branch", "give \(flag)"))
        }
        let values = axis.values
        if let twice = values.indices.first(where: { values[..<$0].contains(values[$0]) }) {
          problems.append(
            Problem("--vary \(text)", "\(values[twice]) is there twice", "keep one"))
        }
        if axes.contains(where: { $0.key == axis.key }) {
          problems.append(
            Problem("--vary \(text)", "the key is there twice", "give all its values at once"))
        }
        axes.append(axis)
      } catch {
        problems.append(error)
      }
    }
    let isGiven = arguments.has(Self.policies)
    let given = isGiven ? Compare.choices(arguments, registry, &problems) : []
    let base: Setup
    do throws(Problems) {
      base = try Setup(arguments, registry, problems)
    } catch {
      // The config's own policy need not suit where others are asked for.
      let suits = given.lazy.compactMap { try? Setup(arguments, registry, problems, policy: $0) }
      guard !arguments.has(.policy), let first = suits.first else { throw error }
      base = first
      isBaseAsked = true
    }
    // Where nobody says otherwise, the config's own.
    let choices =
      isGiven ? given : [PolicyChoice(try registry.policy(named: base.wired.name, "policy"))]
    let count = axes.reduce(choices.count) { count, axis in
      min(count, Self.most + 1) * axis.values.count
    }
    if count > Self.most {
      problems.append(
        Problem("--vary", "\(count) cells", "at most \(Self.most): give fewer values or policies"))
    }
    guard problems.isEmpty else { throw Problems(problems) }
    var points: [[(key: String, value: String)]] = [[]]
    for axis in axes {
      points = points.flatMap { point in axis.values.map { point + [(axis.key, $0)] } }
    }
    // The config of the working folder has been told of.
    var known = arguments
    if !arguments.has(.config), let path = base.configPath { known = known.adding(.config, [path]) }
    cells = points.flatMap { point in
      let settings = zip(axes, point).map { $0.setting($1.value) }
      return choices.map { choice in
        let setup: Result<Setup, Problems>
        do throws(Problems) {
          setup = .success(
            try Setup(known.adding(.set, settings), registry, [], policy: choice))
        } catch {
          setup = .failure(Self.told(error, of: zip(axes, point.map(\.value))))
        }
        return Cell(set: point, policy: choice.label, setup: setup)
      }
    }
    if !cells.contains(where: { if case .success = $0.setup { true } else { false } }),
      case .failure(let error)? = cells.first?.setup
    {
      throw error
    }
    self.axes = axes
    self.base = base
    // A value that no branch may have is a mistake, even where others can be.
    let bad = zip(points, stride(from: 0, to: cells.count, by: choices.count)).flatMap {
      point, first -> [Problem] in
      let own = cells[first..<first + choices.count].map { cell -> [Problem] in
        if case .failure(let error) = cell.setup { error.all } else { [] }
      }
      guard own.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.path.hasPrefix("--vary ") } }) else {
        return []
      }
      let settings = zip(axes, point).map { $0.setting($1.value) }
      let standard = try? Setup(
        known.adding(.set, settings), registry, [], policy: PolicyChoice(registry.standard))
      return standard == nil ? own[0] : []
    }
    let mistakes = bad.enumerated().filter { !bad[..<$0].contains($1) }.map(\.element)
    guard mistakes.isEmpty else { throw Problems(mistakes) }
  }

  /// What is wrong with a cell: with `--vary`, where that has set it.
  private static func told(_ error: Problems, of set: Zip2Sequence<[Axis], [String]>) -> Problems {
    Problems(
      error.all.map { problem in
        for (axis, value) in set {
          let path = "--set \(axis.setting(value))"
          guard problem.path == path || problem.path.hasPrefix(path + ":") else { continue }
          return Problem(
            "--vary \(axis.key)=\(value)" + problem.path.dropFirst(path.count), problem.finding,
            problem.remedy)
        }
        return problem
      })
  }

  /// What to say where `--vary tellers` counts tellers, and those of the config are not all alike: they are replaced.
  var otherStaff: String? {
    let plan = base.plan
    guard axes.contains(where: { $0.key == "tellers" }) else { return nil }
    let own: [(isSo: Bool, words: String)] = [
      (
        plan.tellers.indices.contains { teller in
          !plan.services.indices.allSatisfy { plan.can(teller, do: $0) }
        }, base.messages.language("skills", "담당 업무")
      ),
      (plan.tellers.contains { $0.shifts != nil }, base.messages.language("shifts", "근무 시간")),
      (
        plan.tellers.contains { $0.speed != 1 || !$0.speeds.isEmpty },
        base.messages.language("speeds", "속도")
      ),
    ]
    let words = own.filter(\.isSo).map(\.words)
    guard !words.isEmpty else { return nil }
    let (count, list) = (plan.tellers.count, base.messages.language.list(words))
    return base.messages.language(
      "All tellers here can do everything, all day: the \(list) of the config's \(count) are not used. What one more like one of them would do, bank simulate --report tells.",
      "여기서는 모든 창구가 하루 종일 모든 업무를 맡습니다. 설정에 있는 창구 \(count)개의 \(list) 설정은 쓰지 않습니다. 그중 하나와 같은 창구를 더하면 어떤지는 bank simulate --report에 나옵니다."
    )
  }
}
