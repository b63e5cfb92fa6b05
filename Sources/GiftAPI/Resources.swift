import GiftDomain
import GiftStore
import HTTPTypes

/// What is at each route, at this instant.
struct Resources: Sendable {
  let keeper: SnapshotKeeper
  let limits: APILimits

  /// The answer to GET or HEAD, or 304 when the client has it already; what is not there is an
  /// error, whatever the condition.
  func answer(at route: Route, to wish: Wish) async throws(APIError) -> Answer {
    let served: Served
    do {
      served = try await keeper.current()
    } catch {
      throw .store(error)
    }
    guard let resource = try await resource(at: route, served) else {
      return .event(of: served.snapshot)
    }
    return try resource.answer(to: wish, now: served.now, limits: limits)
  }

  /// Nil for events, which are of their moment.
  private func resource(at route: Route, _ served: Served) async throws(APIError) -> Resource? {
    switch route {
    case .events: nil
    case .catalogue: served.snapshot.catalogue.resource
    case .changes(let token): await keeper.changes(since: token, served).resource
    case .gift(let gift): try visible(gift, served).description.resource
    case .animation(let digest): try await asset(digest).ready.resource
    case .liveAnimation(let gift): try await liveAnimation(of: gift, served)
    }
  }

  private func visible(_ id: GiftID, _ served: Served) throws(APIError) -> ShelvedGift {
    guard let gift = served.snapshot.gifts[AddressKey(id.text)] else { throw .giftNotFound(id) }
    return gift
  }

  private func liveAnimation(of id: GiftID, _ served: Served) async throws(APIError) -> Resource {
    let gift = try visible(id, served)
    switch gift.sight.status {
    case .scheduled:
      throw .giftNotLive(id, from: gift.sight.entry.window.from)
    case .retired:
      throw .giftRetired(id, at: gift.sight.retiredAt ?? served.now)
    case .live:
      if let animation = gift.animation { return animation.resource }
      return gift.resource(of: try await asset(gift.sight.version.asset))
    }
  }

  private func asset(_ digest: SHA256Digest) async throws(APIError) -> ShelvedAsset {
    let asset: ShelvedAsset?
    do {
      asset = try await keeper.asset(digest)
    } catch {
      throw .store(error)
    }
    guard let asset else { throw .animationNotFound }
    return asset
  }
}

extension StoreError {
  /// Whether the database is away, or as good as away.
  var isAbsence: Bool {
    switch self {
    case .unreachable, .outcomeUnknown, .waitedTooLong: true
    case .rejected, .notAllowed, .notMigrated, .migratedFurther, .migrationChanged, .clockBehind,
      .constraintHolds, .localTimeUnreadable, .archiveBroken, .rowBroken, .unexpected:
      false
    }
  }
}
