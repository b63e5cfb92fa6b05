import Compression
package import Lottie

/// The check as every command runs it: the one place where rules are applied to bytes.
package enum AnimationCheck {
  /// Larger files are not measured under brotli, which takes about half a second per megabyte.
  private static let largestBrotliMeasured = 4_194_304

  /// The report on a file by the rules of `policy`.
  ///
  /// The compressed sizes are computed if a budget of the policy needs them, or if `sizes` requests
  /// them for the summary.
  package static func report(
    _ bytes: [UInt8], _ policy: CheckPolicy, sizes: ShownSizes = .none
  ) -> CheckReport {
    reportAndGzip(bytes, policy, sizes: sizes).report
  }

  /// The same, with the gzipped bytes if they had to be computed.
  static func reportAndGzip(
    _ bytes: [UInt8], _ policy: CheckPolicy, sizes: ShownSizes = .none
  ) -> (report: CheckReport, gzipped: [UInt8]?) {
    guard sizes != .none || policy.needsCompressedSizes else {
      return (Lottie.check(bytes, policy), nil)
    }
    // A file over its budget is refused regardless of its other sizes.
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

/// The compressed sizes to show.
package enum ShownSizes: Sendable {
  /// No compressed sizes.
  case none
  /// Only the size under gzip.
  case gzip
  /// The size under brotli too, which takes about half a second per megabyte.
  case all
}
