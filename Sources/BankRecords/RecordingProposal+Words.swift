extension RecordingProposal {
  /// What a column may mean, in the order in which columns are given away.
  public enum Role: String, CaseIterable, Sendable {
    case date, arrival, start, end, wait, duration, left, service, teller, outcome, priority

    /// What headings of such columns have in them, without spaces and in small letters.
    var words: [String] {
      switch self {
      case .date: ["date", "day", "datum", "날짜", "일자", "영업일"]
      case .arrival:
        [
          "arriv", "issued", "issue", "ticketed", "checkin", "came", "joined", "enter", "created",
          "queued", "ankunft", "발권", "접수", "도착", "발행", "대기시작", "등록",
        ]
      case .start:
        [
          "start", "called", "call", "begin", "began", "servefrom", "servedat", "answer", "aufruf",
          "호출", "시작",
          "상담시작", "처리시작",
        ]
      case .end:
        ["end", "finish", "complete", "closed", "done", "served", "fertig", "종료", "완료", "끝", "마감"]
      case .wait:
        [
          "wait", "hold", "queuetime", "timeinqueue", "delay", "wartezeit", "wartedauer", "대기시간",
          "대기",
        ]
      case .duration:
        [
          "duration", "servicetime", "servicemin", "servicesec", "servetime", "handl", "talk",
          "billsec",
          "processing", "dauer", "bedienzeit", "상담시간", "처리시간", "업무시간", "소요",
        ]
      case .left: ["left", "abandon", "hang", "leave", "gaveup", "exit", "이탈", "포기", "퇴장"]
      case .service:
        [
          "service", "type", "category", "task", "department", "reason", "what", "transaction",
          "purpose",
          "skill", "topic", "anliegen",
          "leistung", "업무", "서비스", "종류",
          "구분",
        ]
      case .teller:
        [
          "teller", "agent", "server", "desk", "counter", "window", "clerk", "staff", "operator",
          "who", "schalter", "mitarbeiter", "sachbearbeiter",
          "창구", "직원", "담당",
        ]
      case .outcome: ["outcome", "status", "result", "disposition", "how", "state", "상태", "결과"]
      case .priority: ["priority", "class", "vip", "등급", "우선"]
      }
    }

    var isTime: Bool { [.arrival, .start, .end, .left].contains(self) }
    var isLength: Bool { [.wait, .duration].contains(self) }
  }

  /// How dates and times are written in the logs that are known.
  private static let dates = [
    "yyyy-MM-dd", "yyyy/MM/dd", "yyyy.MM.dd", "yyyyMMdd", "dd.MM.yyyy", "MM/dd/yyyy", "dd/MM/yyyy",
    "M/d/yyyy",
    "d/M/yyyy", "yyyy-M-d", "yyyy.M.d", "yyyy. M. d", "yyyy. M. d.", "yyyy년 M월 d일", "yyMMdd",
    "dd-MM-yyyy", "MM/dd/yy", "dd/MM/yy", "dd.MM.yy", "yy.MM.dd", "yy-MM-dd", "yy/MM/dd",
    "dd-MM-yy",
    "M/d/yy", "d/M/yy", "d-MMM-yy", "d-MMM-yyyy", "d MMM yyyy", "d MMM yy", "d. MMM yyyy",
    "d/MMM/yyyy",
    "MMM d, yyyy", "MMM d yyyy", "yyyy-MM-dd(E)", "yyyy.MM.dd(E)",
  ]
  private static let datesOfWeekdays = dates.flatMap { ["E \($0)", "E, \($0)"] }
  private static let clocks = [
    "H:mm:ss", "H:mm", "H:mm:ss.S", "h:mm:ss a", "h:mm a", "h:mm:ssa", "h:mma", "a h:mm:ss",
    "a h:mm",
    "a h시 m분 s초", "a h시 m분", "H시 m분 s초", "H시 m분", "HHmmss",
  ]
  static let patterns: [TimePattern] = {
    let both = dates.flatMap { date in
      clocks.flatMap { clock in
        ["\(date) \(clock)", "\(date)T\(clock)", "\(date)T\(clock)Z", "\(date) \(clock)Z"]
      }
    }
    let withWeekdays = datesOfWeekdays.flatMap { date in
      ["H:mm:ss", "H:mm", "h:mm a"].map { "\(date) \($0)" }
    }
    return (clocks + both + withWeekdays).compactMap { TimePattern($0) }
  }()
  static let datePatterns = (dates + datesOfWeekdays).compactMap { TimePattern($0) }
}
