/// How much of an asset has arrived.
public struct AssetProgress: Sendable, Hashable {
  /// Which asset.
  public let digest: AssetDigest
  /// Bytes that are here; all of them only when they have been verified.
  public let received: Int
  /// Bytes that it has.
  public let total: Int

  /// A step of a download, as for a test.
  public init(digest: AssetDigest, received: Int, total: Int) {
    (self.digest, self.received, self.total) = (digest, received, total)
  }

  /// The share that is here, from 0 to 1.
  public var fraction: Double { total > 0 ? min(1, Double(received) / Double(total)) : 0 }
}
