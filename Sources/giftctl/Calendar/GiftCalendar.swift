import GiftDomain

/// Which gifts are live when, with warnings: a pure function of a view and a span.
struct GiftCalendar: Hashable {
  struct Row: Hashable {
    let gift: GiftID
    /// Which clients get it.
    let audience: Audience
    /// Its stretches in the span, each whole, even beyond the span's ends.
    let stretches: [CalendarStretch]
    /// Whether another stretch begins after the span.
    let comesLater: Bool
  }

  /// How far beyond the span plans are computed: four weeks, in microseconds.
  private static let foresight: Int64 = 4 * 604_800_000_000

  let span: CalendarSpan
  /// The requested instant.
  let instant: Timestamp
  /// The database's clock.
  let now: Timestamp
  /// The last change that the calendar includes.
  let change: ChangeNumber
  /// The gifts that show something in the span, or will after it, by order, then id.
  let rows: [Row]
  /// The turns, in the order in which they begin.
  let turns: [PlannedTurn]
  /// The windows that overlap the span, and the standing steps that begin in it.
  let planned: [PlannedAvailability]
  let warnings: [CalendarWarning]

  /// The calendar of gifts and rotations as they were after `change`.
  ///
  /// Throws `DomainError.outOfRange` for a span that ends with the years.
  init(
    states: [GiftState], rotations: [Rotation], groups: GiftGroups, span: CalendarSpan,
    instant: Timestamp, now: Timestamp, change: ChangeNumber
  ) throws(DomainError) {
    let horizon = try span.until.advanced(byMicroseconds: Self.foresight)
    let plans = states.plans(with: rotations, from: span.from, horizon: horizon)
    self.span = span
    self.instant = instant
    self.now = now
    self.change = change
    rows = plans.map { plan in
      Row(
        gift: plan.gift, audience: plan.definition.audience,
        stretches: plan.stretches.filter { $0.window.overlaps(span.window) },
        comesLater: plan.shown.entries.contains { $0.window.from >= span.until })
    }.filter { !$0.stretches.isEmpty || $0.comesLater }
    turns = rotations.flatMap { $0.turnsAsTheyCame(from: span.from, until: span.until) }
      .sorted { ($0.turn.from, $0.rotation) < ($1.turn.from, $1.rotation) }
    planned = plans.flatMap { $0.planned(in: span.window) }
    warnings =
      CalendarChecks(
        plans: plans, rotations: rotations, turns: turns, groups: groups, span: span,
        instant: instant, horizon: horizon
      ).warnings
  }
}

/// A likely problem in a calendar.
struct CalendarWarning: Hashable {
  /// A stable word for scripts.
  enum Code: String, Hashable, CaseIterable {
    /// The catalogue is empty from a date on.
    case nothingAfter = "nothing_after"
    /// A placement or a category has gifts now, and will have none.
    case groupEmpty = "group_empty"
    /// A gift goes off for good, not with a window, and nothing begins at that instant.
    case retiresWithoutSuccessor = "retires_without_successor"
    /// A rotation has fewer gifts than a turn needs.
    case lineupShort = "lineup_short"
    /// A turn begins at a time that its zone's clock leaves out or shows twice.
    case awkwardTime = "awkward_time"
    /// A rotation shows a version that has a newer one.
    case versionSuperseded = "version_superseded"
  }

  let code: Code
  let gift: GiftID?
  let rotation: RotationName?
  let turn: Int64?
  /// The problem, as a sentence.
  let message: String

  init(
    _ code: Code, gift: GiftID? = nil, rotation: RotationName? = nil, turn: Int64? = nil,
    _ message: String
  ) {
    self.code = code
    self.gift = gift
    self.rotation = rotation
    self.turn = turn
    self.message = message
  }

}

extension GiftCalendar {
  /// Which clients get the gifts that are not for everybody, one gift per line.
  var audienceLines: [String] {
    rows.filter { !$0.audience.isEverybody }.map { "\($0.gift): for \($0.audience.phrase)" }
  }

  var document: JSONObject {
    [
      "at": instant,
      "change": change,
      "now": now,
      "from": span.from,
      "until": span.until,
      "zone": span.zone.name,
      "gifts": rows.map { row -> JSONObject in
        [
          "id": row.gift, "stretches": row.stretches.map(\.document),
          "comesLater": row.comesLater,
        ] + JSONObject(row.audience)
      },
      "warnings": warnings.map(\.document),
    ]
  }
}

extension CalendarStretch {
  fileprivate var document: JSONObject {
    [
      "layer": layer.rawValue, "version": version, "from": window.from, "until": window.until,
    ]
  }
}

extension CalendarWarning {
  fileprivate var document: JSONObject {
    [
      "code": code.rawValue, "gift": gift, "rotation": rotation, "turn": turn,
      "message": message,
    ]
  }
}
