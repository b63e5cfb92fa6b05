import GiftDomain
import GiftStore

/// Every public gift; most are reused from the snapshot before, without a lookup.
struct GiftIndex: Sendable {
  static let empty = GiftIndex()

  /// The gifts by id as in URLs.
  private(set) var gifts: [AddressKey: ServedGift] = [:]
  /// The animations and pictures of new live gifts.
  private(set) var made: [ServedAsset] = []
  /// The gifts of the view's states, at the same positions; nil for gifts that were never shown.
  private(set) var inOrder: [ServedGift?] = []
  private var states: [GiftState] = []

  private init() {}

  /// The gifts of a view; new ones are dated `since`.
  init(_ view: CatalogueView, assets: AssetIndex, since: Timestamp, after earlier: GiftIndex) {
    var made: [ServedAsset] = []
    // Changed gifts; nil for gifts that were never shown.
    let make = { (state: GiftState, last: Definition?) -> ServedGift? in
      guard let visible = VisibleGift(state, lastDefinition: last, at: view.instant) else {
        return nil
      }
      let wanted = visible.status == .live ? visible.version.assets.map(\.name) : []
      let found = wanted.compactMap { assets[$0] }
      let missing = wanted.count - found.count
      if let kept = earlier.gifts[AddressKey(state.gift.text)],
        kept.isSame(visible, of: state, missing: missing)
      {
        return kept
      }
      made += found
      return ServedGift(
        visible, of: state, at: view.instant, since: since, assets: found, missing: missing)
    }
    gifts = earlier.gifts
    states = view.states
    inOrder.reserveCapacity(states.count)
    // Both are in the order of ids, which are compared only where they differ.
    var place = 0
    for state in states {
      var kept = earlier.kept(at: place, for: state, now: view.instant)
      if kept == nil {
        while place < earlier.states.count, earlier.states[place].gift < state.gift { place += 1 }
        kept = earlier.kept(at: place, for: state, now: view.instant)
      }
      if let kept {
        inOrder.append(kept)
        place += 1
      } else {
        let gift = make(state, nil)
        gifts[AddressKey(state.gift.text)] = gift
        inOrder.append(gift)
      }
    }
    let departed = view.departed.compactMap { make($0.state, $0.lastDefinition) }
    for gift in departed { gifts[gift.address] = gift }
    self.made = made
    // Another database may know fewer.
    if gifts.count != inOrder.count(where: { $0 != nil }) + departed.count {
      gifts = Dictionary(
        (inOrder.compactMap(\.self) + departed).map { ($0.address, $0) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// The gift at a position, if it is equal to one made from a state.
  private func kept(at place: Int, for state: GiftState, now: Timestamp) -> ServedGift? {
    guard place < inOrder.count, let gift = inOrder[place], gift.holds(for: state, at: now) else {
      return nil
    }
    return gift
  }
}
