/// What a policy or a queue may be called.
package enum NameRule {
  /// Whether `name` has 1 to 64 characters: lower-case letters, digits, and single hyphens between.
  package static func isWellFormed(_ name: String) -> Bool {
    let words = name.split(separator: "-", omittingEmptySubsequences: false)
    return name.utf8.count <= 64
      && words.allSatisfy { word in
        !word.isEmpty
          && word.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
              || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          }
      }
  }
}
