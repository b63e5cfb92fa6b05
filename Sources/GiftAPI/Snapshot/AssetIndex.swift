import GiftDomain

/// The bytes that are live or come soon: the same object as long as they are the same, as edits
/// come far more often than bytes.
final class AssetIndex: Sendable {
  static let empty = AssetIndex([])

  private let assets: [SHA256Digest: ServedAsset]
  private let addresses: [AddressKey: ServedAsset]

  convenience init(_ assets: [ServedAsset]) {
    self.init(
      Dictionary(assets.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first }),
      Dictionary(assets.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first }))
  }

  private init(
    _ assets: [SHA256Digest: ServedAsset], _ addresses: [AddressKey: ServedAsset]
  ) {
    self.assets = assets
    self.addresses = addresses
  }

  subscript(digest: SHA256Digest) -> ServedAsset? { assets[digest] }

  /// What is at a digest as addresses have it.
  subscript(address: AddressKey) -> ServedAsset? { addresses[address] }

  /// All of them, in any order.
  var all: some Collection<ServedAsset> { assets.values }

  /// Their digests.
  var digests: some Collection<SHA256Digest> { assets.keys }

  /// With others; itself when there are none.
  func adding(_ others: [ServedAsset]) -> AssetIndex {
    guard !others.isEmpty else { return self }
    var (assets, addresses) = (assets, addresses)
    for asset in others {
      assets[asset.digest] = asset
      addresses[asset.address] = asset
    }
    return AssetIndex(assets, addresses)
  }

  /// Without those that are not wanted; itself when all are.
  func keeping(_ wanted: Set<SHA256Digest>) -> AssetIndex {
    assets.keys.allSatisfy(wanted.contains)
      ? self : AssetIndex(assets.values.filter { wanted.contains($0.digest) })
  }
}
