/// What every request for the catalogue carries besides the token.
///
/// That is nothing yet, as there is one catalogue for all. What will tell catalogues apart is added
/// here, and nowhere else.
struct CatalogueQuery: Sendable, Hashable {
  private let items: [String] = []

  /// The path with its query: what changed since a token, or everything.
  ///
  /// - Parameters:
  ///   - since: the token of what is held; nil: everything is asked for.
  ///   - told: the token that an event carried, for caches on the way.
  /// - Returns: an absolute path.
  func path(since: CatalogueToken?, told: CatalogueToken?) -> String {
    var items = items
    if let since { items.append("since=\(since)") }
    if let told { items.append("told=\(told)") }
    return "/v1/catalogue" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }
}
