import BankCore
import BankSimulation
import Testing

@Suite struct `Workloads` {
  static let distributions: [Distribution] = [
    .constant(2), .exponential(mean: 2), .uniform(from: 1, to: 5), .erlang(shape: 3, mean: 2),
    .gamma(shape: 0.5, mean: 2), .gamma(shape: 4, mean: 2), .lognormal(mean: 2, sd: 1),
    .weibull(shape: 1.5, mean: 2), .hyperexponential(means: [1, 5], weights: [3, 1]),
    .empirical(values: [1, 2, 6], weights: [1, 1, 2]), .triangular(from: 1, mode: 2, to: 6),
    .normal(mean: 2, sd: 2),
  ]

  /// The variance of each distribution, from the textbook.
  static let variances: [Double] = [
    0, 4, 16.0 / 12, 4.0 / 3, 8, 1, 1, 1.8435, 10, 5.1875, 21.0 / 18, 2.51875,
  ]

  @Test(arguments: zip(distributions, variances))
  func `draw times with the right mean and variance`(distribution: Distribution, variance: Double) {
    let sampler = Sampler(distribution)
    var random = RandomSource(seed: 11)
    let count = Thorough.count(60_000, all: 200_000)
    var sum = 0.0
    var squares = 0.0
    for _ in 0..<count {
      let value = sampler.sample(&random).seconds
      sum += value
      squares += (value - distribution.mean) * (value - distribution.mean)
    }
    // Six standard errors: wrong once in a billion draws of a seed, and the seed is fixed.
    let error = 6 * (variance / Double(count)).squareRoot()
    #expect(abs(sum / Double(count) - distribution.mean) <= error + 1e-9)
    #expect(abs(squares / Double(count) - variance) <= 0.05 * variance + 1e-9)
  }

  /// However many are drawn at a time.
  @Test(arguments: distributions)
  func `hand out the times of one stream in its order`(distribution: Distribution) {
    let seed: UInt64 = 5
    let load = ServiceLoad(
      time: distribution, arrivals: .renewal(distribution), patience: distribution)
    let clients = Workload(services: [load], clients: 1...1)
      .arrivals(seed: seed, day: 2, count: 1000)
    let sampler = Sampler(distribution)
    var gaps = RandomSource.stream(.arrivals, seed: seed, day: 2, service: 0)
    var times = RandomSource.stream(.times, seed: seed, day: 2, service: 0)
    var patiences = RandomSource.stream(.patience, seed: seed, day: 2, service: 0)
    var now = Time.zero
    for client in clients {
      now += sampler.sample(&gaps)
      #expect(client.time == now)
      #expect(client.visit.serviceTime == sampler.sample(&times))
      #expect(client.visit.patience == sampler.sample(&patiences))
    }
  }

  @Test func `have classes in the shares that were given, and the same clients otherwise`() {
    func clients(_ classes: [ServiceLoad.ClassShare]) -> [Arrival] {
      let load = ServiceLoad(
        time: .exponential(mean: 1), arrivals: .poisson(rate: 1), classes: classes)
      return Array(
        Workload(services: [load], clients: 1...1).arrivals(seed: 3, day: 1, count: 20_000))
    }
    let plain = clients([])
    let mixed = clients([.init(7, share: 1), .init(-1, share: 0), .init(0, share: 3)])
    let share = Double(mixed.count { $0.visit.priority == 7 }) / 20_000
    #expect(abs(share - 0.25) < 6 * (0.25 * 0.75 / 20_000).squareRoot())
    #expect(Set(mixed.map(\.visit.priority)) == [0, 7])
    #expect(plain.map(\.time) == mixed.map(\.time))
    #expect(plain.map(\.visit.serviceTime) == mixed.map(\.visit.serviceTime))
  }

  @Test func `say from when on nobody comes`() {
    func end(_ processes: ArrivalProcess?...) -> Time? {
      Workload(
        services: processes.map { ServiceLoad(time: .constant(1), arrivals: $0) }, clients: 1...1
      ).arrivalsEnd
    }
    let rush = ArrivalProcess.piecewisePoisson([.init(from: 0, rate: 1), .init(from: 60, rate: 0)])
    #expect(end(rush, .times([5, 90])) == .seconds(90) && end(rush, nil) == .seconds(60))
    #expect(end(rush, .poisson(rate: 1)) == nil && end(.renewal(.constant(2))) == nil)
    #expect(end(.piecewisePoisson([.init(from: 0, rate: 1)])) == nil && end(nil) == nil)
  }

  @Test func `end when the doors close`() {
    let load = ServiceLoad(time: .constant(1), arrivals: .poisson(rate: 1))
    let open = Workload(services: [load, load], clients: 1...1)
    var closing = open
    closing.closes = .seconds(100)
    let all = open.arrivals(seed: 1, day: 1, count: 1000).filter { $0.time <= .seconds(100) }
    #expect(Array(closing.arrivals(seed: 1, day: 1, count: .max)) == all)
    #expect(!Stability.isStationary(closing))
  }

  static func arrivals(_ process: ArrivalProcess, count: Int) -> [Time] {
    let load = ServiceLoad(time: .constant(1), arrivals: process)
    return Workload(services: [load], clients: 1...1).arrivals(seed: 3, day: 1, count: count).map(
      \.time)
  }

  @Test func `arrivals come at their rate`() {
    let times = Self.arrivals(.poisson(rate: 4), count: 100_000)
    #expect(abs(times.last.map(\.seconds) ?? 0) > 24_500)
    #expect(abs(times.last.map(\.seconds) ?? 0) < 25_500)
    #expect(times == times.sorted())
  }

  @Test func `rates change at their times`() {
    let pieces = [(10.0, 2.0), (110, 0), (210, 5)].map {
      ArrivalProcess.RatePiece(from: $0.0, rate: $0.1)
    }
    let times = Self.arrivals(.piecewisePoisson(pieces), count: 1000).map(\.seconds)
    #expect(times.allSatisfy { $0 >= 10 })
    let early = times.count { $0 < 110 }
    #expect((140...260).contains(early), "200 expected, 4 standard deviations")
    #expect(!times.contains { 110..<210 ~= $0 })
    let late = times.filter { $0 >= 210 }
    #expect(abs((late.last ?? 0) - 210 - Double(late.count) / 5) < 25)
  }

  @Test func `a last rate of nothing ends the day`() {
    let pieces = [(0.0, 2.0), (10, 0)].map { ArrivalProcess.RatePiece(from: $0.0, rate: $0.1) }
    #expect(Self.arrivals(.piecewisePoisson(pieces), count: 1000).count < 60)
  }

  @Test func `times and gaps are followed`() {
    #expect(Self.arrivals(.times([1, 1, 2.5]), count: 9) == [1, 1, 2.5].map(Time.seconds))
    #expect(Self.arrivals(.renewal(.constant(0.5)), count: 3) == [0.5, 1, 1.5].map(Time.seconds))
  }

  static let seeds = Workload(
    services: [
      ServiceLoad(time: .constant(0.7)), ServiceLoad(time: .exponential(mean: 1.1), share: 3),
    ],
    clients: 10...30)

  @Test func `an opening is drawn anew every day, within its bounds`() {
    let counts = (1...200).map { day in Array(Self.seeds.arrivals(seed: 1, day: day)).count }
    #expect(counts.min() == 10)
    #expect(counts.max() == 30)
    #expect(counts[0] != counts[1], "what the tutorial shows")
  }

  @Test func `shares say how often a service is asked for`() {
    let services = Self.seeds.arrivals(seed: 1, day: 1, count: 40_000).map(\.visit.service)
    #expect(abs(services.count { $0 == 1 } - 30_000) < 520)
  }

  @Test func `the same seed and day give the same clients, others give others`() {
    let first = Array(Self.seeds.arrivals(seed: 1, day: 1))
    #expect(Array(Self.seeds.arrivals(seed: 1, day: 1)) == first)
    #expect(Array(Self.seeds.arrivals(seed: 2, day: 1)) != first)
    #expect(Array(Self.seeds.arrivals(seed: 1, day: 2)) != first)
  }

  /// Common random numbers: changing one service leaves the other's clients as they were.
  @Test func `a copy taken at any time draws the same clients`() throws {
    let workload = Workload(
      services: [
        ServiceLoad(
          time: .exponential(mean: 1), arrivals: .poisson(rate: 1),
          patience: .uniform(from: 1, to: 9)),
        ServiceLoad(
          time: .lognormal(mean: 2, sd: 1), arrivals: .renewal(.uniform(from: 0, to: 2))),
        ServiceLoad(time: .constant(3), arrivals: .times([1, 2, 3])),
      ], clients: 200...200)
    let all = Array(workload.arrivals(seed: 3, day: 1))
    #expect(all.count == 200)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(all.count { $0.visit.service == 2 } == 3)
    for cut in [0, 1, 63, 64, 65, 130, 199] {
      var first = workload.arrivals(seed: 3, day: 1)
      #expect((0..<cut).map { _ in first.next() } == all[..<cut].map { $0 })
      var second = first
      #expect(Array(IteratorSequence(first)) == Array(all[cut...]))
      while second.next() != nil {}
      #expect(Array(IteratorSequence(first)) == Array(all[cut...]))
    }
  }

  @Test(arguments: [1, 2, 4, 5, 6, 40])
  func `arrivals come in order, and those of one instant in that of the services`(count: Int) {
    func arrivals(_ process: (Int) -> ArrivalProcess) -> [Arrival] {
      let services = (0..<count).map {
        ServiceLoad(time: .constant(1), arrivals: process($0))
      }
      return Array(
        Workload(services: services, clients: 1...1).arrivals(seed: 4, day: 1, count: 200))
    }
    let times = arrivals { .poisson(rate: 1 / Double(count - $0)) }.map(\.time)
    #expect(times == times.sorted() && times.count == 200)
    let together = arrivals { _ in .renewal(.constant(1)) }
    #expect(together.map(\.visit.service) == (0..<200).map { $0 % count })
  }

  /// Some services draw more often than others, and each goes on where it was.
  @Test(arguments: [1, 2, 3, 4, 5, 12])
  func `every service hands out its own stream, in order`(count: Int) {
    func gap(_ service: Int) -> Distribution { .exponential(mean: Double(1 + service * service)) }
    let services = (0..<count).map {
      ServiceLoad(time: .exponential(mean: 2), arrivals: .renewal(gap($0)))
    }
    let arrivals = Array(
      Workload(services: services, clients: 1...1).arrivals(seed: 6, day: 1, count: 5000))
    #expect(arrivals.count == 5000)
    for service in 0..<count {
      var gaps = RandomSource.stream(.arrivals, seed: 6, day: 1, service: service)
      var times = RandomSource.stream(.times, seed: 6, day: 1, service: service)
      var now = Time.zero
      for client in arrivals where client.visit.service == service {
        now += Sampler(gap(service)).sample(&gaps)
        #expect(client.time == now)
        #expect(client.visit.serviceTime == Sampler(.exponential(mean: 2)).sample(&times))
      }
    }
  }

  /// A service may be asked for all who were drawn, however many it had handed out before.
  @Test(arguments: 25...40)
  func `come in order whoever comes in a row`(first: Int) {
    func load(_ times: [Int]) -> ServiceLoad {
      ServiceLoad(time: .constant(1), arrivals: .times(times.map(Double.init)))
    }
    // So many of the first service, as many of the second as make two rounds, then the first again.
    let rows = [0..<first, first..<62, 62..<200]
    let services = [load(Array(rows[0]) + Array(rows[2])), load(Array(rows[1]))]
    for services in [services, services.reversed()] {
      let times = Workload(services: services, clients: 1...1)
        .arrivals(seed: 1, day: 1, count: 200).map(\.time)
      #expect(times == (0..<200).map { .seconds(Double($0)) })
    }
  }

  @Test(arguments: [1, 2, 5])
  func `the end is the end, however often somebody asks`(count: Int) {
    let pieces = [(0.0, 1.0), (10, 0)].map {
      ArrivalProcess.RatePiece(from: $0.0, rate: $0.1)
    }
    let load = ServiceLoad(time: .constant(1), arrivals: .piecewisePoisson(pieces))
    var arrivals = Workload(services: Array(repeating: load, count: count), clients: 1...1)
      .arrivals(seed: 2, day: 1, count: 1000)
    while let client = arrivals.next() { #expect(client.time < .seconds(10)) }
    for _ in 0..<200 { #expect(arrivals.next() == nil) }
  }

  @Test func `a copy goes on from where it was made`() {
    var workload = Self.seeds
    for service in 0...1 { workload.services[service].arrivals = .poisson(rate: 1) }
    var arrivals = workload.arrivals(seed: 1, day: 1, count: 500)
    for taken in 0..<200 {
      var copy = arrivals
      let rest = (0..<100).map { _ in copy.next() }
      var again = arrivals
      #expect(rest == (0..<100).map { _ in again.next() }, "after \(taken)")
      _ = arrivals.next()
    }
  }

  @Test func `a service's clients do not depend on another's`() {
    var workload = Self.seeds
    workload.services[0].arrivals = .poisson(rate: 1)
    workload.services[1].arrivals = .poisson(rate: 1)
    let before = Array(workload.arrivals(seed: 1, day: 1, count: 500)).filter {
      $0.visit.service == 1
    }
    workload.services[0].arrivals = .poisson(rate: 3)
    workload.services[0].patience = .exponential(mean: 1)
    let after = Array(workload.arrivals(seed: 1, day: 1, count: 500)).filter {
      $0.visit.service == 1
    }
    #expect(after.count > 50)
    #expect(before.starts(with: after))
  }
}
