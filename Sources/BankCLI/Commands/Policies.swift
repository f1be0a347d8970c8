import BankCore
import BankRecords
import BankReports

/// The command `bank policies`.
enum Policies {
  static let command = Command(
    name: "policies", summary: "List the policies: what they do, promise, and can be told.",
    usage: "[NAME…] [options]",
    flags: [.json], without: [.policy, .option, .queue, .seed],
    discussion: "The defaults of options are those for the config's branch.", takesWords: true
  ) { arguments, registry throws(Problems) in
    var problems = arguments.problems
    for name in arguments.positionals {
      do throws(Problems) {
        _ = try registry.policy(named: name, "")
      } catch {
        problems += error.all
      }
    }
    // Any policy will do to read the branch by, if only it suits that.
    let suitable = registry.policies.map(PolicyChoice.init).first { policy in
      (try? Setup(arguments, registry, problems, policy: policy)) != nil
    }
    let setup = try Setup(arguments, registry, problems, policy: suitable)
    let plan = setup.plan
    Checkout.warn(of: registry)
    let entries = registry.policies.filter { policy in
      arguments.positionals.isEmpty || arguments.positionals.contains(policy.name)
    }.map { Entry($0, plan) }
    let output = LineWriter.standardOutput
    if arguments.has(.json) {
      output.line(JSON.array(entries.map(\.json)).pretty)
    } else {
      let language = setup.messages.language
      for purpose in Purpose.allCases.map(Optional.some) + [nil] {
        let own = entries.filter { $0.policy.purposes.first == purpose }
        guard !own.isEmpty else { continue }
        output.line("# \(Purpose.heading(purpose, in: language))\n")
        output.line(own.map { $0.text(in: language) }.joined(separator: "\n\n") + "\n")
      }
    }
    return 0
  }

  private struct Entry {
    let policy: RegisteredPolicy
    /// The default options, or why the policy does not suit the branch.
    let options: Result<JSON, Problems>

    init(_ policy: RegisteredPolicy, _ plan: BranchPlan) {
      self.policy = policy
      options = policy.wire(OptionSettings(), plan).map(\.options)
    }

    var defaults: JSON { (try? options.get()) ?? [:] }

    var json: JSON {
      [
        "name": .string(policy.name), "summary": .string(policy.summary),
        "purposes": .array(policy.purposes.map { .string($0.rawValue) }), "options": defaults,
        "allowed": .object(policy.guide.map { .init($0.key, .string("\($0.allowed)")) }),
        "claims": .object(policy.claims.lines.map { .init("\($0.name)", .string("\($0.value)")) }),
      ]
    }

    func text(in language: Language) -> String {
      var lines = [policy.name, "  " + language(policy.summary, policy.koreanSummary)]
      for option in policy.guide {
        let value: Phrase = defaults[option.key].map { " (default \($0))" } ?? ""
        lines.append("  " + language.say("option \(option.key): \(option.meaning)\(value)"))
        lines.append("    " + language.say("allowed: \(option.allowed)"))
      }
      let claims = policy.claims.lines.map { "\($0.name) \($0.value)" as Phrase }
      lines.append("  " + language.say("claims: \(Phrase(claims, separator: ", "))"))
      if case .failure(let problems) = options {
        lines.append("  " + language.say("does not suit this branch: \(problems.all[0])"))
      }
      return lines.joined(separator: "\n")
    }
  }
}

extension Purpose {
  /// What policies of a purpose, or of none, are listed under.
  static func heading(_ purpose: Purpose?, in language: Language) -> String {
    let (english, korean) =
      switch purpose {
      case .fair: ("Fair: everybody is treated alike", "공평하게: 모두를 똑같이")
      case .urgent: ("Fast for the urgent", "급한 손님을 빠르게")
      case .simple: ("Cheap to explain", "설명하기 쉽게")
      case .skill: ("By skill", "실력에 따라")
      case .target: ("By target", "목표 시간에 맞춰")
      case .best: ("As good as can be, in a small branch", "작은 지점에서 가장 좋게")
      case nil: ("Others", "그 밖에")
      }
    return language == .ko ? korean : english
  }
}

extension Claims {
  private static func said(_ reasons: [IdleReason]) -> Phrase {
    Phrase(reasons.map { Phrase(stringLiteral: $0.description) }, separator: "; ")
  }

  /// The claims as names and values, for people and for JSON.
  var lines: [(name: Phrase, value: Phrase)] {
    let idling: Phrase =
      switch idling {
      case .never: "never"
      case .declared(let reasons, .never): "declared (\(Self.said(reasons)))"
      case .declared(let reasons, let limit):
        "declared (\(Self.said(reasons))), at most \(limit) s"
      }
    let overtaking: Phrase =
      switch overtaking {
      case .none: "none"
      case .atMost(let count): "at most \(count)"
      case .unbounded: "unbounded"
      }
    return [
      ("order", .init(stringLiteral: order.rawValue)), ("idling", idling),
      ("overtaking", overtaking), ("random", .init(stringLiteral: random.rawValue)),
      ("work", .init(stringLiteral: work.rawValue)),
      ("memory", .init(stringLiteral: memory.rawValue)), ("monotone", isMonotone ? "yes" : "no"),
    ]
  }
}
