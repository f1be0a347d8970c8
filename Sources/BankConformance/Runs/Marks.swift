import BankCore

/// What matters of an entry when two runs are compared: everything but names.
struct Mark: Equatable {
  enum What: Equatable {
    case arrived(line: Int), refused, balked, abandoned
    case started(line: Int, teller: Int), finished(teller: Int)
    case came(teller: Int), left(teller: Int), reset, other
    case call(line: Int, teller: Int)
    case idle(IdleReason?, askAgain: Time?)
  }

  var time: Time
  var ticket = 0
  var what: What

  var isDecision: Bool {
    switch what {
    case .call, .idle: true
    default: false
    }
  }
}

extension Run {
  /// The marks of this run as if it had come `offset` seconds earlier and its tickets begun at 1.
  func marks(offset: Int = 0, ticketsBefore: Int = 0) -> [Mark] {
    let shift = World.seconds(offset)
    return entries.compactMap { entry in
      switch entry {
      case .told, .copyDiffers: return nil
      case .question(let question):
        switch question.decision {
        case .call(let line, let teller):
          return Mark(time: question.now - shift, what: .call(line: line, teller: teller))
        case .idle(let reason, let askAgain):
          return Mark(
            time: question.now - shift, what: .idle(reason, askAgain: askAgain.map { $0 - shift }))
        }
      case .happening(let happening):
        var mark = Mark(time: happening.time - shift, what: .other)
        func set(_ client: Client, _ what: Mark.What) {
          mark.ticket = client.ticket - (happening.session == 1 ? ticketsBefore : 0)
          mark.what = what
        }
        switch happening.event {
        case .arrived(let client, let line): set(client, .arrived(line: line))
        case .refused(let client, _): set(client, .refused)
        case .balked(let client, _): set(client, .balked)
        case .abandoned(let client, _): set(client, .abandoned)
        case .started(let client, let line, let teller):
          set(client, .started(line: line, teller: teller))
        case .finished(let client, let teller, _): set(client, .finished(teller: teller))
        case .came(let teller): mark.what = .came(teller: teller)
        case .left(let teller): mark.what = .left(teller: teller)
        case .reset: mark.what = .reset
        case .restocked, .ejected: break
        }
        return mark
      }
    }
  }

  /// The first difference between this run's marks and another's, in words; `nil` when there is
  /// none.
  static func difference(_ first: [Mark], _ second: [Mark]) -> (time: Time, words: String)? {
    for (one, other) in zip(first, second) where one != other {
      return (one.time, "\(one.words) in one, \(other.words) in the other")
    }
    guard first.count != second.count else { return nil }
    let longer = first.count > second.count ? first : second
    let mark = longer[min(first.count, second.count)]
    return (mark.time, "\(mark.words) in one of them alone")
  }
}

extension Mark {
  /// `client 0 was called by A at 2 s`, for people.
  var words: String {
    let client = "client \(ticket - 1)"
    let text =
      switch what {
      case .arrived(let line): "\(client) joined line \(line)"
      case .refused: "\(client) was refused"
      case .balked: "\(client) balked"
      case .abandoned: "\(client) lost patience"
      case .started(_, let teller): "\(World.tellerName(teller)) called \(client)"
      case .finished(let teller): "\(World.tellerName(teller)) finished \(client)"
      case .came(let teller): "\(World.tellerName(teller)) came"
      case .left(let teller): "\(World.tellerName(teller)) left"
      case .reset: "a reset"
      case .other: "something else"
      case .call(let line, let teller):
        "the answer call line \(line) to \(World.tellerName(teller))"
      case .idle(let reason, let askAgain):
        "the answer idle" + (reason.map { " (\($0))" } ?? "")
          + (askAgain.map { ", ask again at \($0) s" } ?? "")
      }
    return "\(text) at \(time) s"
  }
}
