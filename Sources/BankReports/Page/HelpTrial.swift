public import BankSimulation

/// What was tried to find what would help.
public struct HelpTrial: Sendable {
  /// What can be changed.
  public enum Kind: Sendable, CaseIterable {
    case rest, hours, together, policy, split, skill, teller, stock
  }

  /// The best change of each kind that was tried, for all and for the service that fares worst, and others that do half or
  /// a third as much.
  public var best: [Help] = []
  /// Where much is short, and clients are late beside it: the same of who is late, but for more of the stock.
  public var ofLate: [Help] = []
  /// Where most are late for another reason, and a service is short of stock besides: what more of the stock does for those who
  /// leave.
  public var ofWant: [Help] = []
  /// About how many more tellers, like whom and with which break or hours of their own, would keep every target, where
  /// nothing that was tried comes near that.
  public var needed: [(like: String, moved: Help.Change?, count: Int)] = []
  /// Tellers without whom the branch is all well, too.
  public struct Fewer: Sendable {
    /// Their names.
    public var without: [String]
    /// The service that is late most then, by its place in the plan, and how often.
    public var latest: (service: Int, late: Interval)?

    /// Makes what was found.
    public init(without: [String], latest: (service: Int, late: Interval)?) {
      (self.without, self.latest) = (without, latest)
    }
  }

  /// Who is not needed, where all is well.
  public var fewer: Fewer?
  /// What was not tried, for it would take long.
  public var untried: [Kind] = []
  /// What was not tried, for the policy's options do not suit it.
  public var unfit: [Kind] = []
  /// Whether nothing was tried, for one day says nothing of others.
  public var isOfOneDay = false

  /// Whether breaks and hours were not moved, for hours that do not count would gain or lose by that.
  public var isOfPart = false

  /// Whether nothing was tried, for waits that grow without end have no mean to compare, and no target says who is late.
  public var hasNoMean = false

  /// Whether it was interrupted before all was tried, so that nothing can be said of the best.
  public var isInterrupted = false

  /// Whether something that was tried brings every service near its target.
  package var bringsNear: Bool {
    best.contains { one in one.late.allSatisfy { TargetState(late: $0.after) != .bad } }
  }

  /// Makes an empty trial, and says why nothing was tried.
  public init(isOfOneDay: Bool = false, hasNoMean: Bool = false, isInterrupted: Bool = false) {
    (self.isOfOneDay, self.hasNoMean) = (isOfOneDay, hasNoMean)
    self.isInterrupted = isInterrupted
  }
}

extension SimulationReport {
  /// Why nothing was tried that may help: one day, or one session, says nothing of others.
  var untried: String {
    guard !isSession else {
      return language(
        "What would help was not tried: one session says nothing of others. bank simulate --report with the config of this branch tries it.",
        "무엇이 도움이 될지는 시험하지 않았습니다. 한 회차로는 다른 날을 알 수 없습니다. 이 지점의 설정으로 bank simulate --report를 돌리면 시험합니다."
      )
    }
    guard !isRecorded else {
      return language(
        "What would help was not tried on recorded days: bank fit --log makes a config of them, and bank simulate --report with that tries it.",
        "무엇이 도움이 될지는 기록된 날로 시험하지 않았습니다. bank fit --log로 설정을 만들고 그 설정으로 bank simulate --report를 돌리면 시험합니다."
      )
    }
    let flags =
      (summary.statistics.clients > 10_000 ? "--clients 5000 " : "") + "--replications 20"
    return language(
      "What would help was not tried: one day says nothing of others. With \(flags) it is tried.",
      "무엇이 도움이 될지는 시험하지 않았습니다. 하루로는 다른 날을 알 수 없습니다. \(flags)이면 시험합니다.")
  }
}

extension Help.Measure {
  /// A value of it.
  func told(_ value: Double, _ scale: TimeScale, _ language: Language) -> String {
    self == .wait ? scale.brief(value, in: language) : SimulationReport.percent(value)
  }

  func name(_ language: Language) -> String {
    switch self {
    case .late: language("late", "목표 초과")
    case .lost: language("lost", "이탈")
    case .wait: language("mean wait", "평균 대기")
    }
  }
}
