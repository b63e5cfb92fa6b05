import GiftDomain
import StoreSupport
import Support

@testable import GiftStore

/// A catalogue that was made in the past.
struct PastCatalogue: Sendable {
  /// An edit of a rotation that was made then.
  struct Edit: Sendable {
    let rotation: String
    let at: Timestamp
    let plan: RotationPlan
  }

  /// The one animation.
  static let bytes: [UInt8] = [1]

  /// When the gifts were added, with one version each.
  let start: Timestamp
  let gifts: [String]
  /// In order; each is a change.
  var edits: [Edit] = []
  /// What was planned on the base of a gift when it was added, by its id.
  var windows: [String: [Window]] = [:]

  /// Change 1 added the gifts, and change n + 1 was edit n.
  func archive() throws -> Archive {
    let instants = [start] + edits.map(\.at)
    let actor = try Actor("tester")
    return try Archive(
      changes: try instants.enumerated().map { index, at in
        ChangeRecord(
          number: try ChangeNumber(Int64(index) + 1), at: at, actor: actor, login: "tester",
          reason: nil,
          verb: index == 0 ? .import : .rotation, altersCatalogue: true)
      }.chained(),
      gifts: try gifts.sorted().map { id in try archived(GiftID(id)) }, plans: try plans(),
      bindings: try bindings()
    ).proven()
  }

  private func archived(_ gift: GiftID) throws -> ArchivedGift {
    let first = try ChangeNumber(1)
    let definition = try Definition(
      names: try LocalNames(
        [LocaleTag("en"): GiftName("Gift")], fallback: try LocaleTag("en")), price: Price(coins: 1),
      category: .general,
      places: [.gifts: .zero], audience: .everybody, isStreakable: false, tags: [],
      latestVersion: .first, note: nil)
    let version = try AnimationVersion(
      gift: gift, number: .first, asset: try SHA256Digest(bytes: sha256(Self.bytes)), byteCount: 1,
      facts: try AnimationFacts(
        width: 512, height: 512, frameRateHz: 60, frameCount: 60, durationMs: 1_000),
      playback: .once,
      since: first, pictures: nil)
    let planned = (windows[gift.text] ?? []).map { window in
      Recorded(Availability(window: window, version: .first), since: first, until: nil)
    }
    return ArchivedGift(
      history: GiftHistory(
        gift: gift, versions: [version],
        definitions: [Recorded(definition, since: first, until: nil)],
        availabilities: planned, pictures: [], changes: [first]),
      findings: ["[]"])
  }

  private func plans() throws -> [RotationPlanRecord] {
    try edits.enumerated().map { index, edit in
      RotationPlanRecord(
        rotation: try RotationName(edit.rotation),
        revision: Rotation.Revision(
          since: try ChangeNumber(Int64(index) + 2), at: edit.at, plan: edit.plan))
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
          row: Recorded(
            try RotationName(edit.rotation), since: try ChangeNumber(Int64(index) + 2), until: nil))
      }
    }
    return bound.values.sorted { $0.gift < $1.gift }
  }
}

extension ZoneRules {
  /// The zone of all these rotations: its clocks are never turned.
  static let utc = ZoneRules(name: "UTC", firstOffsetSeconds: 0, transitions: [])
}

extension RotationPlan {
  /// Daily in UTC; the first turn begins so many hours after an instant, on the whole second.
  static func daily(
    _ gifts: [String], hours: Int64, from now: Timestamp, perTurn: Int = 1, stay: Stay? = nil,
    lastTurn: Int64? = nil
  ) throws -> RotationPlan {
    let places = try gifts.map { id in LineupPlace(gift: try GiftID(id), version: .first) }
    return RotationPlan(
      zone: .utc, first: ZoneRules.utc.local(at: try now.hours(hours)),
      cadence: try Cadence(1, .day), stay: stay,
      lineup: try Lineup(places, perTurn: perTurn), lastTurn: lastTurn, until: nil)
  }
}

extension Timestamp {
  /// So many hours later; earlier when negative.
  func hours(_ hours: Int64) throws -> Timestamp {
    try advanced(byMicroseconds: hours * 3_600_000_000)
  }

  /// So many milliseconds later; earlier when negative.
  func milliseconds(_ milliseconds: Int64) throws(DomainError) -> Timestamp {
    try advanced(byMicroseconds: milliseconds * 1_000)
  }
}
