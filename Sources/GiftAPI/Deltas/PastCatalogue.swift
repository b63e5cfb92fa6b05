import GiftDomain
import GiftStore

/// The catalogue that a token names.
enum NamedCatalogue {
  /// One that was served.
  case live(LiveCatalogue)
  /// What clients of other audiences got, or in another placement.
  case otherQuestion
  /// None that was ever served here, with the response instead.
  case useless(DeltaCache.Entry)
}

extension GiftStore {
  /// The catalogue that a client got with a token in a placement; gifts in `snapshot` are reused.
  func catalogue(
    of asked: CatalogueToken, in placement: PlacementName, for client: ClientKind,
    like snapshot: Snapshot
  ) async throws(StoreError) -> NamedCatalogue {
    let token = asked.position
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
    let all = catalogue.audiences(in: placement)
    let audiences = AudienceSet(of: client, among: all).audiences(among: all)
    guard CatalogueToken(token, asking: placement, as: audiences) == asked else {
      return .otherQuestion
    }
    let items = catalogue.items(in: placement).filter { item in
      item.audience.map(audiences.contains) ?? true
    }[...]
    let gifts = items.map { item in
      if placement == .gifts, let gift = snapshot.gifts[AddressKey(item.gift.text)],
        let live = gift.live, gift.isSame(item)
      {
        return live
      }
      let document = GiftDocument(
        id: item.gift, status: nil, definition: item.definition, version: item.version,
        window: item.window, continuation: item.continuationDocument,
        place: ShownPlace(placement, choose))
      return LiveGift(id: item.gift.text, text: jsonBody(document))
    }
    return .live(
      LiveCatalogue(
        gifts, choose: choose, categories: items.categories(in: past.groups),
        of: past.groups, withdrawn: nil))
  }
}

extension Catalogue.Item {
  fileprivate var continuationDocument: ContinuationDocument? {
    continuation.map { ContinuationDocument($0, of: usualDefinition) }
  }
}

extension ServedGift {
  /// Whether a live gift's part of the catalogue is that of `item`.
  fileprivate func isSame(_ item: Catalogue.Item) -> Bool {
    visible.version == item.version && visible.entry.window == item.window
      && visible.continuation == item.continuationDocument
      && !visible.definition.looksDifferent(from: item.definition)
  }
}
