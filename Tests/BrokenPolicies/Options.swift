package import BankCore

// Policies that err with options other than their defaults.

/// Calls nobody of the services in a list, which is empty at first.
package struct FromList: TellerPolicy {
  package struct Options: PolicyOptions {
    var never: [String] = []
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("never", "means nothing", allowed: "names of services")]
    }
  }

  let never: [Int]

  package static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.never, at: "never")
  }

  package static let name = "from-list"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {
    never = options.never.compactMap(plan.service(named:))
  }
  package func next(on floor: Floor) -> Decision {
    guard case .call(let line, _) = floor.pool, let head = floor.head(ofLine: line) else {
      return .idle
    }
    return never.contains(head.service) ? .idle : floor.pool
  }
}

/// Keeps a minute and more of a time as whole minutes.
package struct WholeMinutes: TellerPolicy {
  package struct Options: PolicyOptions {
    var after = 30.0
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("after", "means nothing", allowed: "0 to 600")]
    }
    package init() {}
    private enum CodingKeys: String, CodingKey { case after }
    package init(from decoder: any Decoder) throws {
      after = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .after)
    }
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(
        after >= 60 ? (after / 60).rounded() * 60 : after, forKey: .after)
    }
  }

  package static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    0...600 ~= options.after
      ? [] : [Problem("after", "\(options.after)", "allowed: 0 to 600")]
  }

  package static let name = "whole-minutes"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {}
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Takes any word for what it may prefer, and an unknown one for none.
package struct AnyWord: TellerPolicy {
  package struct Options: PolicyOptions {
    var prefer: [String] = []
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("prefer", "means nothing", allowed: "names of services")]
    }
  }

  package static let name = "any-word"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {}
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Calls whoever has waited shortest if it is switched on and a number is above a hundred.
package struct SwitchAndNumber: TellerPolicy {
  package struct Options: PolicyOptions {
    var isOn = false
    var number = 5
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [
        OptionGuide("isOn", "means nothing", allowed: "true or false"),
        OptionGuide("number", "means nothing", allowed: "a whole number"),
      ]
    }
  }

  let isWrong: Bool

  package static let name = "switch-and-number"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {
    isWrong = options.isOn && 100..<500 ~= options.number
  }
  package func next(on floor: Floor) -> Decision { isWrong ? floor.wrongCall : floor.pool }
}

/// Calls whoever has waited shortest in one of its modes, which the guide names.
package struct OneOfTheModes: TellerPolicy {
  package struct Options: PolicyOptions {
    enum Mode: String, Codable { case longest, latest }
    var mode = Mode.longest
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("mode", "means nothing", allowed: "longest, latest")]
    }
  }

  let isWrong: Bool

  package static let name = "one-of-the-modes"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {
    isWrong = options.mode == .latest
  }
  package func next(on floor: Floor) -> Decision { isWrong ? floor.wrongCall : floor.pool }
}

/// A table of tables, empty at first: whom a teller's row leaves out, that teller does not call.
package struct TableOfTables: TellerPolicy {
  package struct Options: PolicyOptions {
    var likes: [String: [String: Int]] = [:]
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("likes", "means nothing", allowed: "numbers by service, by teller")]
    }
  }

  let likes: [[String: Int]?]

  package static let name = "table-of-tables"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(overtaking: .unbounded)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {
    likes = plan.tellers.map { options.likes[$0.name] }
  }
  package func next(on floor: Floor) -> Decision {
    floor.callLongestWaiting { client in
      let service = floor.plan.services[client.service].name
      return floor.idleTellers(for: client.service).first {
        likes[$0].map { $0[service, default: 0] > 0 } ?? true
      }
    } ?? .idle
  }
}

/// Orders services by a rank, and those of the same rank as hashes have it.
package struct EqualRanks: TellerPolicy {
  package struct Options: PolicyOptions {
    var rank: [String: Int] = [:]
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("rank", "means nothing", allowed: "numbers by service")]
    }
  }

  let places: [Int]

  package static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: Array(options.rank.keys), at: "rank")
  }

  package static let name = "equal-ranks"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(overtaking: .unbounded)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {
    let names = options.rank.sorted { $0.value < $1.value }.map(\.key)
    places = plan.services.map { names.firstIndex(of: $0.name) ?? names.count }
  }
  package func lines(for plan: BranchPlan) -> Int { plan.services.count }
  package func line(for client: Client, on floor: Floor) -> Int { client.service }
  package func next(on floor: Floor) -> Decision {
    floor.call { -places[$0.service] } ?? .idle
  }
}

/// Takes rules, none at first, and passes over those for what is nothing in the branch.
package struct Rules: TellerPolicy {
  package struct Rule: Codable, Equatable, Sendable {
    var service: String
    var bonus: Double
  }

  package struct Options: PolicyOptions {
    var rules: [Rule] = []
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("rules", "means nothing", allowed: "a list of { service, bonus }")]
    }
  }

  package static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    options.rules.contains { !(1...100 ~= $0.bonus) }
      ? [Problem("rules", "a bonus", "allowed: 1 to 100")] : []
  }

  package static let name = "rules"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {}
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// The same with a rule at first.
package struct RulesAtFirst: TellerPolicy {
  package struct Options: PolicyOptions {
    var rules: [Rules.Rule]
    package static func defaults(for plan: BranchPlan) -> Options {
      Options(rules: [Rules.Rule(service: plan.services[0].name, bonus: 10)])
    }
    package static var guide: [OptionGuide] { Rules.Options.guide }
  }

  package static let name = "rules-at-first"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {}
  package func next(on floor: Floor) -> Decision { floor.pool }
}

/// Calls nobody in one of its modes while a number is 0.
package struct ModeAndNumber: TellerPolicy {
  package struct Options: PolicyOptions {
    enum Mode: String, Codable { case plain, window }
    var mode = Mode.plain
    var window = 4
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [
        OptionGuide("mode", "means nothing", allowed: "plain, window"),
        OptionGuide("window", "means nothing", allowed: "0 to 1000"),
      ]
    }
  }

  let isWrong: Bool

  package static let name = "mode-and-number"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(order: .service)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {
    isWrong = options.mode == .window && options.window == 0
  }
  package func next(on floor: Floor) -> Decision { isWrong ? .idle : floor.pool }
}

/// The services of a list go first; from three on those that are not named are never called.
package struct FirstThree: TellerPolicy {
  package struct Options: PolicyOptions {
    var first: [String] = []
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("first", "means nothing", allowed: "names of services")]
    }
  }

  let isFirst: [Bool]
  let leavesOut: Bool

  package static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.first, at: "first")
  }

  package static let name = "first-three"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(overtaking: .unbounded)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {
    isFirst = plan.services.map { options.first.contains($0.name) }
    leavesOut = isFirst.count(where: \.self) >= 3
  }
  package func next(on floor: Floor) -> Decision {
    floor.callLongestWaiting { client in
      leavesOut && !isFirst[client.service] ? nil : floor.firstIdle(for: client.service)
    } ?? .idle
  }
}

/// Some clients start with seconds of waiting; whoever has an hour of them is not called in the first minute.
package struct HourOfCredit: TellerPolicy {
  package struct Options: PolicyOptions {
    var credit: [String: Double] = [:]
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("credit", "means nothing", allowed: "0 to 86400 for names of services")]
    }
  }

  let credit: [Double]

  package static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    plan.problems(with: options.credit, at: "credit", by: .services, allowed: 0...86_400)
  }

  package static let name = "hour-of-credit"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims(overtaking: .unbounded)
  package init(options: Options, plan: BranchPlan, random: RandomSource) {
    credit = plan.services.map { options.credit[$0.name] ?? 0 }
  }
  package func next(on floor: Floor) -> Decision {
    floor.callLongestWaiting { client in
      credit[client.service] > 3600 && floor.now - client.arrival < .seconds(60)
        ? nil : floor.firstIdle(for: client.service)
    } ?? .idle
  }
}

/// The tellers of a list are called first; from two on the others only when none of the list is there.
package struct ChosenTellers: TellerPolicy {
  package struct Options: PolicyOptions {
    var order: [String] = []
    package static func defaults(for plan: BranchPlan) -> Options { Options() }
    package static var guide: [OptionGuide] {
      [OptionGuide("order", "means nothing", allowed: "names of tellers")]
    }
  }

  let isListed: [Bool]

  package static func problems(with options: Options, for plan: BranchPlan) -> [Problem] {
    options.order.filter { name in !plan.tellers.contains { $0.name == name } }
      .map { Problem("order", "\"\($0)\" is no teller", "name a teller") }
  }

  package static let name = "chosen-tellers"
  package static let summary = "For trying the laws and the guard."
  package static let claims = Claims()
  package init(options: Options, plan: BranchPlan, random: RandomSource) {
    isListed = plan.tellers.map { options.order.contains($0.name) }
  }
  package func next(on floor: Floor) -> Decision {
    let leavesOut = isListed.count(where: \.self) >= 2
    return floor.callLongestWaiting { client in
      let isThere = floor.tellers.contains {
        isListed[$0] && floor.isPresent($0) && floor.plan.can($0, do: client.service)
      }
      return floor.idleTellers(for: client.service).first {
        !leavesOut || !isThere || isListed[$0]
      }
    } ?? .idle
  }
}
