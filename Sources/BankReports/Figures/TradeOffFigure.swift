import BankCore
import BankSimulation

/// What one service gains and another pays, under each policy.
extension ComparisonPictures {
  /// A policy's differences from the baseline for two services.
  private struct Trade {
    let policy: String
    let first: Difference
    let second: Difference

    /// What the one of the two that fares worse pays.
    var most: Double { max(first.interval.mean, second.interval.mean) }

    /// The smaller of what is gained and what is paid.
    var size: Double { min(abs(first.interval.mean), abs(second.interval.mean)) }

    /// Whether one of the two is clearly another than under the baseline.
    var isTold: Bool { first.isClear || second.isClear }

    /// Whether one of the two clearly gains what the other clearly pays.
    var isTrade: Bool {
      first.isClear && second.isClear && first.interval.mean * second.interval.mean < 0
    }
  }

  /// Up to how many all have names.
  private static var fewest: Int { 6 }

  /// The two services or classes of the largest trade that is clear: what one gains, the other pays.
  ///
  /// As large as the smaller of the two, gain and price; the one that pays is first.
  private var clearTrade: (names: [String], isFelt: Bool)? {
    let waits = differences.filter { $0.metric == .meanWait && $0.isClear }
    let trades = results.dropFirst().compactMap { result -> (loss: Difference, gain: Difference)? in
      let own = waits.filter { $0.policy == result.policy && traded.contains($0.service) }
      guard let loss = own.max(by: { $0.interval.mean < $1.interval.mean }),
        let gain = own.min(by: { $0.interval.mean < $1.interval.mean }),
        loss.interval.mean > 0, gain.interval.mean < 0
      else { return nil }
      return (loss, gain)
    }
    func size(_ trade: (loss: Difference, gain: Difference)) -> Double {
      min(trade.loss.interval.mean, -trade.gain.interval.mean)
    }
    // What nobody would notice, beside the waits there are, is no trade to look at.
    let least = base.summary.statistics.all.wait.mean / 20
    return trades.max { size($0) < size($1) }
      .map { ([$0.loss.service, $0.gain.service], size($0) > least) }
  }

  /// What can gain what another pays: the services and the priority classes.
  private var traded: [String] { base.plan.services.map(\.name) + base.classNames }

  /// The two services whose waits differ most among the policies: what one gains the other pays; `nil` where
  /// there are not two.
  var tradeOff: Figure? {
    let waits = differences.filter { $0.metric == .meanWait }
    func spread(_ name: String) -> Double {
      waits.filter { $0.service == name }.map { abs($0.interval.mean) }.max() ?? 0
    }
    let widest = base.plan.services.map(\.name).enumerated()
      .sorted { (spread($1.element), $0.offset) < (spread($0.element), $1.offset) }
      .prefix(2).map(\.element)
    let clearTrade = clearTrade
    let names = clearTrade?.names ?? widest
    guard clearTrade?.isFelt ?? true, names.count == 2, spread(names[1]) > 0, days > 1 else {
      return nil
    }
    let all = results.dropFirst().compactMap { result -> Trade? in
      let own = names.compactMap { name in
        waits.first { $0.policy == result.policy && $0.service == name }
      }
      return own.count == 2 ? Trade(policy: result.policy, first: own[0], second: own[1]) : nil
    }
    // One dot says no more than the table.
    guard all.count > 1 else { return nil }
    let clear = all.filter(\.isTrade).max { $0.size < $1.size }
    // Those that are far worse than most leave no room to tell the others apart: the nearest trades, and the
    // nearest of the others.
    let sorted = all.sorted { $0.most < $1.most }
    let far = 3 * max(clear?.most ?? 0, sorted[sorted.count / 2].most)
    let near = sorted.filter { all.count <= Self.fewest || far <= 0 || $0.most <= far }
    let clearest = near.filter(\.isTrade).prefix(6)
    let others = near.filter { one in !clearest.contains { $0.policy == one.policy } }
    let trades = clearest + others.prefix(14 - clearest.count)
    let unnamed =
      trades.count <= Self.fewest ? 0 : trades.count { !$0.isTold && $0.policy != other?.policy }
    let left = all.map(\.policy).filter { name in !trades.contains { $0.policy == name } }
    let (first, second) = (base.titled(names[0]), base.titled(names[1]))
    func size(_ difference: Difference) -> String {
      scale.brief(abs(difference.interval.mean), in: language)
    }
    let title =
      clear.map { trade in
        let (gain, loss) =
          trade.first.interval.mean < 0
          ? (trade.first, trade.second) : (trade.second, trade.first)
        return language(
          "\(trade.policy): \(base.titled(gain.service)) gains \(size(gain)), \(base.titled(loss.service)) pays \(size(loss))",
          "\(trade.policy): \(base.titled(gain.service)) \(size(gain)) 이득, \(base.titled(loss.service)) \(size(loss)) 손해"
        )
      }
      ?? language(
        "No policy clearly trades the wait for \(first) against that for \(second)",
        "\(first.with(.and)) \(second)의 대기를 분명히 맞바꾸는 정책은 없습니다")
    return Figure(
      title: title,
      subtitle: language(
        "Difference of mean waits from \(base.policy) in \(scale.words); crosses are 95 % intervals that hold all at once. Down and left is better. Each axis has its own scale."
          + (unnamed > 0
            ? " Without a name: \(unnamed) whose waits here cannot be told from those under \(base.policy)."
            : "")
          + (left.isEmpty
            ? "" : " Not drawn: \(left.joined(separator: ", "))."),
        "\(base.policy)에 견준 평균 대기의 차이(\(scale.unit.name(in: .ko))). 십자는 동시 95 % 신뢰구간. 왼쪽 아래가 낫습니다. 두 축의 눈금은 서로 다릅니다."
          + (unnamed > 0 ? " 이름이 없는 \(unnamed)개는 여기 두 대기가 \(base.policy.with(.and)) 구별되지 않음." : "")
          + (left.isEmpty ? "" : " 그리지 않음: \(left.joined(separator: ", ")).")
      ),
      table: [[language("policy", "정책"), first, "±", second, "±"]]
        + all.map { trade in
          [trade.policy]
            + [trade.first, trade.second].flatMap {
              [signed($0.interval.mean), Self.half($0).map { scale.brief($0) } ?? "–"]
            }
        }
    ) { width in draw(Array(trades), first, second, width) }
  }

  private func draw(_ trades: [Trade], _ first: String, _ second: String, _ width: Double)
    -> Drawing
  {
    let unit = scale.unit.seconds
    func domain(_ differences: [Difference]) -> ClosedRange<Double> {
      let ends = differences.flatMap { each -> [Double] in
        let half = Self.half(each) ?? 0
        return [each.interval.mean - half, each.interval.mean + half]
      }
      let (low, high) = (min(0, ends.min() ?? 0), max(0, ends.max() ?? 0))
      let room = max((high - low) * 0.06, 1e-9)
      return (low - room)...(high + room)
    }
    let xs = domain(trades.map(\.first))
    let ys = domain(trades.map(\.second))
    var frame = Frame(
      width: width, height: width < 500 ? 318 : 358, x: xs, xTicks: scale.lengthTicks(xs),
      y: (ys.lowerBound / unit)...(ys.upperBound / unit),
      unit: "↑ \(second), \(scale.unit.sign(in: language))",
      xUnit: "\(first), \(scale.unit.sign(in: language)) →")
    frame.drawing.line(from: (frame.x(0), frame.top), to: (frame.x(0), frame.bottom), "axis")
    let dots = trades.map {
      (x: frame.x($0.first.interval.mean), y: frame.y($0.second.interval.mean / unit))
    }
    for (trade, dot) in zip(trades, dots) {
      if let half = Self.half(trade.first) {
        let mean = trade.first.interval.mean
        frame.drawing.line(
          from: (frame.x(mean - half), dot.y), to: (frame.x(mean + half), dot.y), "cross")
      }
      if let half = Self.half(trade.second) {
        let mean = trade.second.interval.mean
        frame.drawing.line(
          from: (dot.x, frame.y((mean - half) / unit)), to: (dot.x, frame.y((mean + half) / unit)),
          "cross")
      }
    }
    let origin = (x: frame.x(0), y: frame.y(0))
    frame.drawing.dot(x: origin.x, y: origin.y, radius: 5, "hollow", tip: base.policy)
    for (trade, dot) in zip(trades, dots) {
      frame.drawing.dot(
        x: dot.x, y: dot.y, radius: 5, "accent-fill",
        tip:
          "\(trade.policy): \(first) \(signed(trade.first.interval.mean)), \(second) \(signed(trade.second.interval.mean))"
      )
    }
    // The policy that the answer names has a name for sure; of many, those have none that days do not tell from the
    // baseline.
    let best = other?.policy
    let named = zip(dots, trades).filter { _, trade in
      trades.count <= Self.fewest || trade.isTold || trade.policy == best
    }.map { ($0.x, $0.y, $1.policy) }
    frame.names(
      named.filter { $0.2 == best } + [(origin.x, origin.y, base.policy)]
        + named.filter { $0.2 != best })
    return frame.drawing
  }
}
