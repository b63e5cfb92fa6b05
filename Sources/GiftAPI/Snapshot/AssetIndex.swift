import GiftDomain

/// The animations that are live or go live soon: the same object while they do not change, because
/// edits are far more frequent than new animations.
final class AssetIndex: Sendable {
  static let empty = AssetIndex([])

  private let assets: [SHA256Digest: ServedAsset]
  /// The animations known to be public; requests for others need a check.
  private let shown: [AddressKey: ServedAsset]

  convenience init(_ assets: [ServedAsset]) {
    self.init(
      Dictionary(assets.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first }), [:])
  }

  private init(_ assets: [SHA256Digest: ServedAsset], _ shown: [AddressKey: ServedAsset]) {
    self.assets = assets
    self.shown = shown
  }

  subscript(digest: SHA256Digest) -> ServedAsset? { assets[digest] }

  /// The public animation with a digest as in URLs.
  subscript(address: AddressKey) -> ServedAsset? { shown[address] }

  /// All animations, in any order.
  var all: some Collection<ServedAsset> { assets.values }

  /// The digests of all animations.
  var digests: some Collection<SHA256Digest> { assets.keys }

  /// With further animations; itself if there are none.
  func adding(_ others: [ServedAsset]) -> AssetIndex {
    guard !others.isEmpty else { return self }
    var assets = assets
    for asset in others { assets[asset.digest] = asset }
    return AssetIndex(assets, shown)
  }

  /// With these marked as public, and those that an earlier index has marked meanwhile; itself if
  /// nothing changes.
  func showing(_ live: [ServedAsset], after earlier: AssetIndex?) -> AssetIndex {
    let before = earlier === self ? [] : earlier?.shown.values.filter { assets[$0.digest] === $0 }
    let new = (live + (before ?? [])).filter { self.shown[$0.address] !== $0 }
    guard !new.isEmpty else { return self }
    var shown = shown
    for asset in new { shown[asset.address] = asset }
    return AssetIndex(assets, shown)
  }

  /// With only the wanted animations; itself if all are.
  func keeping(_ wanted: Set<SHA256Digest>) -> AssetIndex {
    assets.keys.allSatisfy(wanted.contains)
      ? self
      : AssetIndex(
        assets.filter { wanted.contains($0.key) },
        shown.filter { wanted.contains($0.value.digest) })
  }
}
