/// The value of `If-Match` and `If-None-Match` (RFC 9110 §13.1.1, §13.1.2).
package enum EntityTagList: Hashable, Sendable {
  /// `*`: any current representation.
  case any
  /// These tags, without quotes; weak ones with `W/`.
  case tags([String])

  /// Parses the field's lines joined to one list; nil if there are none, or if malformed.
  package init?(_ list: String?) {
    guard let list else { return nil }
    var rest = Substring(list)
    var tags: [String] = []
    while let member = Self.nextMember(&rest) {
      if member == "*" {
        guard tags.isEmpty, Self.nextMember(&rest) == nil else { return nil }
        self = .any
        return
      }
      guard let tag = Self.opaqueTag(member) else { return nil }
      tags.append(tag)
    }
    guard !tags.isEmpty else { return nil }
    self = .tags(tags)
  }

  /// Whether `tag`, strong and without quotes, is in the list; with `isWeak`, by weak comparison
  /// (RFC 9110 §8.8.3.2).
  package func contains(_ tag: String, isWeak: Bool) -> Bool {
    switch self {
    case .any: true
    case .tags(let tags): tags.contains(tag) || isWeak && tags.contains("W/" + tag)
    }
  }

  /// The next member of a list that may have empty ones (RFC 9110 §5.6.1.2); a comma between quotes
  /// belongs to the member.
  private static func nextMember(_ rest: inout Substring) -> Substring? {
    rest = rest.drop { $0 == "," || $0 == " " || $0 == "\t" }
    guard !rest.isEmpty else { return nil }
    var isQuoted = false
    let end = rest.firstIndex { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
    let member = rest[..<(end ?? rest.endIndex)]
    rest = rest[member.endIndex...]
    return member.prefix(through: member.lastIndex { $0 != " " && $0 != "\t" } ?? member.startIndex)
  }

  /// The text between the quotes of `"…"` or `W/"…"` (RFC 9110 §8.8.3), prefixed with its `W/`.
  private static func opaqueTag(_ member: Substring) -> String? {
    let weakness = member.hasPrefix("W/") ? "W/" : ""
    let quoted = member.dropFirst(weakness.count)
    guard quoted.utf8.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") else { return nil }
    let text = quoted.dropFirst().dropLast()
    let isValid = text.utf8.allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }
    return isValid ? weakness + text : nil
  }
}
