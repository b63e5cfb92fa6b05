import GiftDomain
import GiftStore
import HTTPTypes

/// What is at each route, read from the database anew for each request.
///
/// Every resource comes from one consistent read; bytes are immutable, so they may come from a
/// second one, which is made only for who gets them.
struct Resources: Sendable {
  let store: GiftStore
  let limits: APILimits
  let held = HeldCatalogue()

  /// The answer to GET or HEAD, or 304 when the client has it already; what is not there is an
  /// error, whatever the condition.
  func answer(
    at route: Route, to method: HTTPRequest.Method, unless condition: IfNoneMatch?
  ) async throws(APIError) -> Answer {
    let resource = try await resource(at: route)
    if condition?.matches(resource.tag) ?? false {
      _ = try await byteCount(of: resource.content)
      return resource.notModified
    }
    if method == .head {
      return resource.described(byteCount: try await byteCount(of: resource.content))
    }
    return resource.whole(try await bytes(of: resource.content))
  }

  private func resource(at route: Route) async throws(APIError) -> Resource {
    switch route {
    case .catalogue: try await catalogue()
    case .gift(let gift): try await description(of: gift)
    case .animation(let digest): animation(digest)
    case .liveAnimation(let gift): try await liveAnimation(of: gift)
    }
  }

  private func catalogue() async throws(APIError) -> Resource {
    let view = try await liveView()
    let catalogue = view.catalogue
    return Resource(
      content: .document(try jsonBody(CatalogueDocument(catalogue, in: view))),
      tag: EntityTag(view.token(of: catalogue)),
      freshness: Freshness(now: view.now, boundary: catalogue.nextBoundary, limits: limits))
  }

  /// The catalogue as it stands; while the database is away, as it was last read.
  private func liveView() async throws(APIError) -> CatalogueView {
    try await stored { () throws(StoreError) in
      if held.isResting(for: limits.databaseRest), let view = try held.current() { return view }
      do throws(StoreError) {
        return try await refresh()
      } catch {
        guard error.isAbsence, let view = try held.current() else { throw error }
        held.miss()
        return view
      }
    }
  }

  /// Reads the catalogue and keeps it for the time when the database is away.
  @discardableResult
  func refresh() async throws(StoreError) -> CatalogueView {
    let view = try await store.view(at: .now)
    held.keep(view)
    return view
  }

  private func description(of id: GiftID) async throws(APIError) -> Resource {
    let (gift, now) = try await visibleGift(id)
    let body = try jsonBody(
      GiftDocument(
        id: id, status: gift.status, definition: gift.definition, version: gift.version,
        window: gift.entry.window))
    return Resource(
      content: .document(body), tag: EntityTag(hashing: body),
      freshness: Freshness(now: now, boundary: gift.nextBoundary, limits: limits),
      retiredAt: gift.retiredAt)
  }

  private func animation(_ digest: SHA256Digest) -> Resource {
    Resource(
      content: .asset(digest, byteCount: nil), tag: EntityTag(digest), freshness: .immutable)
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
        content: .asset(gift.version.asset, byteCount: gift.version.byteCount),
        tag: EntityTag(gift.version.asset),
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

  private func byteCount(of content: Resource.Content) async throws(APIError) -> Int64 {
    switch content {
    case .document(let body): return Int64(body.count)
    case .asset(_, let byteCount?): return byteCount
    case .asset(let digest, nil):
      let size = try await stored { () throws(StoreError) in try await store.assetSize(digest) }
      guard let size else { throw .animationNotFound }
      return size
    }
  }

  private func bytes(of content: Resource.Content) async throws(APIError) -> [UInt8] {
    switch content {
    case .document(let body): return body
    case .asset(let digest, _):
      let bytes = try await stored { () throws(StoreError) in try await store.asset(digest) }
      guard let bytes else { throw .animationNotFound }
      return bytes
    }
  }

  /// Keeps the catalogue at hand until the task is cancelled: read anew after each edit, and at
  /// least every `APILimits.longestWatch`.
  func watch() async {
    while !Task.isCancelled {
      do throws(StoreError) {
        let listener = try await store.commitListener()
        do throws(StoreError) {
          while !Task.isCancelled {
            try await refresh()
            _ = try await listener.next(within: limits.longestWatch)
          }
        } catch {
          await listener.close()
          throw error
        }
        await listener.close()
      } catch {
        // A standby refuses to be listened to: there the catalogue is read at intervals.
        await keep()
        // Cancelled: then the loop ends.
        try? await Task.sleep(for: limits.databaseRest)
      }
    }
  }

  private func keep() async {
    do {
      try await refresh()
    } catch {
      if error.isAbsence { held.miss() }
    }
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

extension StoreError {
  /// Whether the database is away, or as good as away.
  fileprivate var isAbsence: Bool {
    switch self {
    case .unreachable, .outcomeUnknown, .waitedTooLong: true
    case .rejected, .notAllowed, .notMigrated, .migratedFurther, .migrationChanged, .clockBehind,
      .constraintHolds, .localTimeUnreadable, .archiveBroken, .rowBroken, .unexpected:
      false
    }
  }
}
