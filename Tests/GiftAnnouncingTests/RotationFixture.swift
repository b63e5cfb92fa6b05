// These tests know the scheduler with the catalogues that it announces: in a real PostgreSQL, and
// made in the past, so that boundaries have passed without anybody waiting for them.

import GiftDomain
import GiftStore
import Logging
import Postgres
import StoreSupport
import Support
import Testing

/// A migrated database of one test's own, and stores and connections over it.
struct RotationFixture: Sendable {
  let conninfo: String

  /// A copy of a database that was migrated once for the whole run.
  static func migrated() async throws -> RotationFixture {
    RotationFixture(conninfo: try await TestCluster.shared().createMigratedDatabase())
  }

  /// The same, holding a catalogue of the past.
  static func holding(
    _ past: (Timestamp) throws -> PastCatalogue
  ) async throws -> RotationFixture {
    let fixture = try await migrated()
    let store = fixture.store(.editor)
    let archive = try past(try await store.clock()).archive()
    try #require(try await store.restore(archive) { _ in PastCatalogue.bytes })
    await store.close()
    return fixture
  }

  func store(_ role: StoreRole = .scheduler, name: String = "tests") -> GiftStore {
    GiftStore.patient(conninfo: conninfo, role: role, applicationName: name)
  }

  /// A connection of the superuser that acts in the store's role.
  func connection(as role: StoreRole = .owner) async throws -> Connection {
    try await Connection.open(.tables(of: conninfo, role: role.databaseRole))
  }

  /// All announcements, oldest first.
  func announcements() async throws -> [AnnouncementRecord] {
    let store = store(.editor)
    let newest = try await store.events(of: nil, by: nil, at: .now, before: nil, limit: 1_000_000)
    await store.close()
    return newest.announcements.reversed()
  }

  /// What has to be announced up to an instant, computed at once from all that is stored.
  func expected(through end: Timestamp) async throws -> [Announcement] {
    let store = store(.editor)
    let archive = try await store.archive()
    let rotations = try await store.rotations().rotations
    await store.close()
    let instants = Dictionary(
      uniqueKeysWithValues: archive.changes.map { ($0.record.number, $0.record.at) })
    var schedules: [GiftID: GiftSchedule] = [:]
    var edits: [GiftID: Set<Timestamp>] = [:]
    for gift in archive.gifts {
      let last = try #require(archive.changes.last).record
      schedules[gift.history.gift] = try gift.history.state(at: last.number).schedule
      edits[gift.history.gift] = Set(gift.history.changes.compactMap { instants[$0] })
    }
    let first = try #require(archive.changes.first).record
    return BoundarySchedule(schedules: schedules, rotations: rotations, edits: edits)
      .announcements(after: try first.at.advanced(byMicroseconds: -1), through: end)
  }
}

extension Connection {
  /// Runs statements of one text in one transaction.
  func script(_ sql: String) async throws(PostgresError) {
    try await transaction(.readWrite, mapError: PostgresError.itself) {
      session in
      try session.script(sql)
    }
  }

  /// The first row's column `value`.
  func int(_ sql: String) async throws(PostgresError) -> Int64 {
    let name = "ask-\(UInt32(truncatingIfNeeded: sql.hashValue))"
    return try await query(Statement(name: name, sql: sql)) { rows throws(PostgresError) in
      try rows[0].int("value")
    }
  }
}

extension Logger {
  /// Logs nothing.
  static let silent = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
}

extension [AnnouncementRecord] {
  /// Numbers count 1, 2, 3 …, none is early, and they stand in the order of their places.
  var areInOrder: Bool {
    indices.allSatisfy { self[$0].number == Int64($0) + 1 && self[$0].latenessMicroseconds >= 0 }
      && zip(self, dropFirst()).allSatisfy {
        $0.announcement.place < $1.announcement.place && $0.announcedAt <= $1.announcedAt
      }
  }
}
