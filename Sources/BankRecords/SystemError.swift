package import BankCore
import Foundation

extension Phrase {
  /// What the system says of the error with this number: `No such file or directory`.
  package static func ofSystem(_ error: Int32) -> Phrase {
    Phrase(stringLiteral: String(cString: strerror(error)))
  }
}
