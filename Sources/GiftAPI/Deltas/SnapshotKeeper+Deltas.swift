import GiftDomain
import GiftStore

extension SnapshotKeeper {
  /// What changed since the catalogue of a name, or all of it: for a token that names none, that
  /// the database alone knows while it is away or busy with others, or that is not worth it.
  func changes(since token: CatalogueToken?, _ served: Served) async -> ReadyResource {
    let (snapshot, deltas) = (served.snapshot, served.snapshot.deltas)
    guard let token else { return deltas.all(since: nil) }
    if let ready = deltas.ready(since: AddressKey(token.description)) { return ready }
    if let gifts = recentGifts(of: token) {
      return deltas.made(since: token, from: gifts, limits: limits)
    }
    // Of the future, of this server at least: others may be ahead.
    guard token.change <= deltas.token.change, token.boundary <= served.now, mayReadPast() else {
      return deltas.all(since: nil)
    }
    pastReads += 1
    defer { pastReads -= 1 }
    do throws(StoreError) {
      guard let gifts = try await store.liveGifts(of: token, like: snapshot) else {
        return deltas.all(since: token)
      }
      return deltas.made(since: token, from: gifts, limits: limits)
    } catch .rejected {
      return deltas.all(since: token)
    } catch {
      pastFailure = .now
      return deltas.all(since: nil)
    }
  }

  private func mayReadPast() -> Bool {
    guard pastReads < limits.maxPastReads else { return false }
    let hasRested = pastFailure.map { ContinuousClock.now - $0 >= limits.databaseRest } ?? true
    return hasRested && !isDatabaseAway
  }
}

extension GiftStore {
  /// The gifts of the catalogue that a token names, in their order; nil when it names none.
  ///
  /// Those that `snapshot` has are taken over. Throws `Rejection.changeNotFound` for a change that
  /// does not exist.
  func liveGifts(
    of token: CatalogueToken, like snapshot: Snapshot
  ) async throws(StoreError) -> [LiveGift]? {
    let view = try await view(at: .change(token.change))
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

extension ShelvedGift {
  /// Whether a live gift's part of the catalogue is that of `item`.
  fileprivate func isSame(_ item: Catalogue.Item) -> Bool {
    sight.version == item.version && sight.entry.window == item.window
      && !sight.definition.looksDifferent(from: item.definition)
  }
}
