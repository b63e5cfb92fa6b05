import GiftDomain

/// What is shown when, and what is worrying about it: a pure function of a view and a span.
struct GiftCalendar: Hashable {
  /// One gift.
  struct Row: Hashable {
    /// The gift.
    let gift: GiftID
    /// What it shows in the span.
    let stretches: [CalendarStretch]
    /// Whether something of it begins behind the span.
    let comesLater: Bool
  }

  /// What lies so far behind the span is looked at, too: four weeks, in microseconds.
  private static let foresight: Int64 = 4 * 604_800_000_000

  /// The days.
  let span: CalendarSpan
  /// The instant that was asked for.
  let instant: Timestamp
  /// The database's clock.
  let now: Timestamp
  /// The change after which everything stands as it does here.
  let change: ChangeNumber
  /// The gifts that show something in the span, or will behind it, by order, then id.
  let rows: [Row]
  /// The turns, in the order in which they begin.
  let turns: [PlannedTurn]
  /// What is worrying.
  let warnings: [CalendarWarning]

  /// The calendar of gifts and rotations as they stood after `change`.
  ///
  /// Throws `DomainError.overlap` for rows that the store's constraints rule out, `outOfRange` for
  /// a span that ends with the years.
  init(
    states: [GiftState], rotations: [Rotation], span: CalendarSpan, instant: Timestamp,
    now: Timestamp, change: ChangeNumber
  ) throws(DomainError) {
    let horizon = try span.until.advanced(byMicroseconds: Self.foresight)
    let plans = try states.plans(with: rotations, from: span.from, horizon: horizon)
    self.span = span
    self.instant = instant
    self.now = now
    self.change = change
    rows = plans.map { plan in
      Row(
        gift: plan.gift, stretches: plan.stretches(in: span),
        comesLater: plan.shown.entries.contains { $0.window.from >= span.until })
    }.filter { !$0.stretches.isEmpty || $0.comesLater }
    turns = rotations.flatMap { $0.turnsAsTheyCame(from: span.from, until: span.until) }
      .sorted { ($0.turn.from, $0.rotation) < ($1.turn.from, $1.rotation) }
    warnings =
      CalendarWorries(
        plans: plans, rotations: rotations, turns: turns, span: span, instant: instant,
        horizon: horizon
      ).warnings
  }
}
