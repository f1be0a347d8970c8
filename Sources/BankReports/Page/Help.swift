public import BankCore
public import BankSimulation

/// What a change of the branch would do, tried on the same days.
public struct Help: Sendable {
  /// What is changed.
  public enum Change: Sendable {
    /// A break is taken at another time.
    case rest(teller: String, from: Range<Time>, to: Range<Time>)
    /// Another policy.
    case policy(String)
    /// One more teller, like one who is there and can do `services`, with the same hours where they have some.
    case teller(like: String, services: String, hasHours: Bool)
  }

  /// What is changed: the best of so many of its kind.
  public var change: Change
  /// How many of its kind were tried.
  public var count: Int
  /// Whether the shares compared are of those who are late; otherwise mean waits are.
  public var isLate: Bool
  /// The difference from the days without, day by day, of all clients.
  public var difference: Interval
  /// What it is without the change, all days together.
  public var before: Double
  /// What it is with it.
  public var after: Double
  /// The same for the service that fares worst, by its place in the plan.
  public var worst: (service: Int, before: Double, after: Double)?

  /// Makes a trial's result.
  public init(
    _ change: Change, of count: Int, isLate: Bool, difference: Interval, before: Double,
    after: Double,
    worst: (service: Int, before: Double, after: Double)? = nil
  ) {
    self.count = count
    (self.change, self.isLate, self.difference) = (change, isLate, difference)
    (self.before, self.after, self.worst) = (before, after, worst)
  }

  /// What the change is called in a sentence.
  fileprivate func name(_ report: SimulationReport) -> String {
    let (language, scale) = (report.language, report.scale)
    switch change {
    case .rest(let teller, let from, let to):
      let who = report.tellerName(teller)
      func period(_ hours: Range<Time>) -> String {
        scale.moment(hours.lowerBound.seconds) + "–" + scale.moment(hours.upperBound.seconds)
      }
      let (was, new) = (period(from), period(to))
      return language(
        "\(who)'s break at \(new) in place of \(was)", "\(who)의 휴식을 \(was) 대신 \(new)에")
    case .policy(let name): return language("the policy \(name)", "정책 \(name)")
    case .teller(let like, let services, let hasHours):
      return language(
        "one more teller like \(report.tellerName(like)) (\(services)\(hasHours ? "; the same hours" : ""))",
        "\(report.tellerName(like))(\(services)) 같은 창구 하나 더")
    }
  }
}

extension SimulationReport {
  /// The best change of each kind that the days can tell, and which kinds were not tried.
  func sentences(of help: [Help]) -> [String] {
    guard !help.isEmpty else { return [] }
    // The best of several looks better than it is: the intervals of all are to hold at once.
    let widening = Interval.widening(
      help.reduce(0) { $0 + $1.count }, degrees: summary.days.count - 1)
    let best = help.filter { one in
      (one.difference.halfWidth ?? .infinity) * widening < -one.difference.mean
    }
    let tried = language.list(
      help.map { one in
        switch one.change {
        case .rest: language("breaks at other times", "휴식 시간 바꾸기")
        case .policy: language("the other policies", "다른 정책")
        case .teller: language("one more teller of each kind", "창구 하나 더 두기")
        }
      })
    guard let first = best.first else {
      return [
        language(
          "Of \(tried), tried on the same days, nothing helps that these days can tell.",
          "같은 날들에서 \(tried.with(.object)) 시험했지만 구별되는 도움은 없습니다.")
      ]
    }
    func told(_ value: Double) -> String {
      first.isLate ? Self.percent(value) : scale.brief(value, in: language)
    }
    let what = first.isLate ? language("late", "목표 초과") : language("mean wait", "평균 대기")
    let whom = plan.routes.isEmpty ? language("all", "전체") : language("all visits", "방문 전체")
    let parts = best.map { one in
      let worst =
        one.worst.map {
          language(", \(titles[$0.service]) ", ", \(titles[$0.service]) ") + told($0.before) + " → "
            + told($0.after)
        } ?? ""
      return one.name(self) + ": \(what) \(told(one.before)) → \(told(one.after))" + worst
    }
    return [
      language(
        "What would help, of \(tried), tried on the same days (\(whom)):",
        "같은 날들에서 \(tried.with(.object)) 시험했을 때 도움이 되는 것(\(whom)):")
    ] + parts.map { "• \($0)" }
  }
}
