import Compression
package import Lottie

/// The check as every command makes it: the one place where bytes meet the rules.
package enum AnimationCheck {
  /// Larger files are not measured under brotli, which takes about a second a megabyte.
  private static let largestBrotliMeasured = 4_194_304

  /// What the rules of `policy` say of a file.
  ///
  /// The sizes under compression are worked out if a budget of the policy names them, or if
  /// `showsSizes` says that somebody wants to see them in the summary.
  package static func report(
    _ bytes: [UInt8], _ policy: CheckPolicy, showsSizes: Bool = false
  ) -> CheckReport {
    reportAndGzip(bytes, policy, showsSizes: showsSizes).report
  }

  /// The same, and what gzip makes of the bytes if that had to be found out.
  static func reportAndGzip(
    _ bytes: [UInt8], _ policy: CheckPolicy, showsSizes: Bool = false
  ) -> (report: CheckReport, gzipped: [UInt8]?) {
    guard showsSizes || policy.needsCompressedSizes else {
      return (Lottie.check(bytes, policy), nil)
    }
    // A file over its budget is refused whatever its other sizes are.
    guard bytes.count <= policy.limits.maxBytes else {
      return (Lottie.check(bytes, policy, compressed: CompressedSizes(gzipByteCount: 0)), nil)
    }
    let gzipped = gzip(bytes)
    let isBrotliShown = showsSizes && bytes.count <= largestBrotliMeasured
    let sizes = CompressedSizes(
      gzipByteCount: gzipped.count, brotliByteCount: isBrotliShown ? brotli(bytes).count : nil)
    return (Lottie.check(bytes, policy, compressed: sizes), gzipped)
  }
}
