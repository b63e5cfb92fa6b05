/// Rows that both decoders take and the profile `gift` refuses, and the reason.
struct DecoderRefusal: CustomStringConvertible {
  /// A path, in which `*` is any text.
  let pattern: String
  let mutations: Set<String>
  /// The rule that refuses them.
  let code: String
  /// The player that cannot draw such a file although it loads; `check` if it is the checker that
  /// wants none.
  let player: String

  var description: String { "\(pattern) \(code)" }

  /// Reads the table of refusals.
  static func all() throws -> [DecoderRefusal] {
    try Material.rows("\(Material.fixtures)/decoders/refused.csv").map {
      DecoderRefusal(
        pattern: $0[0], mutations: Set($0[1].split(separator: " ").map(String.init)), code: $0[2],
        player: $0[3])
    }
  }

  /// Whether it is about that row, if the rule refuses it.
  func names(_ row: DecoderVerdicts.Row, _ code: String) -> Bool {
    code == self.code && mutations.contains(row.mutation)
      && Self.matches(row.path[...], pattern[...])
  }

  private static func matches(_ path: Substring, _ pattern: Substring) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else { return path == pattern }
    guard path.hasPrefix(pattern[..<star]) else { return false }
    let rest = pattern[pattern.index(after: star)...]
    let path = path.dropFirst(pattern[..<star].count)
    return path.indices.contains { matches(path[$0...], rest) } || rest.isEmpty
  }
}
