import BankCore
import BankSimulation

extension DayPictures {
  /// What the glance shows.
  var glanceTitle: String {
    let all = report.plan.services.count { $0.target != nil }
    let (shown, isPart) = (glanced.count, glanced.count < all)
    return language(
      "Late, by when clients come\(scale.opens == nil ? ", in \(scale.words) from opening" : "")\(isPart ? "; the worst \(shown) of \(all)" : ""); red: more than 20 %\(isPale ? "; pale: few clients" : "")",
      "도착 시각별 목표 초과\(scale.opens == nil ? "(문을 연 뒤, \(scale.unit.name(in: .ko)))" : "")\(isPart ? ", \(all)개 가운데 가장 나쁜 \(shown)개" : ""). 붉은색: 20 % 초과\(isPale ? ", 옅은색: 고객이 적음" : "")"
    )
  }

  /// Whether some bar of it is of few clients.
  private var isPale: Bool {
    glanced.contains { service in
      stretches.contains { stretch in
        isOfFew(stretch, service)
          && late(stretch, service).map { $0.mean > 0 } ?? false
      }
    }
  }

  /// The services of the glance, the worst first.
  private var glanced: [Int] {
    Array(worstFirst.filter { report.plan.services[$0].target != nil }.prefix(4))
  }

  /// When who is late, of the four services that fare worst, to stand beside the answer.
  ///
  /// The map of waits has the numbers. `nil` where there is no target, or no day to look at, and where days
  /// are stopped with clients there, who are in no bar.
  var glance: Drawing? {
    let services = glanced
    let shown = stretches.filter { stretch in
      services.contains { course.cells[stretch][$0].arrived > 0 }
    }
    guard report.fault == nil, course.cutAt == nil, shown.count > 1, let first = shown.first,
      let last = shown.last
    else { return nil }
    let rows = services.map { service in
      let bars = (first...last).map { stretch in
        late(stretch, service).map {
          Glance.Bar(
            share: $0.mean, isOfFew: isOfFew(stretch, service),
            tip: "\(moment(stretch)) \(report.titles[service]): "
              + language("late ", "목표 초과 ") + SimulationReport.share($0))
        }
      }
      return (report.titles[service], bars)
    }
    return Glance(rows: rows, moments: (first...last).map(moment)).drawing
  }
}
