public import BankCore

/// What is done to a queue, step by step: the world of a queue's laws.
public struct QueueWorld: Sendable, Hashable, CustomStringConvertible {
  /// One step.
  public enum Step: Sendable, Hashable {
    /// A client comes for a service, in a priority class; tickets count up from 1.
    case enqueue(service: Int, priority: Int)
    /// The next client is taken out.
    case dequeue
    /// Everybody is removed.
    case clear
    /// A copy is made, and both go on apart for a while: neither may notice the other.
    case copy
  }

  /// The steps.
  public var steps: [Step]

  /// Chooses the queue's own chance.
  public var seed: UInt64 = 1

  /// Makes a world.
  public init(_ steps: [Step]) { self.steps = steps }

  /// Reads a world as ``description`` writes it: `+0.2 - clear copy`, each step after a space, and `seed 7` at the end.
  ///
  /// - Throws: what is wrong with the line.
  public init(line: String) throws(Problems) {
    var steps: [Step] = []
    var words = line.split(separator: " ")[...]
    if words.count > 1, words[words.endIndex - 2] == "seed", let number = UInt64(words.last ?? "") {
      seed = number
      words = words.dropLast(2)
    }
    for word in words {
      switch word {
      case "-": steps.append(.dequeue)
      case "clear": steps.append(.clear)
      case "copy": steps.append(.copy)
      default:
        let numbers = word.dropFirst().split(separator: ".").map { Int($0) }
        guard word.first == "+", numbers.count == 2, let service = numbers[0],
          let priority = numbers[1], 0..<Self.plan.services.count ~= service
        else {
          throw Problems([
            Problem(
              "", "\"\(word)\" is no step",
              "allowed: +SERVICE.CLASS, -, clear, copy; seed N at the end")
          ])
        }
        steps.append(.enqueue(service: service, priority: priority))
      }
    }
    self.steps = steps
  }

  /// `+0.2 - clear copy seed 7`.
  public var description: String {
    let words = steps.map { step in
      switch step {
      case .enqueue(let service, let priority): "+\(service).\(priority)"
      case .dequeue: "-"
      case .clear: "clear"
      case .copy: "copy"
      }
    }
    return (words + (seed == 1 ? [] : ["seed \(seed)"])).joined(separator: " ")
  }

  /// The branch of every such world: three services, of which two take equally long.
  static let plan: BranchPlan = {
    let services = [("deposit", 2.0), ("loan", 5.0), ("card", 2.0)].map {
      Service($0.0, meanTime: .seconds($0.1))
    }
    guard let plan = try? BranchPlan(services: services, tellers: [Teller("1")]) else {
      preconditionFailure("the plan of the queues' worlds is sound")
    }
    return plan
  }()

  /// Every world of so many steps over five kinds of them.
  static func every(steps count: Int) -> some Sequence<QueueWorld> {
    let kinds: [Step] = [
      .enqueue(service: 0, priority: 0), .enqueue(service: 1, priority: 1), .dequeue, .clear, .copy,
    ]
    let worlds = (0..<count).reduce(1) { product, _ in product * kinds.count }
    return (0..<worlds).lazy.map { number in
      var rest = number
      return QueueWorld(
        (0..<count).map { _ in
          defer { rest /= kinds.count }
          return kinds[rest % kinds.count]
        })
    }
  }

  /// A random world of 1 to `longest` steps; three of four leave out `clear` or `copy`, or both.
  static func random(longest: Int, _ random: inout RandomSource) -> QueueWorld {
    let hasClear = Bool.random(using: &random)
    let hasCopy = Bool.random(using: &random)
    let share = Int.random(in: 2...8, using: &random)
    let classes = Int.random(in: 0...3, using: &random)
    var world = QueueWorld(
      (0..<Int.random(in: 1...longest, using: &random)).map { _ in
        let kind = Int.random(in: 0..<40, using: &random)
        if kind == 0, hasClear { return .clear }
        if kind == 1, hasCopy { return .copy }
        return Int.random(in: 0..<10, using: &random) < share
          ? .enqueue(
            service: Int.random(in: 0..<3, using: &random),
            priority: Int.random(in: -classes...classes, using: &random))
          : .dequeue
      })
    world.seed = random.next() >> 40
    return world
  }
}
