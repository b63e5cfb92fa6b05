import Postgres
package import PostgresCluster

extension GiftStore {
  /// The store of the database that was chosen.
  ///
  /// The private cluster is created and started if it was not running, and then migrated too; with
  /// `migratesPrivate` also if it was. A named database is never migrated here.
  ///
  /// `started` receives the cluster, and whether it was running, started or created. `searchPath`
  /// is where PostgreSQL's programs may be, in the form of `PATH`. With `onlyReads`, a standby will
  /// do where no host takes writes. Throws `OpeningError.cluster` if
  /// the private cluster cannot be started, `store` if it cannot be migrated, or if the connection
  /// string is malformed.
  package static func open(
    _ choice: DatabaseChoice, searchPath: String?, role: StoreRole, applicationName: String,
    limits: StoreLimits = .standard, login: DatabaseLogin? = nil, migratesPrivate: Bool = false,
    onlyReads: Bool = false, started: (PostgresCluster, ClusterStart) -> Void = { _, _ in }
  ) async throws(OpeningError) -> GiftStore {
    let conninfo: String
    switch choice {
    case .named(let named):
      conninfo = named
      do throws(PostgresError) {
        try ConnectionSettings.check(conninfo: named)
      } catch {
        throw .store(StoreError(error))
      }
    case .privateCluster(let folder):
      let cluster = PostgresCluster(folder: folder, searchPath: searchPath)
      conninfo = cluster.conninfo
      let start: ClusterStart
      do throws(ClusterError) {
        start = try await cluster.start()
      } catch {
        throw .cluster(error)
      }
      started(cluster, start)
      // The owner migrates, or lists pending migrations, explicitly.
      guard role != .owner, migratesPrivate || start != .alreadyRunning else { break }
      try await migrate(conninfo, applicationName)
    }
    return GiftStore(
      conninfo: conninfo, role: role, applicationName: applicationName, limits: limits,
      login: login, onlyReads: onlyReads)
  }

  private static func migrate(
    _ conninfo: String, _ applicationName: String
  ) async throws(OpeningError) {
    let owner = GiftStore(conninfo: conninfo, role: .owner, applicationName: applicationName)
    do {
      _ = try await owner.migrate()
      await owner.close()
    } catch {
      await owner.close()
      throw .store(error)
    }
  }
}

/// Why a store could not be opened.
package enum OpeningError: Error, Sendable {
  /// The private cluster could not be started.
  case cluster(ClusterError)
  /// It runs, and cannot be migrated; or the connection string can never be used.
  case store(StoreError)
}
