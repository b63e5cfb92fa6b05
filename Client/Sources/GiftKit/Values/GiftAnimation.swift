public import Foundation

/// An animation whose bytes have been verified.
public struct GiftAnimation: Sendable, Hashable {
  /// The bytes, Lottie in JSON, exactly as the designer handed them over.
  public let data: Data
  /// The SHA-256 of `data`.
  public let digest: AssetDigest
  /// The version within the gift, from 1; nil if it was loaded by reference.
  public let version: Int?
  /// How the gift plays it; nil if it was loaded by reference.
  public let playback: Playback?

  /// Pairs bytes with what is known of them; it verifies nothing.
  public init(data: Data, digest: AssetDigest, version: Int?, playback: Playback?) {
    self.data = data
    self.digest = digest
    self.version = version
    self.playback = playback
  }
}
