package import PostgresCluster

extension GiftStore {
  /// The store of the database that was chosen.
  ///
  /// The private cluster is made and started when it was not running yet, and then migrated too;
  /// with `migratesPrivate` also one that runs already. A named database is never migrated here.
  ///
  /// `started` hears which cluster it is, and whether it ran already or is new. `searchPath` is
  /// where PostgreSQL's programs may be, as `PATH` has it. Throws
  /// `OpeningError.cluster` when the private cluster cannot be had, `store` when it cannot be
  /// migrated.
  package static func open(
    _ choice: DatabaseChoice, searchPath: String?, role: StoreRole, applicationName: String,
    limits: StoreLimits = .standard, migratesPrivate: Bool = false,
    started: (PostgresCluster, ClusterStart) -> Void = { _, _ in }
  ) async throws(OpeningError) -> GiftStore {
    let conninfo: String
    switch choice {
    case .named(let named):
      conninfo = named
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
      // The owner comes to migrate, or to see what is to be migrated.
      guard role != .owner, migratesPrivate || start != .alreadyRunning else { break }
      try await migrate(conninfo, applicationName)
    }
    return GiftStore(
      conninfo: conninfo, role: role, applicationName: applicationName, limits: limits)
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
  /// The private cluster could not be had.
  case cluster(ClusterError)
  /// It runs, and cannot be migrated.
  case store(StoreError)
}
