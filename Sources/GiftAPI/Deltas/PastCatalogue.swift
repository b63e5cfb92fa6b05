import GiftDomain
import GiftStore

/// The catalogue that a token names.
enum NamedCatalogue {
  /// One that was served.
  case live(LiveCatalogue)
  /// None that was ever served here, with the response instead.
  case useless(DeltaCache.Entry)
}

extension GiftStore {
  /// The catalogue of a placement that a token names; gifts in `snapshot` are reused.
  func catalogue(
    of token: CataloguePosition, in placement: PlacementName, like snapshot: Snapshot
  ) async throws(StoreError) -> NamedCatalogue {
    let view: CatalogueView
    do throws(StoreError) {
      view = try await self.view(at: .change(token.change))
    } catch .rejected {
      return .useless(.unknown)
    }
    // In this history, tokens only name changes that altered the catalogue.
    guard view.altering == token.change, view.history == token.history
    else { return .useless(.reset) }
    // It was not served before both instants.
    let past = view.evaluated(at: max(view.instant, token.boundary))
    let catalogue = past.catalogue
    guard past.token(of: catalogue) == token, let choose = past.groups.placements[placement]
    else { return .useless(.unknown) }
    let items = catalogue.items(in: placement)
    let gifts = items.map { item in
      if placement == .gifts, let gift = snapshot.gifts[AddressKey(item.gift.text)],
        let live = gift.live, gift.isSame(item)
      {
        return live
      }
      let document = GiftDocument(
        id: item.gift, status: nil, definition: item.definition, version: item.version,
        window: item.window, place: ShownPlace(placement, choose))
      return LiveGift(id: item.gift.text, text: jsonBody(document))
    }
    return .live(
      LiveCatalogue(
        gifts, choose: choose, categories: items.categories(in: past.groups),
        of: past.groups))
  }
}

extension ServedGift {
  /// Whether a live gift's part of the catalogue is that of `item`.
  fileprivate func isSame(_ item: Catalogue.Item) -> Bool {
    visible.version == item.version && visible.entry.window == item.window
      && !visible.definition.looksDifferent(from: item.definition)
  }
}
