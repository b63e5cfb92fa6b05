import GiftDomain

// The columns of each table, by the names that they have in `sql/migrations`.
extension CanonicalRow {
  /// A row of `gift`.
  init(gift: GiftID, now: Timestamp) {
    self.init(.added, "gift", of: .gift(gift), now: now, [("id", .text(gift.text))])
  }

  /// A row of `animation_version`, with the findings of its check, a JSON array.
  init(_ version: AnimationVersion, findings: String, now: Timestamp) {
    let facts = version.facts
    self.init(
      .added, "animation_version", of: .gift(version.gift), now: now,
      [
        ("gift", .text(version.gift.text)), ("number", .number(version.number.value)),
        ("asset", .digest(version.asset)), ("byte_count", .number(version.byteCount)),
        ("width", .number(facts.width)), ("height", .number(facts.height)),
        ("frame_rate_hz", .real(facts.frameRateHz)), ("frame_count", .real(facts.frameCount)),
        ("duration_ms", .number(facts.durationMs)), ("findings", .text(findings)),
        ("playback", .text(String(decoding: jsonBody(version.playback), as: UTF8.self))),
      ])
  }

  /// A row of `definition`.
  init(_ mark: Mark, _ definition: Definition, of gift: GiftID, now: Timestamp) {
    let names = definition.names.byLocale.sorted { $0.key < $1.key }
    let places = definition.places.sorted { $0.key < $1.key }
    self.init(
      mark, "definition", of: .gift(gift), now: now,
      [
        ("gift", .text(gift.text)),
        ("name_locale", .texts(names.map(\.key.text))),
        ("name_text", .texts(names.map(\.value.text))),
        ("name_fallback", .text(definition.names.fallback.text)),
        ("price", definition.price.map { .number($0.coins) }),
        ("category", .text(definition.category.text)),
        ("place_name", .texts(places.map(\.key.text))),
        ("place_number", .numbers(places.map(\.value.value))),
        ("streakable", .flag(definition.isStreakable)),
        ("tag", .texts(definition.tags.map(\.text).sorted())),
        ("latest_version", definition.latestVersion.map { .number($0.value) }),
        ("note", definition.note.map { .text($0.text) }),
        ("only_platform", .texts(definition.audience.rules.map(\.text))),
        ("only_region", .texts(definition.audience.regions.map(\.text))),
        ("withdrawn", .numbers(definition.withdrawn.map(\.value).sorted())),
      ])
  }

  /// A row of `availability`.
  init(_ mark: Mark, _ availability: Availability, of gift: GiftID, now: Timestamp) {
    let terms = availability.offer?.terms
    self.init(
      mark, "availability", of: .gift(gift), now: now,
      [
        ("gift", .text(gift.text)),
        ("version", availability.version.map { .number($0.value) }),
        ("from_at", .instant(availability.window.from)),
        ("until_at", availability.window.until.map { .instant($0) }),
        ("price", terms?.price.map { .number($0.coins) }),
        ("sort_order", terms?.order.map { .number($0.value) }),
      ])
  }

  /// A row of `version_picture`.
  init(_ mark: Mark, _ row: PicturedVersion, of gift: GiftID, now: Timestamp) {
    var columns: [(name: String, value: Value?)] = [
      ("gift", .text(gift.text)), ("version", .number(row.version.value)),
      ("renderer", .text(row.pictures.maker.renderer)),
      ("settings", .number(row.pictures.maker.settings)),
    ]
    switch row.pictures.outcome {
    case .drawn(let pair):
      columns += Self.columns("poster", pair.poster) + Self.columns("preview", pair.preview)
    case .undrawn(let obstacle):
      columns.append(("obstacle", .text(obstacle.rawValue)))
    }
    self.init(mark, "version_picture", of: .gift(gift), now: now, columns)
  }

  private static func columns(
    _ name: String, _ picture: Picture
  ) -> [(name: String, value: Value?)] {
    [
      (name, .digest(picture.asset)), ("\(name)_byte_count", .number(picture.byteCount)),
      ("\(name)_width", .number(picture.width)), ("\(name)_height", .number(picture.height)),
    ]
  }

  /// A row of `gift_group`.
  init(_ mark: Mark, _ group: GiftGroup, now: Timestamp) {
    self.init(
      mark, "gift_group", of: .group(group.id), now: now,
      [
        ("kind", .text(group.id.kind)), ("name", .text(group.id.name)),
        ("settings", group.settings.map { .text($0) }),
      ])
  }

  /// A row of `rotation`.
  init(rotation: RotationName, now: Timestamp) {
    self.init(
      .added, "rotation", of: .rotation(rotation), now: now, [("name", .text(rotation.text))])
  }

  /// A row of `rotation_gift`.
  init(_ mark: Mark, binding gift: GiftID, to rotation: RotationName, now: Timestamp) {
    self.init(
      mark, "rotation_gift", of: .rotation(rotation), now: now,
      [("gift", .text(gift.text)), ("rotation", .text(rotation.text))])
  }

  /// A row of `rotation_plan`, with the digest of its zone's rules.
  init(
    _ mark: Mark, _ plan: RotationPlan, of rotation: RotationName, zone: SHA256Digest,
    now: Timestamp
  ) {
    let columns = PlanColumns(plan)
    let carried = plan.carried
    self.init(
      mark, "rotation_plan", of: .rotation(rotation), now: now,
      [
        ("rotation", .text(rotation.text)), ("zone", .digest(zone)),
        ("anchor_local", .number(plan.anchor.seconds)), ("anchor_turn", .number(plan.anchorTurn)),
        ("cadence_count", .number(plan.cadence.count)),
        ("cadence_unit", .text(plan.cadence.unit.rawValue)),
        ("stay_count", plan.stay.map { .number($0.count) }),
        ("stay_unit", plan.stay.map { .text($0.unit.rawValue) }),
        ("lineup_gift", .texts(columns.lineup.gifts)),
        ("lineup_version", .numbers(columns.lineup.versions)),
        ("per_turn", .number(Int64(plan.lineup.perTurn))),
        ("lineup_position", .number(plan.position)),
        ("last_turn", plan.lastTurn.map { .number($0) }),
        ("until_at", plan.until.map { .instant($0) }), ("first_turn", .number(plan.firstTurn)),
        ("skipped_turn", .numbers(columns.skipped)),
        ("moved_turn", .numbers(columns.moves.map(\.turn))),
        ("moved_to", .numbers(columns.moves.map(\.to.seconds))),
        ("swap_turn", .numbers(columns.swaps.map(\.turn))),
        ("swap_out", .texts(columns.swaps.map(\.out.text))),
        ("swap_in", .texts(columns.swaps.map(\.in.gift.text))),
        ("swap_version", .numbers(columns.swaps.map(\.in.version.value))),
        ("withdrawn_gift", .texts(columns.withdrawals.map(\.gift.text))),
        ("withdrawn_at", .instants(columns.withdrawals.map(\.at))),
        ("carried_turn", carried.map { .number($0.number) }),
        ("carried_from", carried.map { .instant($0.from) }),
        ("carried_until", carried?.until.map { .instant($0) }),
        ("carried_gift", .texts(columns.carried.gifts)),
        ("carried_version", .numbers(columns.carried.versions)),
      ])
  }
}

/// The parts of a plan that are several columns, in the order in which they are stored.
struct PlanColumns {
  typealias Places = (gifts: [String], versions: [Int64])

  let lineup: Places
  let skipped: [Int64]
  let moves: [(turn: Int64, to: LocalTime)]
  let swaps: [(turn: Int64, out: GiftID, in: LineupPlace)]
  let withdrawals: [(gift: GiftID, at: Timestamp)]
  let carried: Places

  init(_ plan: RotationPlan) {
    func columns(_ places: [LineupPlace]) -> Places {
      (places.map(\.gift.text), places.map(\.version.value))
    }
    let overrides = plan.overrides.sorted { $0.key < $1.key }
    lineup = columns(plan.lineup.places)
    skipped = overrides.filter(\.value.isSkipped).map(\.key)
    moves = overrides.compactMap { turn in turn.value.movedTo.map { (turn.key, $0) } }
    swaps = overrides.flatMap { turn in
      turn.value.swaps.sorted { $0.key < $1.key }.map { (turn.key, out: $0.key, in: $0.value) }
    }
    withdrawals = plan.withdrawals.sorted { $0.key < $1.key }.map { (gift: $0.key, at: $0.value) }
    carried = columns(plan.carried?.places ?? [])
  }
}
