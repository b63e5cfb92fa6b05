import GiftDomain
import GiftStore

/// What names public bytes: the same digest under another kind is not served.
struct AssetName: Hashable, Sendable {
  let kind: AssetKind
  let digest: SHA256Digest
}

/// What an asset is for clients; the snapshot file has the raw values.
enum AssetKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A Lottie animation.
  case animation
  /// A poster or a preview, in WebP.
  case picture

  /// The codings that it can have; WebP is compressed.
  var codings: [ContentCoding] {
    switch self {
    case .animation: ContentCoding.allCases
    case .picture: [.identity]
    }
  }

  /// What clients call it.
  var label: String {
    switch self {
    case .animation: "animation"
    case .picture: "picture"
    }
  }

  /// The error for a digest that no public asset of this kind has.
  var notFound: APIError {
    switch self {
    case .animation: .animationNotFound
    case .picture: .pictureNotFound
    }
  }

  /// Whether stored bytes can be served as this.
  func fits(_ asset: StoredAsset) -> Bool {
    switch self {
    case .animation: return true
    case .picture:
      guard let bytes = asset.bodies[.identity] else { return false }
      return bytes.count <= Int(Picture.maxBytes) && Picture.isWebP(bytes)
    }
  }
}

extension AnimationVersion {
  /// Its animation, and its pictures if it has any, with their sizes in bytes.
  var assets: [(name: AssetName, byteCount: Int64)] {
    let pictures = pictures?.pair?.all ?? []
    return [(AssetName(kind: .animation, digest: asset), byteCount)]
      + pictures.map { (AssetName(kind: .picture, digest: $0.asset), $0.byteCount) }
  }
}
