import BankConfiguration
import BankCore
import BankRecords
import BankReports
import BankSimulation
import BankWeb

/// The session as files: its events, its clients, a report, and beside another policy.
extension FloorSite {
  func export(_ request: HTTPRequest) async -> HTTPResponse {
    let (past, now) = await hub.dayUntilNow()
    let (events, policy, session, configuration, beginning) = past
    let brought = await hub.brought
    let setup = hub.setup.speaking(request.query["lang"].flatMap(Language.init))
    switch request.path {
    case "/export/events.jsonl":
      let lines = EventLines(plan: setup.plan, handovers: setup.handovers)
      let all =
        [EventLines.header(configuration: Self.configuration(configuration, beginning, setup))]
        + events.map(lines.line)
      return .text(all.joined(separator: "\n") + "\n", type: "application/jsonl")
    case "/export/clients.csv":
      let rows = Collector<[String]>([])
      var table = ClientTable(plan: setup.plan) { row in rows.change { $0.append(row) } }
      for event in events { table.observe(event) }
      table.finish()
      return .text(rows.value.joined(separator: "\n") + "\n", type: "text/csv")
    default:
      let day = SessionReport(events, setup, beginning, now: now, returned: brought.places)
      guard request.path == "/export/compare.html" else {
        let (report, timeline) = day.report(policy.name, configuration["options"] ?? [:])
        var help = HelpTrial()
        help.isOfOneDay = true
        return Self.report(
          HTMLReport(
            title: Self.title(session, setup, beginning), results: [report], timelines: [timeline],
            help: help))
      }
      return await compare(
        day, policy, request.query["policy"], Self.title(session, setup, beginning), setup,
        brought.byTicket)
    }
  }

  /// The config of a session, with what was in stock as it began.
  private static func configuration(
    _ configuration: JSON, _ beginning: SessionReport.Beginning, _ setup: Setup
  ) -> JSON {
    guard case .object(let members) = configuration else { return configuration }
    let counts = Dictionary(
      uniqueKeysWithValues: zip(setup.plan.stock.map(\.item), beginning.stock))
    func counted(_ item: JSON.Member) -> JSON.Member {
      guard let count = counts[item.key].map({ JSON.number($0) }) else { return item }
      guard case .object(let own) = item.value else { return .init(item.key, count) }
      return .init(item.key, .object(own.map { $0.key == "count" ? .init($0.key, count) : $0 }))
    }
    return .object(
      members.map { member in
        guard member.key == "stock", case .object(let items) = member.value else { return member }
        return .init(member.key, .object(items.map(counted)))
      })
  }

  /// The session's clients once more, under its own policy as a control, and under another.
  ///
  /// Where the control is not what happened nothing is compared, and the page says what differs.
  private func compare(
    _ day: SessionReport, _ policy: WiredPolicy, _ other: String?, _ title: String, _ setup: Setup,
    _ brought: [Int: Visit]
  ) async -> HTTPResponse {
    let say = setup.messages.language
    var replays: [SessionReport.Replay] = []
    do throws(Problems) {
      var policies = [policy]
      if let other {
        policies.append(
          try hub.setup.wire(PolicyChoice(registry.policy(named: other, "policy"))))
      }
      for policy in policies {
        replays.append(
          try await hub.beside(policy) { day.replay(policy, brought: brought, watch: $0) })
      }
    } catch {
      let status = error.all.contains(BesideTheBranch.noThread) ? 503 : 422
      return refusal(status, Phrase(error.all.map(\.phrase), separator: " "))
    }
    let control = replays[0]
    if let difference = day.difference(from: control.calls).map(say.say) {
      return Self.report(
        HTMLReport(
          title: title, results: [],
          conclusions: [
            say(
              "Nothing is compared: the session's clients under its own policy, \(policy.name), do not give"
                + " what happened. \(difference.prefix(1).uppercased() + difference.dropFirst()).",
              "비교하지 않습니다: 같은 고객을 같은 정책으로 다시 돌린 결과가 실제와 다릅니다(\(policy.name)). \(difference).")
          ]))
    }
    let results = replays.map(\.report)
    let comparison = ComparisonReport(results)
    let goesOn = say(
      "Both go on without new clients until nobody is left: waits are of those served, where the page also counts"
        + " who has left or still waits, and tellers' shares are of all that time.",
      "두 경우 모두 새 고객 없이 모두 끝날 때까지 이어 갑니다. 대기는 업무를 본 고객만의 값이고(화면은 이탈했거나 아직 기다리는 고객도 셉니다), 창구의 비율은 그 시간 전체의 값입니다."
    )
    return Self.report(
      HTMLReport(
        title: title, results: results, differences: comparison.differences,
        conclusions: comparison.conclusions + (other == nil ? [] : [goesOn])
          + [
            say(
              "Replayed under its own policy the session is what happened, call by call.",
              "같은 정책으로 다시 돌리면 실제와 호출 하나하나가 같습니다.")
          ],
        timelines: replays.map(\.timeline)))
  }

  /// A session that a reset began says since when.
  private static func title(
    _ session: Int, _ setup: Setup, _ beginning: SessionReport.Beginning
  ) -> String {
    let since = setup.configuration.scale.moment(beginning.time.seconds)
    let branch = setup.branchName
    return setup.messages.language("\(branch), session \(session)", "\(branch) \(session)회차")
      + (beginning.time > .zero
        ? setup.messages.language(", since \(since)", ", \(since)부터") : "")
  }

  private static func report(_ report: HTMLReport) -> HTTPResponse {
    var response = HTTPResponse.text(report.text, type: "text/html")
    response.ownScript = HTMLReport.scriptHash
    return response
  }
}
