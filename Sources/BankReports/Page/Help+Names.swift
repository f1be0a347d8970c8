import BankCore
import BankSimulation

extension Help {
  /// What the change is called in a sentence.
  func name(_ report: SimulationReport) -> String { change.name(report) }
}

extension Help.Change {
  /// What it is called in a sentence.
  func name(_ report: SimulationReport) -> String {
    let (language, scale) = (report.language, report.scale)
    switch self {
    case .rest(let teller, let from, let to):
      let who = report.tellerName(teller)
      let (was, new) = (scale.period(from, in: language), scale.period(to, in: language))
      return language(
        "\(who)'s break at \(new) in place of \(was)", "\(who)의 휴식을 \(was) 대신 \(new)에")
    case .hours(let teller, let from, let to, let breaks):
      let who = report.tellerName(teller)
      let (was, new) = (scale.period(from, in: language), scale.period(to, in: language))
      let rest =
        breaks == 0
        ? ""
        : breaks == 1
          ? language(" (the break with them)", "(휴식도 함께)")
          : language(" (the breaks with them)", "(휴식도 함께)")
      return language(
        "\(who)'s hours \(new) in place of \(was)\(rest)",
        "\(who)의 근무를 \(was) 대신 \(new)에\(rest)")
    case .together(let all):
      let names = language.list(all.map { $0.arrow(report) })
      return language("\(names), together", "\(names), 모두 함께")
    case .split(let option): return Self.told(option: option, report)
    case .skill(let teller, let service):
      let who = report.tellerName(teller)
      return language(
        "\(who) doing \(service), too (where that can be learned)",
        "\(who)도 \(service) 담당(배울 수 있다면)")
    case .stock(let item, let from, let to):
      return language("\(to) in place of \(from) \(item) in stock", "\(item) 재고 \(from) 대신 \(to)")
    case .policy(let name, let summary):
      let does = summary.isEmpty ? "" : " (\(summary))"
      return language("the policy \(name)\(does)", "정책 \(name)\(does)")
    case .teller(let like, let services, let option, let moved):
      let hours = moved.map { $0.ofNewcomer(report) } ?? report.hours(of: like)
      let option = option.isEmpty ? "" : Self.told(option: option, first: 1, report)
      let counted = option.isEmpty ? "" : language(", and \(option)", ", \(option)")
      guard !report.isOfOneKind else {
        return language("one more teller\(hours)\(counted)", "창구 하나 더\(hours)\(counted)")
      }
      return language(
        "one more teller like \(report.tellerName(like))\(hours)"
          + (services.isEmpty ? "" : " (\(services))") + counted,
        (services.isEmpty
          ? "\(report.tellerName(like)) 같은 창구 하나 더"
          : "\(report.tellerName(like))처럼 \(services.with(.object)) 맡는 창구 하나 더") + hours + counted
      )
    }
  }
}

extension Help.Change {
  /// An option that counts tellers, as people say it, and as it is set: `3 tellers kept for loans (tellers.loan: 3)`.
  ///
  /// Of several counts the `first` are said, those that are changed.
  private static func told(
    option: String, first: Int = .max, _ report: SimulationReport
  ) -> String {
    let language = report.language
    let counts = option.split(separator: ", ").compactMap { part -> (String, String)? in
      let words = part.split(separator: ": ").map(String.init)
      guard words.count == 2, words[0].hasPrefix("tellers."),
        let service = report.plan.services.firstIndex(where: { "tellers." + $0.name == words[0] })
      else { return nil }
      return (words[1], report.titles[service])
    }
    guard counts.count == option.split(separator: ", ").count else {
      return language("the option \(option)", "옵션 \(option)")
    }
    let kept = counts.prefix(first).enumerated().map { place, one in
      let tellers = one.0 == "1" ? "teller" : "tellers"
      return language(
        "\(one.0) \(place == 0 ? tellers + " kept " : "")for \(one.1)", "\(one.1) 전담 창구 \(one.0)개")
    }
    return "\(language.list(kept)) (\(option))"
  }

  /// A break or hours that are moved, from when to when, in short.
  private func arrow(_ report: SimulationReport) -> String {
    let (language, scale) = (report.language, report.scale)
    func begin(_ time: Range<Time>) -> String {
      scale.opens == nil
        ? scale.exact(time.lowerBound.seconds, in: language)
        : scale.moment(time.lowerBound.seconds)
    }
    switch self {
    case .rest(let teller, let from, let to):
      let (who, times) = (report.tellerName(teller), "\(begin(from)) → \(begin(to))")
      return language("\(who)'s break \(times)", "\(who) 휴식 \(times)")
    case .hours(let teller, let from, let to, _):
      let who = report.tellerName(teller)
      let times = "\(scale.period(from, in: language)) → \(scale.period(to, in: language))"
      return language("\(who)'s hours \(times)", "\(who) 근무 \(times)")
    default: return name(report)
    }
  }

  /// When one more teller rests or is there.
  func ofNewcomer(_ report: SimulationReport) -> String {
    let (language, scale) = (report.language, report.scale)
    switch self {
    case .rest(_, _, let to):
      let period = scale.period(to, in: language)
      return language(", with the break at \(period)", ", 휴식은 \(period)에")
    case .hours(_, _, let to, _):
      let period = scale.period(to, in: language)
      return language(" at \(period)", " \(period)에")
    default: return ""
    }
  }

  /// Whether the one who rests or is there at other times misses all of `time`; `shifts` are those without the change.
  func misses(_ time: Range<Time>, of shifts: [Shift]) -> Bool {
    switch self {
    case .rest(_, _, let to):
      to.lowerBound <= time.lowerBound && time.upperBound <= to.upperBound
        || !shifts.contains { ($0.start..<$0.end).overlaps(time) }
          && !shifts.indices.dropFirst().contains {
            (shifts[$0 - 1].end..<shifts[$0].start).overlaps(time)
          }
    case .hours(_, _, let to, _): !to.overlaps(time)
    default: false
    }
  }
}

extension SimulationReport {
  /// Whether all tellers are alike but for their names.
  var isOfOneKind: Bool {
    plan.tellers.allSatisfy { teller in
      var like = plan.tellers[0]
      like.name = teller.name
      return like == teller
    }
  }

  /// From when until when one like `teller` would be there; empty for one who is always there.
  func hours(of teller: String) -> String {
    guard let shifts = plan.tellers.first(where: { $0.name == teller })?.shifts,
      let (first, last) = shifts.first.map({ ($0, shifts[shifts.count - 1]) })
    else { return "" }
    guard last.hasEnd else { return language(", with the same hours", ", 같은 시간에") }
    // Whoever would stay until the next morning, as a fitted branch may say, is there until closing.
    let open = course?.stretches.open ?? .zero
    let isOvernight = open > first.start && last.end - open > .seconds(4 * 3600)
    let period = scale.period(first.start..<(isOvernight ? open : last.end), in: language)
    return language(", with the same hours, \(period)", ", 같은 시간(\(period))에")
  }

  /// What a kind of change is called.
  func name(_ kind: HelpTrial.Kind) -> String {
    switch kind {
    case .rest: language("breaks at other half-hours", "휴식을 다른 30분대로 옮기기")
    case .hours:
      language("other hours of those who are not there all day", "종일 있지 않는 창구의 근무 시간 옮기기")
    case .together: language("several breaks and hours at once", "휴식과 근무 시간 여럿을 함께 옮기기")
    case .split: language("other splits of the tellers", "창구를 달리 나누기")
    case .skill:
      language(
        "a late service by those who are free for a tenth of their time",
        "10 % 넘게 한가한 창구에 목표를 넘는 업무 더 맡기기"
      )
    case .policy: language("the other policies", "다른 정책")
    case .teller:
      language("one more teller" + (isOfOneKind ? "" : " of each kind"), "창구 하나 더 두기")
    case .stock:
      language(
        "more of each item in stock ("
          + (plan.routes.isEmpty
            ? "what 19 of 20 days need)" : "twice as much, or what 19 of 20 days need)"),
        plan.routes.isEmpty ? "재고 늘리기(20일 중 19일에 넉넉한 양)" : "재고 늘리기(두 배, 또는 20일 중 19일에 넉넉한 양)")
    }
  }
}
