import BankCore
import BankRecords
import Foundation

/// Reads whole text files, and says what is wrong with those it cannot read.
enum InputFile {
  /// More than any trace that fits into memory beside a simulation.
  static let mostMegabytes = 2000

  /// The text of a log, which may come in other encodings too; and which it was.
  static func log(at path: String) throws(Problems) -> (text: String, encoding: String) {
    guard let read = LogText.decode(try data(at: path)) else {
      throw Problems([Problem(path, "is no text", "allowed: UTF-8, UTF-16, CP949, Windows-1252")])
    }
    return read
  }

  /// The text of a file of at most so many megabytes.
  static func text(at path: String, megabytes: Int = mostMegabytes) throws(Problems) -> String {
    let data = try data(at: path, megabytes: megabytes)
    guard let text = String(validating: data, as: UTF8.self) else {
      let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw Problems([Problem("\(path):\(line + 1)", "is not UTF-8 text")])
    }
    return text
  }

  /// The bytes of a file, whatever they are.
  static func data(at path: String, megabytes: Int = mostMegabytes) throws(Problems) -> Data {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw Problems([Problem(path, "there is no such file")])
    }
    guard !isDirectory.boolValue else {
      throw Problems([Problem(path, "this is a directory", "give a file")])
    }
    let data: Data
    let isFree: Bool
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      isFree = CommandFiles.read(handle.fileDescriptor)
      data = try handle.read(upToCount: megabytes * 1_000_000 + 1) ?? Data()
    } catch {
      throw Problems([Problem(path, "cannot be read", reason(error))])
    }
    guard isFree else { throw Problems([isUsed(path)]) }
    guard data.count <= megabytes * 1_000_000 else {
      throw Problems([Problem(path, "is larger than \(megabytes) MB")])
    }
    return data
  }

  /// What to say of a file that is read and written, or written twice.
  static func isUsed(_ path: String) -> Problem {
    Problem(path, "is read or written already", "give a file of its own")
  }

  /// What the system says, in its own words.
  static func reason(_ error: any Error) -> Phrase {
    let error = error as NSError
    if let posix = error.userInfo[NSUnderlyingErrorKey] as? NSError,
      posix.domain == NSPOSIXErrorDomain
    {
      return .ofSystem(Int32(posix.code))
    }
    // Foundation's own words are English alone.
    guard error.domain == NSCocoaErrorDomain else { return "the system does not say why" }
    return switch CocoaError.Code(rawValue: error.code) {
    case .fileNoSuchFile, .fileReadNoSuchFile: .ofSystem(ENOENT)
    case .fileWriteNoPermission, .fileReadNoPermission: .ofSystem(EACCES)
    case .fileWriteFileExists: .ofSystem(ENOTDIR)
    case .fileWriteOutOfSpace: .ofSystem(ENOSPC)
    default: "the system does not say why"
    }
  }
}
