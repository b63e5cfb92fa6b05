public import Foundation

/// What a client does, for logs and metrics.
public enum ClientEvent: Sendable, Hashable {
  /// A request was sent to a route, such as `/v1/catalogue`.
  case requestSent(route: String)
  /// A response ended: its status, the bytes of its body after decoding, and seconds since sending.
  case requestFinished(route: String, status: Int, bytes: Int, duration: TimeInterval)
  /// A request failed, or its answer was refused: why, and seconds since sending.
  case requestFailed(route: String, error: GiftClientError, duration: TimeInterval)
  /// An asset came from the memory or the disk, with this many bytes.
  case servedFromCache(AssetDigest, bytes: Int)
  /// Bytes were dropped because they did not have this digest.
  case digestFailed(AssetDigest, source: AssetSource)
  /// A newer catalogue has replaced the one before, which is nil at the first.
  case catalogueReplaced(from: CatalogueToken?, to: CatalogueToken)
  /// A catalogue of another history, or an older one that stayed, has replaced the one before.
  case catalogueReset(from: CatalogueToken?, to: CatalogueToken)
  /// An answer was not used because it was older than the catalogue shown.
  case olderCatalogueIgnored(CatalogueToken)
  /// This many gifts of an answer were left out because they were malformed, the first of them for
  /// this reason.
  case giftsLeftOut(count: Int, first: GiftClientError)
  /// The server has no such placement, or has retired it: the catalogue has no gifts from now on.
  case placementNotFound(Placement)
  /// A gift was taken off at its own end.
  case giftEnded(GiftID)
  /// Assets were removed from the cache to keep its limit.
  case evicted(count: Int, bytes: Int)
  /// The bounds of the server's time contradicted earlier ones, and replaced them.
  case clockCorrected(bySeconds: TimeInterval)
  /// The next request for changes is this many seconds away.
  case waiting(seconds: TimeInterval)
  /// The event stream opened.
  case listening
  /// The event stream ended or was refused; requests every half a minute continue.
  case notListening(GiftClientError)
  /// Something could not be written to the cache; the client works without it.
  case cacheFailed(GiftClientError)
}

/// Where bytes came from.
public enum AssetSource: String, Sendable, Hashable {
  /// The server, or a cache on the way.
  case network
  /// The client's own folder.
  case disk
}
