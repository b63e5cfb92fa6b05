import GiftDomain

/// The bytes that are live or come soon: the same object as long as they are the same, as edits
/// come far more often than bytes.
final class AssetIndex: Sendable {
  static let empty = AssetIndex([])

  private let assets: [SHA256Digest: ServedAsset]
  /// Those that are shown or once were: whoever asks for another has to be looked at.
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

  /// What is at a digest as addresses have it, once it was shown.
  subscript(address: AddressKey) -> ServedAsset? { shown[address] }

  /// All of them, in any order.
  var all: some Collection<ServedAsset> { assets.values }

  /// Their digests.
  var digests: some Collection<SHA256Digest> { assets.keys }

  /// With others; itself when there are none.
  func adding(_ others: [ServedAsset]) -> AssetIndex {
    guard !others.isEmpty else { return self }
    var assets = assets
    for asset in others { assets[asset.digest] = asset }
    return AssetIndex(assets, shown)
  }

  /// With some of them as what is shown, and those that an earlier index has shown meanwhile;
  /// itself when all are.
  func showing(_ live: [ServedAsset], after earlier: AssetIndex?) -> AssetIndex {
    let before = earlier === self ? [] : earlier?.shown.values.filter { assets[$0.digest] === $0 }
    let new = (live + (before ?? [])).filter { self.shown[$0.address] !== $0 }
    guard !new.isEmpty else { return self }
    var shown = shown
    for asset in new { shown[asset.address] = asset }
    return AssetIndex(assets, shown)
  }

  /// Without those that are not wanted; itself when all are.
  func keeping(_ wanted: Set<SHA256Digest>) -> AssetIndex {
    assets.keys.allSatisfy(wanted.contains)
      ? self
      : AssetIndex(
        assets.filter { wanted.contains($0.key) },
        shown.filter { wanted.contains($0.value.digest) })
  }
}
