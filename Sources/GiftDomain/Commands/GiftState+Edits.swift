// What each verb makes of a gift: pure, and the state itself when there is nothing to do.
extension GiftState {
  /// With a patched definition, which makes a new gift of one that has none.
  ///
  /// Throws `Rejection.definitionIncomplete` for a new gift without name or price, `invalid`
  /// above the limits.
  func defining(_ patch: DefinitionPatch) throws(Rejection) -> GiftState {
    // Versions outlive a rollback to before the gift was added.
    let latest = definition?.latestVersion ?? versions.last?.number
    return with(try patch.applied(to: definition, of: gift, latestVersion: latest), versions)
  }

  /// With a new version, which becomes the latest; bytes that the gift already has make no new
  /// version, and theirs becomes the latest again.
  ///
  /// Throws `Rejection.giftNotFound` for a gift without definition, `invalid` when there are no
  /// numbers left.
  func adding(
    _ candidate: AnimationCandidate, change: ChangeNumber
  ) throws(Rejection) -> GiftState {
    guard definition != nil else { throw .giftNotFound(gift) }
    var versions = versions
    let number: VersionNumber
    if let known = versions.first(where: { $0.asset == candidate.asset }) {
      number = known.number
    } else {
      let last = versions.last?.number
      number = try valid { () throws(DomainError) in try last?.next() ?? .first }
      versions.append(
        AnimationVersion(
          gift: gift, number: number, asset: candidate.asset, byteCount: candidate.byteCount,
          facts: candidate.facts, since: change))
    }
    let same = DefinitionPatch()
    return with(try same.applied(to: definition, of: gift, latestVersion: number), versions)
  }

  /// With a version from an instant on, nil for now, or in a window; nil takes the latest version.
  ///
  /// Throws `Rejection.giftNotFound`, `versionNotFound`, `noVersion`, `instantInPast`,
  /// `overlapsPlanned` or `invalid`.
  func publishing(
    _ version: VersionNumber?, from: Timestamp?, until: Timestamp?, now: Timestamp,
    replacing: Bool
  ) throws(Rejection) -> GiftState {
    let number = try publishable(version)
    let start = from ?? now
    guard let until else {
      return with(
        try schedule.publishing(number, of: gift, from: start, now: now, replacing: replacing))
    }
    guard start < until else { throw .invalid(.emptyWindow(from: start, until: until)) }
    guard let held = schedule.window(at: start), held.version == number,
      from == nil || held.window.from == start
    else {
      return with(
        try schedule.laying(
          number, of: gift, from: start, until: until, now: now, replacing: replacing))
    }
    return with(try schedule.moving(held, of: gift, until: until, now: now, replacing: replacing))
  }

  /// With another end of the window that runs, nil for now; without one that shows a version, with
  /// a window that shows the latest until then.
  ///
  /// Throws as `publishing` does.
  func ending(
    at until: Timestamp?, now: Timestamp, replacing: Bool
  ) throws(Rejection) -> GiftState {
    guard definition != nil else { throw .giftNotFound(gift) }
    if let until, until <= now { throw .invalid(.emptyWindow(from: now, until: until)) }
    guard let held = schedule.window(at: now), held.version != nil else {
      guard let until else { return self }
      return try publishing(nil, from: now, until: until, now: now, replacing: replacing)
    }
    return with(
      try schedule.moving(held, of: gift, until: until ?? now, now: now, replacing: replacing))
  }

  /// With a window that shows nothing; one that does already, and for longer, is left alone unless
  /// `replacing`.
  ///
  /// Throws `Rejection.giftNotFound`, `instantInPast`, `overlapsPlanned` or `invalid`.
  func hiding(
    from: Timestamp, until: Timestamp, now: Timestamp, replacing: Bool
  ) throws(Rejection) -> GiftState {
    guard definition != nil else { throw .giftNotFound(gift) }
    guard from < until else { throw .invalid(.emptyWindow(from: from, until: until)) }
    guard let held = schedule.window(at: from), held.version == nil, let end = held.window.until
    else {
      return with(
        try schedule.laying(
          nil, of: gift, from: from, until: until, now: now, replacing: replacing))
    }
    guard replacing || end < until else { return self }
    return with(try schedule.moving(held, of: gift, until: until, now: now, replacing: replacing))
  }

  /// With nothing from `instant` on, apart from rotations.
  ///
  /// Throws `Rejection.giftNotFound` or `instantInPast`.
  func retiring(at instant: Timestamp, now: Timestamp) throws(Rejection) -> GiftState {
    guard definition != nil else { throw .giftNotFound(gift) }
    return with(try schedule.retiring(at: instant, now: now))
  }

  /// With the definition of `earlier`, and with its plans from `now` on; what was shown stays,
  /// and so do versions, which nothing shows unless it is planned.
  func rollingBack(to earlier: GiftState, now: Timestamp) -> GiftState {
    GiftState(
      gift: gift, definition: earlier.definition, versions: versions,
      schedule: schedule.rollingBack(to: earlier.schedule, now: now), rotation: rotation)
  }

  private func with(_ definition: Definition, _ versions: [AnimationVersion]) -> GiftState {
    GiftState(
      gift: gift, definition: definition, versions: versions, schedule: schedule,
      rotation: rotation)
  }

  private func with(_ schedule: GiftSchedule) -> GiftState {
    GiftState(
      gift: gift, definition: definition, versions: versions, schedule: schedule,
      rotation: rotation)
  }
}
