import BankCore
import BankRecords
import BankSimulation

/// The model's own days beside the recorded ones, in words.
extension FitReport {
  /// The lines of the model that the record has too: services, classes and all, each with its place among the figures of
  /// a day and what was recorded.
  var parts: [(line: SimulationReport.Line, place: Int, recorded: Recorded)] {
    guard let model else { return [] }
    let own = model.lines.prefix(services.count).enumerated().map { place, line in
      let service = branch.services.firstIndex { $0.name == line.name }
      return (line, place, Recorded(record, service))
    }
    let classes = record.hasClasses ? Set(record.days.lazy.flatMap(\.clients).map(\.priority)) : []
    let between = model.lines.dropFirst(services.count).dropLast()
    let ofClasses =
      between.count == classes.count
      ? zip(between.enumerated(), classes.sorted()).map { line, number in
        (line.element, services.count + line.offset, Recorded(record) { $0.priority == number })
      } : []
    return own + ofClasses
      + model.lines.suffix(1).map { ($0, model.lines.count - 1, Recorded(record, nil)) }
  }

  /// Whom the model has wait otherwise than was recorded, by more than so many of its days differ by chance, so many at
  /// once: by how much, the worst first.
  private var otherParts: [(name: String, model: Double, recorded: Double)] {
    guard let model, record.days.count > 1 else { return [] }
    let told = parts.dropLast().filter { $0.recorded.served >= 30 && $0.line.hasMean }
    return told.filter { part in
      !isChance(part.recorded.wait.mean, model.summary, at: part.place, of: told.count)
        && abs(part.line.figures.wait.mean - part.recorded.wait.mean)
          > (part.recorded.wait.halfWidth ?? 0)
    }
    .map { ($0.line.name, $0.line.figures.wait.mean, $0.recorded.wait.mean) }
    .sorted { abs($0.model - $0.recorded) > abs($1.model - $1.recorded) }
  }

  /// How far the model's mean waits are from the recorded ones, in words.
  var verdict: String? {
    guard let ofAll = verdictOfAll.map({ $0 + impatience }) else { return nil }
    let others = otherParts
    guard !others.isEmpty, error?.isChance == true else { return ofAll }
    let told = others.prefix(3).map { one in
      language(
        "\(one.name) waits \(scale.brief(one.model, in: language)), recorded \(scale.brief(one.recorded, in: language))",
        "\(one.name) \(scale.brief(one.model, in: language)), 기록 \(scale.brief(one.recorded, in: language))"
      )
    }.joined(separator: "; ")
    return ofAll
      + language(
        " But not for each: \(told)\(others.count > 3 ? "; and \(others.count - 3) more" : ""). That is more than chance: the rule by which clients are called may have been another than \(policy).",
        " 그러나 나누어 보면 다릅니다: \(told)\(others.count > 3 ? " 외 \(others.count - 3)개" : ""). 우연으로 보기 어려우므로 실제 호출 규칙은 \(policy.with(.and)) 다를 수 있습니다."
      )
  }

  /// That nobody runs out of patience in the model, where some did in the record: whoever would have left waits, and others behind them.
  private var impatience: String {
    let left = record.days.flatMap(\.clients).count { $0.wait == nil && !$0.wasTurnedAway }
    guard left > 0, services.allSatisfy({ $0.patience == nil }), error?.isBelow == false else {
      return ""
    }
    return language(
      " In the model nobody runs out of patience: for no service did enough (\(left) in all) to know how long clients wait before they do. Whoever would have left waits there.",
      " 모형에서는 아무도 기다리다 이탈하지 않습니다. 기다리다 이탈한 고객(모두 \(left)명)이 업무마다 적어 인내심을 알 수 없으므로, 떠났을 고객도 기다립니다.")
  }

  /// The policy that the model has.
  private var policy: String { model?.policy ?? "" }

  private var verdictOfAll: String? {
    guard let error else { return nil }
    let size = error.share.map { decimal(abs($0) * 100, 0) + " %" }
    let start =
      size.map {
        language(
          "The model's mean wait is \($0) \(error.isBelow ? "below" : "above") the recorded one",
          "모형의 평균 대기는 기록보다 \($0) \(error.isBelow ? "짧습니다" : "깁니다")")
      }
      ?? language(
        "The model's clients wait, and nobody did in the record",
        "모형의 고객은 기다리지만 기록에서는 아무도 기다리지 않았습니다")
    guard let isChance = error.isChance else {
      return start
        + language(
          "; so few days cannot say whether that is chance.", ". 이렇게 적은 날로는 우연인지 알 수 없습니다.")
    }
    return start
      + (isChance
        ? language(
          ", within what so many of its days differ by chance.", ". 모형으로 만든 날들도 우연히 그만큼은 차이가 납니다.")
        : language(
          ": more than so many of its days differ by chance, so something that matters is not in the model",
          ". 모형으로 만든 날들 사이의 우연한 차이보다 크므로, 모형에 빠진 중요한 것이 있습니다")
          + (areTellersSeen && !branch.isNamed
            ? language(
              ", such as who serves when and what: the hours in which the log shows each teller differ from day to day.",
              ". 이를테면 누가 언제 무엇을 맡는지입니다. 기록에 창구가 보이는 시간이 날마다 다릅니다.") : "."))
  }

  /// By how much the model's mean wait is off.
  struct Error {
    /// By which share of the recorded one; `nil` where that is 0.
    var share: Double?
    var isBelow: Bool
    /// Whether that may be chance; `nil` where so few days cannot say.
    var isChance: Bool?
  }

  /// By how much the model's mean wait is off; `nil` where it has none, or nobody waits in either.
  var error: Error? {
    guard let model, let line = model.lines.last, line.hasMean else { return nil }
    let recorded = Recorded(record, nil)
    let (own, seen) = (line.figures.wait.mean, recorded.wait.mean)
    guard recorded.served > 0, own > 0 || seen > 0 else { return nil }
    return Error(
      share: seen > 0 ? own / seen - 1 : nil, isBelow: own < seen,
      isChance: record.days.count > 1 ? isChance(seen, model.summary, at: nil, of: 1) : nil)
  }

  /// Whether so many days of the model have, by chance, a mean wait as far from that of its days as the recorded one is:
  /// both the share of those below and of those above is at least 2.5 %, for `count` such questions at once less.
  ///
  /// The model's days are some of many themselves: they are drawn again, too.
  private func isChance(
    _ recorded: Double, _ summary: DaysSummary, at place: Int?, of count: Int
  ) -> Bool {
    let days = summary.days.map { $0[place ?? $0.count - 1] }.map { ($0.waits, Double($0.served)) }
    var random = RandomSource(seed: 1, stream: 0x666974)
    func mean(_ days: some Sequence<(Double, Double)>) -> Double {
      let (waits, served) = days.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
      return served > 0 ? waits / served : 0
    }
    func drawn(_ count: Int) -> Double {
      mean(
        (0..<count).lazy.map { _ in
          days[min(days.count - 1, Int(random.unit() * Double(days.count)))]
        })
    }
    let (draws, apart) = (4000, recorded - mean(days))
    var (below, above) = (0, 0)
    for _ in 0..<draws {
      let by = drawn(record.days.count) - drawn(days.count)
      below += by <= apart ? 1 : 0
      above += by >= apart ? 1 : 0
    }
    return min(below, above) * 40 * count >= draws
  }
}
