import BankCore
import BankSimulation

/// How many tellers a branch needs.
extension SimulationReport {
  /// That one like a teller who is not there when it is worst, and could help, is not there either.
  func absence(_ one: Help) -> String {
    let answer = Answer(report: self, help: HelpTrial())
    guard let worstTime = answer.worstTime, case .teller(let like, _, _, let moved) = one.change,
      let teller = plan.tellers.firstIndex(where: { $0.name == like }),
      let service = answer.worst?.service, plan.can(teller, do: service),
      let shifts = plan.tellers[teller].shifts,
      moved?.misses(worstTime, of: shifts)
        ?? !shifts.contains(where: { ($0.start..<$0.end).overlaps(worstTime) })
    else { return "" }
    let period = scale.period(worstTime, in: language)
    return language(
      "; not there at \(period), when it is worst", ". 가장 나쁜 \(period)에는 자리에 없음")
  }

  /// About how many more tellers are needed, and like whom.
  func needed(_ needed: [(like: String, moved: Help.Change?, count: Int)]) -> String? {
    let all = needed.reduce(0) { $0 + $1.count }
    guard all > 1 else { return nil }
    let whom = language.list(
      needed.map { like, moved, count in
        let name = tellerName(like)
        let (whose, koreanWhose) =
          isOfOneKind ? ("\(count)", "\(count)개") : ("\(count) like \(name)", "\(name)처럼 \(count)개")
        let hours = moved?.ofNewcomer(self).trimmingPrefix(/[, ]+/) ?? ""
        return language(whose, koreanWhose)
          + (hours.isEmpty ? "" : language(" (\(hours))", "(\(hours))"))
      })
    let isPlain = isOfOneKind && needed.allSatisfy { $0.moved == nil }
    let (kinds, koreanKinds) = isPlain ? ("", "") : (": \(whom)", "(\(whom))")
    return language(
      "To keep every target about \(all) more tellers are needed\(kinds).",
      "모든 목표를 지키려면 창구가 약 \(all)개 더 필요합니다\(koreanKinds).")
  }

  /// Who is not needed.
  func unneeded(_ fewer: HelpTrial.Fewer) -> String {
    let names = fewer.without.map(tellerName)
    let whom = names.count > 8 ? language.some(names) : language.list(names)
    let left = plan.tellers.count - names.count
    let latest = fewer.latest.flatMap { $0.late.mean < 0.0005 ? nil : $0 }.map { service, late in
      language(
        "; the highest share late would be that of \(titles[service]), \(Self.share(late))",
        "(목표 초과 비율이 가장 높은 업무는 \(titles[service]), \(Self.share(late)))")
    }
    return language(
      "\(left) of the \(plan.tellers.count) tellers would do: on the same days every target is kept without \(whom), too\(latest ?? "").",
      "창구 \(plan.tellers.count)개 중 \(left)개로도 됩니다. 같은 날들에서 \(whom) 없이도 모든 목표를 지킵니다\(latest ?? "").")
  }
}
