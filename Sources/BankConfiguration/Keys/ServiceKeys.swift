import BankCore
import BankRecords
import BankReports
import BankSimulation

/// What a config file says of a service; `nil` where it says nothing.
struct ServiceDraft: Sendable {
  var name: String?
  var title: TitleDraft?
  var time: Distribution?
  var share: Double?
  var arrivals: ArrivalProcess?
  var patience: Distribution?
  var target: Double?
  var needs: [ItemCount]?
  var classes: [ServiceLoad.ClassShare]?

  static let keys: [Key<ServiceDraft>] = [
    Key("name", \.name, .name, required: true, about: "up to 64 characters"),
    Key("title", \.title, .title, about: "how people call it", else: "its name"),
    Key("time", \.time, .distribution, about: "how long serving takes", else: "1"),
    Key(
      "share", \.share, .number(0...1e9), about: "its part of those who are there at opening",
      else: "1"),
    Key(
      "arrivals", \.arrivals, .arrivals, about: "when clients come",
      else: "all are there at opening"),
    Key(
      "patience", \.patience, .distribution, about: "how long clients wait before they leave",
      else: "for ever"),
    Key("target", \.target, .seconds, about: "the wait that is still good", else: "none"),
    Key("needs", \.needs, .needs, about: "what a client takes of the stock", else: "nothing"),
    Key(
      "priority", \.classes, .classShares, about: "the shares of its clients by class",
      else: "all have the class 0"),
  ]

  /// The two services of the standard branch.
  static let standard = [
    ServiceDraft(
      name: "deposit", title: TitleDraft(ko: "예금", en: "deposit"), time: .constant(0.7)),
    ServiceDraft(name: "loan", title: TitleDraft(ko: "대출", en: "loan"), time: .constant(1.1)),
  ]

  var fullTitle: Title { (title ?? TitleDraft()).title(name ?? "") }

  var service: Service {
    Service(
      name ?? "", meanTime: min(.seconds(load.time.mean), BranchPlan.longestTime),
      target: target.map(Time.seconds), needs: needs ?? [])
  }

  var load: ServiceLoad {
    ServiceLoad(
      time: time ?? .constant(1), arrivals: arrivals, share: share ?? 1, patience: patience,
      classes: classes ?? [])
  }
}

extension Form<[ItemCount]> {
  static let needs = Form<Int>.integer(1...BranchPlan.largestCount).byName(
    "an object with a number for each item"
  ).made(
    { items, _, _ in items.map { ItemCount($0.name, $0.value ?? 1) } },
    from: { $0.map { ($0.item, $0.count) } })
}

extension Form<[ServiceLoad.ClassShare]> {
  static let classShares = Form<Double>.number(0...1e9).byName(
    "an object with a share for each class, such as { \"1\": 0.1, \"0\": 0.9 }"
  ).made(
    { given, reader, path in
      let shares = given.compactMap { name, share in
        reader.priority(name, path).map { ServiceLoad.ClassShare($0, share: share ?? 0) }
      }
      if !given.isEmpty, shares.count == given.count, !shares.contains(where: { $0.share > 0 }) {
        reader.report(path, "every share is 0", "give one class a share above 0")
      }
      return shares.sorted { $0.priority > $1.priority }
    }, from: { $0.map { (String($0.priority), $0.share) } })
}

extension Form<ArrivalProcess> {
  private static let names = ["poisson", "renewal", "times"]
  private static let pieces = Form<(Double, Double)>.pair(
    "[from when, rate]", .moment, .rate(orZero: true)
  ).list("a list")

  /// An object with one key, the name of the process.
  static let arrivals = Form(
    wanted: "poisson, renewal or times",
    schema: [
      "oneOf": [
        ConfigSchema.only(
          "poisson",
          [
            "oneOf": [
              ConfigSchema.record(["rate": Form<Double>.rate(orZero: false).schema]),
              ConfigSchema.record(["rates": pieces.schema]),
            ]
          ]),
        ConfigSchema.only("renewal", Form<Distribution>.distribution.schema),
        ConfigSchema.only("times", Form<Double>.moment.list("a list").schema),
      ]
    ],
    read: { reader, node, path in
      guard
        let (name, inner, path) = reader.only(node, path, "poisson, renewal or times", names)
      else { return nil }
      switch name {
      case "renewal": return renewal(reader, inner, path)
      case "times": return times(reader, inner, path)
      default: return poisson(reader, inner, path)
      }
    },
    write: { process in
      switch process {
      case .poisson(let rate): ["poisson": ["rate": .number(rate)]]
      case .piecewisePoisson(let rates):
        ["poisson": ["rates": pieces.write(rates.map { ($0.from, $0.rate) })]]
      case .renewal(let gaps): ["renewal": Form<Distribution>.distribution.write(gaps)]
      case .times(let times): ["times": .array(times.map { .number($0) })]
      }
    })

  private static func renewal(
    _ reader: ConfigReader, _ node: Node, _ path: String
  ) -> ArrivalProcess? {
    guard let gaps = Form<Distribution>.distribution.read(reader, node, path) else { return nil }
    guard gaps.mean >= 1e-9 else {
      reader.report(
        path, "gaps of \(gaps.mean) seconds", "give a mean of a nanosecond or more")
      return nil
    }
    return .renewal(gaps)
  }

  private static func times(
    _ reader: ConfigReader, _ node: Node, _ path: String
  ) -> ArrivalProcess? {
    guard let times = Form<Double>.moment.list("a list").read(reader, node, path) else {
      return nil
    }
    if let late = times.indices.dropFirst().first(where: { times[$0] < times[$0 - 1] }) {
      reader.report(
        "\(path)[\(late)]", "comes before the one before it", "give times in order")
      return nil
    }
    return .times(times)
  }

  private static func poisson(
    _ reader: ConfigReader, _ node: Node, _ path: String
  ) -> ArrivalProcess? {
    reader.object(node, path) { keys in
      let rate = keys.read("rate") { reader.rate($0, $1, orZero: false) }
      let before = reader.problems.count
      let rates = keys.read("rates") { pieces.read(reader, $0, $1) }
      // What could not be read says nothing of the order.
      guard reader.problems.count == before, !(rates != nil && reader.hasUnreadOpening) else {
        return nil
      }
      let given = ["rate", "rates"].filter { key in keys.members.contains { $0.key == key } }
      guard given.count == 1 else {
        reader.report(
          path, given.isEmpty ? "no rate" : "both rate and rates", "give one of rate, rates")
        return nil
      }
      if let rate { return .poisson(rate: rate) }
      guard let rates else { return nil }
      let isOrdered = zip(rates, rates.dropFirst()).allSatisfy { $0.0 < $1.0 }
      guard isOrdered, rates.contains(where: { $0.1 > 0 }) else {
        reader.report(
          "\(path).rates", "not in order of time, or no rate above 0",
          "give [[0, 2], [60, 0.5]]")
        return nil
      }
      return .piecewisePoisson(rates.map { .init(from: $0.0, rate: $0.1) })
    }
  }
}
