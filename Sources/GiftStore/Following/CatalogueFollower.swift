package import GiftDomain
import Postgres

/// A connection of its own over which a catalogue is followed: it reads, and hears of edits where
/// the server tells of them.
///
/// It is apart from the pool because a pool's connections may be to a server that is gone without
/// a word, which takes a deadline to find out.
package struct CatalogueFollower: Sendable {
  let connection: Connection

  /// Hears of edits from now on; false on a standby, which tells of none.
  ///
  /// Notifications wake, rows are the truth: read after this call, and again whenever `heard` says
  /// so.
  package func listen() async throws(StoreError) -> Bool {
    do {
      try await connection.listen(GiftStore.channel)
      return true
    } catch .server(sqlState: "25006", _, _, _) {
      // read_only_sql_transaction: "cannot execute LISTEN during recovery".
      return false
    } catch {
      throw StoreError(error)
    }
  }

  /// Waits for an edit; false when none came in time, or the task was cancelled.
  ///
  /// A connection that `isTrusted` is not asked whether the server is still there: reading over it
  /// does. Of another one, `StoreError.unreachable` is thrown when the server is gone.
  package func heard(
    within wait: Duration, isTrusted: Bool = true
  ) async throws(StoreError) -> Bool {
    do {
      return try await !connection.nextNotification(within: wait, isTrusted: isTrusted).isEmpty
    } catch {
      throw StoreError(error)
    }
  }

  /// What was edited since the catalogue was read, in one consistent read; all of it when it never
  /// was.
  ///
  /// The connection is dropped after `patience`.
  /// Throws `StoreError.editsMissing` or `leftBehind` for a database that lacks what was read.
  package func reading(
    after earlier: FollowedCatalogue?, patience: Duration
  ) async throws(StoreError) -> CatalogueReading {
    try await connection.transaction(
      .readOnly, deadline: patience, mapError: StoreError.init(of:)
    ) { session in try session.reading(after: earlier) }
  }

  /// `GiftStore.assets` over this connection.
  package func assets(_ digests: [SHA256Digest]) async throws(StoreError) -> [StoredAsset] {
    precondition(digests.count <= StoreLimits.assetsAtOnce, "the caller has to ask in parts")
    return try await connection.transaction(.readOnly, mapError: StoreError.init(of:)) { session in
      try session.assets(digests)
    }
  }

  /// Ends the connection.
  package func close() async { await connection.close() }
}

extension GiftStore {
  /// The channel over which commits of edits wake whoever listens.
  static let channel = "gift_change"

  /// Connects, to the host with an index first, counted round and round.
  ///
  /// While no attempt has succeeded or failed, another one begins every
  /// `StoreLimits.connectStagger`, with the next host first: a packet that was lost is sent again
  /// ever later, and a new attempt finds a server that is back at once.
  package func follower(firstHost: Int) async throws(StoreError) -> CatalogueFollower {
    let first = await withTaskGroup(of: ConnectEvent.self) { group in
      var outcome: ConnectEvent?
      var begun = 0
      begin(&group, firstHost)
      for await event in group {
        switch event {
        // Once cancelled, every wait for the next attempt is over at once.
        case .stillConnecting where outcome == nil && !Task.isCancelled:
          begun += 1
          begin(&group, firstHost + begun)
        case .connected(let late) where outcome != nil:
          await late.close()
        case .connected, .failed:
          if outcome == nil { outcome = event }
          group.cancelAll()
        case .stillConnecting:
          continue
        }
      }
      return outcome
    }
    switch first {
    case .connected(let connection): return CatalogueFollower(connection: connection)
    case .failed(let error):
      throw StoreError(error)
    case .stillConnecting, nil:
      throw StoreError.waitedTooLong(.connection)
    }
  }

  private func begin(_ group: inout TaskGroup<ConnectEvent>, _ host: Int) {
    var settings = settings
    settings.firstHost = host
    group.addTask { [settings] in
      do throws(PostgresError) {
        return .connected(try await Connection.open(settings))
      } catch {
        return .failed(error)
      }
    }
    group.addTask {
      // Cancelled: then nobody listens to what it says.
      try? await Task.sleep(for: StoreLimits.connectStagger)
      return .stillConnecting
    }
  }
}

/// What became of an attempt to connect.
private enum ConnectEvent: Sendable {
  case connected(Connection)
  case failed(PostgresError)
  /// So long ago was it begun that another one is due.
  case stillConnecting
}
