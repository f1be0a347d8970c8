import BankSimulation

extension Answer {
  /// How those fare who go through several services, of those the ones who lose most.
  var routes: String? {
    guard report.soFar == nil else { return nil }
    let known = report.routes.filter { $0.times.hasMean && $0.times.figures.arrived > 0 }
    func lost(_ figures: ServiceFigures) -> Double {
      Double(figures.left) / Double(figures.arrived)
    }
    guard
      let worst = known.max(by: { lost($0.times.figures) < lost($1.times.figures) })
    else { return nil }
    let times = Interval(mean: worst.times.figures.wait.mean, halfWidth: worst.times.halfWidth)
    let share = SimulationReport.percent(lost(worst.times.figures))
    let (name, waiting) = (report.named(worst.times.name), worst.waits.figures.wait.mean)
    return language(
      "Those who get through the \(name) take \(scale.brief(times, in: language)), \(scale.brief(waiting, in: language)) of it waiting; \(share) of all on it leave on the way.",
      "\(name.with(.object)) 마친 고객은 \(scale.brief(times, in: language)) 걸리며 그중 \(scale.brief(waiting, in: language).with(.object)) 기다립니다. \(name) 고객의 \(share)는 도중에 이탈합니다."
    )
  }
}
