import BankSimulation

extension Answer {
  /// How those fare who go through several services: of those who wait longest, and who lose most where they are others.
  var routes: String? {
    guard report.soFar == nil else { return nil }
    let known = report.routes.filter { $0.times.hasMean && $0.times.figures.arrived > 0 }
    func gone(_ figures: ServiceFigures) -> Int { figures.left + figures.unserved }
    func lost(_ figures: ServiceFigures) -> Double {
      Double(gone(figures)) / Double(figures.arrived)
    }
    guard
      let longest = known.max(by: {
        $0.waits.figures.wait.mean < $1.waits.figures.wait.mean
      }), let worst = known.max(by: { lost($0.times.figures) < lost($1.times.figures) })
    else { return nil }
    let times = Interval(mean: longest.times.figures.wait.mean, halfWidth: longest.times.halfWidth)
    let share = SimulationReport.percent(lost(worst.times.figures))
    let (name, loser) = (report.titled(longest.times.name), report.titled(worst.times.name))
    let waiting = scale.brief(longest.waits.figures.wait.mean, in: language)
    let (left, open) = (worst.times.figures.left, worst.times.figures.unserved)
    let (ending, koreanEnding) =
      open == 0
      ? ("leave on the way", "도중에 이탈합니다")
      : left == 0
        ? ("are still on the way as the day ends", "하루가 끝날 때도 끝내지 못합니다")
        : ("never get through", "끝까지 마치지 못합니다")
    let (leaving, koreanLeaving) =
      left + open == 0
      ? ("", "")
      : (
        "; \(share) of all on \(name == loser ? "it" : "“\(loser)”") \(ending)",
        " \(loser) 고객의 \(share)는 \(koreanEnding)."
      )
    return language(
      "Those who get through “\(name)” take \(scale.brief(times, in: language)), \(waiting) of it waiting\(leaving).",
      "\(name.with(.object)) 마친 고객은 \(scale.brief(times, in: language)) 걸리며 그중 \(waiting.with(.object)) 기다립니다.\(koreanLeaving)"
    )
  }
}
