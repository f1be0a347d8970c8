public import BankRecords
import BankSimulation

extension ReplayReport {
  /// How the log was read, and what comes of other ways that fit it as well.
  struct Staff {
    var reading = RecordedStaff.Reading(idle: .away, skills: .all)
    /// The ways under which the control is as close to the record, each with what every policy differs from it
    /// by, in seconds.
    var others: [(reading: RecordedStaff.Reading, differences: [String: Double])] = []
    /// What was tried both ways.
    var (hasIdle, hasSkills) = (false, false)
  }

  /// Of the replays with the staff that a log may mean the one whose control is closest to the record; of those that are as
  /// close, within a share of the recorded mean wait, that with more tellers, who can do more.
  public static func likeliest(
    _ replays: [(reading: RecordedStaff.Reading, replay: ReplayReport)], within share: Double
  ) -> ReplayReport {
    let recorded = replays[0].replay.mean(nil)
    let least = replays.map(\.replay.distance).min() ?? 0
    func rank(_ reading: RecordedStaff.Reading) -> Int {
      let idle =
        switch reading.idle {
        case .written: 0
        case .kept: 1
        case .there: 2
        case .away: 3
        }
      return (reading.skills == .all ? 0 : 4) + idle
    }
    let close = replays.filter { $0.replay.distance <= least + share * recorded }
      .sorted { rank($0.reading) < rank($1.reading) }
    var best = close[0].replay
    best.staff = Staff(
      reading: close[0].reading,
      // Where the staff is known, nothing hangs on another.
      others: close[0].reading.idle == .written
        ? []
        : close.dropFirst().map { reading, replay in
          let differences = replay.policies.indices.map { (replay.policies[$0], replay.total($0)) }
          return (reading, Dictionary(uniqueKeysWithValues: differences))
        },
      hasIdle: replays.contains { $0.reading.idle != replays[0].reading.idle },
      hasSkills: replays.contains { $0.reading.skills != replays[0].reading.skills })
    return best
  }

  /// Whether the control is closer to the record than another's, by more than a hundredth of the recorded mean wait.
  package func isCloser(than other: ReplayReport) -> Bool {
    distance < other.distance - 0.01 * mean(nil)
  }

  /// How far the control is from the record, in seconds of waiting for each client served.
  ///
  /// On its days, or over all days by service where that is farther: with staff who could do other things one service is faster, and another
  /// slower, and the mean of all may be right.
  private var distance: Double {
    let served = days.reduce(0) { $0 + $1.recordedServed }
    let sum = days.reduce(0) { $0 + abs($1.error) * Double($1.recordedServed) }
    return served > 0 ? max(sum / Double(served), distanceByService) : 0
  }

  /// What a policy differs from the control by with another staff that the log may mean, in seconds, where that
  /// says something else: the one that is farthest off.
  func otherwise(
    _ policy: Int
  ) -> (reading: RecordedStaff.Reading, difference: Double)? {
    let own = total(policy)
    let known = max(abs(totalError), difference(policy).halfWidth ?? 0, 1e-6)
    return staff.others.compactMap { other in
      other.differences[policies[policy]].map { (other.reading, $0) }
    }.filter { abs($0.1 - own) > known }.max { abs($0.1 - own) < abs($1.1 - own) }
  }

  /// Whether the days tell a policy from the control: by more than the control errs, by more than days differ by
  /// themselves, and however the log is read.
  func isTold(_ policy: Int) -> Bool {
    abs(total(policy)) > max(abs(totalError), difference(policy).halfWidth ?? 0)
      && refuting(policy) == nil
  }

  /// The policies but the control: what the days tell apart from it first, then what differs most.
  var byChange: [Int] {
    func rank(_ policy: Int) -> (Int, Double) { (isTold(policy) ? 0 : 1, -abs(total(policy))) }
    return policies.indices.dropFirst().sorted { rank($0) < rank($1) }
  }

  /// Whether no more than under the control were not served: who would have waited longest may have left.
  func servesAsMany(_ policy: Int) -> Bool {
    guard let control = statistics(0)?.all, let other = statistics(policy)?.all else {
      return false
    }
    return other.served >= control.served || days(suiting: policy).count < days.count
  }

  /// Another way to read the log, under which a policy does not do what it does here; `nil` for none.
  func refuting(_ policy: Int) -> RecordedStaff.Reading? {
    otherwise(policy).flatMap { other in
      other.difference * total(policy) <= 0 || abs(other.difference) < abs(totalError)
        ? other.reading : nil
    }
  }

  /// The same in words.
  func refutation(_ policy: Int) -> String? {
    refuting(policy).map { reading in
      let words = words(reading)
      return language(
        "otherwise if \(words); the record cannot tell", "\(words) 달라 기록으로는 알 수 없음")
    }
  }

  /// What is otherwise in another reading.
  func words(_ reading: RecordedStaff.Reading) -> String {
    let idle =
      switch reading.idle {
      case .kept:
        language(
          "tellers were there though clients of theirs waited", "맡을 수 있는 고객이 기다려도 창구가 자리에 있었다면")
      case .there, .written:
        language("tellers with nothing to do were there", "할 일이 없던 창구가 자리에 있었다면")
      case .away: language("tellers with nothing to do had gone", "할 일이 없던 창구가 자리를 비웠다면")
      }
    let skills =
      reading.skills == .all
      ? language("everybody can do everything", "모든 창구가 모든 업무를 볼 수 있다면")
      : language("tellers can do only what they were seen doing", "창구마다 기록에 보인 업무만 볼 수 있다면")
    return [
      reading.idle == staff.reading.idle ? nil : idle,
      reading.skills == staff.reading.skills ? nil : skills,
    ].compactMap { $0 }.joined(separator: language(" and ", ", "))
  }

  /// The policies whose difference hangs on who was there.
  var staffWarnings: [String] {
    policies.indices.dropFirst().compactMap { policy in
      otherwise(policy).map { other in
        let (own, new) = (signed(total(policy)), signed(other.difference))
        return language(
          "\(policies[policy]) differs from the control by \(own) here, and by \(new) if"
            + " \(words(other.reading)): the log does not show it. Hours and skills in the config and"
            + " --staff config do",
          "\(policies[policy].with(.and)) 대조의 차이는 여기서 \(own), \(words(other.reading)) \(new)입니다."
            + " 기록으로는 알 수 없으니 설정에 근무 시간과 업무를 적고 --staff config를 쓰세요")
      }
    }
  }

  private func signed(_ seconds: Double) -> String { (seconds > 0 ? "+" : "") + length(seconds) }

  /// Which policies do not suit the staff of some days, and what became of those days.
  var unsuitedWarnings: [String] {
    Set(unsuited.map(\.policy)).sorted().map { policy in
      let own = unsuited.filter { $0.policy == policy }
      let dates = own.map(\.date).joined(separator: ", ")
      let days = "\(own.count) day\(own.count == 1 ? "" : "s")"
      return policy == policies.first
        ? language(
          "\(policy), the control, does not suit the staff of \(days), of which nothing is told: \(dates) (\(own[0].why))",
          "대조 정책 \(policy.with(.topic)) \(own.count)일의 창구에 맞지 않아 그 날은 보여 주지 않습니다: \(dates) (\(own[0].why))"
        )
        : language(
          "\(policy) does not suit the staff of \(days), which it is not judged by (* in the table): \(dates) (\(own[0].why))",
          "\(policy.with(.topic)) \(own.count)일의 창구에 맞지 않아 그 날은 빼고 봅니다(표의 *): \(dates) (\(own[0].why))"
        )
    }
  }

  /// Which options the other policies had, where they have any: they may hang on the order of the services, or the staff.
  var optionsOfOthers: String? {
    let told = policies.dropFirst().compactMap { name in
      options[name].flatMap { own in
        own.json == [:]
          ? nil
          : "\(name) \(own.json.description)"
            + (own.differ ? language(" (other on other days)", "(날마다 다름)") : "")
      }
    }
    return told.isEmpty
      ? nil
      : language(
        "options of the others: \(told.joined(separator: ", "))",
        "다른 정책의 옵션: \(told.joined(separator: ", "))")
  }

  /// How the staff was read from the log.
  var staffRemarks: [String] {
    let idle =
      switch staff.reading.idle {
      case .written:
        language(
          "tellers are there when the branch that wrote the file has them",
          "창구는 파일을 쓴 지점의 근무 시간대로 있었다고 봅니다")
      case .kept:
        language(
          "tellers whom the log does not show for a while are taken as there, for \(policies[0]) keeps tellers free (the control is as close to the record as without)",
          "기록에 한동안 보이지 않는 창구도 있었다고 봅니다. \(policies[0].with(.topic)) 고객이 기다려도 창구를 비워 두기 때문입니다(그렇게 보아도 대조가 기록에서 더 멀어지지 않습니다)"
        )
      case .there:
        language(
          "tellers whom the log does not show for a while are taken as there unless a client of theirs waited"
            + " (the control is as close to the record as without)",
          "기록에 한동안 보이지 않는 창구는 그 창구의 고객이 기다리지 않은 한 있었다고 봅니다(그렇게 보아도 대조가 기록에서 더 멀어지지 않습니다)")
      case .away:
        language(
          "tellers whom the log does not show for a while are taken as away (the control is closer to the record"
            + " than with them there)",
          "기록에 한동안 보이지 않는 창구는 자리를 비웠다고 봅니다(있었다고 볼 때보다 대조가 기록에 더 가깝습니다)")
      }
    let skills =
      staff.reading.skills == .all
      ? language(
        "tellers are taken as able to do also what they were never seen doing (the control is as close to the"
          + " record as without)",
        "창구는 기록에 보이지 않은 업무도 볼 수 있다고 봅니다(그렇게 보아도 대조가 기록에서 더 멀어지지 않습니다)")
      : language(
        "tellers are taken as able to do what they were seen doing, and nothing else that comes often (the control"
          + " is closer to the record than if everybody can do everything)",
        "창구는 기록에 보인 업무만 볼 수 있다고 봅니다(모두가 모든 업무를 볼 수 있다고 볼 때보다 대조가 기록에 더 가깝습니다)")
    return (staff.hasIdle ? [idle] : [])
      + (staff.hasSkills && staff.reading.idle != .written ? [skills] : [])
  }
}
