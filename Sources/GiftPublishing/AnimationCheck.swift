import Compression
package import Lottie

/// The check as every command makes it: the one place where bytes meet the rules.
package enum AnimationCheck {
  /// Larger files are not measured under brotli, which takes about a second a megabyte.
  private static let largestBrotliMeasured = 4_194_304

  /// What the rules of `policy` say of a file.
  ///
  /// The sizes under compression are worked out if a budget of the policy names them, or if `sizes`
  /// says that somebody wants to see them in the summary.
  package static func report(
    _ bytes: [UInt8], _ policy: CheckPolicy, sizes: ShownSizes = .none
  ) -> CheckReport {
    reportAndGzip(bytes, policy, sizes: sizes).report
  }

  /// The same, and what gzip makes of the bytes if that had to be found out.
  static func reportAndGzip(
    _ bytes: [UInt8], _ policy: CheckPolicy, sizes: ShownSizes = .none
  ) -> (report: CheckReport, gzipped: [UInt8]?) {
    guard sizes != .none || policy.needsCompressedSizes else {
      return (Lottie.check(bytes, policy), nil)
    }
    // A file over its budget is refused whatever its other sizes are.
    guard bytes.count <= policy.limits.maxBytes else {
      return (Lottie.check(bytes, policy, compressed: CompressedSizes(gzipByteCount: 0)), nil)
    }
    let gzipped = gzip(bytes)
    let isBrotliShown = sizes == .all && bytes.count <= largestBrotliMeasured
    let sizes = CompressedSizes(
      gzipByteCount: gzipped.count, brotliByteCount: isBrotliShown ? brotli(bytes).count : nil)
    return (Lottie.check(bytes, policy, compressed: sizes), gzipped)
  }
}

/// Which sizes under compression somebody wants to see.
package enum ShownSizes: Sendable {
  /// None.
  case none
  /// That under gzip alone.
  case gzip
  /// That under brotli, too, which takes about a second a megabyte.
  case all
}
