public import Foundation

/// What has to be known of an asset to fetch and verify it.
public struct AssetReference: Sendable, Hashable, Codable {
  /// The digest that its bytes must have.
  public let digest: AssetDigest
  /// How many bytes it has, before any content coding; at least 1.
  public let byteCount: Int
  /// Its path on the server, such as `/v1/animations/….json`; it names the digest.
  public let path: String
  /// Which kind of asset the path names.
  public let kind: AssetKind

  /// Describes an asset by what a server said of it.
  ///
  /// - Throws: `GiftClientError.badResponse` if the size is not positive, or if the path is not the
  ///   one that openapi.yaml gives to an asset of this kind with this digest.
  public init(
    kind: AssetKind, digest: AssetDigest, byteCount: Int, path: String
  ) throws(GiftClientError) {
    guard path == kind.path(of: digest) else {
      throw .badResponse("the URL of an asset is not \(kind.path(of: digest))")
    }
    guard byteCount >= 1 else { throw .badResponse("an asset has \(byteCount) bytes") }
    self.digest = digest
    self.byteCount = byteCount
    self.path = path
    self.kind = kind
  }

  /// Describes bytes that an app has, as for a test or a preview; at least one.
  public init(of data: Data, kind: AssetKind) {
    digest = AssetDigest(of: data)
    byteCount = data.count
    path = kind.path(of: digest)
    self.kind = kind
  }

  /// Reads what was encoded.
  ///
  /// - Throws: `GiftClientError.badResponse`, and what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      kind: try values.decode(AssetKind.self, forKey: .kind),
      digest: try values.decode(AssetDigest.self, forKey: .digest),
      byteCount: try values.decode(Int.self, forKey: .byteCount),
      path: try values.decode(String.self, forKey: .path))
  }
}

/// The two kinds of assets.
public enum AssetKind: String, Sendable, Hashable, Codable {
  /// Lottie, in JSON.
  case animation
  /// WebP, still or moving.
  case picture

  /// Where the server has an asset: the patterns of `url` in openapi.yaml.
  func path(of digest: AssetDigest) -> String {
    switch self {
    case .animation: "/v1/animations/\(digest).json"
    case .picture: "/v1/pictures/\(digest).webp"
    }
  }

  /// The most bytes that an asset of this kind is loaded with; a catalogue may name a larger one.
  var byteLimit: Int {
    switch self {
    case .animation: ClientLimits.animationBytes
    case .picture: ClientLimits.pictureBytes
    }
  }
}
