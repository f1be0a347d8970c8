public import BankCore

/// How the clients of one service come, and what they bring.
public struct ServiceLoad: Sendable, Equatable {
  /// How long serving one takes, at speed 1.
  public var time: Distribution

  /// When they come.
  ///
  /// Where it is `nil` for every service all are there at opening; beside services that have some
  /// nobody comes for this one.
  public var arrivals: ArrivalProcess?

  /// Their share of those who are there at opening, in proportion to the other services' shares.
  public var share: Double

  /// How long they wait before leaving unserved, or `nil` for ever.
  public var patience: Distribution?

  /// The priority classes of those who come, with their shares; empty where all have the class 0.
  public var classes: [ClassShare]

  /// A priority class and its share.
  public struct ClassShare: Sendable, Equatable {
    /// The class; higher is more urgent.
    public var priority: Int
    /// Its share, in proportion to the others'.
    public var share: Double

    /// Makes a share.
    public init(_ priority: Int, share: Double) {
      self.priority = priority
      self.share = share
    }
  }

  /// Makes a load.
  public init(
    time: Distribution, arrivals: ArrivalProcess? = nil, share: Double = 1,
    patience: Distribution? = nil, classes: [ClassShare] = []
  ) {
    self.classes = classes
    self.time = time
    self.arrivals = arrivals
    self.share = share
    self.patience = patience
  }
}

/// When the clients of a service come.
public enum ArrivalProcess: Sendable, Equatable {
  /// At random, `rate` a second.
  case poisson(rate: Double)
  /// At random, with a rate that changes: each piece holds from its time until the next one's.
  case piecewisePoisson([RatePiece])
  /// With independent gaps of one distribution.
  case renewal(Distribution)
  /// At these times, in seconds, in order.
  case times([Double])

  /// A rate and the time from which it holds.
  public struct RatePiece: Sendable, Equatable {
    /// From when, in seconds.
    public var from: Double
    /// Arrivals a second.
    public var rate: Double

    /// Makes a piece.
    public init(from: Double, rate: Double) {
      self.from = from
      self.rate = rate
    }
  }
}

/// Everything that comes into a branch.
public struct Workload: Sendable, Equatable {
  /// A load for every service of the plan, in its order.
  public var services: [ServiceLoad]

  /// How many clients are there at opening where no service has an arrival process.
  public var clients: ClosedRange<Int>

  /// When the doors close: nobody comes later.
  ///
  /// `nil` where arrivals go on.
  public var closes: Time?

  /// A load for every route of the plan, in its order.
  public var routes: [RouteLoad]

  /// How long tellers take between two clients; its mean is the plan's `handover`.
  public var handover: Distribution

  /// Makes a workload.
  public init(
    services: [ServiceLoad], clients: ClosedRange<Int>, closes: Time? = nil,
    routes: [RouteLoad] = [], handover: Distribution = .constant(0)
  ) {
    self.handover = handover
    self.services = services
    self.routes = routes
    self.clients = clients
    self.closes = closes
  }

  /// Whether the clients of every service are of the same classes in the same shares.
  package var haveServicesSameClasses: Bool {
    let shares = services.map { load in
      let all = load.classes.reduce(0) { $0 + $1.share }
      return Dictionary(
        load.classes.map { ($0.priority, ($0.share / all * 1e6).rounded()) }, uniquingKeysWith: +)
    }
    return Set(shares).count == 1
  }

  /// Whether clients come by arrival processes.
  public var hasArrivals: Bool { services.contains { $0.arrivals != nil } }

  /// From when on nobody comes, by the arrival processes alone; `nil` where some go on for ever, or there are none.
  package var arrivalsEnd: Time? {
    guard hasArrivals else { return nil }
    var end = 0.0
    for process in services.compactMap(\.arrivals) {
      switch process {
      case .piecewisePoisson(let pieces) where pieces.last?.rate == 0:
        end = max(end, pieces.last?.from ?? 0)
      case .times(let times): end = max(end, times.last ?? 0)
      case .poisson(rate: 0): break
      case .poisson, .piecewisePoisson, .renewal: return nil
      }
    }
    return .seconds(end)
  }

  /// The clients of a day: `count` of them, or a number drawn from ``clients``.
  ///
  /// With arrival processes they come when those say; otherwise all are there at opening. The same
  /// seed and day give the same clients, whatever policy meets them.
  public func arrivals(seed: UInt64, day: Int, count: Int? = nil) -> WorkloadArrivals {
    WorkloadArrivals(self, seed: seed, day: day, count: count)
  }
}

/// What a random stream is for.
package enum RandomUse: UInt64 {
  /// How many clients a day has; which service each comes for.
  case count, choice
  /// Of each service: how long serving takes, when clients come, how long they wait before they leave.
  case times, arrivals, patience
  /// What a policy draws, and a queue, of the whole day.
  case policy, queue
  /// Of each service: the classes of clients.
  case classes
  /// Of one client: the steps that come after the first; the hand-over after a step.
  case routes, handover
}

extension RandomSource {
  /// The source that a policy is given on a day.
  public static func forPolicy(seed: UInt64, day: Int) -> RandomSource {
    stream(.policy, seed: seed, day: day)
  }

  /// The source that a queue is given on a day.
  public static func forQueue(seed: UInt64, day: Int) -> RandomSource {
    stream(.queue, seed: seed, day: day)
  }

  /// The source of one service for one use on a day.
  package static func stream(
    _ use: RandomUse, seed: UInt64, day: Int, service: Int = 0
  ) -> RandomSource {
    RandomSource(
      seed: seed, stream: UInt64(day), UInt64(service), use.rawValue)
  }
}
