import BankCore
public import BankSimulation

extension Judgement.Finding {
  /// The finding as a sentence, for a run of `policy`; services are called by their names, as in a config.
  ///
  /// - Parameters:
  ///   - policy: what the policy is called.
  ///   - hasHandover: whether tellers hand over between clients, which counts as work here and not in the
  ///     utilization that tables show.
  ///   - language: the language of the sentence.
  /// - Returns: the sentence.
  public func sentence(
    under policy: String, hasHandover: Bool = false, in language: Language = .en
  ) -> String {
    let included = hasHandover ? language(", hand-over included", " (다음 고객 준비 시간 포함)") : ""
    switch self {
    case .overload(let services, let work, let capacity, let byStayers):
      let names = services.map { "\"\($0)\"" }
      let (work, capacity) = (decimal(work, 3), decimal(capacity, 3))
      return language(
        "not stable: the clients for \(names.joined(separator: " and "))\(byStayers ? " who never leave" : "") bring work for \(work) tellers\(included), and there are"
          + " \(capacity); lines that grow without end have no mean",
        "안정되지 않음: \(names.joined(separator: ", ")) 고객\(byStayers ? " 가운데 끝까지 기다리는 이들" : "")의 업무는 창구 \(work)개 몫\(included)인데 \(capacity)개뿐입니다. 끝없이"
          + " 느는 줄에는 평균이 없습니다")
    case .drift(let service):
      return language(
        "not stable under \(policy): the waits for \"\(service)\" grew for as long as the run went on, so there"
          + " is no mean",
        "\(policy) 정책에서 안정되지 않음: \"\(service)\" 대기가 끝까지 늘기만 해서 평균이 없습니다")
    case .heavyTail(let which, let count, let needed):
      let few = needed < 1e12
      let enough = few ? String(Int(needed.rounded(.up))) : ""
      let times =
        switch which {
        case .service(let name): language("the service times of \"\(name)\"", "\"\(name)\" 업무 시간이")
        case .gaps(let name):
          language("the gaps between the clients for \"\(name)\"", "\"\(name)\" 고객이 오는 간격이")
        case .services(let name):
          language(
            "the times of all services together (\"\(name)\" is rarer and takes longer)",
            "더 드물고 오래 걸리는 \"\(name)\" 때문에 모든 업무 시간이")
        case .handover: language("the times between two clients of a teller", "다음 고객 준비 시간이")
        }
      return language(
        "no interval: \(times) vary so much that \(count) of them say too little of the rare long"
          + " ones, on which the mean hangs; "
          + (few ? "it would take about \(enough)" : "no run is long enough"),
        "구간 없음: \(times) 너무 들쭉날쭉해서 \(count)번으로는 평균을"
          + " 좌우하는 드문 긴 값을 알 수 없습니다. "
          + (few ? "약 \(enough)번이 필요합니다" : "어떤 길이로도 모자랍니다"))
    case .shortRun(let count, let busy, let needed, let byStayers):
      let enough = Int(min(needed, 1e15).rounded(.up))
      let clients = byStayers ? language(" with clients who stay", " 끝까지 기다리는 고객의") : ""
      return language(
        "no interval: tellers are busy \(decimal(busy * 100, 1)) % of the time\(clients)\(included), and lines so full change so slowly"
          + " that \(count) clients say too little of the long run; it would take "
          + (busy < 1 ? "about \(enough)" : "far more")
          + ", in one run or in several (--replications)",
        "구간 없음: 창구가 시간의 \(decimal(busy * 100, 1)) %\(hasHandover ? included + "를" : "를")\(clients) 업무에 쓰고, 이렇게 붐비는 줄은 천천히 변해서 고객"
          + " \(count)명으로는 장기 평균을 알기 어렵습니다. 한 번에든 여러 번(--replications)에든 "
          + (busy < 1 ? "약 \(enough)명이" : "훨씬 더 많은 고객이") + " 필요합니다")
    case .startUp(let share):
      let percent = share.map { Int(($0 * 100).rounded()) }
      return language(
        (percent.map {
          "the waits of the second half of a day are \($0) % longer than those of the first"
        } ?? "the days are short beside how long this branch takes to fill")
          + ": these are figures of days that begin empty, not of the long run; --warmup auto leaves the"
          + " beginning out",
        (percent.map { "하루 후반의 대기가 전반보다 \($0) % 깁니다" } ?? "이만큼 바쁜 지점에는 하루가 짧습니다")
          + ": 빈 상태로 시작하는 날의 수치이며 오랜 기간의 수치가 아닙니다. --warmup auto는 시작을 빼고 셉니다")
    case .afterHours(let share):
      return language(
        "the day goes on after the last teller has gone home for good: \(decimal(share * 100, 1)) % of those who"
          + " came were not served; --until ends the day",
        "마지막 창구가 퇴근한 뒤에도 하루가 이어집니다: 찾아온 고객의 \(decimal(share * 100, 1)) %가 업무를 보지 못했습니다."
          + " --until로 하루를 끝낼 수 있습니다")
    case .longEvening(let seconds):
      let length = TimeScale.spoken(seconds, in: language)
      return language(
        "the last client leaves \(length) after closing, on average: more come than can be served while the branch is"
          + " open, services are long, or somebody waits whom nobody serves any more",
        "마지막 고객은 평균 마감 \(length) 뒤에 나갑니다: 문을 연 동안 다 맡을 수 없을 만큼 고객이 오거나, 업무가 오래 걸리거나, 더는 맡을 창구가 없는데 기다립니다"
      )
    }
  }

  private func decimal(_ value: Double, _ places: Int) -> String {
    Time.seconds(value).decimal(places: places)
  }
}
