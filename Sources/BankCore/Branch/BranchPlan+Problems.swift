extension BranchPlan {
  /// The largest limit, need or number in stock of a plan.
  public static var largestCount: Int { 1_000_000_000 }

  /// The most that a bank may have in stock of an item.
  ///
  /// It is larger than ``largestCount``: after a restock, what clients had reserved before can still come back on
  /// top. What would come back beyond this is lost.
  public static var largestStock: Int { 1_000_000_000_000_000 }

  /// The longest time of a plan: 100,000,000 seconds, about three years.
  public static var longestTime: Time { Time(nanoseconds: 100_000_000_000_000_000) }

  static func problems(
    _ services: [Service], _ tellers: [Teller], _ stock: [ItemCount], _ limit: Int?,
    _ handover: Time,
    _ classes: [Int], _ routes: [Route]
  ) -> [Problem] {
    var found: [Problem] = []
    if services.isEmpty {
      found.append(Problem("services", "there is none", "a branch needs at least one service"))
    }
    let serviceNames = services.map(\.name)
    let known = Set(serviceNames)
    let items = stock.map(\.item)
    found += classes.filter { Int32(exactly: $0) == nil }.map {
      Problem(
        "classes", "\($0)",
        "a class is a whole number from \(Int32.min) to \(Int32.max); higher is more urgent")
    }
    checkNames(serviceNames, "service", &found) { "services[\($0)].name" }
    checkNames(tellers.map(\.name), "teller", &found) { "tellers[\($0)].name" }
    checkNames(items, "item", &found) { _ in "stock" }

    for item in stock { checkCount(item.count, from: 0, "stock.\(item.item)", &found) }
    for (index, service) in services.enumerated() {
      let path = "services[\(index)]"
      checkTime(service.meanTime, path + ".time", &found)
      if let target = service.target { checkTime(target, path + ".target", &found) }
      var needed: Set<String> = []
      for need in service.needs {
        let path = "\(path).needs.\(need.item)"
        if !needed.insert(need.item).inserted {
          found.append(Problem(path, "is there twice", "give each item one number"))
        }
        if !items.contains(need.item) {
          found.append(
            Problem(
              path, "\"\(need.item)\" is not in stock",
              Suggestion.allowed(items, meant: need.item)))
        }
        checkCount(need.count, from: 1, path, &found)
      }
    }
    for (index, teller) in tellers.enumerated() {
      check(teller, "tellers[\(index)]", serviceNames, known, &found)
    }
    if let limit { checkCount(limit, from: 0, "limit", &found) }
    checkTime(handover, "handover", &found)
    check(routes, serviceNames, &found)
    return found
  }

  private static func check(
    _ routes: [Route], _ services: [String], _ found: inout [Problem]
  ) {
    checkNames(routes.map(\.name), "route", &found) { "routes[\($0)].name" }
    if routes.count > Client.mostRoutes {
      found.append(
        Problem("routes", "\(routes.count)", "allowed: up to \(Client.mostRoutes)"))
    }
    for (index, route) in routes.enumerated() {
      let path = "routes[\(index)].steps"
      if !(1...Client.mostSteps ~= route.steps.count) {
        found.append(
          Problem(path, "\(route.steps.count) steps", "allowed: 1 to \(Client.mostSteps)"))
      }
      found += route.steps.enumerated().compactMap { step, service in
        Problem("\(path)[\(step)]", service: service, of: services)
      }
    }
  }

  private static func check(
    _ teller: Teller, _ path: String, _ services: [String], _ known: Set<String>,
    _ found: inout [Problem]
  ) {
    var skills: Set<String> = []
    found += (teller.skills ?? []).enumerated().compactMap { index, skill in
      let path = "\(path).skills[\(index)]"
      guard skills.insert(skill).inserted else {
        return Problem(path, "\"\(skill)\" is there twice", "name each service once")
      }
      return known.contains(skill) ? nil : Problem(path, service: skill, of: services)
    }
    func checkSpeed(_ speed: Double, _ path: String) {
      guard !(speed >= 0.001 && speed <= 1000) else { return }
      found.append(Problem(path, "\(speed)", "allowed: 0.001 to 1000"))
    }
    checkSpeed(teller.speed, "\(path).speed")
    for (name, speed) in teller.speeds.sorted(by: { $0.key < $1.key }) {
      let path = "\(path).speed.\(name)"
      if let unknown = Problem(path, service: name, of: services) {
        found.append(unknown)
      } else {
        checkSpeed(speed, path)
      }
    }
    var last = Time.zero
    for (index, shift) in (teller.shifts ?? []).enumerated() {
      let path = "\(path).shifts[\(index)]"
      checkTime(shift.start, path, &found)
      checkTime(shift.end, path, &found)
      if shift.end <= shift.start {
        found.append(
          Problem(
            path, "ends at \(shift.end) s, starts at \(shift.start) s",
            "a shift begins before it ends"))
      } else if index > 0, shift.start < last {
        found.append(
          Problem(
            path, "begins before the end of a shift that is listed before it",
            "give shifts in order, without overlap"))
      }
      last = max(last, shift.end)
    }
  }

  private static func checkNames(
    _ names: [String], _ word: Phrase, _ found: inout [Problem], path: (Int) -> String
  ) {
    var seen: Set<String> = []
    for (index, name) in names.enumerated() {
      if !isLabel(name) {
        found.append(
          Problem(
            path(index), "\"\(name)\" is not a name",
            "allowed: 1 to 64 printable characters (at most 256 Unicode scalars) on one line, not only spaces"
          ))
      } else if !seen.insert(name).inserted {
        found.append(
          Problem(
            path(index), "\"\(name)\" is there twice", "give every \(word) a name of its own"))
      }
    }
  }

  /// Whether `text` can be a name or a title: 1 to 64 printable characters (256 Unicode scalars at most) on one line,
  /// not all of them whitespace.
  package static func isLabel(_ text: String) -> Bool {
    1...64 ~= text.count && text.unicodeScalars.count <= 256
      && text.unicodeScalars.allSatisfy(\.isPrintable)
      && !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  private static func checkCount(
    _ count: Int, from least: Int, _ path: String, _ found: inout [Problem]
  ) {
    if count < least || count > largestCount {
      found.append(
        Problem(path, "\(count)", "allowed: whole numbers from \(least) to \(largestCount)"))
    }
  }

  private static func checkTime(_ time: Time, _ path: String, _ found: inout [Problem]) {
    if time < .zero || time > longestTime {
      found.append(
        Problem(
          path, time == .never ? "too long" : "\(time) s",
          "allowed: 0 to \(longestTime) seconds"))
    }
  }
}

extension Unicode.Scalar {
  /// Whether it may stand in a name.
  ///
  /// Control characters, line breaks and invisible format characters may not; the joiners and tags of scripts and
  /// emoji may.
  package var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    // 0x200C and 0x200D are the joiners; tags make flags.
    case .format: 0x200C...0x200D ~= value || 0xE0020...0xE007F ~= value
    default: true
    }
  }
}
