public import Foundation

/// The text of a file, whatever its encoding.
public enum LogText {
  /// Reads UTF-8, UTF-16 (by its mark, or by its zeros), UTF-32 (by its mark), CP949 and Windows-1252, the Korean and the
  /// western European of older Windows; and says which it was.
  ///
  /// `nil` for what is none of them.
  public static func decode(_ data: Data) -> (text: String, encoding: String)? {
    let mark = Array(data.prefix(3))
    func read(_ encoding: String.Encoding, _ name: String, dropping count: Int = 0) -> (
      text: String, encoding: String
    )? {
      String(data: data.dropFirst(count), encoding: encoding).map { text in
        // As the Macintosh once ended lines; what wrote the last one may have ended it otherwise.
        let isOld =
          !text.utf8.dropLast().contains(10) && text.utf8.dropLast().contains(13)
          && !text.utf8.suffix(2).elementsEqual([13, 10])
        let lines = isOld ? text.replacing("\r", with: "\n") : text
        // What a spreadsheet writes for itself above the heading; the line stays, so that others keep their numbers.
        let isForItself = lines.hasPrefix("sep=") || lines.hasPrefix("SEP=")
        return (
          withoutTitles(isForItself ? String(lines.drop { !$0.isNewline }) : lines), name
        )
      }
    }
    switch Array(data.prefix(4)) {
    case [0xFF, 0xFE, 0, 0]: return read(.utf32LittleEndian, "UTF-32", dropping: 4)
    case [0, 0, 0xFE, 0xFF]: return read(.utf32BigEndian, "UTF-32", dropping: 4)
    default: break
    }
    switch (mark.first, mark.dropFirst().first) {
    case (0xFF, 0xFE): return read(.utf16LittleEndian, "UTF-16", dropping: 2)
    case (0xFE, 0xFF): return read(.utf16BigEndian, "UTF-16", dropping: 2)
    case (.some(let first), 0) where first != 0: return read(.utf16LittleEndian, "UTF-16")
    case (0, .some(let second)) where second != 0: return read(.utf16BigEndian, "UTF-16")
    default: break
    }
    if mark == [0xEF, 0xBB, 0xBF] { return read(.utf8, "UTF-8", dropping: 3) }
    if let text = read(.utf8, "UTF-8") { return text }
    // CoreFoundation's number of code page 949, marked as one of its own.
    return isWestern(data)
      ? read(.windowsCP1252, "Windows-1252")
      : read(String.Encoding(rawValue: 0x8000_0422), "CP949")
  }

  /// A table without what stands above its heading, such as a title.
  ///
  /// Those are lines of less than half as many fields as the widest of the first twenty. They stay as empty lines, so that
  /// others keep their numbers.
  private static func withoutTitles(_ text: String) -> String {
    guard !text.hasPrefix("{") else { return text }
    let lines = text.split(
      maxSplits: 20, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    func widths(_ separator: Character) -> [Int] {
      lines.prefix(20).map { line in
        line.split(separator: separator).count { $0.contains { !$0.isWhitespace } }
      }
    }
    let all = ["\t", ";", ","].map(widths)
    guard let widest = all.max(by: { $0.max() ?? 0 < $1.max() ?? 0 }), let most = widest.max(),
      most > 2, let heading = widest.firstIndex(where: { 2 * $0 >= most }), heading > 0
    else { return text }
    return String(repeating: "\n", count: heading) + text[lines[heading].startIndex...]
  }

  /// Whether letters beyond ASCII stand one by one among others, as those of western Europe do; Korean ones come in twos.
  private static func isWestern(_ data: Data) -> Bool {
    let runs = data.split { $0 < 0x80 }
    return 2 * runs.count { $0.count == 1 } > runs.count && !data.contains { $0 < 9 }
  }
}
