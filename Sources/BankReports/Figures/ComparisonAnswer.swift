import BankCore
import BankSimulation

extension ComparisonPictures {
  private func all(_ policy: String, _ metric: Difference.Metric) -> Difference? {
    differences.first { $0.policy == policy && $0.service == "all" && $0.metric == metric }
  }

  /// The mean waits of all clients that are clearly shorter, of no more clients lost, the shortest first.
  var better: [Difference] {
    results.dropFirst().filter { $0.fault == nil }.compactMap { all($0.policy, .meanWait) }
      .filter { wait in
        let isLosing = [Difference.Metric.lost, .unserved].contains { metric in
          all(wait.policy, metric).map { $0.isClear && $0.interval.mean > 0 } ?? false
        }
        return wait.isClear && wait.interval.mean < 0 && !isLosing
      }.sorted { $0.interval.mean < $1.interval.mean }
  }

  /// The answer of a comparison: who waits less than under the baseline, who waits more, who cannot be told.
  ///
  /// A policy under which more are lost is not counted among the better ones, whatever those wait who stay.
  var answer: [String] {
    guard base.fault == nil else {
      return [
        language(
          "\(base.policy), the baseline, broke a law and was dropped: nothing is compared.",
          "기준인 \(base.policy) 정책이 법칙을 어겨 중단되었습니다. 비교할 수 없습니다.")
      ]
    }
    let others = results.dropFirst().filter { $0.fault == nil }
    let waits = others.compactMap { all($0.policy, .meanWait) }
    let better = better
    let worse = waits.filter { $0.isClear && $0.interval.mean > 0 }
    let stable = others.count { $0.unstable.isEmpty }
    func told(_ difference: Difference) -> String {
      let change = abs(difference.interval.mean)
      guard difference.metric == .meanWait else {
        let words = [Difference.Metric.late: "목표 초과 ", .unserved: "끝까지 남음 "]
        let what = language("", words[difference.metric] ?? "이탈 ")
        return base.titled(difference.service) + " " + what + difference.shares
      }
      return base.titled(difference.service) + " " + scale.brief(change, in: language) + " ("
        + SimulationReport.wholePercent(change / difference.baseline) + ")"
    }
    var sentences: [String] = []
    if days == 1 {
      sentences.append(
        language(
          "On one day these policies came to what is below; one day says nothing of others.",
          "아래는 하루의 결과입니다. 하루로는 다른 날을 알 수 없습니다."))
    } else if !base.unstable.isEmpty {
      sentences.append(
        language(
          "Under \(base.policy), the baseline, waits grow without end and have no mean; under \(stable) of \(others.count) others they have one.",
          "기준인 \(base.policy) 정책에서는 대기가 끝없이 늘어 평균이 없습니다. 다른 \(others.count)개 중 \(stable)개에는 평균이 있습니다."
        ))
    } else if let best = better.first {
      let by = scale.brief(-best.interval.mean, in: language)
      let alike = alike(best, better.dropFirst())
      // Fewer of all may be lost or late, and more of some.
      let more = differences.filter {
        $0.policy == best.policy && [.lost, .late].contains($0.metric) && $0.service != "all"
          && $0.isClear && $0.interval.mean > 0
      }.max { $0.interval.mean < $1.interval.mean }
      sentences.append(
        (alike.isEmpty
          ? language(
            "Over all clients \(best.policy) has the shortest mean wait: \(by) less than under \(base.policy).",
            "전체 고객의 평균 대기는 \(best.policy.with(.subject)) 가장 짧으며, \(base.policy)보다 \(by) 짧습니다.")
          : language(
            "Over all clients the mean wait under \(best.policy) is \(by) less than under \(base.policy); these days cannot tell it from \(language.some(alike)).",
            "전체 고객의 평균 대기는 \(best.policy)에서 \(base.policy)보다 \(by) 짧습니다. 이 날들로는 \(language.some(alike).with(.and)) 구별되지 않습니다."
          ))
          + (more.map {
            language(
              " More are \($0.metric == .late ? "late" : "lost") under it for \(told($0)).",
              " 대신 \(told($0)).")
          } ?? ""))
    } else if let best = waits.filter({ $0.isClear && $0.interval.mean < 0 })
      .min(by: { $0.interval.mean < $1.interval.mean }),
      let lost = [Difference.Metric.lost, .unserved].compactMap({ all(best.policy, $0) })
        .first(where: { $0.isClear && $0.interval.mean > 0 })
    {
      let by = scale.brief(-best.interval.mean, in: language)
      let change = lost.shares
      sentences.append(
        language(
          "Over all clients \(best.policy) has a mean wait \(by) shorter than \(base.policy), and serves fewer: \(change) of those who come are not served.",
          "전체 고객의 평균 대기는 \(best.policy)에서 \(base.policy)보다 \(by) 짧지만, 업무를 보지 못하는 고객이 늘어납니다: \(change)."
        ))
    } else {
      sentences.append(
        language(
          "Over all clients no policy has clearly shorter waits than \(base.policy).",
          "전체 고객을 보면 \(base.policy)보다 분명히 대기가 짧은 정책은 없습니다."))
    }
    if days > 1, base.unstable.isEmpty, others.count > 1 {
      let losing = waits.count { $0.isClear && $0.interval.mean < 0 } - better.count
      let same = waits.count(where: \.isSame)
      let open = waits.count - better.count - worse.count - losing - same
      let rest =
        (losing > 0
          ? language(
            ", \(losing) shorter with more clients lost", ", 짧지만 이탈이 더 많은 것은 \(losing)개") : "")
        + (open > 0
          ? language(
            "; \(open) cannot be told apart from \(base.policy)",
            ", \(base.policy.with(.and)) 구별되지 않는 것은 \(open)개") : "")
        + (same > 0 ? language("; \(same) the same", ", 같은 것은 \(same)개") : "")
        + (waits.count < others.count
          ? language(
            "; \(others.count - waits.count) without a mean",
            ", 평균이 없는 것은 \(others.count - waits.count)개") : "")
      sentences.append(
        language(
          "Of \(others.count) others, over all clients, \(better.isEmpty ? "none is" : better.count == 1 ? "1 is" : "\(better.count) are") clearly shorter, \(worse.count) clearly longer\(rest).",
          "다른 정책 \(others.count)개 중 전체 평균이 분명히 짧은 것은 \(better.isEmpty ? "없고" : "\(better.count)개,") 분명히 긴 것은 \(worse.count)개\(rest)입니다."
        ))
    }
    /// What may be paid: longer waits that are clear each by itself, though not all at once.
    func maybe(_ policy: String) -> Difference? {
      differences.filter {
        $0.policy == policy && $0.metric == .meanWait && $0.service != "all"
          && $0.interval.mean > $0.interval.halfWidth ?? .infinity
      }.max { $0.interval.mean < $1.interval.mean }
    }
    let parts = gains.prefix(2).map { gain, prices in
      let open = prices.isEmpty ? maybe(gain.policy) : nil
      let paid = prices.map {
        $0.metric == .meanWait
          ? language("\(told($0)) more", "\(told($0)) 길어짐")
          : language(
            "more \($0.metric == .lost ? "lost" : "still there at the end") (\(told($0)))", told($0)
          )
      }.joined(separator: language(" and ", ", "))
      return language(
        "under \(gain.policy) \(told(gain)) less"
          + (prices.isEmpty
            ? open.map { ", for which perhaps \(told($0)) more" } ?? ", and nobody clearly pays"
            : ", for which \(paid)"),
        "\(gain.policy): \(told(gain)) 짧아짐"
          + (prices.isEmpty
            ? open.map { ", 대신 아마 \(told($0)) 길어짐" } ?? ", 분명히 손해 보는 고객 없음"
            : ", 대신 \(paid)"))
    }
    if !parts.isEmpty {
      sentences.append(
        language(
          "Some clearly gain: \(parts.joined(separator: "; ")).",
          "분명한 이득: \(parts.joined(separator: "; ")).")
      )
    }
    return sentences + fewest(.lost) + fewest(.late)
  }

  /// The policy that loses fewest, or under which fewest are late, where that is clearly fewer.
  private func fewest(_ metric: Difference.Metric) -> [String] {
    let fewer = results.dropFirst().filter { $0.fault == nil }
      .compactMap { all($0.policy, metric) }.filter { $0.isClear && $0.interval.mean < 0 }
      .sorted { $0.interval.mean < $1.interval.mean }
    guard let best = fewer.first else { return [] }
    let (policy, change) = (best.policy, best.shares)
    // Others may have fewer still, though the days do not tell them from the baseline.
    let others = results.dropFirst().filter { $0.fault == nil && $0.policy != policy }
      .compactMap { all($0.policy, metric) }
    let alike = alike(best, others[...])
    guard
      !others.contains(where: {
        $0.interval.mean < best.interval.mean && !alike.contains($0.policy)
      })
    else { return [] }
    let tied = language.some(alike)
    return switch (metric, alike.isEmpty) {
    case (.late, true):
      [
        language(
          "Fewest are late under \(policy): \(change).", "목표 초과가 가장 적은 정책은 \(policy)입니다: \(change)."
        )
      ]
    case (.late, false):
      [
        language(
          "Fewer are late under \(policy): \(change); these days cannot tell it from \(tied).",
          "\(policy)에서는 목표 초과가 적습니다: \(change). 이 날들로는 \(tied.with(.and)) 구별되지 않습니다.")
      ]
    case (_, true):
      [
        language(
          "\(policy) loses fewest clients: \(change).", "이탈이 가장 적은 정책은 \(policy)입니다: \(change).")
      ]
    case (_, false):
      [
        language(
          "\(policy) loses fewer clients: \(change); these days cannot tell it from \(tied).",
          "\(policy)에서는 이탈이 적습니다: \(change). 이 날들로는 \(tied.with(.and)) 구별되지 않습니다.")
      ]
    }
  }

  /// Those of the others whom the days cannot tell from the best, beside each other.
  private func alike(_ best: Difference, _ others: ArraySlice<Difference>) -> [String] {
    guard let own = results.first(where: { $0.policy == best.policy }) else { return [] }
    return others.filter { other in
      results.first { $0.policy == other.policy }.map { result in
        !Difference.all(result, from: own).contains {
          $0.service == "all" && $0.metric == best.metric
            && abs($0.interval.mean) > ($0.interval.halfWidth ?? .infinity) * best.widening
        }
      } ?? false
    }.map(\.policy)
  }
}
