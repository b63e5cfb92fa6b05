import GiftDomain
import GiftStore
import Synchronization

/// The served catalogue: a value that is valid from one boundary to the next, with complete
/// responses for everything that clients request often.
///
/// A response comes from one snapshot, so the catalogue never names a missing animation.
final class Snapshot: Sendable {
  private static let made = Atomic(0)

  /// A number unique in the process.
  let number = made.wrappingAdd(1, ordering: .relaxed).newValue
  /// The rows, at an instant at which the snapshot is valid.
  let view: CatalogueView
  /// The token of this state of the catalogue.
  let token: CataloguePosition
  /// When it expires: at the next boundary, or when clients are told of the terms after one; nil if
  /// nothing is planned.
  let until: Timestamp?
  /// The catalogues of the placement `gifts`.
  let panel: ServedPlacement
  /// Those of the other placements, by name as in URLs.
  private let others: [AddressKey: ServedPlacement]
  private let index: GiftIndex
  /// The animations and pictures that are live or go live soon.
  let assets: AssetIndex
  /// Those of them that clients may fetch before they are live.
  let upcoming: UpcomingAssets
  /// Those that are served no more.
  let withdrawn: WithdrawnAssets

  /// The snapshot of rows at an instant, reusing equal parts of `earlier`.
  ///
  /// Parts of `twin` are reused if it has the same token. `assets` are those of
  /// `CatalogueView.eachAsset`, as far as available.
  init(
    of view: CatalogueView, assets: AssetIndex, after earlier: Snapshot?, or twin: Snapshot? = nil,
    limits: APILimits
  ) {
    self.view = view
    let live = view.catalogue
    let token = view.token(of: live)
    let since = max(live.lastTold ?? .epoch, view.alteredAt)
    withdrawn = WithdrawnAssets(view, after: earlier?.withdrawn)
    let index = GiftIndex(view, assets: assets, since: since, after: earlier?.index ?? .empty)
    self.index = index
    self.token = token
    until = live.nextTold
    self.assets = assets.showing(index.made, after: earlier?.assets)
    upcoming = UpcomingAssets(
      view, live, withinMicroseconds: limits.earlyMicroseconds, assets: assets,
      after: earlier?.upcoming, limits: limits.audiences)
    let same = [earlier, twin].compactMap(\.self).first {
      $0.token == token && $0.until == live.nextTold && $0.view.broken == view.broken
    }
    if let same {
      panel = same.panel
      others = same.others
      return
    }
    let placements = view.groups.placements
    var limits = limits
    limits.deltas.maxDeltaBytes /= placements.count
    limits.audiences = limits.audiences.shared(
      by: placements.keys.count { !live.audiences(in: $0).isEmpty })
    let basis = ServedPlacement.Basis(
      view: view, live: live, position: token, since: since, gifts: index.inOrder,
      withdrawn: withdrawn.name)
    panel = ServedPlacement(
      .gifts, basis, after: earlier?.panel, limits: limits)
    panel.catalogues.everybody.whole.keepInFiles()
    // Other placements have short catalogues, for which gzip is enough.
    limits.memory.maxBrotliBytes = 0
    var others: [AddressKey: ServedPlacement] = [:]
    for (placement, choose) in placements where placement != .gifts {
      let key = AddressKey(placement.text)
      others[key] = ServedPlacement(
        ShownPlace(placement, choose), basis, after: earlier?.others[key], limits: limits)
    }
    self.others = others
  }

  /// A placement, by name as in URLs (nil: `gifts`); nil for an unknown one.
  func placement(_ name: AddressKey?) -> ServedPlacement? { name.map { others[$0] } ?? panel }

  /// All placements.
  var placements: [ServedPlacement] { [panel] + others.values }

  /// Every public gift, by id as in URLs.
  var gifts: [AddressKey: ServedGift] { index.gifts }

  /// The public asset at a route, if it is in memory and known to be public: live, once live, or
  /// upcoming.
  func ready(at route: Route) -> ReadyResource? { (assets[route] ?? upcoming[route])?.ready }

  /// Whether it is valid at an instant.
  func holds(at now: Timestamp) -> Bool { until.map { now < $0 } ?? true }
}

extension CatalogueView {
  /// Whether an animation was or will be shown by an instant.
  func shows(_ digest: SHA256Digest, by instant: Timestamp) -> Bool {
    let shows = { (state: GiftState) in
      state.versions.contains { version in
        version.asset == digest
          && state.shown.entries.contains {
            $0.version == version.number && $0.window.from <= instant
          }
      }
    }
    return states.contains(where: shows) || departed.contains { shows($0.state) }
  }

  /// The animations of which an asset is a picture; not those of which it was one before.
  func animations(picturedBy asset: SHA256Digest) -> Set<SHA256Digest> {
    let pictured = { (state: GiftState) in
      state.versions.filter { version in
        guard let pair = version.pictures?.pair else { return false }
        return pair.poster.asset == asset || pair.preview.asset == asset
      }.map(\.asset)
    }
    return Set(states.flatMap(pictured) + departed.flatMap { pictured($0.state) })
  }

  /// Calls its argument with each animation and picture that is live at its instant or goes live
  /// within a time; some twice.
  ///
  /// Gifts unchanged since an `earlier` view are left out.
  func eachAsset(
    withinMicroseconds horizon: Int64, unlike earlier: CatalogueView?,
    _ body: (AssetName) -> Void
  ) {
    let known = earlier?.states ?? []
    // Both are in the order of ids, which are compared only where they differ.
    var place = 0
    for state in states {
      if place < known.count, known[place] != state {
        while place < known.count, known[place].gift < state.gift { place += 1 }
      }
      if place < known.count, known[place] == state {
        place += 1
        continue
      }
      eachEntry(of: state, withinMicroseconds: horizon) { _, _, version in
        for asset in version.assets { body(asset.name) }
      }
    }
  }
}
