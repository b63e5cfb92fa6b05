import GiftDomain
import Support
import Testing

@testable import GiftStore

/// What a database is to who has read another one, or the same one before.
struct HistoryPositionTests {
  /// A position on a timeline; changes are made at their numbers in seconds, those of another
  /// history half a second later.
  private struct Place {
    var begun: Double? = 1
    var change: Int64
    var at: Double?
    var timeline: Int64?
    var system: Int64 = 1

    func value() throws -> HistoryPosition {
      HistoryPosition(
        begun: try begun.map(instant), change: try ChangeNumber(change),
        changedAt: try instant(at ?? Double(change)),
        digest: try digest(at ?? Double(change)), timeline: timeline, systemIdentifier: system)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let mine: (change: Int64, timeline: Int64?)
    let found: (change: Int64, at: Double, timeline: Int64?)
    /// When the database has a change under our number.
    let seenAt: Double?
    var begun: Double? = 1
    /// Whether it is a primary or standby of the cluster that was read.
    var isSameSystem = true
    let expected: HistoryPosition.HistoryRelation
    /// The same when what we know came from a file.
    let fromFile: HistoryPosition.HistoryRelation

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "the same", mine: (5, 1), found: (5, 5, 1), seenAt: 5, expected: .continued,
      fromFile: .continued),
    Case(
      name: "farther", mine: (5, 1), found: (9, 9, 1), seenAt: 5, expected: .continued,
      fromFile: .continued),
    Case(
      name: "farther after a promotion", mine: (5, 1), found: (9, 9, 2), seenAt: 5,
      expected: .continued, fromFile: .continued),
    Case(
      name: "farther on a standby", mine: (5, 2), found: (9, 9, nil), seenAt: 5,
      expected: .continued, fromFile: .continued),
    Case(
      name: "a standby that lags", mine: (5, 1), found: (4, 4, nil), seenAt: nil,
      expected: .lacksChanges, fromFile: .lacksChanges),
    Case(
      name: "an older copy", mine: (5, 1), found: (4, 4, 1), seenAt: nil, expected: .lacksChanges,
      fromFile: .lacksChanges),
    Case(
      name: "an older copy that was edited", mine: (5, 1), found: (6, 6.5, 1), seenAt: 5.5,
      expected: .lacksChanges, fromFile: .otherHistory),
    Case(
      name: "an old primary", mine: (5, 2), found: (5, 5, 1), seenAt: 5, expected: .leftBehind,
      fromFile: .leftBehind),
    Case(
      name: "an old primary that was edited", mine: (5, 2), found: (9, 9.5, 1), seenAt: 5.5,
      expected: .leftBehind, fromFile: .leftBehind),
    Case(
      name: "promoted without our last changes", mine: (5, 1), found: (3, 3, 2), seenAt: nil,
      expected: .lacksChanges, fromFile: .lacksChanges),
    Case(
      name: "promoted without them, and edited", mine: (5, 1), found: (4, 5.5, 2), seenAt: nil,
      expected: .otherHistory, fromFile: .otherHistory),
    Case(
      name: "promoted without them, and edited more", mine: (5, 1), found: (9, 9.5, 2),
      seenAt: 5.5, expected: .otherHistory, fromFile: .otherHistory),
    Case(
      name: "another history on a standby", mine: (5, 1), found: (9, 9.5, nil), seenAt: 5.5,
      expected: .lacksChanges, fromFile: .lacksChanges),
    Case(
      name: "another history, when only standbys were read", mine: (5, nil), found: (9, 9.5, 2),
      seenAt: 5.5, expected: .otherHistory, fromFile: .otherHistory),
    Case(
      name: "another catalogue", mine: (5, 1), found: (3, 7, 1), seenAt: nil, begun: 4,
      expected: .lacksChanges, fromFile: .otherHistory),
    Case(
      name: "an empty database", mine: (5, 1), found: (0, 0, 1), seenAt: nil, begun: nil,
      expected: .lacksChanges, fromFile: .lacksChanges),
    Case(
      name: "an upgraded database", mine: (5, 4), found: (5, 5, 1), seenAt: 5,
      isSameSystem: false, expected: .continued, fromFile: .continued),
    Case(
      name: "an upgraded database that was edited", mine: (5, 4), found: (9, 9, 1), seenAt: 5,
      isSameSystem: false, expected: .continued, fromFile: .continued),
    Case(
      name: "a standby of an upgraded database", mine: (5, 4), found: (9, 9, nil), seenAt: 5,
      isSameSystem: false, expected: .continued, fromFile: .continued),
    Case(
      name: "a copy in another cluster that lacks changes", mine: (5, 1), found: (4, 4, 2),
      seenAt: nil, isSameSystem: false, expected: .lacksChanges, fromFile: .lacksChanges),
    Case(
      name: "the same, edited, with a timeline that says nothing", mine: (5, 1),
      found: (4, 5.5, 2), seenAt: nil, isSameSystem: false, expected: .lacksChanges,
      fromFile: .otherHistory),
    Case(
      name: "the first look", mine: (0, nil), found: (9, 9, 1), seenAt: nil,
      expected: .continued, fromFile: .continued),
  ]

  @Test(arguments: cases)
  func `a database is believed if it has what was seen, or went on after a promotion`(
    _ example: Case
  ) throws {
    let mine = try Place(
      begun: example.mine.change == 0 ? nil : 1, change: example.mine.change,
      timeline: example.mine.timeline
    ).value()
    let found = try Place(
      begun: example.begun, change: example.found.change, at: example.found.at,
      timeline: example.found.timeline, system: example.isSameSystem ? 1 : 2
    ).value()
    let seen = try example.seenAt.map(digest)
    #expect(mine.relation(to: found, underOurs: seen, isFromFile: false) == example.expected)
    #expect(mine.relation(to: found, underOurs: seen, isFromFile: true) == example.fromFile)
  }

  @Test func `a position is read with the timeline of the primary`() async throws {
    let store = try await StoreFixture.migrated().store(.reader)
    let follower = try await store.follower(firstHost: 0)
    let empty = try await follower.reading(after: nil, patience: patience)
    #expect(empty.position.change == .zero)
    #expect(empty.position.begun == nil)
    #expect(empty.position.timeline == 1)
    // Which the reader's role may ask for.
    #expect(empty.position.systemIdentifier != nil)
    let first = FollowedCatalogue(
      view: try #require(empty.view), position: empty.position, isFromFile: false)
    let again = try await follower.reading(after: first, patience: patience)
    #expect(again.view == nil)
    #expect(again.position == empty.position)
    await follower.close()
  }
}

/// That of the change which was made so many seconds after the epoch.
private func digest(_ seconds: Double) throws -> SHA256Digest {
  try SHA256Digest(bytes: Array(repeating: UInt8(2 * seconds), count: SHA256Digest.byteCount))
}

private func instant(_ seconds: Double) throws -> Timestamp {
  try Timestamp(microseconds: Int64(seconds * 1_000_000))
}
