/// What pages were told of the events of a bank, of late: in pieces, which all streams that go on from an earlier event share.
struct ToldEvents: Sendable {
  private struct Piece {
    var bytes: [UInt8] = []
    /// Where each event begins.
    var starts: [Int] = []
  }

  /// So many events are in a piece, and about so many are kept.
  private static let (inPiece, most) = (256, 20_000)

  private var pieces: [Piece] = []
  /// The index of the first event that is kept, and of the next one to come.
  private(set) var (first, end) = (0, 0)

  mutating func append(_ text: String) {
    if end % Self.inPiece == 0 { pieces.append(Piece()) }
    let last = pieces.count - 1
    pieces[last].starts.append(pieces[last].bytes.count)
    pieces[last].bytes += text.utf8
    end += 1
    guard end - first > Self.most else { return }
    pieces.removeFirst()
    first += Self.inPiece
  }

  /// All from `index` on, which is kept or the next one.
  func from(_ index: Int) -> [[UInt8]] {
    guard index < end else { return [] }
    let (piece, place) = (index - first).quotientAndRemainder(dividingBy: Self.inPiece)
    let begun = pieces[piece]
    return [Array(begun.bytes[begun.starts[place]...])]
      + pieces[(piece + 1)...].map(\.bytes)
  }
}
