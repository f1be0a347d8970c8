package import BankCore

/// A few clients under several policies, one above the other: who serves whom, and when.
///
/// A picture by itself, for a document: it brings its own colours, in light and in dark.
package struct ScheduleFigure {
  /// What happened under one policy.
  package struct Schedule {
    let policy: String
    fileprivate var services: [(client: Client, teller: Int, from: Time, to: Time)] = []

    /// Takes note of the services of a day.
    package init(policy: String, events: [BankEvent]) {
      self.policy = policy
      for event in events {
        if case .finished(let client, let teller, let started) = event.kind {
          services.append((client, teller, started, event.time))
        }
      }
    }

    /// The clients in the order in which they were called, and by whom.
    package var calls: [(ticket: Int, teller: Int, at: Time)] {
      services.sorted { ($0.from, $0.client.ticket) < ($1.from, $1.client.ticket) }
        .map { ($0.client.ticket, $0.teller, $0.from) }
    }
  }

  let plan: BranchPlan
  let clients: [Client]
  /// What happened under each policy.
  package let schedules: [Schedule]

  /// Makes the picture; `clients` are those who came, in their order.
  package init(plan: BranchPlan, clients: [Client], schedules: [Schedule]) {
    (self.plan, self.clients, self.schedules) = (plan, clients, schedules)
  }

  /// What the picture shows first: the first call in which the second schedule is another one.
  package var difference: String {
    let (one, other) = (schedules[0].calls, schedules[1].calls)
    guard
      let place = one.indices.first(where: { !other.indices.contains($0) || one[$0] != other[$0] })
    else { return "Both call the same." }
    func told(_ call: (ticket: Int, teller: Int, at: Time)) -> String {
      "client \(call.ticket) to \(plan.tellers[call.teller].name) at \(call.at) s"
    }
    guard other.indices.contains(place) else {
      return "\(schedules[0].policy) calls \(told(one[place])), \(schedules[1].policy) nobody more."
    }
    return
      "\(schedules[0].policy) calls \(told(one[place])), \(schedules[1].policy) \(told(other[place]))."
  }

  /// The picture.
  package var svg: String {
    let (left, width, lane) = (64.0, 640.0, 24.0)
    let tellers = plan.tellers.count
    let block = 28 + Double(tellers) * (lane + 4)
    let top = 40.0
    let height = top + Double(schedules.count) * block + 24
    let ends = schedules.flatMap { $0.services.map(\.to.seconds) }
    let scale = Scale(0...(ends.max() ?? 1), from: left, to: width - 20)
    var drawing = Drawing(width: width, height: height)
    let bottom = height - 22
    for tick in Scale.ticks(scale.domain, most: 10) {
      drawing.line(from: (scale(tick), top - 14), to: (scale(tick), bottom), "grid")
      drawing.text("\(Scale.label(tick)) s", x: scale(tick), y: height - 8, "quiet", .middle)
    }
    drawing.text("come", x: 0, y: 14, "quiet")
    // Those who come together stand side by side.
    var room = -1.0
    for client in clients {
      let text = "\(client.ticket)" + (client.priority == 0 ? "" : " class \(client.priority)")
      let x = max(scale(client.arrival.seconds), room)
      drawing.box(
        x: x, y: 2, width: TextSize.width(text) + 8, height: 18, Figure.hue(client.service),
        radius: 3)
      drawing.text(text, x: x + 4, y: 15)
      room = x + TextSize.width(text) + 11
    }
    for (row, schedule) in schedules.enumerated() {
      let y = top + Double(row) * block
      drawing.text(schedule.policy, x: 0, y: y + 12, "name")
      for teller in 0..<tellers {
        let place = y + 20 + Double(teller) * (lane + 4)
        drawing.text(plan.tellers[teller].name, x: 0, y: place + 16, "quiet")
        drawing.box(
          x: left, y: place, width: width - 20 - left, height: lane, "lane", radius: 3)
      }
      for service in schedule.services {
        let place = y + 20 + Double(service.teller) * (lane + 4)
        let (from, to) = (scale(service.from.seconds), scale(service.to.seconds))
        drawing.box(
          x: from, y: place, width: max(to - from - 1, 1), height: lane,
          Figure.hue(service.client.service), radius: 3)
        drawing.text("\(service.client.ticket)", x: (from + to) / 2, y: place + 16, "", .middle)
      }
    }
    var legend = width - 8
    for (index, service) in plan.services.enumerated().reversed() {
      legend -= TextSize.width(service.name) + 26
      drawing.box(x: legend, y: 24, width: 12, height: 12, Figure.hue(index), radius: 2)
      drawing.text(service.name, x: legend + 17, y: 34, "quiet")
    }
    return drawing.alone(difference)
  }
}

extension Drawing {
  private static let style = """
    <style>text{font:12px system-ui,sans-serif;fill:#1b1c1e}.name{font-weight:600}.quiet{fill:#585c63}
    .grid{stroke:#e9e9ea}.lane{fill:#f0f0ee}.s1{fill:#bfdcfb}.s2{fill:#f9c9b5}.s3{fill:#c3ded7}
    @media (prefers-color-scheme:dark){text{fill:#eceded}.quiet{fill:#a3a8b0}.grid{stroke:#2a2d32}
    .lane{fill:#222529}.s1{fill:#1d4a80}.s2{fill:#7c3a12}.s3{fill:#15614a}}</style>
    """

  /// The picture as a file of its own, which says what it is and brings its colours.
  func alone(_ label: String) -> String {
    let svg = svg(label)
    guard let open = svg.firstIndex(of: ">") else { return svg }
    return svg[...open].replacing("<svg ", with: "<svg xmlns=\"http://www.w3.org/2000/svg\" ")
      + Self.style.replacing("\n", with: "") + svg[svg.index(after: open)...] + "\n"
  }
}
