package import GiftDomain

/// What the query of `/v1/catalogue` asks for.
package enum CatalogueQuery: Hashable, Sendable {
  /// All of it.
  case whole
  /// What changed since the catalogue of that name.
  case since(CatalogueToken)
  /// What changed since something that names no catalogue: `since` is there, and empty, twice there
  /// or no token.
  case sinceUnknown

  /// From a whole target; parameters other than `since` are not looked at, whatever they are.
  package init(target: String) {
    let query = target.drop { $0 != "?" }.dropFirst()
    let values = query.split(separator: "&").compactMap(Self.wanted)
    guard let value = values.first else {
      self = .whole
      return
    }
    let token = values.count == 1 ? CatalogueToken(value) : nil
    self = token.map(CatalogueQuery.since) ?? .sinceUnknown
  }

  /// The value of a parameter `since`; nil for every other one.
  private static func wanted(_ parameter: Substring) -> String? {
    let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard text(parts[0]) == "since" else { return nil }
    // What cannot be decoded is no token, and neither is nothing.
    return parts.count == 2 ? text(parts[1]) ?? "" : ""
  }

  /// Nil for what is badly encoded.
  private static func text(_ part: Substring) -> String? {
    do {
      return try RequestTarget.decoded(part)
    } catch {
      return nil
    }
  }
}
