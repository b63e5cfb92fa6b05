/// What every request for the catalogue carries besides the token: all that tells catalogues apart.
struct CatalogueQuery: Sendable, Hashable {
  let placement: Placement
  var client = ClientIdentity.unknown
  /// The most bytes of an answer.
  var byteLimit = CacheConfiguration.defaultCatalogueLimit.bytes

  /// The path with its query: what changed since a token, or everything.
  ///
  /// - Parameters:
  ///   - since: the token of what is held; nil: everything is asked for.
  ///   - told: the token that an event carried, for caches on the way.
  /// - Returns: an absolute path.
  func path(since: CatalogueToken?, told: CatalogueToken?) -> String {
    var items: [String] = []
    if placement != .gifts { items.append("placement=\(placement)") }
    items += client.parameters
    if let since { items.append("since=\(since)") }
    if let told { items.append("told=\(told)") }
    return "/v1/catalogue" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  /// The path of what will be needed soon, in any placement.
  var upcomingPath: String {
    "/v1/upcoming"
      + (client.parameters.isEmpty ? "" : "?" + client.parameters.joined(separator: "&"))
  }

  /// Names the folder of its catalogues beside those of other placements of the same server.
  ///
  /// What an app was before an update is not told apart: until the first answer, which replaces it,
  /// the last catalogue is better than none.
  var folderEnding: String { placement == .gifts ? "" : "~\(placement)" }
}

extension HTTPClient {
  /// Fetches what changed since a token, or everything; see `CatalogueQuery.path`.
  ///
  /// - Throws: `placementNotFound` if the server itself says so, and what `fetch` throws.
  func fetch(
    _ query: CatalogueQuery, since: CatalogueToken?, told: CatalogueToken?
  ) async throws(GiftClientError) -> Response {
    do throws(GiftClientError) {
      return try await fetch(
        query.path(since: since, told: told), limit: query.byteLimit, .catalogue)
    } catch .notFound where query.placement != .gifts {
      throw .placementNotFound(query.placement)
    } catch {
      throw error
    }
  }
}
