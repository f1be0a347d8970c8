import BankRecords
import BankReports
import Foundation
import Testing

@Suite struct `A JSON document` {
  static let document: JSON = [
    "b": [1, 2.5, true, nil], "a": "quote \" slash \\ line \n bell \u{7} 예금", "empty": [:],
  ]

  @Test func `keeps the order of members and escapes text`() {
    #expect(
      Self.document.description
        == #"{"b":[1,2.5,true,null],"a":"quote \" slash \\ line \n bell \u0007 예금","empty":{}}"#)
  }

  @Test func `is read by Foundation as what it says`() throws {
    struct Document: Decodable {
      var a: String
    }
    for text in [Self.document.description, Self.document.pretty] {
      let decoded = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
      #expect(decoded.a == "quote \" slash \\ line \n bell \u{7} 예금")
    }
    for text in [Self.document["a"]?.description, Self.document["a"]?.pretty] {
      let decoded = try JSONDecoder().decode(String.self, from: Data((text ?? "").utf8))
      #expect(decoded == "quote \" slash \\ line \n bell \u{7} 예금")
    }
  }

  @Test func `breaks lines only where it must`() {
    let long: JSON = ["first": .string(String(repeating: "x", count: 70)), "second": [1, 2]]
    let x = String(repeating: "x", count: 70)
    #expect(long.pretty == "{\n  \"first\": \"\(x)\",\n  \"second\": [1, 2]\n}")
    #expect((["a": 1] as JSON).pretty == "{\"a\": 1}")
  }

  @Test func `writes what is not finite as null`() {
    #expect(JSON.number(.nan).description == "null")
    #expect(JSON.number(1e20).description == "1e+20")
    #expect(JSON.number(-0.25).description == "-0.25")
  }
}
