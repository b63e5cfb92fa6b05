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
      number = try nextNumber()
      versions.append(
        AnimationVersion(
          gift: gift, number: number, asset: candidate.asset, byteCount: candidate.byteCount,
          facts: candidate.facts, since: change))
    }
    let same = DefinitionPatch()
    return with(
      try same.applied(to: definition, of: gift, latestVersion: number), versions)
  }

  /// With a version in a window of the base layer; nil takes the latest version.
  ///
  /// Throws `Rejection.giftNotFound`, `versionNotFound`, `noVersion`, `instantInPast` or
  /// `overlapsPlanned`.
  func publishing(
    _ version: VersionNumber?, in window: Window, now: Timestamp, replacing: Bool
  ) throws(Rejection) -> GiftState {
    let number = try publishable(version)
    return with(
      base: try base.publishing(number, of: gift, in: window, now: now, replacing: replacing))
  }

  /// With nothing on the base layer from `instant` on.
  ///
  /// Throws `Rejection.giftNotFound` or `instantInPast`.
  func retiring(at instant: Timestamp, now: Timestamp) throws(Rejection) -> GiftState {
    guard definition != nil else { throw .giftNotFound(gift) }
    return with(base: try base.retiring(at: instant, now: now))
  }

  /// With the definition of `earlier`, and with its plans from `now` on; what was shown stays,
  /// and so do versions, which nothing shows unless it is planned.
  func rollingBack(to earlier: GiftState, now: Timestamp) -> GiftState {
    GiftState(
      gift: gift, definition: earlier.definition, versions: versions,
      base: base.rollingBack(to: earlier.base, now: now), rotation: rotation)
  }

  private func with(_ definition: Definition, _ versions: [AnimationVersion]) -> GiftState {
    GiftState(
      gift: gift, definition: definition, versions: versions, base: base, rotation: rotation)
  }

  private func with(base: Timeline) -> GiftState {
    GiftState(
      gift: gift, definition: definition, versions: versions, base: base, rotation: rotation)
  }

  private func nextNumber() throws(Rejection) -> VersionNumber {
    guard let last = versions.last else { return .first }
    do {
      return try last.number.next()
    } catch {
      throw .invalid(error)
    }
  }
}
