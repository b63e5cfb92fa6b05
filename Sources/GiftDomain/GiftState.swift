/// A gift as it stood after one change.
package struct GiftState: Hashable, Sendable {
  /// The gift.
  package let gift: GiftID
  /// Its definition; nil when it was rolled back to before it was added.
  package let definition: Definition?
  /// Its versions, in order.
  package let versions: [AnimationVersion]
  /// What is planned on the base layer.
  package let base: Timeline
  /// What rotations bring.
  package let rotation: Timeline

  /// A state from its parts.
  package init(
    gift: GiftID, definition: Definition?, versions: [AnimationVersion], base: Timeline,
    rotation: Timeline = .empty
  ) {
    self.gift = gift
    self.definition = definition
    self.versions = versions
    self.base = base
    self.rotation = rotation
  }

  /// What viewers see over time: the rotation above the base.
  package var shown: Timeline {
    // Most gifts are in no rotation, and the catalogue asks them all.
    rotation.entries.isEmpty ? base : base.covered(by: rotation)
  }

  /// The version with `number`.
  package func version(_ number: VersionNumber) -> AnimationVersion? {
    versions.first { $0.number == number }
  }

  /// The version to publish: the one named, or the latest.
  ///
  /// Throws `Rejection.giftNotFound`, `versionNotFound` or `noVersion`.
  package func publishable(_ wanted: VersionNumber?) throws(Rejection) -> VersionNumber {
    guard let definition else { throw .giftNotFound(gift) }
    guard let wanted else {
      guard let latest = definition.latestVersion else { throw .noVersion(gift) }
      return latest
    }
    guard version(wanted) != nil else {
      throw .versionNotFound(gift, wanted, latest: definition.latestVersion)
    }
    return wanted
  }

  /// What the gift is to viewers at `instant`.
  package func status(at instant: Timestamp) -> GiftStatus {
    let shown = shown
    if let entry = shown.entry(at: instant) { return .live(entry) }
    if let next = shown.next(after: instant) { return .scheduled(next) }
    if let end = shown.entries.last?.window.until { return .retired(at: end) }
    return .draft
  }

  /// Whether clients can tell this state from `earlier`, at any instant from `now` on.
  package func looksDifferent(from earlier: GiftState, now: Timestamp) -> Bool {
    switch (definition, earlier.definition) {
    case (nil, nil): return false
    // A gift that comes or goes brings or takes its boundaries, past ones too, and the last
    // boundary is part of the catalogue's token.
    case (.some, nil): return !shown.entries.isEmpty
    case (nil, .some): return !earlier.shown.entries.isEmpty
    case (let new?, let old?):
      let plans = shown.onward(from: now)
      return plans != earlier.shown.onward(from: now)
        || !plans.entries.isEmpty && new.looksDifferent(from: old)
    }
  }
}

/// What a gift is to viewers at an instant.
package enum GiftStatus: Hashable, Sendable {
  /// Never shown, and nothing planned.
  case draft
  /// Not shown now; this comes next.
  case scheduled(TimelineEntry)
  /// Shown now.
  case live(TimelineEntry)
  /// Shown until `at`, and nothing planned.
  case retired(at: Timestamp)
}
