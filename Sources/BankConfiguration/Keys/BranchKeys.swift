import BankCore
import BankRecords
import BankReports
import BankSimulation

/// What a config file says of a branch; `nil` where it says nothing.
struct BranchDraft: Sendable {
  /// Where editors find the schema; read and not used.
  var schema: String?
  var policy: String?
  var options: Node?
  var queue: String?
  var seed: Int?
  var profile: MessageProfile?
  var unit: TimeScale.Unit?
  /// Seconds from midnight.
  var opens: Double?
  /// Seconds from opening.
  var closes: Double?
  var classTitles: [ClassTitle]?
  var services: [ServiceDraft]?
  var routes: [RouteDraft]?
  var tellers: [TellerDraft]?
  var clients: ClosedRange<Int>?
  var limit: Int?
  var handover: Distribution?
  var stock: [StockDraft]?
  var recording: RecordingFormat?

  /// Every key, in the order in which they are read.
  static let keys: [Key<BranchDraft>] = [
    Key("$schema", \.schema, .text, about: "where an editor finds the schema; not used"),
    Key(
      "policy", \.policy, .text,
      about: "who serves whom: `bank policies`; `--policy` goes before it",
      else: "`fixed-split`"),
    Key(
      "options", \.options, .anyObject,
      about:
        "the policy's options; each key given replaces its default, `--option KEY=VALUE` goes over both",
      else: "the policy's, for this branch"),
    Key(
      "queue", \.queue, .text,
      about: "what is behind every line: `bank queues`; `--queue` goes before it",
      else: "`ring`"),
    Key(
      "seed", \.seed, .integer(0...Configuration.largestSeed), about: "chooses what is drawn",
      else: "1; `run`, `menu` and `serve` draw one and say it"),
    Key(
      "messages", \.profile, .choice, about: "whose words the console uses in Korean",
      else: "`official`"),
    Key(
      "unit", \.unit, .choice, about: "how tables and charts show times; `--unit` goes before it",
      else: "`s`"),
    Key(
      "opens", \.opens, .opening,
      about: "when the doors open; times in the file may then be times of day, and are shown so",
      else: "time 0"),
    Key(
      "closes", \.closes, .closing,
      about:
        "when the doors close: nobody comes later, and everybody inside is served; before the opening it is the next day's",
      else: "never"),
    Key(
      "classes", \.classTitles, .classTitles,
      about: "titles of priority classes; a class is a whole number, higher is more urgent"),
    Key(
      "services", \.services,
      Form.record(ServiceDraft.keys, blank: ServiceDraft()) { draft, _, _ in
        draft.name == nil ? nil : draft
      }.list("a list of services"), about: "what clients come for, at least one",
      else: "deposit 0.7 s, loan 1.1 s"),
    Key(
      "routes", \.routes,
      Form.record(RouteDraft.keys, blank: RouteDraft()) { draft, _, _ in
        draft.name == nil || draft.steps == nil ? nil : draft
      }.list("a list of routes"), about: "ways through several services", else: "none"),
    Key(
      "tellers", \.tellers, .tellers, about: "a number of tellers who can do everything, or a list",
      else: "3"),
    Key(
      "clients", \.clients, .clients,
      about: "how many are there at opening or, with arrival processes, come during a `run`",
      else: "`10...30`"),
    Key(
      "limit", \.limit, .integer(0...BranchPlan.largestCount),
      about: "how many may wait at once; one more leaves again unless called at once",
      else: "any number"),
    Key(
      "handover", \.handover, .distribution,
      about: "how long a teller takes after a client before the next can be called", else: "0"),
    Key(
      "stock", \.stock, .stock, about: "items, and how many of each there are at opening",
      else: "none"),
    Key(
      "recording", \.recording, .recording,
      about: "which columns of a log mean what, for `replay` and `fit`",
      else: "the log is looked at, and one is proposed"),
  ]

  /// Puts the branch together.
  func plan() throws(Problems) -> BranchPlan {
    try BranchPlan(
      services: (services ?? ServiceDraft.standard).map(\.service),
      tellers: tellers.map(TellerDraft.tellers) ?? Teller.numbered(3),
      stock: (stock ?? []).map { ItemCount($0.item, $0.count) }, limit: limit,
      handover: min(.seconds(handover?.mean ?? 0), BranchPlan.longestTime), classes: classes,
      routes: (routes ?? []).map(\.route))
  }

  /// The classes that clients have or that have a title; none where all have the class 0.
  private var classes: [Int] {
    let shares = (services ?? []).flatMap { $0.classes ?? [] }
    let classes = Set(shares.map(\.priority)).union((classTitles ?? []).map(\.priority))
    // Services without shares have the class 0.
    let all =
      (services ?? []).contains { ($0.classes ?? []).isEmpty } ? classes.union([0]) : classes
    return classes.isEmpty || all == [0] ? [] : all.sorted()
  }

  /// What is wrong with the branch as a whole beside `known`, but for the lists of which a name or
  /// an element could not be read, and what refers to their names.
  func planProblems(after known: [Problem]) -> [Problem] {
    let lists = /(services|tellers|stock|routes)(\[\d+\])?(\.name)?/
    let inner = /(tellers\[\d+\]\.(skills|shifts)).*/
    let unread = known.compactMap { problem in
      problem.path.wholeMatch(of: lists)?.1 ?? problem.path.wholeMatch(of: inner)?.1
    }
    func depends(_ path: String, on part: Substring) -> Bool {
      path.hasPrefix(part)
        || part == "services" && (path.contains("].skills[") || path.contains("].steps["))
        || part == "stock" && path.contains("].needs.")
    }
    do throws(Problems) {
      _ = try plan()
      return []
    } catch {
      return error.all.filter { problem in
        !known.contains { $0.path == problem.path }
          && !unread.contains { depends(problem.path, on: $0) }
      }
    }
  }
}

/// An item of the stock.
struct StockDraft: Sendable {
  var item = ""
  var count = 0
  var title: TitleDraft?

  private static let keys: [Key<StockDraft>] = [
    Key(
      "count", \.count, .integer(0...BranchPlan.largestCount), keeps: 0,
      about: "how many there are at opening"),
    Key("title", \.title, .title, about: "how people call it", else: "its name"),
  ]

  /// How many there are, or an object with the title too.
  static let form = Form<StockDraft>.short(
    "a whole number from 0 to \(BranchPlan.largestCount), or an object with count and title",
    .integer(0...BranchPlan.largestCount), as: { StockDraft(count: $0) },
    asShort: { $0.title == nil ? $0.count : nil },
    or: .record(keys, blank: StockDraft()))
}

/// How people call a priority class.
struct ClassTitle: Sendable {
  var priority: Int
  var title: Title
}

/// A name in two languages, as far as it is given.
struct TitleDraft: Sendable {
  var ko: String?
  var en: String?

  /// What is not given is the other one, or `name`.
  func title(_ name: String) -> Title { Title(ko: ko ?? en ?? name, en: en ?? name) }

  init(ko: String? = nil, en: String? = nil) { (self.ko, self.en) = (ko, en) }

  init(_ title: Title) { (ko, en) = (title.ko, title.en) }

  static let keys: [Key<TitleDraft>] = [
    Key("ko", \.ko, .title, about: "in Korean", else: "as in English"),
    Key("en", \.en, .title, about: "in English", else: "the name"),
  ]
}

extension Form<TitleDraft> {
  /// A text, or one for each language.
  static let title = Form.short(
    "text, or an object with ko and en", Form<String>.title, as: { TitleDraft(ko: $0, en: $0) },
    asShort: { _ in nil }, or: .record(TitleDraft.keys, blank: TitleDraft()))
}

extension Form<[ClassTitle]> {
  static let classTitles = Form<TitleDraft>.title.byName(
    "an object with a title for each class, such as { \"1\": \"VIP\" }"
  ).made(
    { titles, reader, path in
      titles.compactMap { name, title in
        reader.priority(name, path).map {
          ClassTitle(priority: $0, title: (title ?? TitleDraft()).title(name))
        }
      }
    }, from: { $0.map { (String($0.priority), TitleDraft($0.title)) } })
}

extension Form<[StockDraft]> {
  static let stock = StockDraft.form.byName("an object with a number for each item").made(
    { items, _, _ in
      items.map { name, draft in
        StockDraft(item: name, count: draft?.count ?? 0, title: draft?.title)
      }
    }, from: { $0.map { ($0.item, $0) } })
}

extension Form<Node> {
  /// An object with any keys, as it is.
  static let anyObject = Form(
    wanted: "an object", schema: ["type": "object"],
    read: { reader, node, path in
      reader.object(node, path) { keys in
        for member in keys.members { _ = keys.read(member.key) { node, _ in node } }
        return node
      }
    }, write: \.json)
}

extension Form<ClosedRange<Int>> {
  static let clients = Form(
    wanted: "a number of clients up to \(BranchPlan.largestCount), or \"10...30\"",
    schema: [
      "oneOf": [
        Form<Int>.integer(0...BranchPlan.largestCount).schema,
        ["type": "string", "pattern": "^[0-9]+(\\.\\.\\.[0-9]+)?$"],
      ]
    ], read: { $0.clients($1, $2) }, write: { .string("\($0.lowerBound)...\($0.upperBound)") })
}

extension Form<Double> {
  private static let clockSchema: JSON = [
    "type": "string", "pattern": "^[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?$",
  ]

  /// When the branch opens, in seconds from midnight; times of day that are read later go by it.
  static let opening = Form(
    wanted: "a time of day such as \"09:00\"", schema: clockSchema,
    read: { reader, node, path in
      reader.opens = reader.clock(node, path)
      reader.hasUnreadOpening = reader.opens == nil
      return reader.opens
    }, write: { .string(TimeScale.clock($0)) })

  /// A time of day, in seconds from midnight.
  static let timeOfDay = Form(
    wanted: "a time of day such as \"09:00\"", schema: clockSchema,
    read: { $0.clock($1, $2) }, write: { .string(TimeScale.clock($0)) })

  /// When the branch closes, in seconds from opening.
  static let closing = Form(
    wanted: "a time since opening, or of day", schema: Form.seconds.schema,
    read: { $0.closes($1, $2) }, write: { .number($0) })
}
