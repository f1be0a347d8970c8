public import BankCore

/// What a policy does in a fixed set of worlds, a number for each: the same in every process and every build.
public struct Digest: Sendable, Equatable {
  /// A number for each world.
  public let worlds: [UInt64]

  /// One number for all of them, in hexadecimal.
  public var text: String {
    var all = Mixer()
    for world in worlds { all.mix(world) }
    return String(all.value, radix: 16)
  }

  /// What `type` does.
  ///
  /// - Parameters:
  ///   - type: the policy.
  ///   - rounds: how often each world is run; where runs differ, the world has a number that no run has.
  ///   - isReversed: whether the last world comes first: what one leaves behind must not matter to another.
  ///   - before: called before each run, with its number: what it changes must not matter.
  public init<Policy: TellerPolicy>(
    _ type: Policy.Type, rounds: Int = 1, isReversed: Bool = false,
    before: (Int) -> Void = { _ in }
  ) {
    let subject = Subject(type)
    var runs = 0
    // Options are read anew for each run, and kept: the order of a dictionary is another one in each.
    var others: [Subject] = []
    func digest(_ world: World) -> UInt64 {
      before(runs)
      runs += 1
      var mixer = Mixer()
      if world.options > 0 { others.append(Subject(type)) }
      let subject = world.options > 0 ? others[others.count - 1] : subject
      for entry in subject.run(world)?.entries ?? [] { mixer.mix(entry) }
      return mixer.value
    }
    let fixed = Self.fixed(for: subject)
    let all = isReversed ? fixed.reversed() : fixed
    let digests = all.map { world in
      others = []
      let first = digest(world)
      for _ in 1..<rounds {
        let again = digest(world)
        // Neither of them, for one may be what another process has.
        if again != first { return ~(first ^ again) }
      }
      return first
    }
    worlds = isReversed ? digests.reversed() : digests
  }

  /// What all of `digests` have in common: where they differ in a world, a number that none of them has.
  public init(agreed digests: [Digest]) {
    worlds = (digests.first?.worlds ?? []).indices.map { place in
      let numbers = Set(digests.map { $0.worlds[place] })
      guard numbers.count > 1 else { return digests[0].worlds[place] }
      var mixer = Mixer()
      for number in numbers.sorted() { mixer.mix(number) }
      return mixer.value
    }
  }

  /// What another process said.
  public init(worlds: [UInt64]) { self.worlds = worlds }

  /// Every world of one client at most, random ones, a large one, some in which much happens or several tellers come to
  /// those who are late, and one with each choice of options.
  private static func fixed(for subject: Subject) -> [World] {
    (0...1).flatMap { Array(EveryWorld(clients: $0)) }
      + Array(SwarmWorlds(seed: 1, count: 240))
      + Array(SwarmWorlds(seed: 1, count: 1, size: 200...300))
      + Array(ScaledWorlds(seed: 1, count: 60, areEventful: true))
      + Law.beforeAnybodyIsThere(0, 1)
      + Law.optionWorlds(subject, alsoVaried: false)
  }

  /// The first world in which `other` did something else.
  fileprivate func difference(from other: Digest, for subject: Subject) -> World? {
    zip(Self.fixed(for: subject), zip(worlds, other.worlds)).first { $0.1.0 != $0.1.1 }?.0
  }
}

extension Report {
  /// The same, with L7 broken where the policy does something else in another process.
  ///
  /// - Parameters:
  ///   - type: the policy.
  ///   - own: what it does in this process.
  ///   - another: what it does in another one.
  ///   - executable: the command to name in the counter-example.
  /// - Returns: the report; this one where both do the same.
  public func beside<Policy: TellerPolicy>(
    _ type: Policy.Type, own: Digest, another: Digest, executable: String
  ) -> Report {
    let subject = Subject(type)
    guard let world = own.difference(from: another, for: subject) else { return self }
    var counterexample = Counterexample(
      policy: policy, typeName: subject.typeName, executable: executable, queue: nil,
      law: .determinism, world: world,
      finding: Finding(
        .zero,
        "Another process, in another folder and language, at other hours, with other hash values and with the worlds in reverse order, decides otherwise."
      ),
      hint: Law.determinism.hint, stage: "two processes", story: [])
    counterexample.takesMoreThanItsWorld = true
    return Report(
      policy: policy,
      laws: laws.map {
        $0.law.id == Law.determinism.id && !$0.result.isFailure
          ? LawResult(law: $0.law, result: .fail(counterexample)) : $0.withoutRelation
      }, worlds: worlds, unsuited: unsuited, isCut: isCut)
  }
}

/// Mixes numbers into one (FNV-1a): the standard library's hashes differ from process to process.
private struct Mixer {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func mix(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      value = (value ^ (number >> UInt64(shift)) & 0xFF) &* 0x100_0000_01b3
    }
  }

  private mutating func mix(_ numbers: Int...) {
    for number in numbers { mix(UInt64(bitPattern: Int64(number))) }
  }

  private mutating func mix(_ decision: Decision) {
    switch decision {
    case .call(let line, let teller): mix(1, line, teller)
    case .callNobody(let reason, let time):
      mix(2, Int(time?.nanoseconds ?? -1))
      for byte in (reason?.text ?? "").utf8 { mix(UInt64(byte)) }
    }
  }

  mutating func mix(_ entry: Entry) {
    mix(Int(entry.time.nanoseconds), entry.ticket)
    switch entry.what {
    case .arrived(let service, let line, let step): mix(3, service, line, step)
    case .refused: mix(4)
    case .balked: mix(5)
    case .abandoned: mix(6)
    case .started(let line, let teller): mix(7, line, teller)
    case .finished(let teller): mix(8, teller)
    case .came(let teller): mix(9, teller)
    case .left(let teller): mix(10, teller)
    case .reset: mix(11)
    case .other: mix(12)
    case .answer(let decision): mix(decision)
    case .toldStarted: mix(13)
    case .toldFinished: mix(14)
    case .copyDiffers(let copy, let original):
      mix(copy)
      mix(original)
    }
  }
}
