import BankCore
import Testing

@Suite struct `A heap of what is due` {
  static func due(_ random: inout RandomSource, _ order: Int) -> Due {
    // Few times, so that many are equal.
    Due(
      time: .seconds(Double(Int.random(in: 0...9, using: &random))), order: UInt64(order),
      index: order)
  }

  @Test(arguments: 0...40)
  func `hands back the first again and again`(count: Int) {
    var random = RandomSource(seed: UInt64(count))
    var model = (0..<count).map { Self.due(&random, $0) }.sorted(by: <)
    let heap = UnsafeMutableBufferPointer<Due>.allocate(capacity: count + 1)
    defer { heap.deallocate() }
    _ = heap.initialize(fromContentsOf: model + [.last])
    for order in count..<count + 200 where count > 0 {
      #expect(heap[0].key == model[0].key)
      #expect(heap[0].index == model[0].index)
      let next = Self.due(&random, order)
      heap.replaceFirst(by: next, count: count)
      model[0] = next
      model.sort(by: <)
    }
    #expect(heap[count].key == Due.last.key)
    #expect(heap[..<count].map(\.index).sorted() == model.map(\.index).sorted())
  }

  @Test func `never is after every other time`() {
    #expect(Due(time: .never, order: 0, index: 0) < .last)
    #expect(
      Due(time: .seconds(1), order: .max, index: 0) < Due(time: .seconds(2), order: 0, index: 0))
    #expect(
      Due(time: .seconds(1), order: 1, index: 9) < Due(time: .seconds(1), order: 2, index: 0))
  }
}
