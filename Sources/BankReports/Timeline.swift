public import BankCore

/// The first part of a day, for drawing: who waited, and what each teller did.
public struct Timeline: BankObserver, Sendable {
  /// The most clients that are drawn.
  public static let mostClients = 400

  let policy: String
  private let plan: BranchPlan
  private var waiting = 0
  private var levels: [(time: Time, waiting: Int)]
  private var slices: [(teller: Int, service: Int, ticket: Int, from: Time, to: Time)] = []
  private var arrived = 0
  private var isFull = false

  /// Makes an empty timeline of a day under the policy called `policy`, drawn from `start` on.
  public init(policy: String, plan: BranchPlan, from start: Time = .zero) {
    self.policy = policy
    self.plan = plan
    levels = [(start, 0)]
  }

  /// Takes note of `event`, until enough is there to draw.
  public mutating func observe(_ event: BankEvent) {
    guard !isFull else { return }
    switch event.kind {
    case .arrived:
      arrived += 1
      isFull = arrived > Self.mostClients
      change(1, event.time)
    case .started, .abandoned, .balked: change(-1, event.time)
    case .finished(let client, let teller, let started):
      slices.append((teller, client.service, client.ticket, started, event.time))
    case .refused, .came, .left, .restocked, .reset, .ejected: break
    }
  }

  private mutating func change(_ difference: Int, _ now: Time) {
    waiting += difference
    levels.append((now, waiting))
  }

  private var times: ClosedRange<Double> {
    let start = levels[0].time.seconds
    return start...max(start, levels[levels.count - 1].time.seconds, slices.last?.to.seconds ?? 0)
  }

  func waitingChart(_ scale: TimeScale) -> String {
    let most = levels.map(\.waiting).max() ?? 0
    var plot = Plot(height: 200, x: times, y: 0...Double(max(most, 1)))
    var points: [(Double, Double)] = []
    for (index, level) in levels.enumerated() {
      if index > 0 { points.append((level.time.seconds, Double(levels[index - 1].waiting))) }
      points.append((level.time.seconds, Double(level.waiting)))
    }
    plot.line(points, style: 0)
    return plot.svg(
      "Clients waiting over time, under \(policy): at most \(most).", xLabel: scale.axis,
      yLabel: "clients waiting", xTicks: scale.ticks(plot.x)) + first
  }

  func tellerChart(_ scale: TimeScale) -> String {
    let count = min(plan.tellers.count, 40)
    var plot = Plot(
      height: 44 + 22 * Double(count), x: times, y: 0...Double(max(count, 1)), hasNumbers: false)
    for teller in 0..<count {
      let top = plot.place(y: Double(count - teller))
      plot.add(
        "<text x=\"4\" y=\"\(Plot.number(top + 15))\">"
          + HTML.escaped(String(plan.tellers[teller].name.prefix(9))) + "</text>")
    }
    for slice in slices where slice.teller < count {
      let top = plot.place(y: Double(count - slice.teller))
      let from = plot.place(x: slice.from.seconds)
      let service = plan.services[slice.service].name
      plot.add(
        "<rect x=\"\(Plot.number(from))\" y=\"\(Plot.number(top + 3))\" height=\"16\""
          + " width=\"\(Plot.number(max(0.5, plot.place(x: slice.to.seconds) - from)))\""
          + " fill=\"currentColor\" fill-opacity=\"\(Self.shades[slice.service % Self.shades.count])\""
          + " stroke=\"currentColor\" stroke-width=\".5\"><title>"
          + HTML.escaped(
            "\(service) \(slice.ticket), \(scale.moment(slice.from.seconds)) to \(scale.moment(slice.to.seconds))"
          )
          + "</title></rect>")
    }
    let legend = plan.services.prefix(8).enumerated().map { index, service in
      "<svg width=\"24\" height=\"12\" aria-hidden=\"true\"><rect width=\"24\" height=\"12\""
        + " fill=\"currentColor\" stroke=\"currentColor\""
        + " fill-opacity=\"\(Self.shades[index % Self.shades.count])\"/></svg> "
        + HTML.escaped(service.name)
    }.joined(separator: " &emsp; ")
    return plot.svg(
      "What each teller did, under \(policy); a box for each service.", xLabel: scale.axis,
      yLabel: "", xTicks: scale.ticks(plot.x)) + "<p>\(legend)</p>" + first
  }

  private static let shades = [".15", ".6", ".35", ".85", ".05", ".5"]

  private var first: String {
    isFull ? "<p>The first \(Self.mostClients) clients.</p>" : ""
  }
}
