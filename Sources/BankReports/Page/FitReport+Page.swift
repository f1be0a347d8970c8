import BankCore
import BankRecords
import BankSimulation

extension FitReport {
  /// The report as a page: each fit drawn beside its data.
  public func html(command: String? = nil) -> String {
    let name = log.split(separator: "/").last.map(String.init) ?? log
    var page = Page(
      language("A branch from \(name)", "\(name.with(.by)) 만든 지점 모형"),
      asked: language(
        "\(branch.days) recorded days, open \(TimeScale.clock(branch.opens)) to \(TimeScale.clock(branch.closes))",
        "기록된 \(branch.days)일, \(TimeScale.clock(branch.opens))–\(TimeScale.clock(branch.closes))"),
      language)
    // A model that is off by more than chance is no calm answer.
    page.answer(
      [verdict].compactMap { $0 },
      error.flatMap { $0.isChance == false ? abs($0.share ?? 1) > 0.2 ? .bad : .risk : nil })
    if model != nil {
      page.section(
        language("The recorded days, and the model's own", "기록된 날과 모형의 날"),
        html: HTML.table(comparisonRows))
    }
    page.section(language("Who comes when", "언제 누가 오는가"), [arrivals()])
    page.section(
      language("How long serving takes", "업무 소요 시간"),
      services.map { service in
        service.times.first.map { fit in
          chart(
            shares(service.served), fit.distribution, service.name, fit.family,
            fit.isEmpirical ? nil : fit.distance,
            language("service times up to a length", "업무 소요 시간"))
        }
      })
    page.section(
      language("How long people wait before they leave", "기다리다 이탈하기까지"),
      services.map { service in
        service.patience.map { patience in
          chart(
            // Beyond, the curve is that of a few.
            patience.survival.filter { $0.time <= patience.known }.map { ($0.time, 1 - $0.share) },
            patience.distribution, service.name,
            patience.family, patience.distance,
            language(
              "clients who would have left by a time (Kaplan–Meier), as long as enough were seen to wait",
              "그때까지 떠났을 고객(카플란–마이어), 충분히 많은 고객이 기다린 시간까지"), isStepped: true)
        }
      })
    page.section(
      language("How long tellers take between two clients", "다음 고객 준비 시간"),
      [
        branch.handoverFits.first.map { fit in
          chart(
            shares(branch.handover.all), fit.distribution, language("hand-over", "다음 고객 준비"),
            fit.family,
            fit.isEmpirical ? nil : fit.distance,
            language("pauses while somebody waited", "누군가 기다리던 동안의 쉼"))
        }
      ])
    page.section(
      language("What was fitted", "맞춘 값"),
      html: HTML.table(timesRows) + "<p class=\"made\">\(HTML.prose(legend))</p>")
    page.section(
      language("Tellers", "창구"),
      html: HTML.table(staffRows)
        + (hoursLegend.map { "<p class=\"made\">\(HTML.prose($0))</p>" } ?? ""))
    page.careful(warnings)
    page.made([], command: command)
    return page.text
  }

  /// Arrivals an hour by half-hour, a curve for each service, and the tellers that were there.
  private func arrivals() -> Figure? {
    guard !branch.present.isEmpty else { return nil }
    let count = branch.present.count
    let most = services.flatMap(\.rates).max() ?? 0
    let clock = TimeScale(unit: .min, opens: branch.opens)
    let domain = 0...Double(count) * FittedBranch.period
    let peak = services.max { ($0.rates.max() ?? 0) < ($1.rates.max() ?? 0) }
    let at =
      peak.flatMap { peak in peak.rates.indices.max { peak.rates[$0] < peak.rates[$1] } } ?? 0
    return Figure(
      title: peak.map {
        language(
          "Most come at \(clock.moment(Double(at) * FittedBranch.period)): \(Scale.label(($0.rates[at] * 3600).rounded())) an hour for \($0.name)",
          "가장 많이 오는 때 \(clock.moment(Double(at) * FittedBranch.period)): \($0.name) 시간당 \(Scale.label(($0.rates[at] * 3600).rounded()))명"
        )
      } ?? "",
      subtitle: language(
        "Clients an hour by half-hour, mean of the recorded days.", "30분마다 시간당 고객 수, 기록된 날의 평균."),
      table: periodRows,
      legend: services.enumerated().map { (Figure.hue($0), $1.name) }
    ) { width in
      var frame = Frame(
        width: width, height: 220, x: domain, xTicks: clock.ticks(domain),
        y: 0...Scale.roundedUp(most * 3600), unit: language("clients an hour", "시간당 고객"))
      for (number, service) in services.enumerated() {
        let points = service.rates.enumerated().flatMap { period, rate in
          [Double(period), Double(period + 1)].map {
            (x: frame.x($0 * FittedBranch.period), y: frame.y(rate * 3600))
          }
        }
        frame.drawing.path(points, "curve \(Figure.hue(number))", tip: service.name)
      }
      return frame.drawing
    }
  }

  /// At most 200 points of the shares of `times` up to each, and all that a clock with such ticks shows so.
  private func shares(_ times: [Double]) -> [(Double, Double)] {
    let sorted = times.sorted()
    // Of one length alone nothing is known of the clock.
    let half = sorted.first == sorted.last ? 0 : DistributionFit.tick(of: sorted) / 2
    let step = max(1, sorted.count / 200)
    return stride(from: step - 1, to: sorted.count, by: step).map {
      (sorted[$0] + half, Double($0 + 1) / Double(sorted.count))
    }
  }

  private func chart(
    _ data: [(Double, Double)], _ model: Distribution, _ service: String, _ family: String,
    _ distance: Double?, _ what: String, isStepped: Bool = false
  ) -> Figure {
    // The longest in a hundred would leave no room for the others.
    let end = max(data.first { $0.1 >= 0.99 }?.0 ?? data.last?.0 ?? 1, 1e-9)
    // A share stays as it is until somebody leaves.
    var steps: [(Double, Double)] = [(0, 0)]
    for (time, share) in data.filter({ $0.0 <= end }).strided(to: 200) {
      steps += [(time, steps[steps.count - 1].1), (time, share)]
    }
    let curves =
      [
        ShareFigure.Curve(
          name: language("recorded", "기록"),
          points: isStepped ? steps : data.filter { $0.0 <= end })
      ]
      // Data drawn from lie on themselves.
      + (distance == nil
        ? []
        : [
          ShareFigure.Curve(
            name: family,
            points: (0...100).map { end * Double($0) / 100 }
              .map { ($0, model.probability(upTo: $0)) })
        ])
    let shown = data.strided(to: 20)
    return ShareFigure(
      curves,
      title: distance.map(SimulationReport.percent).map { percent in
        language(
          "\(service): \(family) is at most \(percent) away from the data",
          "\(service): \(family) 분포와 기록의 차이는 많아야 \(percent)")
      }
        ?? language(
          "\(service): no family fits, the model draws from the data",
          "\(service): 맞는 분포가 없어 기록에서 뽑음"),
      subtitle: language(
        "Share of \(what), in minutes; the longest in a hundred are not drawn.",
        "\(what)의 비율(분). 가장 긴 1 %는 그리지 않음."),
      unit: language("share", "비율"), scale: scale,
      table: [[language("minutes", "분"), language("recorded", "기록"), family]]
        + shown.map {
          [
            scale.brief($0.0), SimulationReport.percent($0.1),
            SimulationReport.percent(model.probability(upTo: $0.0)),
          ]
        }, language: language
    ).figure
  }
}
