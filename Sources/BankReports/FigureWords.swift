import BankCore

/// Figures as people say them: `wait.p95(loan) <= 15min` is `p95 wait (loan) ≤ 15 min`.
public struct FigureWords: Sendable {
  private let language: Language
  private let titles: [String: String]

  /// Makes one.
  ///
  /// - Parameters:
  ///   - language: the language of the words.
  ///   - titles: what services, classes and routes are called, by name, where that is something else.
  public init(_ language: Language, titles: [String: String] = [:]) {
    (self.language, self.titles) = (language, titles)
  }

  /// A cost or a goal in words; what is no figure stays as it is.
  ///
  /// A bare number beside times is seconds, and is said to be.
  public func say(_ text: String) -> String {
    let said = told(text)
    guard text.contains("wait") || text.contains("sojourn") else { return said }
    let unit = language(" s", "초")
    return said.replacing(/([≤≥] [0-9.]+)$/) { $0.1 + unit }
      .replacing(/^([0-9.]+)( [≤≥])/) { $0.1 + unit + $0.2 }
  }

  private func told(_ text: String) -> String {
    text.replacing(/([0-9.]+\s*)?([a-z]+)(?:\.p([0-9]+))?\s*\(\s*((?:[^()]|\([^()]*\))*?)\s*\)/) {
      match in
      guard let kind = kind(String(match.2), match.3.map(String.init)) else {
        return String(match.0)
      }
      let whose = String(match.4)
      let factor = match.1.map { $0.filter { !$0.isWhitespace } + " × " } ?? ""
      return
        "\(factor)\(kind) (\(titles[whose] ?? (whose == "all" ? language("all", "전체") : whose)))"
    }
    .replacing(/([0-9])(ms|s|min|h)\b/) { language("\($0.1) \($0.2)", "\($0.1)\(unit($0.2))") }
    .replacing(/([0-9])%/) { "\($0.1) %" }
    .replacing(/\s*<=\s*/, with: " ≤ ").replacing(/\s*>=\s*/, with: " ≥ ")
    .replacing(/\)\s*\+\s*/, with: ") + ")
  }

  private func kind(_ name: String, _ quantile: String?) -> String? {
    switch (name, quantile) {
    case ("wait", nil): language("mean wait", "평균 대기")
    case ("wait", let part?): language("p\(part) wait", "대기 \(part)백분위")
    case ("sojourn", nil): language("mean time in the branch", "평균 체류")
    case ("late", nil): language("late", "목표 초과")
    case ("lost", nil): language("lost", "이탈")
    case ("served", nil): language("served", "완료")
    case ("utilization", nil): language("utilization", "업무 비율")
    case ("tellers", nil): language("tellers", "창구")
    default: nil
    }
  }

  private func unit(_ name: Substring) -> String {
    ["ms": "밀리초", "s": "초", "min": "분", "h": "시간"][String(name)] ?? String(name)
  }
}

extension Substring {
  /// Without such letters at its end.
  func trimmingSuffix(_ letter: Character) -> String {
    var rest = self
    while rest.last == letter { rest.removeLast() }
    return String(rest)
  }
}
