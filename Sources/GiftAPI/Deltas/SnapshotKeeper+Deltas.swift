import GiftDomain
import GiftStore
import Synchronization

extension SnapshotKeeper {
  /// What changed since the catalogue of a name, or all of it: for a token that names none, that
  /// the database alone knows while it is away or busy with others, or that is not worth it.
  func changes(since token: CatalogueToken?, _ served: Served) async -> ReadyResource {
    let deltas = served.snapshot.deltas
    guard let token else { return deltas.whole }
    if let ready = deltas.ready(since: AddressKey(token.description)) { return ready }
    let (recent, isAway) = state.withLock { state in
      (state.serving.recent.gifts(of: token), state.database.failure?.error.isAbsence == true)
    }
    if let recent { return deltas.made(since: token, from: recent) }
    // Of the future, of this server at least: others may be ahead.
    guard token < deltas.token, token.boundary <= served.now, !isAway,
      pastReads.begin(at: .now, limits)
    else { return deltas.whole }
    do throws(StoreError) {
      let gifts = try await store.liveGifts(of: token, like: served.snapshot)
      pastReads.end(gifts == nil ? .nothing : .gifts, at: .now)
      return gifts.map { deltas.made(since: token, from: $0) }
        ?? deltas.unknown(token)
    } catch {
      pastReads.end(.failure, at: .now)
      return deltas.whole
    }
  }
}

extension GiftStore {
  /// The gifts of the catalogue that a token names, in their order; nil when it names none.
  ///
  /// Those that `snapshot` has are taken over.
  func liveGifts(
    of token: CatalogueToken, like snapshot: Snapshot
  ) async throws(StoreError) -> [LiveGift]? {
    let view: CatalogueView
    do throws(StoreError) {
      view = try await self.view(at: .change(token.change))
    } catch .rejected {
      return nil
    }
    // Nobody was shown it before both had come.
    let past = try view.evaluated(at: max(view.instant, token.boundary))
    let catalogue = past.catalogue
    guard past.token(of: catalogue) == token else { return nil }
    return catalogue.items.map { item in
      if let gift = snapshot.gifts[AddressKey(item.gift.text)], let live = gift.live,
        gift.isSame(item)
      {
        return live
      }
      let document = GiftDocument(
        id: item.gift, definition: item.definition, version: item.version, window: item.window)
      return LiveGift(id: item.gift.text, text: jsonBody(document))
    }
  }
}

extension ServedGift {
  /// Whether a live gift's part of the catalogue is that of `item`.
  fileprivate func isSame(_ item: Catalogue.Item) -> Bool {
    visible.version == item.version && visible.entry.window == item.window
      && !visible.definition.looksDifferent(from: item.definition)
  }
}
