import BankCore
import BankLive
import BankRecords
import Foundation

/// What a journal is made of.
extension Journal {
  /// Somebody who was neither served to the end nor gone.
  struct Left: Equatable, Sendable {
    var service: Int
    let priority: Int
    let ticket: Int
    /// Where on a route they are.
    var place: RoutePlace?
    /// What let them in, if that has an id.
    let entry: Entry?
  }

  /// Where a request with an id has an answer for somebody: a ticket says less, for another session has it again.
  struct Entry: Equatable, Sendable {
    let request: String
    /// Which of the admissions of the request theirs is.
    let number: Int
  }

  /// What a request with an id came to.
  struct Done: Sendable {
    /// What it asked for.
    var body: String
    /// Whom it let in, and whom not.
    var admissions: [Admission] = []
    /// How many its reset sent away, and the session that began.
    var sentAway: (clients: Int, session: Int)?
    /// Which items of the stock it set.
    var items: Set<Int> = []
  }

  /// How many came on a day, and who of them was lost.
  struct Losses: Equatable, Sendable {
    var arrived = 0
    /// Who was lost while they lasted.
    var lost = 0
    /// Whom the resets sent away, without those who are back.
    var sentAway = 0

    /// Somebody who was sent away is back, and is counted as they come.
    mutating func takeBack(_ count: Int) {
      let back = min(count, sentAway)
      sentAway -= back
      arrived -= back
    }
  }

  /// What the day came to on which a server goes on, without those who come in again; nothing on another day.
  var lossesOfDay: Losses {
    guard goesOnAt != nil else { return Losses() }
    var losses = losses
    losses.arrived -= left.count
    return losses
  }

  /// Goes on with the day, if it was written last on this very day: what has passed since then counts.
  ///
  /// A branch that begins at opening also goes on after midnight, as long as it has not closed, so long after opening as
  /// `closes` says. With the clock of the world another day begins as soon as the branch has opened again:
  /// ``StartOfDay/goesOn(from:at:by:)``. When it was written the journal says, or else its file, at `written`.
  mutating func goOn(
    after written: Date, closes: Time? = nil, start: StartOfDay = .opening, now: Date = .now
  ) {
    let known = known.map { ($0.time, Date(timeIntervalSince1970: $0.clock)) } ?? (time, written)
    let written = known.1
    let time = max(time, known.0 + .seconds(max(0, now.timeIntervalSince(written))))
    let isOpen = closes.map { time < $0 } ?? false
    guard isOpen && start.isOpening || start.goesOn(from: written, at: now) else { return }
    goesOnAt = time
  }

  /// Notes the new ticket of somebody who is back, in what came of their request.
  static func replace(_ old: Left, by new: Admission, in done: inout [String: Done]) {
    if let entry = old.entry { done[entry.request]?.admissions[entry.number] = new }
  }

  /// The keys of the config that are not what they were when the branch was opened last, apart from who decides.
  func changes(in effective: JSON) -> [String] {
    guard case .object(let new) = effective, case .object(let old)? = configuration else {
      return []
    }
    let keys = new.map(\.key) + old.map(\.key).filter { effective[$0] == nil }
    return keys.filter { key in
      !["policy", "options", "seed", "messages"].contains(key)
        && effective[key] != configuration?[key]
    }
  }

  static func services(_ header: JSON) -> [String] {
    guard case .array(let services)? = header["configuration"]?["services"] else { return [] }
    return services.compactMap { if case .string(let name)? = $0["name"] { name } else { nil } }
  }

  /// Each route's name, and then its steps.
  static func routes(_ header: JSON) -> [[String]] {
    guard case .array(let routes)? = header["configuration"]?["routes"] else { return [] }
    return routes.map { route in
      guard case .string(let name)? = route["name"], case .array(let steps)? = route["steps"]
      else { return [] }
      return [name] + steps.compactMap { if case .string(let step) = $0 { step } else { nil } }
    }
  }
}
