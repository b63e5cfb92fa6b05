import GiftDomain
import GiftStore
import Postgres
import Testing

/// No edit is dated before what was announced: it would undo what has happened.
@Suite(.timeLimit(.minutes(5)))
struct AnnouncedClockTests {
  private static func past(_ now: Timestamp) throws -> PastCatalogue {
    PastCatalogue(
      start: try now.hours(-3), gifts: ["rose", "star"],
      edits: [
        .init(
          rotation: "spring", at: try now.hours(-2),
          plan: try .daily(["rose"], hours: 12, from: now))
      ])
  }

  /// Announces so many seconds ahead of the database's clock, as a clock does that is wrong.
  private func announce(
    _ seconds: Int64, in fixture: RotationFixture
  ) async throws -> Timestamp {
    let connection = try await fixture.connection()
    let due = try await connection.int(
      "SELECT (extract(epoch FROM clock_timestamp() + '\(seconds) s') * 1000000)::bigint AS value")
    let at = "'epoch'::timestamptz + \(due) * interval '1 microsecond'"
    try await connection.script(
      "INSERT INTO announcement VALUES (1, \(at), 'rose', 'went_live', 1, 'spring', 1, \(at))")
    await connection.close()
    return try Timestamp(microseconds: due)
  }

  /// What may be edited.
  enum Kind: CaseIterable {
    case gift
    case rotation
  }

  /// Edits, and returns the instant of the edit.
  private func edit(_ kind: Kind, in store: GiftStore) async throws -> Timestamp {
    let actor = try Actor("tester")
    switch kind {
    case .gift:
      let publish = Command.publish(
        try GiftID("star"), nil, from: nil, until: nil, isReplacing: false)
      return try await store.commit([publish], EditRequest(verb: .publish, actor: actor)).at
    case .rotation:
      let skip = Command.skipTurn(try RotationName("spring"), 3, isSkipped: true)
      return try await store.commit([skip], EditRequest(verb: .rotation, actor: actor)).at
    }
  }

  @Test(arguments: Kind.allCases)
  func `an edit waits for no clock that is far behind an announcement`(kind: Kind) async throws {
    let fixture = try await RotationFixture.holding(Self.past)
    let due = try await announce(60, in: fixture)
    let store = fixture.store(.editor)
    let before = try await store.archive()
    let error = await #expect(throws: StoreError.self) { try await edit(kind, in: store) }
    guard case .clockBehind(let change, let at, let now) = error else {
      Issue.record("not refused for the clock: \(String(describing: error))")
      return
    }
    #expect(change.value == 2 && at > due && now < due)
    #expect(try await store.archive() == before)
    await store.close()
  }

  @Test(arguments: Kind.allCases)
  func `an edit is dated after an announcement that lies a moment ahead`(kind: Kind) async throws {
    let fixture = try await RotationFixture.holding(Self.past)
    let store = fixture.store(.editor)
    let due = try await announce(4, in: fixture)
    let at = try await edit(kind, in: store)
    #expect(at.microseconds - due.microseconds == 1)
    await store.close()
  }
}
