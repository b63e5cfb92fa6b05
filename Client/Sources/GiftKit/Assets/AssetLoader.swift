import Foundation

/// Loads assets from the cache or the server: one request for all who ask for the same asset, and
/// no byte that does not match its digest.
final class AssetLoader: Sendable {
  private let http: HTTPClient
  private let cache: AssetCache
  private let flights = SingleFlight<AssetReference, Data>()
  private let limit = ConcurrencyLimit(ClientLimits.assetRequests)
  private let report: @Sendable (ClientEvent) -> Void
  /// What arrives of assets.
  let progress = Broadcaster<AssetProgress>(buffer: ClientLimits.bufferedEvents)

  init(http: HTTPClient, cache: AssetCache, report: @escaping @Sendable (ClientEvent) -> Void) {
    self.http = http
    self.cache = cache
    self.report = report
  }

  /// Loads an asset.
  ///
  /// - Throws: `digestMismatch` if every attempt brought other bytes, and what `HTTPClient.fetch`
  ///   throws.
  func load(_ reference: AssetReference) async throws(GiftClientError) -> Data {
    let most = reference.kind.byteLimit
    guard reference.byteCount <= most else {
      throw .badResponse("an asset has \(reference.byteCount) bytes; the limit is \(most)")
    }
    // By the whole reference: one with a wrong size fails, and those with the right one do not.
    return try await flights.value(for: reference) { [self] in
      if let data = await cache.data(of: reference) {
        tell(data.count, of: reference)
        return .success(data)
      }
      do throws(GiftClientError) {
        let data = try await fetchAndStore(reference)
        tell(data.count, of: reference)
        return .success(data)
      } catch {
        return .failure(error)
      }
    }
  }

  /// Storing counts like fetching: if fetching were ahead of it, an app that is killed would lose
  /// everything in between.
  private func fetchAndStore(_ reference: AssetReference) async throws(GiftClientError) -> Data {
    try await limit.acquire()
    do throws(GiftClientError) {
      let data = try await fetch(reference)
      await cache.store(data, as: reference.digest)
      await limit.release()
      return data
    } catch {
      await limit.release()
      throw error
    }
  }

  /// Fetches until the bytes match, asking the server itself after a mismatch, because a cache on
  /// the way may hold wrong ones; after other failures it waits, because a server in trouble is not
  /// helped by thousands who ask again at once.
  private func fetch(_ reference: AssetReference) async throws(GiftClientError) -> Data {
    var attempt = 1
    while true {
      do throws(GiftClientError) {
        let response = try await http.fetch(
          reference.path, limit: reference.byteCount, .asset, bypassesCaches: attempt > 1,
          // All of them are not there before they are verified.
          received: { [self] in if $0 < reference.byteCount { tell($0, of: reference) } })
        if response.body.count == reference.byteCount, reference.digest.isOf(response.body) {
          return response.body
        }
        report(.digestFailed(reference.digest, source: .network))
        throw .digestMismatch(reference.digest)
      } catch {
        guard attempt < ClientLimits.assetAttempts, error.mayPassOnRetry else { throw error }
        if case .digestMismatch = error {} else { try await pause() }
        attempt += 1
      }
    }
  }

  private func tell(_ received: Int, of reference: AssetReference) {
    progress.send(
      AssetProgress(digest: reference.digest, received: received, total: reference.byteCount))
  }

  private func pause() async throws(GiftClientError) {
    let environment = http.environment
    do {
      try await environment.sleep(
        ClientLimits.retry * environment.random(1...2) * environment.pace)
    } catch {
      throw .cancelled
    }
  }
}

extension GiftClientError {
  /// Whether the same request, sent again soon, may well succeed.
  fileprivate var mayPassOnRetry: Bool {
    switch self {
    case .unreachable, .tlsFailed, .digestMismatch: true
    case .invalidServer, .invalidClient, .placementNotFound, .notFound, .retired, .unavailable,
      .badResponse, .cacheUnusable, .cancelled:
      false
    }
  }
}
