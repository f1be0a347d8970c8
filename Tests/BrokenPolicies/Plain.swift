package import BankCore

/// The common frame of the policies here: a line for each service, nothing to set, and unless they
/// do otherwise the shared pool.
package protocol Plain: TellerPolicy where Options == NoOptions {
  init()
}

extension Plain {
  /// What the policies here are for.
  package static var summary: String { "For trying the laws and the guard." }

  /// Those of a pool.
  package static var claims: Claims { Claims(order: .service) }

  /// Makes the policy.
  package init(options: NoOptions, plan: BranchPlan, random: RandomSource) {
    self.init()
  }

  /// A line for each service.
  package func lines(for plan: BranchPlan) -> Int { plan.services.count }

  /// The line of the service.
  package func line(for client: Client, on floor: Floor) -> Int { client.service }
}

extension Floor {
  /// The shared pool's answer.
  var pool: Decision { callLongestWaiting() ?? .idle }

  /// The lines that an idle teller can serve, longest waiting first.
  var callable: [(line: Int, teller: Int)] {
    lines.compactMap { line in
      head(ofLine: line).flatMap { head in
        firstIdle(for: head.service).map { (head.ticket, line, $0) }
      }
    }.sorted { $0.0 < $1.0 }.map { ($0.1, $0.2) }
  }

  /// The call of the one who has waited shortest among the heads.
  var wrongCall: Decision {
    callable.last.map { .call(line: $0.line, teller: $0.teller) } ?? .idle
  }
}

extension Claims {
  /// Promises nothing of order.
  static let orderless = Claims(order: .none, overtaking: .unbounded)
}
