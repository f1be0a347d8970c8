import BankCore
import BankWeb

/// The answers to requests that have an id of their own: one that comes again, because its answer was
/// lost on the way, is answered alike and changes nothing.
actor GivenAnswers {
  private static let most = 10_000
  private var answers: [String: (body: String, answer: Task<HTTPResponse, Never>)] = [:]
  private var order: [String] = []

  /// The answer given to `id`, or the one that `make` gives now, `unless` it is refused for the moment.
  ///
  /// A request that was refused changed nothing: it is not remembered, and may come again.
  /// `nil` where the id was given to a request of another `body`.
  func once(
    _ id: String, _ body: String, unless refused: @Sendable () -> HTTPResponse?,
    _ make: @escaping @Sendable () async -> HTTPResponse
  ) async -> HTTPResponse? {
    if let known = answers[id] { return known.body == body ? await known.answer.value : nil }
    if let refusal = refused() { return refusal }
    let answer = Task { await make() }
    answers[id] = (body, answer)
    order.append(id)
    if order.count > Self.most {
      for old in order.prefix(Self.most / 2) { answers[old] = nil }
      order.removeFirst(Self.most / 2)
    }
    let given = await answer.value
    if given.status >= 400, answers[id]?.answer == answer {
      answers[id] = nil
      order.lastIndex(of: id).map { _ = order.remove(at: $0) }
    }
    return given
  }
}
