public import BankCore

/// Events as JSON Lines: a header with the version of the format and the configuration, then
/// one event a line.
///
/// Times are seconds; lines and tellers are indices (from 0) into the configuration's. Who takes a route
/// has its name and the number of the step, from 1; where hand-overs differ, `finished` has the length of
/// the one that begins.
public struct EventLines: Sendable {
  /// The version of the format.
  public static let version = 1

  private let plan: BranchPlan
  private let handovers: (any HandoverSource)?
  private let serviceNames: [String]
  private let itemNames: [String]
  private let routeNames: [String]

  /// Makes a writer for a branch.
  public init(plan: BranchPlan, handovers: (any HandoverSource)? = nil) {
    self.handovers = handovers
    self.plan = plan
    serviceNames = plan.services.map { JSON.quoted($0.name) }
    itemNames = plan.stock.map { JSON.quoted($0.item) }
    routeNames = plan.routes.map { JSON.quoted($0.name) }
  }

  /// The first line of a file.
  public static func header(configuration: JSON) -> String {
    let header: JSON = [
      "format": "bank-events", "version": .number(version), "configuration": configuration,
    ]
    return header.description
  }

  /// The line of one event, without a line break.
  public func line(_ event: BankEvent) -> String {
    var line = "{\"t\":\(event.time),\"session\":\(event.session),\"event\":\""
    switch event.kind {
    case .arrived(let client, let index):
      line += "arrived\"" + fields(client) + ",\"line\":\(index)"
    case .refused(let client, let missing):
      line += "refused\"" + fields(client) + ",\"missing\":["
      line += missing.map {
        "{\"item\":\(itemNames[$0.item]),\"needed\":\($0.needed),\"available\":\($0.available)}"
      }.joined(separator: ",")
      line += "]"
    case .balked(let client, let index):
      line += "balked\"" + fields(client) + ",\"line\":\(index)"
    case .abandoned(let client, let index):
      line += "abandoned\"" + fields(client) + ",\"line\":\(index)"
    case .started(let client, let index, let teller):
      line += "started\"" + fields(client) + ",\"line\":\(index),\"teller\":\(teller)"
    case .finished(let client, let teller, let started):
      line += "finished\"" + fields(client) + ",\"teller\":\(teller),\"started\":\(started)"
      if let length = handovers?.handover(of: teller, after: client, session: event.session) {
        line += ",\"handover\":\(length)"
      }
    case .came(let teller): line += "came\",\"teller\":\(teller)"
    case .left(let teller): line += "left\",\"teller\":\(teller)"
    case .restocked(let item, let count):
      line += "restocked\",\"item\":\(itemNames[item]),\"count\":\(count)"
    case .reset: line += "reset\""
    case .ejected(let fault):
      line +=
        "ejected\",\"law\":\(JSON.quoted("\(fault.law)")),\"finding\":\(JSON.quoted("\(fault.finding)"))"
    }
    return line + "}"
  }

  private func fields(_ client: Client) -> String {
    let priority = client.priority == 0 ? "" : ",\"priority\":\(client.priority)"
    let route =
      client.route.map { ",\"route\":\(routeNames[$0]),\"step\":\(client.step + 1)" } ?? ""
    return
      ",\"ticket\":\(client.ticket),\"service\":\(serviceNames[client.service])\(priority)\(route)"
  }
}
