import BankWeb
import Synchronization

/// An answer for each role that does not change while the server runs, made when it is first asked for.
final class KnownAnswers: Sendable {
  private let known = Mutex<[Access.Role: HTTPResponse]>([:])

  func told(to role: Access.Role, _ make: () -> HTTPResponse) -> HTTPResponse {
    known.withLock { known in
      let answer = known[role] ?? make()
      known[role] = answer
      return answer
    }
  }
}
