import GiftStore
package import Support

extension TestCluster {
  /// Creates a database with a catalogue without gifts and returns its name.
  ///
  /// It is a copy of one that is migrated once in each cluster.
  package func createMigratedDatabaseNamed() async throws -> String {
    try await createDatabaseNamed(template: try await Templates.instance.name(in: self))
  }

  /// The same, returning how libpq reaches the database.
  package func createMigratedDatabase() async throws -> String {
    conninfo(database: try await createMigratedDatabaseNamed())
  }
}

/// The databases that copies are made of, by how their clusters are reached. Nobody is connected to
/// them.
private actor Templates {
  static let instance = Templates()
  private var makings: [String: Task<String, any Error>] = [:]

  func name(in cluster: TestCluster) async throws -> String {
    let place = cluster.conninfo(database: "postgres")
    let making = makings[place] ?? Task { try await Self.make(in: cluster) }
    makings[place] = making
    return try await making.value
  }

  private static func make(in cluster: TestCluster) async throws -> String {
    let name = try await cluster.createDatabaseNamed()
    let store = GiftStore.patient(conninfo: cluster.conninfo(database: name), role: .owner)
    _ = try await store.migrate()
    await store.close()
    return name
  }
}
