import BankCore
import BankReports
import Testing

@Suite struct `The console speaks the words of the source apps` {
  typealias Row = (profile: MessageProfile, menu: String, wrong: String?, finished: String)

  static let table: [Row] = [
    (.official, "1 : 은행개점\n2 : 종료\n입력 : ", "잘못된 입력입니다.", "3번 고객 예금업무 완료"),
    (.seed000, "1 : 은행개점\n2 : 종료\n입력 : ", "잘못된 입력입니다.", "3번 고객 예금업무 종료"),
    (.seed001, "1 : 은행 개점\n2 : 종료\n입력 : ", "잘못된 입력입니다.", "3번 고객 예금업무 완료"),
    (.seed002, "1 : 은행 개점\n2 : 종료\n입력 : ", nil, "3번 고객 예금업무 완료"),
    (.seed003, "1 : 은행개점\n2 : 종료\n입력 : ", "잘못된 입력입니다. 다시 입력해 주세요!!", "3번 고객 예금업무 완료"),
  ]

  @Test(arguments: table)
  func `in every profile`(row: Row) {
    let messages = Messages(language: .ko, profile: row.profile)
    #expect(messages.menu == row.menu)
    #expect(messages.wrongInput == row.wrong)
    #expect(messages.started(ticket: 3, title: "예금") == "3번 고객 예금업무 시작")
    #expect(messages.finished(ticket: 3, title: "예금") == row.finished)
    #expect(
      messages.closing(served: 26, seconds: "18.20")
        == "업무가 마감되었습니다. 오늘 업무를 처리한 고객은 총 26명이며, 총 업무시간은 18.20초입니다.")
  }

  @Test func `with one unnamed service`() {
    let messages = Messages(language: .ko, profile: .official)
    #expect(messages.started(ticket: 3, title: "") == "3번 고객 업무 시작")
    #expect(messages.finished(ticket: 5, title: "") == "5번 고객 업무 완료")
  }

  @Test func `at the juice bar`() {
    let messages = Messages(language: .ko, profile: .seed004)
    #expect(messages.finished(ticket: 1, title: "딸바 쥬스") == "딸바 쥬스 나왔습니다! 맛있게 드세요!")
    #expect(
      messages.refused(ticket: 1, title: "딸기 쥬스", missing: [("딸기", 16, 10)])
        == "1번 고객 딸기 쥬스: 재료가 모자라요. 재고를 수정할까요? (딸기 16개 필요, 10개 남음)")
  }
}

/// Bug 5 of the source apps: truncation showed a wrong millisecond in 34,054 of 60,000, and one timer
/// wrapped at an hour.
@Suite struct `The timer` {
  @Test func `shows every one of 60,000 milliseconds`() {
    for millisecond in 0..<60_000 {
      let text = WorkTimer.text(Time(nanoseconds: Int64(millisecond) * 1_000_000))
      let parts = text.split(separator: ":").compactMap { Int($0) }
      #expect(parts == [0, millisecond / 1000, millisecond % 1000])
    }
  }

  @Test func `goes on after an hour`() {
    #expect(WorkTimer.text(.seconds(0)) == "00:00:000")
    #expect(WorkTimer.text(.seconds(59.9999)) == "00:59:999")
    #expect(WorkTimer.text(.seconds(3600)) == "60:00:000")
    #expect(WorkTimer.text(.seconds(6_000)) == "100:00:000")
    #expect(WorkTimer.label(.seconds(18.2), in: .ko) == "업무시간 - 00:18:200")
  }
}
