import BankCore
import BankRecords
import BankReports

/// What a config file says of a route; `nil` where it says nothing.
struct RouteDraft: Sendable {
  var name: String?
  var title: TitleDraft?
  var givenShare: Double?
  var steps: [String]?

  static let keys: [Key<RouteDraft>] = [
    Key("name", \.name, .name, required: true, about: "up to 64 characters"),
    Key("title", \.title, .title, about: "how people call it", else: "its name"),
    Key(
      "share", \.givenShare,
      .number(0...1, "a share from 0 to 1 of those who come for the first step"),
      about: "the share of those who come for its first step", else: "1"),
    Key(
      "steps", \.steps, Form.text.list("a list of names of services"), required: true,
      about: "names of services in order, of which one may come again"),
  ]

  var route: Route { Route(name ?? "", steps: steps ?? []) }

  var fullTitle: Title { (title ?? TitleDraft()).title(name ?? "") }

  var share: Double { givenShare ?? 1 }

  /// Routes that begin with the same service and take more than all who come for it.
  static func problems(_ routes: [RouteDraft]) -> [Problem] {
    var shares: [String: Double] = [:]
    return routes.enumerated().compactMap { index, draft in
      guard let first = draft.steps?.first else { return nil }
      let before = shares[first, default: 0]
      shares[first] = before + draft.share
      guard before <= 1 + 1e-9, before + draft.share > 1 + 1e-9 else { return nil }
      return Problem(
        "routes[\(index)].share",
        "the shares of the routes that begin with \"\(first)\" come to \(Time.seconds(before + draft.share).decimal(places: 3))",
        "together at most 1: the share of those who come for it")
    }
  }
}
