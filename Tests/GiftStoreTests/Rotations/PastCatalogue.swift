import GiftDomain
import StoreSupport
import Testing

@testable import GiftStore

/// A catalogue that was made in the past, so that turns run now without anybody waiting for them.
struct PastCatalogue: Sendable {
  /// An edit of a rotation that was made then.
  struct Edit: Sendable {
    let rotation: String
    let at: Timestamp
    let plan: RotationPlan
  }

  /// When the gifts were added, with two versions each.
  let start: Timestamp
  let gifts: [String]
  /// In order; each is a change.
  var edits: [Edit] = []
  var announcements: [AnnouncementRecord] = []
  /// From when on version 1 of a gift has been on its base, by its id; not before `start`.
  var bases: [String: Timestamp] = [:]

  /// Change 1 added the gifts, and change n + 1 was edit n.
  func archive() throws -> Archive {
    let actor = try Actor("tester")
    let instants = [start] + edits.map(\.at)
    return try Archive(
      changes: try instants.enumerated().map { index, at in
        ChangeRecord(
          number: try .number(index + 1), at: at, actor: actor, login: "tester", reason: nil,
          verb: index == 0 ? .import : .rotation, altersCatalogue: true)
      }.chained(),
      gifts: try gifts.sorted().map { id in try archived(GiftID(id)) },
      plans: try plans(), bindings: try bindings(), announcements: announcements
    ).proven()
  }

  private func archived(_ gift: GiftID) throws -> ArchivedGift {
    let first = try ChangeNumber.number(1)
    let definition = try Definition(
      names: try LocalNames(
        [LocaleTag("en"): GiftName("Gift")], fallback: try LocaleTag("en")), price: Price(coins: 1),
      category: .general,
      places: [.gifts: .zero], audience: .everybody, isStreakable: false, tags: [],
      latestVersion: try VersionNumber(2),
      note: nil)
    let base = try bases[gift.text].map { from in
      Recorded(
        Availability(window: try Window(from: from), version: .first), since: first, until: nil)
    }
    let versions = try [1, 2].map { (number: UInt8) in
      let candidate = try Upload(byte: number).candidate
      return try AnimationVersion(
        gift: gift, number: try VersionNumber(Int64(number)), asset: candidate.asset,
        byteCount: candidate.byteCount, facts: candidate.facts, playback: .once, since: first,
        pictures: nil)
    }
    return ArchivedGift(
      history: GiftHistory(
        gift: gift, versions: versions,
        definitions: [Recorded(definition, since: first, until: nil)],
        availabilities: base.map { [$0] } ?? [], pictures: [], changes: [first]),
      findings: versions.map { _ in "[]" })
  }

  private func plans() throws -> [RotationPlanRecord] {
    try edits.enumerated().map { index, edit in
      RotationPlanRecord(
        rotation: try RotationName(edit.rotation),
        revision: Rotation.Revision(
          since: try .number(index + 2), at: edit.at, plan: edit.plan))
    }
    .sorted { ($0.rotation, $0.revision.since) < ($1.rotation, $1.revision.since) }
  }

  /// Each gift is bound by the first plan that brings it, and stays so.
  private func bindings() throws -> [RotationBinding] {
    var bound: [GiftID: RotationBinding] = [:]
    for (index, edit) in edits.enumerated() {
      for gift in edit.plan.gifts where bound[gift] == nil {
        bound[gift] = RotationBinding(
          gift: gift,
          row: Recorded(try RotationName(edit.rotation), since: try .number(index + 2), until: nil))
      }
    }
    return bound.values.sorted { $0.gift < $1.gift }
  }
}

extension StoreFixture {
  /// A store over a new database that holds a catalogue of the past, and the database's clock.
  static func store(
    holding past: (Timestamp, ZoneRules) throws -> PastCatalogue
  ) async throws -> (store: GiftStore, now: Timestamp) {
    let store = try await migrated().store()
    let now = try await store.clock()
    let utc = try #require(try await store.zone("UTC"))
    try #require(try await store.restore(past(now, utc).archive(), bytes: sampleBytes))
    return (store, now)
  }
}

extension RotationPlan {
  /// Daily in UTC, with version 2 of the gifts; the first turn begins about an hour count before
  /// or after an instant, on the whole second.
  static func daily(
    _ gifts: [String], hours: Int64, from now: Timestamp, in utc: ZoneRules, perTurn: Int = 1,
    stay: Stay? = nil, lastTurn: Int64? = nil
  ) throws -> RotationPlan {
    RotationPlan(
      zone: utc, first: utc.local(at: try now.hours(hours)), cadence: try Cadence(1, .day),
      stay: stay, lineup: try Lineup(lineupPlaces(gifts, version: 2), perTurn: perTurn),
      lastTurn: lastTurn, until: nil)
  }
}

extension Timestamp {
  /// So many hours later; earlier when negative.
  func hours(_ hours: Int64) throws -> Timestamp {
    try advanced(byMicroseconds: hours * 3_600_000_000)
  }
}
