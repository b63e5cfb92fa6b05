// The decisions behind publish, retire and rollback: from what is planned and what is wanted to
// what shall be, or the reason why not. Each answer equals the schedule itself when there is
// nothing to do, so running a verb twice is running it once; and each touches one layer only,
// so what lies below a window is neither cut nor prolonged by it.
extension GiftSchedule {
  /// With another standing version from an instant on, until the next step.
  ///
  /// Later steps stay; with `replacing` they go. Throws `Rejection.instantInPast` when it would
  /// rewrite what was shown, `overlapsPlanned` when a step of another version is planned for that
  /// very instant and `replacing` is false.
  package func publishing(
    _ version: VersionNumber, of gift: GiftID, from: Timestamp, now: Timestamp, replacing: Bool
  ) throws(Rejection) -> GiftSchedule {
    let isSet =
      step(at: from)?.version == version
      && !standing.contains { $0.window.from > from && $0.window.from <= now }
    let start = max(from, now)
    let later = replacing ? [] : standing.filter { $0.window.from > start }
    if isSet {
      return with(standing: standing.filter { $0.window.from <= start } + later)
    }
    guard from >= now else { throw .instantInPast(from, now: now) }
    let planned = standing.filter { $0.window.from == from && from > now }
    guard planned.isEmpty || replacing else { throw .overlapsPlanned(gift, planned) }
    let step = Availability(window: .open(from: from), version: version)
    return with(standing: standing.filter { $0.window.from < from } + [step] + later)
  }

  /// With a window that shows a version, or nothing, above all else.
  ///
  /// Where `from` lies in a window that shows the same and has not ended, that window's end
  /// becomes `until`. Throws `Rejection.instantInPast` when it would rewrite what was shown,
  /// `overlapsPlanned` when another window is in the way and `replacing` is false; with it, other
  /// windows keep what lies outside. Throws `invalid` for a window without time.
  package func laying(
    _ version: VersionNumber?, of gift: GiftID, from: Timestamp, until: Timestamp,
    now: Timestamp, replacing: Bool
  ) throws(Rejection) -> GiftSchedule {
    guard var window = Window(checking: from, until: until) else {
      throw .invalid(.emptyWindow(from: from, until: until))
    }
    var others = windows
    if let held = self.window(at: from), held.version == version, let end = held.window.until {
      guard end != until else { return self }
      guard end >= now else { throw .instantInPast(from, now: now) }
      guard until >= now else { throw .instantInPast(until, now: now) }
      window = Window(checking: held.window.from, until: until) ?? window
      others.removeAll { $0 == held }
    } else if from < now {
      throw .instantInPast(from, now: now)
    }
    let planned = others.filter { $0.window.overlaps(window) }
    guard planned.isEmpty || replacing else { throw .overlapsPlanned(gift, planned) }
    return with(
      windows: others.flatMap { $0.parts(beside: window) }
        + [Availability(window: window, version: version)])
  }

  /// Nothing from `instant` on, on any layer, and nothing planned.
  ///
  /// Throws `Rejection.instantInPast` when it would rewrite what was shown.
  package func retiring(at instant: Timestamp, now: Timestamp) throws(Rejection) -> GiftSchedule {
    let kept = standing.filter { $0.window.from < instant }
    let end = Availability(window: .open(from: instant), version: nil)
    let retired = GiftSchedule(
      standing: kept + (kept.last?.version == nil ? [] : [end]),
      windows: windows.compactMap { $0.before(instant) })
    guard retired != self else { return self }
    guard instant >= now else { throw .instantInPast(instant, now: now) }
    return retired
  }

  /// What `earlier` planned from now on; what was shown stays.
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
      // What was one window and is cut at this instant is one again.
      guard whole.window.from < now,
        let index = past.firstIndex(where: {
          $0.window.until == now && $0.version == whole.version
        })
      else { return next }
      let head = past.remove(at: index)
      return head.during(head.window.extended(until: next.window.until))
    }
    return kept + past + joined
  }

  private func with(standing: [Availability]) -> GiftSchedule {
    GiftSchedule(standing: standing, windows: windows)
  }

  private func with(windows: [Availability]) -> GiftSchedule {
    GiftSchedule(standing: standing, windows: windows)
  }
}
