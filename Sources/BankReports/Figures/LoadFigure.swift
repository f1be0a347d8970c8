import BankCore
import BankSimulation

/// Work of several groups, and tellers who can do some of them.
///
/// All together get done what the narrowest set of groups lets through: what all who can do any of the set get
/// done, and the work of the groups outside (maximum flow, minimum cut). A set that brings more work than all who
/// can do any of it get done is short.
struct SharedStaff {
  private let work: [Double]
  /// The variance of each group's work.
  private let variances: [Double]
  /// The sets of groups that are looked at, the small ones first, with what all who can do any of them get done.
  private let sets: [(groups: [Int], capacity: Double)]

  /// With more groups than this only those alone and all together are looked at.
  private static let mostGroups = 8

  /// Makes it of the work of each group, of what each teller gets done of each group, and of the variance of the
  /// work where it is known from a few clients.
  init(work: [Double], tellers: [[Double]], variances: [Double]? = nil) {
    self.work = work
    self.variances = variances ?? work.map { _ in 0 }
    let all = Array(work.indices)
    let sets =
      work.count <= Self.mostGroups
      ? (0..<1 << work.count).dropFirst()
        .sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }
        .map { bits in all.filter { bits >> $0 & 1 == 1 } }
      : all.map { [$0] } + [all]
    // Who is faster at one of a set is counted as that fast: what is too much for that is too much.
    self.sets = sets.map { set in
      (set, tellers.reduce(0) { sum, speeds in sum + (set.map { speeds[$0] }.max() ?? 0) })
    }
  }

  /// What all who can do a group get done, if they do nothing else.
  func able(_ group: Int) -> Double { sets[group].capacity }

  /// What the other groups leave of them: what would get done of endless work for it, beside all that can be
  /// done of the others'.
  func left(_ group: Int) -> Double {
    let others = work.indices.reduce(0) { $0 + ($1 == group ? 0 : work[$1]) }
    /// What the sets let through, with the group in them or not.
    func least(_ sets: some Sequence<(groups: [Int], capacity: Double)>) -> Double {
      sets.map { set in
        set.capacity + others - set.groups.reduce(0) { $0 + ($1 == group ? 0 : work[$1]) }
      }.min() ?? others
    }
    let with = least(sets.filter { $0.groups.contains(group) })
    let without = min(others, least(sets.filter { !$0.groups.contains(group) }))
    return min(max(0, with - without), able(group))
  }

  /// Groups that together bring more work than all who can do any of them get done: by how much, and the variance
  /// of that.
  struct Shortage {
    var groups: [Int]
    var work: Double
    var variance: Double
  }

  /// The fewest groups that bring too much work, be it by chance.
  var shortage: Shortage? {
    let shortages = sets.map { set in
      set.groups.reduce(0) { $0 + work[$1] } - set.capacity
    }
    guard let most = shortages.max(), most > 0.005,
      let place = shortages.firstIndex(where: { $0 > most - 1e-9 })
    else { return nil }
    let groups = sets[place].groups
    return Shortage(
      groups: groups, work: most, variance: groups.reduce(0) { $0 + variances[$1] })
  }

  /// The groups that bring too much work in each stretch of a day, by more than two standard errors: those of
  /// stretches that follow each other are known better together.
  static func short(_ stretches: [(stretch: Int, staff: SharedStaff)]) -> [[Int]: [Int]] {
    var runs: [(stretches: [Int], shortage: Shortage)] = []
    for (stretch, staff) in stretches {
      guard let new = staff.shortage else { continue }
      if let last = runs.last, last.stretches.last == stretch - 1,
        last.shortage.groups == new.groups
      {
        runs[runs.count - 1].stretches.append(stretch)
        runs[runs.count - 1].shortage.work += new.work
        runs[runs.count - 1].shortage.variance += new.variance
      } else {
        runs.append(([stretch], new))
      }
    }
    return runs.filter { $0.shortage.work > 2 * $0.shortage.variance.squareRoot() }
      .reduce(into: [:]) { $0[$1.shortage.groups, default: []] += $1.stretches }
  }
}

/// The work that comes over the day beside those who are there to do it.
private struct StaffLoad {
  /// Whether the policy keeps tellers for something else, so that they count for what they do under it alone.
  let isKept: Bool
  /// The services that anybody came for, by the tellers who count for them.
  let groups: [[Int]]
  /// For each stretch the work that each group brings, in tellers of speed 1.
  let work: [[Double]]
  /// For each stretch who is there for it.
  let staff: [SharedStaff]
  /// The same where all tellers count for all they can do.
  let able: [SharedStaff]
  /// When more work comes for some services than all who can do them get done, the longest first.
  let short: [(services: [Int], stretches: [Int])]
  /// When more came, of which too few clients are known to say that it was no chance.
  let unclear: [Int]
  /// Whether nobody is there all day.
  let isEmpty: Bool

  init(_ day: DayPictures) {
    let (plan, course) = (day.report.plan, day.course)
    let isKept = day.isKept
    let come = plan.services.indices.filter { service in
      day.stretches.contains { course.arrived($0, service) > 0 }
    }
    let groups = Dictionary(grouping: come) { service in
      plan.tellers.indices.filter { day.counts($0, service) }
    }.values.sorted { $0[0] < $1[0] }
    let work = day.stretches.map { stretch in
      groups.map { $0.reduce(0) { $0 + day.work(stretch, $1) } }
    }
    // A fast teller hands over no faster.
    let handover = plan.handover.seconds
    func speeds(_ counts: (Int, Int) -> Bool) -> [[Double]] {
      plan.tellers.indices.map { teller in
        groups.map { services in
          services.filter { counts(teller, $0) }.map { service in
            let mean = plan.services[service].meanTime.seconds
            let own = mean / plan.speed(of: teller, doing: service) + handover
            return own > 0 ? (mean + handover) / own : 1
          }.max() ?? 0
        }
      }
    }
    let length = course.stretches.width.seconds * Double(max(course.days, 1))
    func staff(_ speeds: [[Double]]) -> [SharedStaff] {
      day.stretches.map { stretch in
        SharedStaff(
          work: work[stretch],
          tellers: speeds.enumerated().map { teller, speeds in
            speeds.map { $0 * course.present(teller: teller, stretch) / length }
          },
          variances: groups.map { $0.reduce(0) { $0 + day.workVariance(stretch, $1) } })
      }
    }
    let (own, able) = (staff(speeds(day.counts)), staff(speeds { plan.can($0, do: $1) }))
    let known = day.stretches.filter { stretch in
      groups.joined().contains { course.cells[stretch][$0].arrived >= DayPictures.fewest }
    }
    short = SharedStaff.short(known.map { ($0, own[$0]) })
      .map { set, stretches in (set.flatMap { groups[$0] }.sorted(), stretches) }
      .sorted { ($1.1.count, $0.1[0]) < ($0.1.count, $1.1[0]) }
    let certain = Set(short.flatMap(\.stretches))
    unclear = day.stretches.filter { own[$0].shortage != nil && !certain.contains($0) }
    isEmpty = !own.contains { staff in groups.indices.contains { staff.able($0) > 0 } }
    (self.isKept, self.groups, self.work, self.staff, self.able) = (isKept, groups, work, own, able)
  }
}

extension DayPictures {
  /// Whether the policy keeps tellers for something else, so that they count for what they do under it alone.
  var isKept: Bool {
    // What passes between two clients of a log may be a hand-over.
    !report.isRecorded && course.work.contains { $0.holding > 0.02 * $0.present }
  }

  /// Whether a teller counts for a service: not for what they hardly ever do, where the policy keeps some.
  func counts(_ teller: Int, _ service: Int) -> Bool {
    let calls = course.calls[teller]
    return report.plan.can(teller, do: service)
      && (!isKept || 50 * calls[service] > calls.reduce(0, +))
  }

  /// The work that comes in a stretch for a service, in tellers who would be needed for it; without those turned away for
  /// want of stock, who bring none.
  func work(_ stretch: Int, _ service: Int) -> Double {
    (1 - (course.refused(stretch, service) ?? 0)) * course.arrived(stretch, service)
      * (report.plan.services[service].meanTime.seconds + report.plan.handover.seconds)
      / course.stretches.width.seconds
  }

  /// The variance of that work, as of clients who come at random, each for a time that is known.
  fileprivate func workVariance(_ stretch: Int, _ service: Int) -> Double {
    let clients = course.arrived(stretch, service) * Double(max(course.days, 1))
    let each = clients > 0 ? work(stretch, service) / clients : 0
    return clients * each * each
  }

  private func names(_ services: [Int]) -> String {
    services.map { report.titles[$0] }.joined(separator: ", ")
  }

  /// What comes, in work, and who is there to do it.
  var load: Figure {
    let load = StaffLoad(self)
    let groups = load.groups
    let services = groups.joined().sorted()
    let isShared = groups.count > 1
    let most =
      stretches.flatMap { stretch in
        groups.indices.flatMap { [load.work[stretch][$0], load.able[stretch].able($0)] }
      }.max() ?? 1
    let able = language("all who can do it", "맡을 수 있는 창구 전부")
    let line =
      isShared
      ? language("tellers left for it if the other services go first", "다른 업무를 먼저 맡고 남는 창구")
      : language("tellers there", "나와 있는 창구")
    let short = load.short
    let title =
      load.isEmpty
      ? language("No teller is ever there", "창구가 하루 종일 비어 있습니다")
      : short.first.map { services, stretches in
        let unclear =
          load.unclear.isEmpty
          ? "" : language("; perhaps also ", ", 어쩌면 ") + self.periods(load.unclear)
        let periods = periods(stretches) + unclear
        // Several sets of services are short, each at times of its own.
        if short.count > 1 {
          let ordered = short.sorted { $0.stretches[0] < $1.stretches[0] }
          let told = ordered.prefix(2).map { one in
            let names =
              one.services.count == report.plan.services.count
              ? language("all services", "모든 업무")
              : language.some(one.services.map { report.titles[$0] })
            return language(
              "for \(names) at \(self.periods(one.stretches))",
              "\(names) \(self.periods(one.stretches))")
          }
          let more =
            short.count > 2 ? language("; and of others at times", ". 그 밖의 업무도 그런 때가 있음") : ""
          return language(
            "More work comes than those who can do it get done: \(told.joined(separator: "; "))\(more)",
            "들어오는 업무가 맡을 수 있는 창구보다 많은 때: \(told.joined(separator: "; "))\(more)")
        }
        return services.count == report.plan.services.count && !load.isKept
          ? language("More work comes than there are tellers for: ", "들어오는 업무가 창구보다 많은 때 ")
            + periods
          : language(
            "More work comes for \(language.list(services.map { report.titles[$0] })) than those who \(load.isKept ? "" : "can ")do it\(load.isKept ? " under \(report.policy)" : "") get done: ",
            "\(names(services)): \(load.isKept ? "\(report.policy)에서 맡는" : "맡을 수 있는") 창구보다 업무가 많은 때 "
          ) + periods
      }
        ?? (!load.unclear.isEmpty
          ? course.days == 1 && report.soFar == nil
            ? language(
              "On this one day more work came at times than there were tellers for: \(self.periods(load.unclear))",
              "이 하루에 업무가 창구보다 많이 들어온 때가 있습니다: \(self.periods(load.unclear))")
            : language(
              "At times about as much work comes as there are tellers for; too few clients came to say whether it is more",
              "업무가 창구만큼 들어오는 때가 있으나, 고객이 적어 더 많은지는 알 수 없습니다")
          : language(
            "There are tellers for all the work that comes, on average",
            "평균으로 보면 들어오는 업무를 맡을 창구가 늘 있습니다"))
    return Figure(
      title: title,
      subtitle: language(
        "Work that comes, in tellers needed for it at mean times, and \(line)\(isShared ? "; dashed: \(able)" : ""); every \(width), mean of \(days).\(report.plan.stock.isEmpty ? "" : " Without those turned away for want of stock.")\(load.isKept ? " Tellers count for what they do under \(report.policy), which keeps some for something else." : "")",
        "들어오는 업무(평균 시간으로 필요한 창구 수)와 \(line) 수\(isShared ? "(점선: \(able))" : ""). \(width) 단위, \(days) 평균.\(report.plan.stock.isEmpty ? "" : " 재고가 없어 돌아간 고객은 뺐습니다.")\(load.isKept ? " 창구는 \(report.policy)에서 실제로 맡는 업무로만 셉니다. 이 정책은 일부를 다른 업무를 위해 비워 둡니다." : "")"
      ),
      table: [
        [
          language("from", "시각"), language("tellers there", "창구 수"),
          language("busy", "업무 중"),
        ]
          + services.map { report.titles[$0] }
          + (isShared
            ? groups.flatMap {
              [
                language("left for \(names($0))", "\(names($0)) 몫"),
                language("can do \(names($0))", "\(names($0)) 가능"),
              ]
            } : [])
      ]
        + stretches.map { stretch in
          [
            moment(stretch), report.brief(course.tellers(stretch)),
            course.busy(stretch).map(SimulationReport.percent) ?? "–",
          ] + services.map { report.brief(work(stretch, $0)) }
            + (isShared
              ? groups.indices.flatMap {
                [
                  report.brief(load.staff[stretch].left($0)),
                  report.brief(load.able[stretch].able($0)),
                ]
              } : [])
        },
      // Where every group has a picture of its own with its name, hues say nothing more.
      legend: (isShared && groups.allSatisfy { $0.count == 1 }
        ? [] : Figure.keys(of: services, report.titles, language)) + [("stroke-key", line)]
    ) { width in
      let unit = language("tellers", "창구 수")
      let height = isShared ? 130.0 : 220
      func shortage(_ group: Int) -> Int {
        short.filter { $0.services.contains(groups[group][0]) }.reduce(0) {
          $0 + $1.stretches.count
        }
      }
      let shortFirst = groups.indices.sorted { (shortage($1), $0) < (shortage($0), $1) }
      var drawing = Drawing(width: width, height: height * Double(max(groups.count, 1)))
      for (number, group) in shortFirst.enumerated() {
        var frame = Frame(
          width: width, height: height, x: domain, xTicks: scale.ticks(domain),
          y: 0...Scale.roundedUp(most * 1.02),
          unit: isShared
            ? TextSize.fitted("\(names(groups[group])): \(unit)", in: width - 10) : unit)
        stack(groups[group], in: &frame)
        func line(_ value: (Int) -> Double, _ look: String) {
          frame.drawing.path(points(value).map { (frame.x($0.at), frame.y($0.value)) }, look)
        }
        if isShared { line({ load.able[$0].able(group) }, "thin dash1") }
        // Seen on every colour.
        for look in ["casing", "strong"] { line({ load.staff[$0].left(group) }, look) }
        drawing.place(frame.drawing, y: height * Double(number))
      }
      return drawing
    }
  }

  /// Draws the work of some services, one on top of the other.
  private func stack(_ services: [Int], in frame: inout Frame) {
    for stretch in stretches {
      var low = 0.0
      for service in services {
        let value = work(stretch, service)
        guard value > 0 else { continue }
        frame.drawing.box(
          x: frame.x(start(stretch)) + 0.5, y: frame.y(low + value),
          width: frame.x(start(stretch + 1)) - frame.x(start(stretch)) - 1,
          height: frame.y(low) - frame.y(low + value), "fill \(Figure.hue(service))",
          tip: "\(moment(stretch)) \(report.titles[service]): \(report.brief(value))")
        low += value
      }
    }
  }
}
