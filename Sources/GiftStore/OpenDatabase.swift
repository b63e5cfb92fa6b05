package import PostgresCluster

extension GiftStore {
  /// The store of the database that was chosen.
  ///
  /// The private cluster is made, started and migrated when it was not running yet.
  ///
  /// `searchPath` is where PostgreSQL's programs may be, as `PATH` has it. Throws
  /// `OpeningError.cluster` when the private cluster cannot be had, `store` when it cannot be
  /// migrated.
  package static func open(
    _ choice: DatabaseChoice, searchPath: String?, role: StoreRole, applicationName: String,
    limits: StoreLimits = .standard
  ) async throws(OpeningError) -> GiftStore {
    let conninfo: String
    switch choice {
    case .named(let named):
      conninfo = named
    case .privateCluster(let folder):
      let cluster = PostgresCluster(folder: folder, searchPath: searchPath)
      conninfo = cluster.conninfo
      guard try await cluster.startForUse() != .alreadyRunning, role != .owner else { break }
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
    } catch {
      throw .store(error)
    }
    await owner.close()
  }
}

extension PostgresCluster {
  fileprivate func startForUse() async throws(OpeningError) -> ClusterStart {
    do {
      return try await start()
    } catch {
      throw .cluster(error)
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
