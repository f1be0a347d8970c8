/// What to say about a name that is not known.
public enum Suggestion {
  /// Lists the names that are allowed, of many the first 40, and says which one was probably meant, if one is near
  /// enough.
  ///
  /// `allowed: deposit, loan; did you mean "loan"?`
  public static func allowed(_ names: [String], meant name: String) -> Phrase {
    guard !names.isEmpty else { return "no name is allowed here" }
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    let shown = names.prefix(40).joined(separator: ", ") + (names.count > 40 ? ", …" : "")
    guard let near = nearest(to: name, among: names) else { return "allowed: \(shown)" }
    return "allowed: \(shown); did you mean \"\(near)\"?"
  }

  /// The one of `names` that `name` was probably meant to be; `nil` if none is near enough.
  ///
  /// The nearest of `names` is near enough if at most a third of its letters are wrong; in a name of two letters one
  /// may be.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let typed = Array(name.lowercased().prefix(64))
    let measured = names.map { (name: $0, distance: distance(typed, Array($0.lowercased()))) }
    guard let best = measured.min(by: { $0.distance < $1.distance }) else { return nil }
    let isNear = best.distance <= max(1, best.name.count / 3) && best.distance < best.name.count
    return isNear ? best.name : nil
  }
}

/// How many letters to add, drop, change or swap with a neighbour to turn one word into the other.
private func distance(_ left: [Character], _ right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}
