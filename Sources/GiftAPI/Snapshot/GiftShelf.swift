import GiftDomain
import GiftStore

/// Every gift that clients may know of, by its id as addresses have it: most are taken over from
/// what was served before.
struct GiftShelf {
  private(set) var gifts: [AddressKey: ShelvedGift] = [:]
  private let instant: Timestamp
  private let assets: AssetShelf
  private let since: Timestamp
  private let earlier: [AddressKey: ShelvedGift]
  private let limits: APILimits

  /// The gifts of a view; those that are new are said to be as they are since `since`.
  init(
    _ view: CatalogueView, assets: AssetShelf, since: Timestamp,
    after earlier: Snapshot?, limits: APILimits
  ) {
    instant = view.instant
    self.assets = assets
    self.since = since
    self.earlier = earlier?.gifts ?? [:]
    self.limits = limits
    gifts.reserveCapacity(view.states.count + view.departed.count)
    for state in view.states {
      // Looked at for each gift at each edit: most were made before, and still hold.
      let address = AddressKey(state.gift.text)
      if let kept = self.earlier[address], kept.holds(for: state, at: instant) {
        gifts[address] = kept
      } else {
        put(state, nil)
      }
    }
    for gone in view.departed { put(gone.state, gone.lastDefinition) }
  }

  private mutating func put(_ state: GiftState, _ last: Definition?) {
    guard let sight = VisibleGift(state, lastDefinition: last, at: instant) else { return }
    let asset = sight.status == .live ? assets[sight.version.asset] : nil
    let address = AddressKey(state.gift.text)
    let kept = earlier[address].flatMap { kept in
      kept.isSame(sight, of: state, hasAsset: asset != nil) ? kept : nil
    }
    gifts[address] =
      kept
      ?? ShelvedGift(
        sight, of: state, at: instant, since: since, asset: asset, limits: limits)
  }
}
