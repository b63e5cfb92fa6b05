package import GiftDomain

/// How long a cache may keep an answer without asking again (RFC 9111 §4.2).
package enum Freshness: Hashable, Sendable {
  /// For ever: the address names the bytes (RFC 8246).
  case immutable
  /// So many seconds.
  case seconds(Int64)

  /// Until the next boundary, rounded down so that nothing is kept past it, and not longer than an
  /// edit may stay unseen.
  package init(now: Timestamp, boundary: Timestamp?, limits: APILimits) {
    guard let boundary else {
      self = .seconds(limits.maxAgeSeconds)
      return
    }
    let left = (boundary.microseconds - now.microseconds) / 1_000_000
    self = .seconds(min(limits.maxAgeSeconds, max(0, left)))
  }

  /// The field `Cache-Control`.
  package var cacheControl: String {
    switch self {
    case .immutable: "public, max-age=31536000, immutable"
    case .seconds(let seconds): "public, max-age=\(seconds)"
    }
  }
}
