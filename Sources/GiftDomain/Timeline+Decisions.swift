// The decisions behind publish, retire and rollback: from what is planned and what is wanted to
// what shall be, or the reason why not. Each answer equals the timeline itself when there is
// nothing to do, so running a verb twice is running it once.
extension Timeline {
  /// `version` plays in `window`, and not right behind it: another version that runs when it
  /// begins comes back when it ends, if it was to run that long.
  ///
  /// Throws `Rejection.instantInPast` when it would rewrite what was shown, `overlapsPlanned` when
  /// an entry that has yet to begin is in the way and `replacing` is false; with `replacing` those
  /// parts go.
  package func publishing(
    _ version: VersionNumber, of gift: GiftID, in window: Window, now: Timestamp,
    replacing: Bool = false
  ) throws(Rejection) -> Timeline {
    let new = TimelineEntry(window: window, version: version)
    let published = givingWay(to: new)
    guard published != self else { return self }
    guard window.from >= now else { throw .instantInPast(window.from, now: now) }
    let running = entry(at: now)
    let planned = entries.filter {
      $0.window.from > now && $0.isInTheWay(of: new)
        && !(window.until != nil && $0.isComingBack(of: running))
    }
    guard planned.isEmpty || replacing else { throw .overlapsPlanned(gift, planned) }
    return published
  }

  /// Nothing plays from `instant` on, and nothing is planned.
  ///
  /// Throws `Rejection.instantInPast` when it would rewrite what was shown.
  package func retiring(at instant: Timestamp, now: Timestamp) throws(Rejection) -> Timeline {
    let retired = before(instant)
    guard retired != self else { return self }
    guard instant >= now else { throw .instantInPast(instant, now: now) }
    return retired
  }

  /// What `earlier` planned from now on; what was shown stays.
  package func rollingBack(to earlier: Timeline, now: Timestamp) -> Timeline {
    followed(by: earlier, from: now)
  }

  /// With `new`: entries that it meets keep what lies before and behind it, unless what lies behind
  /// would prolong it.
  private func givingWay(to new: TimelineEntry) -> Timeline {
    let kept = entries.flatMap { entry -> [TimelineEntry] in
      guard entry.isInTheWay(of: new) else { return [entry] }
      var parts: [TimelineEntry] = []
      if let head = entry.window.before(new.window.from) {
        parts.append(TimelineEntry(window: head, version: entry.version))
      }
      if entry.version != new.version, let end = new.window.until,
        let tail = entry.window.onward(from: end)
      {
        parts.append(TimelineEntry(window: tail, version: entry.version))
      }
      return parts
    }
    return Timeline.sorting(kept + [new])
  }
}

extension TimelineEntry {
  /// Whether it is what runs now, coming back for good behind windows of other versions: then one
  /// more of them is no conflict.
  fileprivate func isComingBack(of running: TimelineEntry?) -> Bool {
    window.until == nil && version == running?.version
  }

  /// Whether `new` cannot stand beside it.
  ///
  /// One of the same version that begins where `new` ends would become one entry with it: then
  /// `new` would not end when it was asked to, and asking again would cut off what was planned
  /// behind it.
  fileprivate func isInTheWay(of new: TimelineEntry) -> Bool {
    window.overlaps(new.window) || version == new.version && window.from == new.window.until
  }
}
