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
    let current = deltas.token
    if token.change == current.change, token.history != current.history { return deltas.reset }
    // Of the future, of this server at least: others may be ahead.
    let isPast = (token.change, token.boundary) < (current.change, current.boundary)
    guard isPast, token.boundary <= served.now, !isAway, pastReads.begin(at: .now, limits)
    else { return deltas.whole }
    do throws(StoreError) {
      switch try await store.catalogue(of: token, like: served.snapshot) {
      case .live(let gifts):
        pastReads.end(.gifts, at: .now)
        return deltas.made(since: token, from: gifts)
      case .useless(let entry):
        pastReads.end(.nothing, at: .now)
        return deltas.kept(entry, since: token)
      }
    } catch {
      pastReads.end(.failure, at: .now)
      return deltas.whole
    }
  }
}

/// What a token names.
enum NamedCatalogue {
  /// The gifts of a catalogue, in their order.
  case live([LiveGift])
  /// Nothing that was ever shown here: what is answered instead.
  case useless(DeltaCache.Entry)
}

extension GiftStore {
  /// The catalogue that a token names; gifts that `snapshot` has are taken over.
  func catalogue(
    of token: CatalogueToken, like snapshot: Snapshot
  ) async throws(StoreError) -> NamedCatalogue {
    let view: CatalogueView
    do throws(StoreError) {
      view = try await self.view(at: .change(token.change))
    } catch .rejected {
      return .useless(.unknown)
    }
    // A token names a change that altered something, and so does ours, if it is of this history.
    guard view.altering == token.change, view.history == token.history
    else { return .useless(.reset) }
    // Nobody was shown it before both had come.
    let past = try view.evaluated(at: max(view.instant, token.boundary))
    let catalogue = past.catalogue
    guard past.token(of: catalogue) == token else { return .useless(.unknown) }
    let gifts = catalogue.items.map { item in
      if let gift = snapshot.gifts[AddressKey(item.gift.text)], let live = gift.live,
        gift.isSame(item)
      {
        return live
      }
      let document = GiftDocument(
        id: item.gift, status: nil, definition: item.definition, version: item.version,
        window: item.window)
      return LiveGift(id: item.gift.text, text: jsonBody(document))
    }
    return .live(gifts)
  }
}

extension ServedGift {
  /// Whether a live gift's part of the catalogue is that of `item`.
  fileprivate func isSame(_ item: Catalogue.Item) -> Bool {
    visible.version == item.version && visible.entry.window == item.window
      && !visible.definition.looksDifferent(from: item.definition)
  }
}
