package import GiftDomain
import Postgres

/// A dedicated connection that follows a catalogue: it reads, and receives notifications of edits
/// where the server sends them.
///
/// It is separate from the pool, whose connections may lead to a server that vanished silently,
/// which takes a deadline to detect.
package struct CatalogueFollower: Sendable {
  let connection: Connection

  /// When the certificate of the database's server ends, in seconds since 1970-01-01T00:00:00Z; nil
  /// without TLS.
  package var certificateEnd: Int64? { get async { await connection.certificateEnd } }

  /// Starts to listen for edits; false on a standby, which sends no notifications.
  ///
  /// Notifications only wake; rows are the truth: read after this call, and again whenever `heard`
  /// returns true.
  package func listen() async throws(StoreError) -> Bool {
    // It would refuse, and take that down in its log.
    if await connection.isStandby { return false }
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

  /// Waits for an edit; false if none came in time, or the task was cancelled.
  ///
  /// If `isTrusted`, the connection is not checked, because reading over it will. Otherwise throws
  /// `StoreError.unreachable` if the server is gone.
  package func heard(
    within wait: Duration, isTrusted: Bool = true
  ) async throws(StoreError) -> Bool {
    do {
      return try await !connection.nextNotification(within: wait, isTrusted: isTrusted).isEmpty
    } catch {
      throw StoreError(error)
    }
  }

  /// The edits since the catalogue was last read, in one consistent read, or the whole catalogue.
  ///
  /// The connection is dropped after `patience`. Throws `StoreError.editsMissing` or `leftBehind`
  /// for a database that lacks edits that were read.
  package func reading(
    after earlier: FollowedCatalogue?, patience: Duration
  ) async throws(StoreError) -> CatalogueReading {
    try await connection.transaction(
      .readOnly, deadline: patience, mapError: StoreError.init(of:)
    ) { session in try session.reading(after: earlier) }
  }

  /// The database's clock; the connection is dropped after `patience`.
  package func clock(patience: Duration) async throws(StoreError) -> Timestamp {
    try await connection.transaction(
      .readOnly, deadline: patience, mapError: StoreError.init(of:)
    ) { session in try session.clock() }
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
  /// The channel on which commits of edits notify listeners.
  static let channel = "gift_change"

  /// Connects, starting with the host at an index, counted cyclically.
  ///
  /// While no attempt has succeeded or failed, another one begins every
  /// `StoreLimits.connectStagger`, starting with the next host: lost packets are resent at growing
  /// intervals, and a new attempt finds a server that is back at once.
  package func follower(firstHost: Int) async throws(StoreError) -> CatalogueFollower {
    let first = await withTaskGroup(of: ConnectEvent.self) { group in
      var outcome: ConnectEvent?
      var begun = 0
      begin(&group, firstHost)
      for await event in group {
        switch event {
        // After cancellation, every wait for the next attempt ends at once.
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
      // Cancelled: the result is no longer needed.
      try? await Task.sleep(for: StoreLimits.connectStagger)
      return .stillConnecting
    }
  }
}

/// The state of an attempt to connect.
private enum ConnectEvent: Sendable {
  case connected(Connection)
  case failed(PostgresError)
  /// It began long enough ago that another attempt is due.
  case stillConnecting
}
