// The decisions for publish, retire and rollback: from a schedule and a request to the new
// schedule, or the reason for refusal. If nothing changes, the result equals the schedule itself,
// so verbs are idempotent; and each touches only one layer, so a window never cuts or extends the
// layers below.
extension GiftSchedule {
  /// With another standing version from an instant on, until the next step.
  ///
  /// Later steps stay, unless they may be replaced. Throws `Rejection.instantInPast` if it would
  /// rewrite the past, `overlapsPlanned` if a step of another version is planned for that very
  /// instant and may not be replaced.
  package func publishing(
    _ version: VersionNumber, of gift: GiftID, from: Timestamp, now: Timestamp,
    replacing replacement: Replacement
  ) throws(Rejection) -> GiftSchedule {
    let isReplacing = replacement != .nothing
    let start = max(from, now)
    let later = isReplacing ? [] : standing.filter { $0.window.from > start }
    // A step for a future instant is kept even if the version is already standing by then, because
    // earlier steps may be edited.
    let isSet =
      from > now
      ? standing.contains { $0.window.from == from && $0.version == version }
      : step(at: from)?.version == version
    let isOvertaken = standing.contains { $0.window.from > from && $0.window.from <= now }
    if isSet, !isReplacing || !isOvertaken {
      return GiftSchedule(
        standing: standing.filter { $0.window.from <= start } + later, windows: windows)
    }
    guard from >= now else { throw .instantInPast(from, now: now) }
    let planned = standing.filter { $0.window.from == from && from > now }
    guard planned.isEmpty || isReplacing else { throw .overlapsPlanned(gift, planned) }
    let step = Availability(window: .open(from: from), version: version)
    return GiftSchedule(
      standing: standing.filter { $0.window.from < from } + [step] + later, windows: windows)
  }

  /// With a window that makes an offer, or shows nothing, above all other layers.
  ///
  /// Throws `Rejection.instantInPast` if it would rewrite the past, `overlapsPlanned` if another
  /// window overlaps that may not be replaced, and `invalid` for an empty window.
  package func laying(
    _ offer: Offer?, of gift: GiftID, from: Timestamp, until: Timestamp,
    now: Timestamp, replacing: Replacement
  ) throws(Rejection) -> GiftSchedule {
    guard let window = Window(checking: from, until: until) else {
      throw .invalid(.emptyWindow(from: from, until: until))
    }
    let new = Availability(window: window, offer: offer)
    guard !windows.contains(new) else { return self }
    guard from >= now else { throw .instantInPast(from, now: now) }
    return try with(new, beside: windows, of: gift, now: now, replacing: replacing)
  }

  /// With another end of one of its windows.
  ///
  /// Throws as `laying` does.
  package func moving(
    _ held: Availability, of gift: GiftID, until: Timestamp, now: Timestamp,
    replacing: Replacement
  ) throws(Rejection) -> GiftSchedule {
    guard let end = held.window.until, end != until else { return self }
    guard end >= now else { throw .instantInPast(held.window.from, now: now) }
    guard until >= now else { throw .instantInPast(until, now: now) }
    let others = windows.filter { $0 != held }
    // A window that would end when it begins is removed.
    guard let window = Window(checking: held.window.from, until: until) else {
      return GiftSchedule(standing: standing, windows: others)
    }
    return try with(
      held.during(window), beside: others, of: gift, now: now, replacing: replacing)
  }

  private func with(
    _ new: Availability, beside others: [Availability], of gift: GiftID, now: Timestamp,
    replacing: Replacement
  ) throws(Rejection) -> GiftSchedule {
    let planned = others.filter { $0.window.overlaps(new.window) }
    let kept: [Availability]
    switch replacing {
    case .nothing:
      guard planned.isEmpty else { throw .overlapsPlanned(gift, planned) }
      kept = others
    case .whole:
      kept = others.compactMap { other in
        guard planned.contains(other) else { return other }
        return other.window.from < now ? other.before(new.window.from) : nil
      }
    case .overlap: kept = others.flatMap { $0.parts(beside: new.window) }
    }
    return GiftSchedule(standing: standing, windows: kept + [new])
  }

  /// With nothing shown or planned from `instant` on, on either layer.
  ///
  /// Throws `Rejection.instantInPast` if it would rewrite the past.
  package func retiring(at instant: Timestamp, now: Timestamp) throws(Rejection) -> GiftSchedule {
    try standing(
      until: instant, windows: windows.compactMap { $0.before(instant) }, now: now)
  }

  /// Without a standing version from `instant` on; windows stay.
  ///
  /// Throws `Rejection.instantInPast` if the past would change.
  package func steppingDown(at instant: Timestamp, now: Timestamp) throws(Rejection) -> GiftSchedule
  {
    try standing(until: instant, windows: windows, now: now)
  }

  private func standing(
    until instant: Timestamp, windows: [Availability], now: Timestamp
  ) throws(Rejection) -> GiftSchedule {
    let kept = standing.filter { $0.window.from < instant }
    let end = Availability(window: .open(from: instant), version: nil)
    let left = GiftSchedule(
      standing: kept + (kept.last?.version == nil ? [] : [end]), windows: windows)
    guard left != self else { return self }
    guard instant >= now else { throw .instantInPast(instant, now: now) }
    return left
  }

  /// Without plans for some versions from now on: what lies below their windows shows, and after
  /// a current one of them nothing until the next step.
  package func dropping(_ versions: Set<VersionNumber>, now: Timestamp) -> GiftSchedule {
    let isDropped = { (plan: Availability) in plan.version.map(versions.contains) ?? false }
    let past = standing.filter { $0.window.from < now }
    let coming = standing.filter { $0.window.from >= now && !isDropped($0) }
    let isCut =
      (standing.last { $0.window.from <= now }.map(isDropped) ?? false)
      && past.last?.version != nil && coming.first?.window.from != now
    let end = Availability(window: .open(from: now), version: nil)
    return GiftSchedule(
      standing: past + (isCut ? [end] : []) + coming,
      windows: windows.compactMap { isDropped($0) ? $0.before(now) : $0 })
  }

  /// With the plans of `earlier` from now on; the past stays.
  package func rollingBack(to earlier: GiftSchedule, now: Timestamp) -> GiftSchedule {
    GiftSchedule(
      standing: standing(from: earlier, now: now), windows: windows(from: earlier, now: now))
  }

  private func standing(from earlier: GiftSchedule, now: Timestamp) -> [Availability] {
    let past = standing.filter { $0.window.from < now }
    let coming = earlier.standing.filter { $0.window.from >= now }
    let version = earlier.step(at: now)?.version
    guard coming.first?.window.from != now, past.last?.version != version else {
      return past + coming
    }
    return past + [Availability(window: .open(from: now), version: version)] + coming
  }

  private func windows(from earlier: GiftSchedule, now: Timestamp) -> [Availability] {
    let kept = windows.filter(earlier.windows.contains)
    var past = windows.filter { !kept.contains($0) }.compactMap { $0.before(now) }
    let joined = earlier.windows.filter { !kept.contains($0) }.compactMap {
      whole -> Availability? in
      guard let next = whole.onward(from: now) else { return nil }
      // Two parts of one window that meet at this instant are joined again.
      guard whole.window.from < now,
        let index = past.firstIndex(where: {
          $0.window.until == now && $0.offer == whole.offer
        })
      else { return next }
      let head = past.remove(at: index)
      return head.during(head.window.extended(until: next.window.until))
    }
    return kept + past + joined
  }
}
