import Lottie

extension Rule {
  private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }

  /// The rule with that code, or nil.
  static func named(_ code: String) -> Rule? { byCode[code] }

  /// The rule whose code is nearest to a misspelt one, if it is near enough.
  static func nearest(to code: String) -> Rule? {
    let letters = Array(code.lowercased().utf8.prefix(longestCode))
    let nearest = all.map { (rule: $0, slips: slips(letters, Array($0.code.utf8))) }
      .min { $0.slips < $1.slips }
    return nearest.flatMap { $0.slips <= max(2, letters.count / 2) ? $0.rule : nil }
  }

  /// Longer arguments cannot be codes.
  private static let longestCode = 64

  /// How many letters are to be added, dropped or changed (Levenshtein, 1966).
  private static func slips(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let changed = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, min(row[j], diagonal) + 1)
      }
    }
    return row[right.count]
  }
}
