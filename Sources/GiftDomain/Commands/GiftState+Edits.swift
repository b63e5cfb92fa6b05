// The effect of each verb on a gift: pure functions that return the state itself if nothing
// changes.
extension GiftState {
  /// With a patched definition, which adds the gift if it has none; a placement that it returns to
  /// has the number that it had in `past`.
  ///
  /// Throws `Rejection.definitionIncomplete` for a new gift without name or price, `invalid`
  /// above the limits.
  func defining(
    _ patch: DefinitionPatch, past: [Recorded<Definition>]
  ) throws(Rejection) -> GiftState {
    // Versions outlive a rollback to before the gift was added.
    let latest = definition?.latestVersion ?? versions.last?.number
    let defined = try patch.applied(to: definition, of: gift, latestVersion: latest) { placement in
      past.filter { $0.value.places[placement] != nil }.max { $0.since < $1.since }?
        .value.places[placement]
    }
    return with(defined, versions)
  }

  /// With a new version, which becomes the latest; for bytes that the gift already has, unless
  /// another playback is chosen, their version becomes the latest again.
  ///
  /// Throws `Rejection.giftNotFound` for a gift without definition, `invalid` if no number is left,
  /// or for a playback that cannot be.
  func adding(
    _ candidate: AnimationCandidate, change: ChangeNumber
  ) throws(Rejection) -> GiftState {
    guard definition != nil else { throw .giftNotFound(gift) }
    var versions = versions
    let number: VersionNumber
    let same = versions.filter { $0.asset == candidate.asset }
    let last = same.last { $0.number == definition?.latestVersion } ?? same.last
    let playback = try candidate.chosen.applied(to: last?.playback ?? candidate.playback)
    if let known = same.first(where: { $0.playback == playback }) {
      number = known.number
    } else {
      let highest = versions.last?.number
      let version = try valid { () throws(DomainError) in
        try AnimationVersion(
          gift: gift, number: highest?.next() ?? .first, asset: candidate.asset,
          byteCount: candidate.byteCount, facts: candidate.facts, playback: playback, since: change,
          // The same bytes look the same.
          pictures: last?.pictures)
      }
      number = version.number
      versions.append(version)
    }
    let unchanged = DefinitionPatch()
    return with(try unchanged.applied(to: definition, of: gift, latestVersion: number), versions)
  }

  /// With the pictures of the versions that have these bytes, unless they have some that are not to
  /// be replaced.
  ///
  /// Throws `Rejection.animationNotFound` if none has these bytes.
  func picturing(
    _ animation: SHA256Digest, _ pictures: VersionPictures, replacing: Bool
  ) throws(Rejection) -> GiftState {
    guard versions.contains(where: { $0.asset == animation }) else {
      throw .animationNotFound(gift, animation)
    }
    return GiftState(
      gift: gift, definition: definition,
      versions: versions.map { version in
        // What is withdrawn keeps the pictures that nobody may have.
        guard version.asset == animation, replacing || version.pictures?.pair == nil,
          !withdrawn.contains(version.number)
        else { return version }
        return version.with(pictures)
      },
      schedule: schedule, rotation: rotation)
  }

  /// With a version from an instant on (nil: now), or in a window; a nil version is the latest.
  ///
  /// Nil terms are those of the window whose end is moved, or the usual ones.
  ///
  /// Throws `Rejection.giftNotFound`, `versionNotFound`, `noVersion`, `instantInPast`,
  /// `overlapsPlanned`, `notInGifts` for an order elsewhere, or `invalid`, also for terms without
  /// an end.
  func publishing(
    _ version: VersionNumber?, from: Timestamp?, until: Timestamp?, on terms: Terms? = nil,
    now: Timestamp, replacing: Replacement
  ) throws(Rejection) -> GiftState {
    let number = try publishable(version)
    if terms?.order != nil, definition?.order == nil { throw .notInGifts(gift) }
    let start = from ?? now
    guard let until else {
      guard terms ?? .usual == .usual else { throw .invalid(.termsWithoutEnd) }
      return with(
        try schedule.publishing(number, of: gift, from: start, now: now, replacing: replacing))
    }
    guard start < until else { throw .invalid(.emptyWindow(from: start, until: until)) }
    guard let held = schedule.window(at: start), held.version == number,
      from == nil || held.window.from == start, terms ?? held.offer?.terms == held.offer?.terms
    else {
      return with(
        try schedule.laying(
          Offer(number, terms: terms ?? .usual), of: gift, from: start, until: until, now: now,
          replacing: replacing))
    }
    return with(try schedule.moving(held, of: gift, until: until, now: now, replacing: replacing))
  }

  /// With another end of the current window (nil: now); if none shows a version, with a window that
  /// shows the latest until then.
  ///
  /// Throws as `publishing` does.
  func ending(
    at until: Timestamp?, now: Timestamp, replacing: Replacement
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

  /// With a window that shows nothing; an existing longer one is left alone unless it may be
  /// replaced.
  ///
  /// Throws `Rejection.giftNotFound`, `instantInPast`, `overlapsPlanned` or `invalid`.
  func hiding(
    from: Timestamp, until: Timestamp, now: Timestamp, replacing: Replacement
  ) throws(Rejection) -> GiftState {
    guard definition != nil else { throw .giftNotFound(gift) }
    guard from < until else { throw .invalid(.emptyWindow(from: from, until: until)) }
    guard let held = schedule.window(at: from), held.version == nil, let end = held.window.until
    else {
      return with(
        try schedule.laying(
          nil, of: gift, from: from, until: until, now: now, replacing: replacing))
    }
    guard replacing != .nothing || end < until else { return self }
    return with(try schedule.moving(held, of: gift, until: until, now: now, replacing: replacing))
  }

  /// Off from `instant` on, except in rotations.
  ///
  /// Throws `Rejection.giftNotFound` or `instantInPast`.
  func retiring(at instant: Timestamp, now: Timestamp) throws(Rejection) -> GiftState {
    guard definition != nil else { throw .giftNotFound(gift) }
    return with(try schedule.retiring(at: instant, now: now))
  }

  /// Without a standing version from `instant` on: it shows in windows and rotations alone.
  ///
  /// Throws `Rejection.giftNotFound` or `instantInPast`.
  func steppingDown(at instant: Timestamp, now: Timestamp) throws(Rejection) -> GiftState {
    guard definition != nil else { throw .giftNotFound(gift) }
    return with(try schedule.steppingDown(at: instant, now: now))
  }

  /// With the definition of `earlier`, and its plans from `now` on; the past stays, and so do
  /// versions, which are not shown unless planned.
  ///
  /// What is withdrawn stays so, and is not planned: a gift with such versions is not rolled back
  /// to before it was added, but goes off.
  func rollingBack(to earlier: GiftState, now: Timestamp) -> GiftState {
    let restored = earlier.definition ?? (withdrawn.isEmpty ? nil : definition)
    return GiftState(
      gift: gift, definition: restored?.withdrawing(withdrawn), versions: versions,
      schedule: schedule.rollingBack(to: earlier.schedule, now: now), rotation: rotation
    ).withoutWithdrawn(now: now)
  }

  /// With the versions that have these bytes withdrawn, and not planned from now on; or with them
  /// allowed again, which plans nothing.
  ///
  /// A gift that was rolled back to before it was added is there again, with the last definition of
  /// `past`. Throws `Rejection.giftNotFound`, or `animationNotFound` if none has these bytes.
  func withdrawing(
    _ animation: SHA256Digest, _ isWithdrawn: Bool, past: [Recorded<Definition>], now: Timestamp
  ) throws(Rejection) -> GiftState {
    let last = past.max { $0.since < $1.since }?.value
    guard let definition = definition ?? (isWithdrawn ? last : nil) else {
      if isWithdrawn || last == nil { throw .giftNotFound(gift) }
      return self
    }
    let numbers = Set(versions.filter { $0.asset == animation }.map(\.number))
    guard !numbers.isEmpty else { throw .animationNotFound(gift, animation) }
    guard isWithdrawn else {
      return with(definition.withdrawing(withdrawn.subtracting(numbers)), versions)
    }
    return with(definition.withdrawing(withdrawn.union(numbers)), versions)
      .withoutWithdrawn(now: now)
  }

  /// Without plans for withdrawn versions from now on.
  private func withoutWithdrawn(now: Timestamp) -> GiftState {
    withdrawn.isEmpty ? self : with(schedule.dropping(withdrawn, now: now))
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
