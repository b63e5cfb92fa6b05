import GiftDomain
import GiftStore

/// What is at each route, read from the database anew for each request.
///
/// Every resource comes from one consistent read; bytes are immutable, so they may come from a
/// second one.
struct Resources: Sendable {
  let store: GiftStore
  let limits: APILimits

  func resource(at route: Route) async throws(APIError) -> Resource {
    switch route {
    case .catalogue: try await catalogue()
    case .gift(let gift): try await description(of: gift)
    case .animation(let digest): try await animation(digest)
    case .liveAnimation(let gift): try await liveAnimation(of: gift)
    }
  }

  private func catalogue() async throws(APIError) -> Resource {
    let view = try await stored { () throws(StoreError) in try await store.view(at: .now) }
    let catalogue = view.catalogue
    return Resource(
      body: try jsonBody(CatalogueDocument(catalogue, in: view)),
      tag: EntityTag(view.token(of: catalogue)),
      freshness: Freshness(now: view.now, boundary: catalogue.nextBoundary, limits: limits))
  }

  private func description(of id: GiftID) async throws(APIError) -> Resource {
    let (gift, now) = try await visibleGift(id)
    let body = try jsonBody(
      GiftDocument(
        id: id, status: gift.status, definition: gift.definition, version: gift.version,
        window: gift.entry.window))
    return Resource(
      body: body, tag: EntityTag(hashing: body),
      freshness: Freshness(now: now, boundary: gift.nextBoundary, limits: limits),
      retiredAt: gift.retiredAt)
  }

  private func animation(_ digest: SHA256Digest) async throws(APIError) -> Resource {
    Resource(body: try await bytes(digest), tag: EntityTag(digest), freshness: .immutable)
  }

  private func liveAnimation(of id: GiftID) async throws(APIError) -> Resource {
    let (gift, now) = try await visibleGift(id)
    switch gift.status {
    case .scheduled:
      throw .giftNotLive(id, from: gift.entry.window.from)
    case .retired:
      throw .giftRetired(id, at: gift.entry.window.until ?? now)
    case .live:
      return Resource(
        body: try await bytes(gift.version.asset), tag: EntityTag(gift.version.asset),
        freshness: Freshness(now: now, boundary: gift.nextBoundary, limits: limits))
    }
  }

  private func visibleGift(_ id: GiftID) async throws(APIError) -> (VisibleGift, now: Timestamp) {
    let record = try await stored { () throws(StoreError) in try await store.record(of: id) }
    guard let record else { throw .giftNotFound(id) }
    let state = try await stored { () throws(StoreError) in try record.current() }
    let last = record.history.definitions.last?.value
    guard let gift = VisibleGift(state, lastDefinition: last, at: record.now) else {
      throw .giftNotFound(id)
    }
    return (gift, record.now)
  }

  private func bytes(_ digest: SHA256Digest) async throws(APIError) -> [UInt8] {
    let bytes = try await stored { () throws(StoreError) in try await store.asset(digest) }
    guard let bytes else { throw .animationNotFound }
    return bytes
  }

  private func stored<Value>(
    _ read: () async throws(StoreError) -> Value
  ) async throws(APIError) -> Value {
    do {
      return try await read()
    } catch {
      throw .store(error)
    }
  }
}
