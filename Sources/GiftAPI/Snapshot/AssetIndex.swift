import GiftDomain

/// The animations and pictures that are live or go live soon: the same object while they do not
/// change, because edits are far more frequent than new animations.
final class AssetIndex: Sendable {
  static let empty = AssetIndex([])

  private let assets: [AssetName: ServedAsset]
  /// The assets known to be public, by route; requests for others need a check.
  private let shown: [Route: ServedAsset]

  convenience init(_ assets: [ServedAsset]) {
    self.init(
      Dictionary(assets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }), [:])
  }

  private init(_ assets: [AssetName: ServedAsset], _ shown: [Route: ServedAsset]) {
    self.assets = assets
    self.shown = shown
  }

  subscript(name: AssetName) -> ServedAsset? { assets[name] }

  /// The public asset at a route.
  subscript(route: Route) -> ServedAsset? { shown[route] }

  /// All assets, in any order.
  var all: some Collection<ServedAsset> { assets.values }

  /// The names of all assets.
  var names: some Collection<AssetName> { assets.keys }

  /// With further assets; itself if there are none.
  func adding(_ others: [ServedAsset]) -> AssetIndex {
    guard !others.isEmpty else { return self }
    var assets = assets
    for asset in others { assets[asset.name] = asset }
    return AssetIndex(assets, shown)
  }

  /// With these marked as public, and those that an earlier index has marked meanwhile; itself if
  /// nothing changes.
  func showing(_ live: [ServedAsset], after earlier: AssetIndex?) -> AssetIndex {
    let before = earlier === self ? [] : earlier?.shown.values.filter { assets[$0.name] === $0 }
    let new = (live + (before ?? [])).filter { self.shown[$0.route] !== $0 }
    guard !new.isEmpty else { return self }
    var shown = shown
    for asset in new { shown[asset.route] = asset }
    return AssetIndex(assets, shown)
  }

  /// With only the wanted assets; itself if all are.
  func keeping(_ isWanted: (AssetName) -> Bool) -> AssetIndex {
    assets.keys.allSatisfy(isWanted)
      ? self
      : AssetIndex(
        assets.filter { isWanted($0.key) }, shown.filter { isWanted($0.value.name) })
  }
}
