import BankRecords
import BankSimulation

extension ReplayReport {
  /// What is taken of tellers whom the log does not show for longer than the recording's `gap`.
  struct Staff {
    var idle = RecordedStaff.Idle.away
    /// What each policy differs from the control by with the other staff, in seconds; empty where both are one.
    var otherwise: [String: Double] = [:]
  }

  /// Of the replays with either staff that a log allows the one whose control is closer to the record, and the
  /// one with more tellers where they are equally close.
  public static func closer(away: ReplayReport, there: ReplayReport) -> ReplayReport {
    let isThere = there.distance <= away.distance + 0.01 * away.mean(nil)
    var (closer, other) = isThere ? (there, away) : (away, there)
    closer.staff = Staff(
      idle: isThere ? .there : .away,
      otherwise: Dictionary(
        uniqueKeysWithValues: other.policies.indices.map { (other.policies[$0], other.total($0)) }))
    return closer
  }

  /// How far the control is from the record on its days, in seconds of waiting for each client served.
  private var distance: Double {
    let served = days.reduce(0) { $0 + $1.recordedServed }
    let sum = days.reduce(0) { $0 + abs($1.error) * Double($1.recordedServed) }
    return served > 0 ? sum / Double(served) : 0
  }

  /// What a policy differs from the control by with the other staff that the log allows, in seconds; `nil` where
  /// that says the same.
  func otherwise(_ policy: Int) -> Double? {
    guard let other = staff.otherwise[policies[policy]] else { return nil }
    let known = max(abs(totalError), difference(policy).halfWidth ?? 0, 1e-6)
    return abs(other - total(policy)) > known ? other : nil
  }

  /// The policies whose difference hangs on who was there.
  var staffWarnings: [String] {
    policies.indices.dropFirst().compactMap { policy in
      otherwise(policy).map { other in
        let (own, other) = (signed(total(policy)), signed(other))
        let (away, there) = staff.idle == .away ? (own, other) : (other, own)
        return language(
          "\(policies[policy]) differs from the control by \(there) if tellers with nothing to do were there,"
            + " by \(away) if they had gone: the log does not show it. Their hours in the config and"
            + " --staff config do",
          "\(policies[policy].with(.and)) 대조의 차이는 할 일이 없던 창구가 자리에 있었다면 \(there), 자리를 비웠다면 \(away)입니다."
            + " 기록으로는 알 수 없으니 설정에 근무 시간을 적고 --staff config를 쓰세요")
      }
    }
  }

  private func signed(_ seconds: Double) -> String { (seconds > 0 ? "+" : "") + length(seconds) }

  /// How the staff was read from the log.
  var staffRemark: String? {
    guard !staff.otherwise.isEmpty else { return nil }
    return staff.idle == .there
      ? language(
        "tellers whom the log does not show for a while are taken as there unless a client of theirs waited"
          + " (the control is as close to the record as without)",
        "기록에 한동안 보이지 않는 창구는 그 창구의 고객이 기다리지 않은 한 있었다고 봅니다(그렇게 보아도 대조가 기록에서 더 멀어지지 않습니다)")
      : language(
        "tellers whom the log does not show for a while are taken as away (the control is closer to the record"
          + " than with them there)",
        "기록에 한동안 보이지 않는 창구는 자리를 비웠다고 봅니다(있었다고 볼 때보다 대조가 기록에 더 가깝습니다)")
  }
}
