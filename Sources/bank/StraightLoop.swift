import BankCLI
import BankCore
import BankSimulation
import Foundation

/// The two-service branch at a steady load, written by hand as one straight loop: the speed to aim at, and a check of every
/// figure.
///
/// It draws the same times in the same order and keeps the same statistics as a bank, also those that nobody reads, but its
/// model and its rule are written into it: no policy, no queue, no check, no observer.
struct StraightLoop {
  /// The rules there are.
  enum Rule: String {
    case fixedSplit = "fixed-split"
    case sharedPool = "shared-pool"
    case loanPriority = "loan-priority"
    case headOfLine = "head-of-line"
  }

  /// The loop, as `bench` asks for it.
  static let measured: LoopBeside = { policy, clients, seed in
    let rule = Rule(rawValue: policy)
    let outcome = run(rule ?? .sharedPool, clients: clients, seed: seed)
    return LoopFigures(
      services: outcome.services.map {
        LoopFigures.Service(
          arrived: $0.arrived, served: $0.served, waited: $0.waited, mean: $0.mean,
          largest: Double($0.largest) / 1e9)
      }, served: outcome.tellers.reduce(0) { $0 + $1.served },
      busy: outcome.tellers.reduce(0) { $0 + $1.busy } / 1e9, isOfRule: rule != nil)
  }

  struct Waiting {
    var arrival: Int64
    var time: Int64
    var service: Int
  }

  /// A first-in-first-out line in a ring.
  struct Line {
    private var slots: UnsafeMutablePointer<Waiting>
    private var mask = 255
    private var front = 0
    fileprivate var count = 0

    init() { slots = .allocate(capacity: mask + 1) }

    func free() { slots.deallocate() }
    var first: Waiting { slots[front & mask] }

    mutating func append(_ client: Waiting) {
      if count > mask { grow() }
      slots[(front + count) & mask] = client
      count += 1
    }

    @inline(never)
    private mutating func grow() {
      let old = slots
      slots = .allocate(capacity: 2 * count)
      for index in 0..<count { slots[index] = old[(front + index) & mask] }
      old.deallocate()
      front = 0
      mask = 2 * count - 1
    }

    mutating func removeFirst() -> Waiting {
      defer {
        front += 1
        count -= 1
      }
      return slots[front & mask]
    }
  }

  /// What a run came to.
  struct Outcome {
    let services: [Figures]
    /// How many each served, and for how long, in nanoseconds.
    let tellers: [(served: Int, busy: Double)]
  }

  /// Serves `clients` clients.
  static func run(_ rule: Rule, clients: Int, seed: UInt64) -> Outcome {
    var gap = (
      RandomSource.stream(.arrivals, seed: seed, day: 1, service: 0),
      RandomSource.stream(.arrivals, seed: seed, day: 1, service: 1)
    )
    var length = (
      RandomSource.stream(.times, seed: seed, day: 1, service: 0),
      RandomSource.stream(.times, seed: seed, day: 1, service: 1)
    )
    func draw(_ mean: Double, _ random: inout RandomSource) -> Int64 {
      Time.seconds(-mean * log(1 - random.unit())).nanoseconds
    }
    var next = (draw(BenchModel.gaps.0, &gap.0), draw(BenchModel.gaps.1, &gap.1))
    var left = clients
    // The time a teller is through, and with whom.
    var free: (Int64, Int64, Int64) = (.max, .max, .max)
    var with = (
      Waiting(arrival: 0, time: 0, service: 0), Waiting(arrival: 0, time: 0, service: 0),
      Waiting(arrival: 0, time: 0, service: 0)
    )
    var began: (Int64, Int64, Int64) = (0, 0, 0)
    var busy = (0.0, 0.0, 0.0)
    var served = (0, 0, 0)
    // Lines: one for all, or deposits and loans apart.
    var lines = (Line(), Line())
    defer {
      lines.0.free()
      lines.1.free()
    }
    var deposit = Figures()
    var loan = Figures()
    var all = Overall()
    let isOneLine = rule == .sharedPool || rule == .headOfLine

    func start(_ client: Waiting, _ teller: Int, _ now: Int64) {
      if client.service == 0 { deposit.line.change(-1, now) } else { loan.line.change(-1, now) }
      all.line.change(-1, now)
      switch teller {
      case 0: (with.0, free.0, began.0) = (client, now + client.time, now)
      case 1: (with.1, free.1, began.1) = (client, now + client.time, now)
      default: (with.2, free.2, began.2) = (client, now + client.time, now)
      }
    }
    func idle(from first: Int, to last: Int) -> Int {
      if first <= 0, last >= 0, free.0 == .max { return 0 }
      if first <= 1, last >= 1, free.1 == .max { return 1 }
      if first <= 2, last >= 2, free.2 == .max { return 2 }
      return -1
    }
    func dispatch(_ now: Int64) {
      while true {
        switch rule {
        case .sharedPool:
          guard lines.0.count > 0 else { return }
          let teller = idle(from: 0, to: 2)
          guard teller >= 0 else { return }
          start(lines.0.removeFirst(), teller, now)
        case .headOfLine:
          guard lines.0.count > 0 else { return }
          let isLoan = lines.0.first.service == 1
          let teller = isLoan ? idle(from: 2, to: 2) : idle(from: 0, to: 1)
          guard teller >= 0 else { return }
          start(lines.0.removeFirst(), teller, now)
        case .fixedSplit:
          if lines.0.count > 0 {
            let teller = idle(from: 0, to: 1)
            if teller >= 0 {
              start(lines.0.removeFirst(), teller, now)
              continue
            }
          }
          guard lines.1.count > 0, free.2 == .max else { return }
          start(lines.1.removeFirst(), 2, now)
        case .loanPriority:
          guard lines.0.count + lines.1.count > 0 else { return }
          let teller = idle(from: 0, to: 2)
          guard teller >= 0 else { return }
          start(lines.1.count > 0 ? lines.1.removeFirst() : lines.0.removeFirst(), teller, now)
        }
      }
    }
    func finish(_ client: Waiting, _ began: Int64, _ now: Int64) {
      let wait = began - client.arrival
      if client.service == 0 {
        deposit.add(wait, now - client.arrival)
      } else {
        loan.add(wait, now - client.arrival)
      }
      all.batches.add(Double(wait) * 1e-9)
    }

    while true {
      let arrival = left > 0 ? min(next.0, next.1) : .max
      let release = min(free.0, free.1, free.2)
      if release <= arrival {
        guard release < .max else { break }
        if free.0 == release {
          finish(with.0, began.0, release)
          busy.0 += Double(release - began.0)
          served.0 += 1
          free.0 = .max
        } else if free.1 == release {
          finish(with.1, began.1, release)
          busy.1 += Double(release - began.1)
          served.1 += 1
          free.1 = .max
        } else {
          finish(with.2, began.2, release)
          busy.2 += Double(release - began.2)
          served.2 += 1
          free.2 = .max
        }
        dispatch(release)
      } else {
        left -= 1
        if next.0 <= next.1 {
          next.0 += draw(BenchModel.gaps.0, &gap.0)
          let client = Waiting(
            arrival: arrival, time: draw(BenchModel.times.0, &length.0), service: 0)
          lines.0.append(client)
          deposit.arrived += 1
          deposit.line.change(1, arrival)
        } else {
          next.1 += draw(BenchModel.gaps.1, &gap.1)
          let client = Waiting(
            arrival: arrival, time: draw(BenchModel.times.1, &length.1), service: 1)
          if isOneLine { lines.0.append(client) } else { lines.1.append(client) }
          loan.arrived += 1
          loan.line.change(1, arrival)
        }
        all.line.change(1, arrival)
        dispatch(arrival)
      }
    }
    return Outcome(
      services: [deposit, loan],
      tellers: [(served.0, busy.0), (served.1, busy.1), (served.2, busy.2)])
  }

  private struct Overall {
    var line = Line.Level()
    var batches = BatchMeans()
  }

  /// What is known of one service's waits, by the loop's own arithmetic.
  struct Figures {
    private(set) var served = 0
    private(set) var sum = 0.0
    private(set) var squares = 0.0
    private(set) var largest = Int64(0)
    private(set) var waited = 0
    private(set) var sojourns = 0.0
    fileprivate(set) var arrived = 0
    fileprivate var line = Line.Level()
    private var buckets = Buckets()
    private var batches = BatchMeans()

    /// In seconds.
    var mean: Double { served > 0 ? sum * 1e-9 / Double(served) : 0 }

    fileprivate mutating func add(_ wait: Int64, _ sojourn: Int64) {
      let value = Double(wait)
      served += 1
      sum += value
      squares += value * value
      largest = max(largest, wait)
      if wait > 0 { waited += 1 }
      sojourns += Double(sojourn)
      buckets.add(value)
      batches.add(value * 1e-9)
    }
  }

  private struct Buckets {
    private var counts = [UInt64](repeating: 0, count: 128 * 64)

    mutating func add(_ value: Double) {
      guard value >= 1 else { return }
      counts[Int(value.bitPattern >> 45) - (1023 << 7)] += 1
    }
  }
}

extension StraightLoop.Line {
  /// How many wait, over time.
  struct Level {
    private var value = 0
    private var largest = 0
    private var area = 0.0
    private var since = Int64(0)

    mutating func change(_ difference: Int, _ now: Int64) {
      if now > since {
        area += Double(value) * Double(now - since)
        largest = max(largest, value)
        since = now
      }
      value += difference
    }
  }
}
