/// The languages the console speaks.
public enum Language: String, CaseIterable, Sendable {
  /// Korean.
  case ko
  /// English.
  case en
}

extension Language {
  /// The names one after the other, in one phrase.
  package func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + self(" and ", ", ") + names[names.count - 1]
  }

  /// A list that is read in one look: the first three of many, `a, b, c and 8 more`.
  func some(_ names: [String]) -> String { list(few(names)) }

  /// The first three of many, and how many more there are.
  func few(_ names: [String]) -> [String] {
    guard names.count > 4 else { return names }
    let rest = names.count - 3
    return names.prefix(3) + [self("\(rest) more", "그 밖의 \(rest)개")]
  }
}

/// Whose words the console uses; the source apps differ in a few.
public enum MessageProfile: String, CaseIterable, Sendable {
  /// The task's own words.
  case official
  /// The first bank manager's.
  case seed000 = "000"
  /// The second bank manager's.
  case seed001 = "001"
  /// The third bank manager's.
  case seed002 = "002"
  /// The fourth bank manager's.
  case seed003 = "003"
  /// The juice maker's.
  case seed004 = "004"
}

/// A name in two languages.
public struct Title: Sendable, Equatable {
  /// In Korean.
  public var ko: String
  /// In English.
  public var en: String

  /// Makes a title.
  public init(ko: String, en: String) {
    self.ko = ko
    self.en = en
  }

  /// The name in `language`.
  public func text(in language: Language) -> String {
    language == .ko ? ko : en
  }
}

/// What the console says, in one language and one profile.
public struct Messages: Sendable {
  /// The language.
  public let language: Language
  /// The profile; its differences are Korean.
  public let profile: MessageProfile

  /// Makes messages.
  public init(language: Language, profile: MessageProfile) {
    self.language = language
    self.profile = profile
  }

  /// The menu, up to and including the prompt.
  public var menu: String {
    switch (language, profile) {
    case (.en, _): "1 : open the bank\n2 : quit\nInput : "
    case (.ko, .seed001), (.ko, .seed002): "1 : 은행 개점\n2 : 종료\n입력 : "
    case (.ko, .seed004): "맛있는 쥬스를 만들어 드려요!\n1 : 개점\n2 : 종료\n입력 : "
    case (.ko, _): "1 : 은행개점\n2 : 종료\n입력 : "
    }
  }

  /// The question whether the stock is to be changed, after a day on which it was short.
  public var stockQuestion: String {
    language("Change the stock for the next opening? (yes/no) ", "재고를 수정할까요? (예/아니오) ")
  }

  /// The question how many of an item there are to be, of which there are so many, and at most how many.
  public func stockInput(_ item: String, count: Int, most: Int) -> String {
    language(
      "\(item): now \(count), new (0 to \(most)): ", "\(item) 현재 \(count), 새 수량(0~\(most)): ")
  }

  /// The answer to a wrong input, or `nil` where the menu is just shown again.
  public var wrongInput: String? {
    switch (language, profile) {
    case (.en, _): "That is not on the menu."
    case (.ko, .seed002): nil
    case (.ko, .seed003): "잘못된 입력입니다. 다시 입력해 주세요!!"
    case (.ko, _): "잘못된 입력입니다."
    }
  }

  /// A service begins.
  ///
  /// Without a title the service goes unnamed, as in a bank with a single one.
  public func started(ticket: Int, title: String) -> String {
    switch (language, profile) {
    case (.en, _): title.isEmpty ? "Client \(ticket) started" : "Client \(ticket): \(title) started"
    case (.ko, .seed004): "\(ticket)번 고객 \(title) 주문"
    case (.ko, _): "\(ticket)번 고객 \(title)업무 시작"
    }
  }

  /// A service is done.
  public func finished(ticket: Int, title: String) -> String {
    switch (language, profile) {
    case (.en, _):
      title.isEmpty ? "Client \(ticket) finished" : "Client \(ticket): \(title) finished"
    case (.ko, .seed000): "\(ticket)번 고객 \(title)업무 종료"
    case (.ko, .seed004): "\(title) 나왔습니다! 맛있게 드세요!"
    case (.ko, _): "\(ticket)번 고객 \(title)업무 완료"
    }
  }

  /// The stock is short; `missing` has the name, the needed and the available number of each item.
  public func refused(
    ticket: Int, title: String, missing: [(item: String, needed: Int, available: Int)]
  ) -> String {
    switch language {
    case .ko:
      let list = missing.map { "\($0.item) \($0.needed)개 필요, \($0.available)개 남음" }
      return "\(ticket)번 고객 \(title): 재료가 모자라요. 재고를 수정할까요? ("
        + list.joined(separator: " · ") + ")"
    case .en:
      let list = missing.map { "\($0.item): \($0.needed) needed, \($0.available) left" }
      return "Client \(ticket): \(title) refused, out of stock (" + list.joined(separator: "; ")
        + ")"
    }
  }

  /// A client leaves, out of patience.
  public func abandoned(ticket: Int, title: String) -> String {
    language == .ko
      ? "\(ticket)번 고객 \(title)업무 포기" : "Client \(ticket): \(title) abandoned, out of patience"
  }

  /// A client leaves at the door.
  public func balked(ticket: Int, title: String) -> String {
    language == .ko
      ? "\(ticket)번 고객 \(title)업무 입장 불가"
      : "Client \(ticket): \(title) turned away, too many are waiting"
  }

  /// The policy was dropped, or the queue.
  public func ejected(law: String, isQueue: Bool, seconds: String) -> String {
    switch (language, isQueue) {
    case (.ko, false): "[\(seconds)초] 법칙 \(law) 위반으로 정책을 중단하고 공동 창구로 계속합니다."
    case (.ko, true): "[\(seconds)초] 법칙 \(law) 위반으로 큐를 중단하고 온 순서대로 계속합니다."
    case (.en, false):
      "[\(seconds) s] The policy broke \(law) and was dropped; the shared pool goes on."
    case (.en, true):
      "[\(seconds) s] The queue broke \(law) and was dropped; all go on in order of arrival."
    }
  }

  /// The day is over; `seconds` has two decimals.
  public func closing(served: Int, seconds: String) -> String {
    switch language {
    case .ko:
      return "업무가 마감되었습니다. 오늘 업무를 처리한 고객은 총 \(served)명이며, 총 업무시간은 \(seconds)초입니다."
    case .en:
      let clients = served == 1 ? "1 client was" : "\(served) clients were"
      return "The bank is closed. \(clients) served today, in \(seconds) seconds of work."
    }
  }
}

extension String {
  /// With a capital letter first.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
