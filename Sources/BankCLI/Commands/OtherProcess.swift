import BankConfiguration
import BankConformance
import BankRecords
import Foundation
import Synchronization

/// Another process that does the same worlds.
///
/// It has another folder, another language and other hash values, does the worlds in the other order, each at six
/// hours of the day, and on a thread of its own; a policy that lets any of these in decides otherwise there.
final class OtherProcess: Sendable {
  /// Who takes longer is not compared.
  private static let patience = 60.0
  /// The number of hours at which each world is done.
  private static let rounds = 6
  private static let farEast = "Pacific/Kiritimati"
  /// Tells the child that it is compared.
  private static let mark = "BANK_ELSEWHERE"

  private let child: ChildProcess
  /// What it said, once that was read.
  private let answers = Mutex<[String: Digest]?>(nil)

  /// Starts it; `nil` where it cannot be started.
  init?(of policies: [String]) {
    let words = ["conformance"] + policies + [Conformance.digest.name, Flag.json.name]
    let changes = [
      "SWIFT_DETERMINISTIC_HASHING": nil, Self.mark: "1", "LANG": "ko_KR.UTF-8",
      "HOME": "/nonexistent",
    ]
    guard
      let child = try? ChildProcess(words, changes: changes, folder: URL(filePath: "/"))
    else { return nil }
    self.child = child
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
    let isElsewhere = ProcessInfo.processInfo.environment[mark] != nil
    let digests = isElsewhere ? elsewhere(policies) : policies.map { $0.digest() }
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

  /// The digests, made on a thread of their own, at another hour each time.
  private static func elsewhere(_ policies: [RegisteredPolicy]) -> [Digest] {
    let made = Mutex<[Digest]>([])
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      let digests = policies.map { policy in
        // The first time as far east as one gets, then five hours apart, another five in the next world.
        policy.digestInRounds(rounds) { run in
          let zone = (run / rounds + run % rounds * 5) % 24 - 11
          let isFirst = run % rounds == 0
          setenv("TZ", isFirst ? farEast : "Etc/GMT\(zone < 0 ? "" : "+")\(zone)", 1)
          tzset()
          NSTimeZone.resetSystemTimeZone()
        }
      }
      made.withLock { $0 = digests }
      isDone.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    isDone.wait()
    return made.withLock { $0 }
  }
}
