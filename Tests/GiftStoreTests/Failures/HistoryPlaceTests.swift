import GiftDomain
import GiftStore
import Testing

/// What a database is to who has read another one, or the same one before.
struct HistoryPlaceTests {
  /// A place on a timeline; changes are made at their numbers in seconds, those of another history
  /// half a second later.
  private struct Place {
    var begun: Double? = 1
    var change: Int64
    var at: Double?
    var timeline: Int64?

    func value() throws -> HistoryPlace {
      HistoryPlace(
        begun: try begun.map(instant), change: try ChangeNumber(change),
        changedAt: try instant(at ?? Double(change)), timeline: timeline)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let mine: (change: Int64, timeline: Int64?)
    let found: (change: Int64, at: Double, timeline: Int64?)
    /// When the database has a change under our number.
    let seenAt: Double?
    var begun: Double? = 1
    let expected: HistoryPlace.Sequel
    /// The same when what we know came from a file.
    let fromFile: HistoryPlace.Sequel

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
      expected: .older, fromFile: .older),
    Case(
      name: "an older copy", mine: (5, 1), found: (4, 4, 1), seenAt: nil, expected: .older,
      fromFile: .older),
    Case(
      name: "an older copy that was edited", mine: (5, 1), found: (6, 6.5, 1), seenAt: 5.5,
      expected: .older, fromFile: .otherHistory),
    Case(
      name: "an old primary", mine: (5, 2), found: (5, 5, 1), seenAt: 5, expected: .older,
      fromFile: .older),
    Case(
      name: "an old primary that was edited", mine: (5, 2), found: (9, 9.5, 1), seenAt: 5.5,
      expected: .older, fromFile: .older),
    Case(
      name: "promoted without our last changes", mine: (5, 1), found: (3, 3, 2), seenAt: nil,
      expected: .older, fromFile: .older),
    Case(
      name: "promoted without them, and edited", mine: (5, 1), found: (4, 5.5, 2), seenAt: nil,
      expected: .otherHistory, fromFile: .otherHistory),
    Case(
      name: "promoted without them, and edited more", mine: (5, 1), found: (9, 9.5, 2),
      seenAt: 5.5, expected: .otherHistory, fromFile: .otherHistory),
    Case(
      name: "another history on a standby", mine: (5, 1), found: (9, 9.5, nil), seenAt: 5.5,
      expected: .older, fromFile: .older),
    Case(
      name: "another history, when only standbys were read", mine: (5, nil), found: (9, 9.5, 2),
      seenAt: 5.5, expected: .otherHistory, fromFile: .otherHistory),
    Case(
      name: "another catalogue", mine: (5, 1), found: (3, 7, 1), seenAt: nil, begun: 4,
      expected: .older, fromFile: .otherHistory),
    Case(
      name: "an empty database", mine: (5, 1), found: (0, 0, 1), seenAt: nil, begun: nil,
      expected: .older, fromFile: .older),
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
      timeline: example.found.timeline
    ).value()
    let seenAt = try example.seenAt.map(instant)
    #expect(mine.sequel(in: found, ourChangeAt: seenAt, isFromFile: false) == example.expected)
    #expect(mine.sequel(in: found, ourChangeAt: seenAt, isFromFile: true) == example.fromFile)
  }

  @Test func `a place is read with the timeline of the primary`() async throws {
    let store = try await StoreFixture.migrated().store(.reader)
    let empty = try await store.reading(after: nil)
    #expect(empty.place.change == .zero)
    #expect(empty.place.begun == nil)
    #expect(empty.place.timeline == 1)
    let first = FollowedCatalogue(
      view: try #require(empty.view), place: empty.place, isFromFile: false)
    let again = try await store.reading(after: first)
    #expect(again.view == nil)
    #expect(again.place == empty.place)
  }
}

private func instant(_ seconds: Double) throws -> Timestamp {
  try Timestamp(microseconds: Int64(seconds * 1_000_000))
}
