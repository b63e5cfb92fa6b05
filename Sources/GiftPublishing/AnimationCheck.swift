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
    Lottie.check(bytes, policy, compressed: sizes(bytes, policy, isShown: showsSizes))
  }

  private static func sizes(
    _ bytes: [UInt8], _ policy: CheckPolicy, isShown: Bool
  ) -> CompressedSizes? {
    guard isShown || policy.needsCompressedSizes else { return nil }
    // A file over its budget is refused whatever its other sizes are.
    guard bytes.count <= policy.limits.maxBytes else { return CompressedSizes(gzipByteCount: 0) }
    let isBrotliShown = isShown && bytes.count <= largestBrotliMeasured
    return CompressedSizes(
      gzipByteCount: gzip(bytes).count,
      brotliByteCount: isBrotliShown ? brotli(bytes).count : nil)
  }
}
