package import GiftDomain

/// How long a cache may keep an answer without asking again (RFC 9111 §4.2).
package enum Freshness: Hashable, Sendable {
  /// For ever: the address names the bytes (RFC 8246).
  case immutable
  /// So many seconds, and so many more while it asks for a new one (RFC 5861 §3).
  case seconds(Int64, whileAsking: Int64)

  /// Until the next boundary, rounded down so that nothing is kept past it, and not longer than an
  /// edit may stay unseen.
  package init(now: Timestamp, boundary: Timestamp?) {
    let left = boundary.map { max(0, ($0.microseconds - now.microseconds) / 1_000_000) } ?? .max
    let fresh = min(APILimits.maxAgeSeconds, left)
    self = .seconds(fresh, whileAsking: min(APILimits.maxStaleSeconds, left - fresh))
  }

  /// The field `Cache-Control`.
  ///
  /// While the origin is away, an old answer is better than none (RFC 5861 §4).
  package var cacheControl: String {
    switch self {
    case .immutable: "public, max-age=31536000, immutable"
    case .seconds(let seconds, let whileAsking):
      "public, max-age=\(seconds), stale-while-revalidate=\(whileAsking), "
        + "stale-if-error=\(APILimits.staleIfErrorSeconds)"
    }
  }
}
