import BankCore

/// A run read again from its entries: who waited at each question, and in what order they were
/// called.
struct Replay {
  /// A question with those who waited when it was asked, in order of arrival.
  struct Asked {
    var question: Question
    var waiting: [Client]
  }

  /// A call with those who had come before and still waited.
  struct Call {
    var time: Time
    var client: Client
    var teller: Int
    var passed: [Client]
  }

  private(set) var asked: [Asked] = []
  private(set) var calls: [Call] = []
  /// Those who wait at the end.
  private(set) var waiting: [Client] = []

  init(_ run: Run) {
    for entry in run.entries {
      switch entry {
      case .question(let question): asked.append(Asked(question: question, waiting: waiting))
      case .told, .copyDiffers: break
      case .happening(let happening):
        switch happening.event {
        case .arrived(let client, _): waiting.append(client)
        case .balked(let client, _), .abandoned(let client, _):
          waiting.removeAll { $0.ticket == client.ticket }
        case .started(let client, _, let teller):
          calls.append(
            Call(
              time: happening.time, client: client, teller: teller,
              passed: waiting.filter { $0.ticket < client.ticket }))
          waiting.removeAll { $0.ticket == client.ticket }
        case .reset: waiting = []
        case .refused, .finished, .came, .left, .restocked, .ejected: break
        }
      }
    }
  }
}
