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
        "\(branch.days) recorded day\(branch.days == 1 ? "" : "s"), open \(TimeScale.clock(branch.opens)) to \(TimeScale.clock(branch.closes))",
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
    addFits(
      language("How long serving takes", "업무 소요 시간"),
      services.flatMap { service in
        service.times.prefix(1).map { fit in
          Fit(
            data: shares(service.served), model: fit.distribution, name: titled(service.name),
            family: fit.family, distance: fit.isEmpirical ? nil : fit.distance,
            areTooFew: Self.areTooFew(service.times, service.served.count),
            what: language("service times up to a length", "업무 소요 시간"))
        }
      }, to: &page)
    addFits(
      language("How long people wait before they leave", "기다리다 이탈하기까지"),
      services.compactMap { service in
        service.patience.map { patience in
          Fit(
            // Beyond, the curve is that of a few.
            data: patience.survival.filter { $0.time <= patience.known }
              .map { ($0.time, 1 - $0.share) },
            model: patience.distribution, name: titled(service.name), family: patience.family,
            distance: patience.distance,
            what: language(
              "clients who would have left by a time (Kaplan–Meier), as long as enough were seen to wait",
              "그때까지 떠났을 고객(카플란–마이어), 충분히 많은 고객이 기다린 시간까지"), isStepped: true)
        }
      }, to: &page)
    addFits(
      language("How long tellers take between two clients", "다음 고객 준비 시간"),
      branch.handoverFits.prefix(1).map { fit in
        Fit(
          data: shares(branch.handover.all), model: fit.distribution,
          name: language("hand-over", "다음 고객 준비"), family: fit.family,
          distance: fit.isEmpirical ? nil : fit.distance,
          areTooFew: Self.areTooFew(branch.handoverFits, branch.handover.count),
          what: language("pauses while somebody waited", "누군가 기다리던 동안의 쉼"))
      }, to: &page)
    page.section(
      language("What was fitted", "맞춘 값"),
      html: HTML.table(timesRows) + "<p class=\"made\">\(HTML.prose(legend))</p>")
    page.section(
      language("Tellers", "창구"),
      html: HTML.table(staffRows, areWords: true)
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
          "The most for one service: \(titled($0.name)), \(Scale.label(($0.rates[at] * 3600).rounded())) an hour at \(clock.moment(Double(at) * FittedBranch.period))",
          "한 업무에 가장 많이 오는 때: \(titled($0.name)) \(clock.moment(Double(at) * FittedBranch.period)), 시간당 \(Scale.label(($0.rates[at] * 3600).rounded()))명"
        )
      } ?? "",
      subtitle: language(
        "Clients an hour by half-hour, mean of the recorded days.", "30분마다 시간당 고객 수, 기록된 날의 평균."),
      table: periodRows,
      legend: Figure.keys(of: services.indices, services.map { titled($0.name) }, language)
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
        frame.drawing.path(points, "curve \(Figure.hue(number))", tip: titled(service.name))
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

  /// Data beside the model that was fitted to them.
  private struct Fit {
    let data: [(Double, Double)]
    let model: Distribution
    let name: String
    let family: String
    /// How far they are apart; `nil` where the model draws from the data.
    let distance: Double?
    /// Whether so few data are as far from the nearest family by chance.
    var areTooFew = false
    let what: String
    var isStepped = false
  }

  /// Whether the nearest family is no farther from so many data than chance has it (Lilliefors' 5 % point for a normal
  /// distribution whose parameters are estimated: 0.886 by the root of the number).
  private static func areTooFew(_ fits: [DistributionFit], _ count: Int) -> Bool {
    fits.first?.isEmpirical == true
      && fits.dropFirst().contains { $0.distance < 0.886 / Double(count).squareRoot() }
  }

  /// As many fits are drawn, those of no family first, then the farthest from their data; the others open.
  private static let mostFits = 3

  /// A section of fits; of what always takes as long there is nothing to draw.
  private func addFits(_ heading: String, _ fits: [Fit], to page: inout Page) {
    func isConstant(_ fit: Fit) -> Bool { if case .constant = fit.model { true } else { false } }
    let figures = fits.filter { !isConstant($0) }
      .sorted { ($0.distance ?? .infinity) > ($1.distance ?? .infinity) }
      .map { chart($0).html(language) }
    let same = fits.filter(isConstant).map { fit in
      let length = TimeScale.spoken(fit.model.mean, in: language)
      return "<p>"
        + HTML.prose(language("\(fit.name): always \(length)", "\(fit.name): 늘 \(length)")) + "</p>"
    }
    let rest = figures.dropFirst(Self.mostFits)
    page.section(
      heading,
      html: (figures.prefix(Self.mostFits) + same).joined(separator: "\n")
        + (rest.isEmpty
          ? ""
          : "<details><summary>"
            + language("\(rest.count) more", "\(rest.count)개 더")
            + "</summary>\(rest.joined(separator: "\n"))</details>"))
  }

  private func chart(_ fit: Fit) -> Figure {
    let (data, model, service, family) = (fit.data, fit.model, fit.name, fit.family)
    let distance = fit.distance
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
          points: fit.isStepped ? steps : data.filter { $0.0 <= end }, isUnder: true)
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
        ?? (fit.areTooFew
          ? language(
            "\(service): too few data to tell a family, the model draws from them",
            "\(service): 기록이 적어 분포를 정할 수 없어 기록에서 뽑음")
          : language(
            "\(service): no family fits, the model draws from the data",
            "\(service): 맞는 분포가 없어 기록에서 뽑음")),
      subtitle: language(
        "Share of \(fit.what), in minutes; the longest in a hundred are not drawn.",
        "\(fit.what)의 비율(분). 가장 긴 1 %는 그리지 않음."),
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
