public import Foundation

/// An animation whose bytes have been verified.
public struct Animation: Sendable, Hashable {
  /// The bytes, Lottie in JSON, exactly as the designer handed them over.
  public let data: Data
  /// The SHA-256 of `data`.
  public let digest: AssetDigest
  /// The version within the gift, from 1; nil if it was loaded by reference.
  public let version: Int?

  /// Pairs bytes with what is known of them; it verifies nothing.
  public init(data: Data, digest: AssetDigest, version: Int?) {
    self.data = data
    self.digest = digest
    self.version = version
  }
}
