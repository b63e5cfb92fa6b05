package import GiftDomain

/// What a client asks for.
package enum Route: Hashable, Sendable {
  /// `/v1/catalogue`: what is live.
  case catalogue
  /// `/v1/catalogue?since=TOKEN`: what changed; nil since nothing that ever was.
  case changes(since: CatalogueToken?)
  /// `/v1/events`: each new catalogue, as it comes.
  case events
  /// `/v1/gifts/ID`: one gift, live, scheduled or retired.
  case gift(GiftID)
  /// `/v1/animations/SHA256.json`: bytes by their digest.
  case animation(SHA256Digest)
  /// `/ID.json` and `/animation/ID`: what a gift plays now.
  case liveAnimation(GiftID)

  /// The route of a target.
  ///
  /// Throws `APIError.routeNotFound`, `giftNotFound` for what can be no gift's id,
  /// `animationNotFound` for what can be no digest.
  package init(_ target: RequestTarget) throws(APIError) {
    guard case .path(let segments) = target else { throw .targetMalformed }
    switch segments.count {
    case 1:
      self = .liveAnimation(try Self.gift(try Self.stem(of: segments[0])))
    case 2 where segments == ["v1", "catalogue"]:
      self = .catalogue
    case 2 where segments == ["v1", "events"]:
      self = .events
    case 2 where segments[0] == "animation":
      self = .liveAnimation(try Self.gift(segments[1]))
    case 3 where segments[0] == "v1" && segments[1] == "gifts":
      self = .gift(try Self.gift(segments[2]))
    case 3 where segments[0] == "v1" && segments[1] == "animations":
      self = .animation(try Self.digest(try Self.stem(of: segments[2])))
    default:
      throw .routeNotFound
    }
  }

  /// The route of a target with a query, which matters to the catalogue alone.
  package func refined(by query: CatalogueQuery) -> Route {
    switch (self, query) {
    case (.catalogue, .since(let token)): .changes(since: token)
    case (.catalogue, .sinceUnknown): .changes(since: nil)
    case (.catalogue, .whole), (.changes, _), (.events, _), (.gift, _), (.animation, _),
      (.liveAnimation, _):
      self
    }
  }

  /// Where the catalogue is.
  static let catalogueURL = "/v1/catalogue"

  /// Where the bytes under a digest are.
  static func url(of digest: SHA256Digest) -> String { "/v1/animations/\(digest.hex).json" }

  private static func stem(of file: String) throws(APIError) -> String {
    let ending = ".json"
    guard file.hasSuffix(ending) else { throw .routeNotFound }
    return String(file.dropLast(ending.count))
  }

  private static func gift(_ text: String) throws(APIError) -> GiftID {
    do {
      return try GiftID(text)
    } catch {
      throw .giftNotFound(nil)
    }
  }

  private static func digest(_ hex: String) throws(APIError) -> SHA256Digest {
    do {
      return try SHA256Digest(hex: hex)
    } catch {
      throw .animationNotFound
    }
  }
}
