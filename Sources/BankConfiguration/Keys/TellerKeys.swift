package import BankCore
import BankRecords

/// What a config file says of a teller; `nil` where it says nothing.
struct TellerDraft: Sendable {
  var name: String?
  var skills: [String]?
  var speed: Speed?
  var shifts: [Shift]?
  var breaks: [Shift]?

  /// How fast a teller is: at all services, and at those where it is another speed.
  struct Speed: Sendable {
    var all = 1.0
    var own: [(name: String, value: Double?)] = []

    fileprivate static let form: Form<Speed> = {
      let speed = Form<Double>.number(0.001...1000)
      return Form.short(
        "a number from 0.001 to 1000, or one for each service", speed, as: { Speed(all: $0) },
        asShort: { $0.own.isEmpty ? $0.all : nil },
        or: speed.byName("an object").made({ own, _, _ in Speed(own: own) }, from: \.own))
    }()
  }

  static let keys: [Key<TellerDraft>] = [
    Key("name", \.name, .name, about: "up to 64 characters", else: "its number, from 1"),
    Key(
      "skills", \.skills,
      Form.text.list(
        "a list of names of services", orNone: "give at least one, or leave skills out for all"),
      about: "the services it can do", else: "all"),
    Key(
      "speed", \.speed, Speed.form,
      about: "how fast it works, or how fast at each service: one of 6 s takes 5 s at 1.2",
      else: "1"),
    Key(
      "shifts", \.shifts, Form.shift.list("a list of [from when, until when]"),
      about: "when it is there", else: "always"),
    Key(
      "breaks", \.breaks, Form.shift.list("a list of [from when, until when]"),
      about: "what is taken out of that", else: "none"),
  ]

  /// The tellers that drafts make; without a name its place in the list is one.
  static func tellers(_ drafts: [TellerDraft]) -> [Teller] {
    drafts.enumerated().map { index, draft in
      let own = (draft.speed?.own ?? []).compactMap { name, speed in speed.map { (name, $0) } }
      return Teller(
        draft.name ?? String(index + 1), skills: draft.skills, speed: draft.speed?.all ?? 1,
        speeds: Dictionary(own) { first, _ in first },
        shifts: draft.breaks.map { Shift.times(draft.shifts, without: $0) } ?? draft.shifts)
    }
  }
}

extension TellerDraft {
  /// The breaks that take nothing away: nobody is there then, or the branch closes before.
  func idleBreaks(closes: Time?) -> [Shift] {
    let shifts = shifts ?? [Shift(from: .zero, to: BranchPlan.longestTime)]
    var first = 0
    return (breaks ?? []).sorted { $0.start < $1.start }.filter { rest in
      // Shifts come in order.
      while first < shifts.count, shifts[first].end <= rest.start { first += 1 }
      return first == shifts.count || shifts[first].start >= rest.end
        || closes.map { rest.start >= $0 } ?? false
    }
  }
}

extension Form<[TellerDraft]> {
  /// A number of tellers who can do everything, or a list of them.
  static let tellers: Form = {
    let number = Form<Int>.integer(1...1_000_000)
    let list = Form<TellerDraft>.record(TellerDraft.keys, blank: TellerDraft()).list(
      "a number, or a list of tellers", orNone: "give at least one teller")
    return Form(
      wanted: list.wanted, schema: ["oneOf": [number.schema, list.schema]],
      read: { reader, node, path in
        guard case .number = node.value else { return list.read(reader, node, path) }
        return number.read(reader, node, path).map { Array(repeating: TellerDraft(), count: $0) }
      }, write: list.write)
  }()
}

extension Teller {
  /// Makes `count` tellers called 1, 2, 3 and so on who can do everything.
  package static func numbered(_ count: Int) -> [Teller] {
    (0..<count).map { Teller(String($0 + 1)) }
  }
}

extension Shift {
  /// What is left of `shifts`, or of all the time there is, without `breaks`.
  static func times(_ shifts: [Shift]?, without breaks: [Shift]) -> [Shift] {
    let rests = breaks.sorted { $0.start < $1.start }
    var first = 0
    return (shifts ?? [Shift(from: .zero, to: BranchPlan.longestTime)]).flatMap { shift in
      var left: [Shift] = []
      var start = shift.start
      // Shifts come in order, so what is over before one is over before all that follow.
      while first < rests.count, rests[first].end <= start { first += 1 }
      for rest in rests[first...] {
        guard rest.start < shift.end else { break }
        if rest.start > start { left.append(Shift(from: start, to: rest.start)) }
        start = max(start, rest.end)
      }
      return start < shift.end ? left + [Shift(from: start, to: shift.end)] : left
    }
  }
}
