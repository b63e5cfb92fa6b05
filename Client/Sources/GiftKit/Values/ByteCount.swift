/// A number of bytes, not negative.
public struct ByteCount: Sendable, Hashable, Comparable {
  /// The number itself.
  public let bytes: Int

  /// Takes a number of bytes; a negative one counts as zero.
  public init(bytes: Int) {
    self.bytes = max(0, bytes)
  }

  /// This many times 1,000 bytes.
  public static func kilobytes(_ count: Int) -> ByteCount { ByteCount(bytes: scaled(count, 1_000)) }
  /// This many times 1,000,000 bytes.
  public static func megabytes(_ count: Int) -> ByteCount {
    ByteCount(bytes: scaled(count, 1_000_000))
  }

  /// Compares the numbers.
  public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }

  private static func scaled(_ count: Int, _ factor: Int) -> Int {
    let (product, isTooLarge) = count.multipliedReportingOverflow(by: factor)
    return isTooLarge ? .max : product
  }
}
