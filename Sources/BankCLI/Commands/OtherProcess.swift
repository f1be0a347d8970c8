import BankConfiguration
import BankConformance
import BankRecords
import Foundation
import Synchronization

/// Another process that does the same worlds.
///
/// In another folder, another language and with other hash values it does them in the other order, each at six hours of
/// the day, in zones of all continents and in several languages, and then on two threads at once. Its command line says
/// nothing of laws, and its environment asks for whatever programs are often asked for in that way. A policy that lets
/// any of these in decides otherwise there.
final class OtherProcess: Sendable {
  /// Who takes longer is not compared.
  private static let patience = 60.0
  /// The number of hours at which each world is done.
  private static let rounds = 6
  private static let farEast = "Pacific/Kiritimati"
  /// A zone for each hour, from eleven hours behind on.
  private static let zones = [
    "Pacific/Pago_Pago", "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles",
    "America/Phoenix", "America/Mexico_City", "America/Lima", "America/Caracas",
    "America/Sao_Paulo", "America/Noronha", "Atlantic/Cape_Verde", "Etc/UTC", "Africa/Lagos",
    "Europe/Helsinki", "Europe/Istanbul", "Asia/Dubai", "Asia/Karachi", "Asia/Dhaka",
    "Asia/Bangkok", "Asia/Shanghai", "Asia/Seoul", "Australia/Brisbane", "Pacific/Guadalcanal",
    "Pacific/Auckland",
  ]
  /// What says which language is spoken.
  private static let languageNames = ["LANG", "LC_MESSAGES", "LC_ALL", "LANGUAGE"]
  /// The languages that are spoken in turn.
  private static let languages = [
    "ko_KR.UTF-8", "en_US.UTF-8", "C", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8", "ja_JP.UTF-8",
  ]
  /// Tells the child that it is compared, and its words: another command stands on its command line.
  private static let mark = "BANK_ELSEWHERE"
  /// What a program may look for in its environment.
  private static let switches = [
    "DEBUG", "TRACE", "VERBOSE", "TEST", "CI", "BANK_DEBUG", "BANK_TRACE", "BANK_VERBOSE",
  ]

  private let child: ChildProcess
  /// What it said, once that was read.
  private let answers = Mutex<[String: Digest]?>(nil)

  /// Starts it; `nil` where it cannot be started.
  init?(of policies: [String]) {
    let words = ["conformance"] + policies + [Conformance.digest.name, Flag.json.name]
    var changes = [
      "SWIFT_DETERMINISTIC_HASHING": nil, Self.mark: words.joined(separator: " "),
      "HOME": "/nonexistent",
    ]
    for name in Self.languageNames { changes[name] = Self.otherLanguage }
    for name in Self.switches { changes[name] = "1" }
    guard
      let child = try? ChildProcess(["simulate"], changes: changes, folder: URL(filePath: "/"))
    else { return nil }
    self.child = child
  }

  /// Another language than that of this process.
  private static var otherLanguage: String {
    let own = languageNames.compactMap { ProcessInfo.processInfo.environment[$0] }
    return languages.first { other in !own.contains { $0.hasPrefix(other.prefix(2)) } }
      ?? languages[0]
  }

  /// In the child: the words to go by.
  static var words: [String]? {
    ProcessInfo.processInfo.environment[mark]?.split(separator: " ").map(String.init)
  }

  /// What a policy did there; `nil` where it said nothing of it.
  func digest(of policy: String) -> Digest? {
    answers.withLock { answers in
      let known = answers ?? read()
      answers = known
      return known[policy]
    }
  }

  private func read() -> [String: Digest] {
    guard child.wait(Self.patience) == .ended,
      case .success(let node) = JSON5Parser.parse(child.output.text),
      case .array(let policies)? = node.json["policies"]
    else { return [:] }
    var digests: [String: Digest] = [:]
    for one in policies {
      guard case .string(let name)? = one["policy"], case .array(let worlds)? = one["worlds"]
      else { continue }
      digests[name] = Digest(
        worlds: worlds.compactMap { world in
          if case .string(let text) = world { UInt64(text, radix: 16) } else { nil }
        })
    }
    return digests
  }

  /// In the child, or for a person: what the policies do, a line each.
  static func tell(_ policies: [RegisteredPolicy], asJSON isJSON: Bool) {
    let output = LineWriter.standardOutput
    // What a policy prints is not to be in the middle.
    let stray = StrayOutput()
    let digests = words != nil ? elsewhere(policies) : policies.map { $0.digest() }
    _ = stray?.end()
    guard isJSON else {
      for (policy, digest) in zip(policies, digests) {
        output.line("\(policy.name)  \(digest.text)")
      }
      return
    }
    let all: [JSON] = zip(policies, digests).map { policy, digest in
      [
        "policy": .string(policy.name), "digest": .string(digest.text),
        "worlds": .array(digest.worlds.map { .string(String($0, radix: 16)) }),
      ]
    }
    output.line((["policies": .array(all)] as JSON).description)
  }

  /// What the policies do at other hours, and then on two threads at once.
  private static func elsewhere(_ policies: [RegisteredPolicy]) -> [Digest] {
    // First, for what is read once in a process is to be read far away.
    let later = onThreads(1) { policies.map { inOtherHours($0) } }
    let atOnce = onThreads(2) { policies.map { $0.digestInRounds(3) { _ in } } }
    return policies.indices.map { place in Digest(agreed: (later + atOnce).map { $0[place] }) }
  }

  /// What a policy does at another hour each time, in another language.
  private static func inOtherHours(_ policy: RegisteredPolicy) -> Digest {
    // The first time as far east as one gets, then five hours apart, another five in the next world.
    policy.digestInRounds(rounds) { run in
      let (world, round) = run.quotientAndRemainder(dividingBy: rounds)
      setenv("TZ", round == 0 ? farEast : zones[(world + round * 5) % zones.count], 1)
      tzset()
      NSTimeZone.resetSystemTimeZone()
      // All names say Korean at first; then one of them says another language, and the others say nothing.
      guard run > 0 else { return languageNames.forEach { setenv($0, languages[0], 1) } }
      for (place, name) in languageNames.enumerated() {
        if place == run % languageNames.count {
          setenv(name, languages[run % languages.count], 1)
        } else {
          unsetenv(name)
        }
      }
    }
  }

  /// Does the same on so many threads at once.
  private static func onThreads<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable () -> Result
  ) -> [Result] {
    let made = Mutex<[Result]>([])
    let isDone = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      let thread = Thread {
        let result = body()
        made.withLock { $0.append(result) }
        isDone.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    for _ in 0..<count { isDone.wait() }
    return made.withLock(\.self)
  }
}
