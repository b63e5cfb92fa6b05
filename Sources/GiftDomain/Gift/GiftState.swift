/// A gift as it was after one change.
///
/// One reference and a timeline of turns, because catalogues of many gifts copy it for each
/// boundary.
package struct GiftState: Hashable, Sendable, Codable {
  /// The stored part.
  let rows: GiftRows
  /// Its turns in rotations.
  package let rotation: Timeline

  /// A state from its parts.
  package init(
    gift: GiftID, definition: Definition?, versions: [AnimationVersion],
    schedule: GiftSchedule, rotation: Timeline = .empty
  ) {
    rows = GiftRows(gift: gift, definition: definition, versions: versions, schedule: schedule)
    self.rotation = rotation
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      gift: try values.decode(GiftID.self, forKey: .gift),
      definition: try values.decodeIfPresent(Definition.self, forKey: .definition),
      versions: try values.decode([AnimationVersion].self, forKey: .versions),
      schedule: try values.decode(GiftSchedule.self, forKey: .schedule))
  }

  /// Writes the stored part; turns in rotations are computed again.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(gift, forKey: .gift)
    try values.encodeIfPresent(definition, forKey: .definition)
    try values.encode(versions, forKey: .versions)
    try values.encode(schedule, forKey: .schedule)
  }

  private enum CodingKeys: CodingKey {
    case gift, definition, versions, schedule
  }

  private init(_ rows: GiftRows, rotation: Timeline) {
    self.rows = rows
    self.rotation = rotation
  }

  /// The same gift with these turns in rotations.
  package func with(rotation: Timeline) -> GiftState { GiftState(rows, rotation: rotation) }

  /// The gift's id.
  package var gift: GiftID { rows.gift }
  /// Its definition; nil if it was rolled back to before it was added.
  package var definition: Definition? { rows.definition }
  /// Whether it has a definition; without a copy of it, because it is asked of all gifts.
  package var isDefined: Bool { rows.others != nil }
  /// Its versions, in order.
  package var versions: [AnimationVersion] { rows.versions }
  /// Its standing steps and windows.
  package var schedule: GiftSchedule { rows.schedule }

  /// The versions whose bytes are served no more.
  package var withdrawn: Set<VersionNumber> { rows.withdrawn }

  /// What viewers see over time.
  package var shown: Timeline {
    // Most gifts are in no rotation, and the catalogue reads all of them.
    rotation.entries.isEmpty ? rows.shown : rows.schedule.shown(with: rotation)
  }

  /// What viewers see at an instant, when that last changed, and when it changes next.
  func moment(at instant: Timestamp) -> Timeline.Moment {
    rotation.entries.isEmpty ? rows.shown.moment(at: instant) : shown.moment(at: instant)
  }

  /// The definition on the terms of an instant.
  package func definition(at instant: Timestamp) -> Definition? {
    definition?.on(moment(at: instant).entry?.offer.terms ?? .usual)
  }

  /// Which clients get it; nil for everybody.
  package var audience: Audience? { rows.audience }

  /// The gift as a client sees it, for which all gifts are for everybody; nil if it does not get
  /// it.
  package func seen(by client: ClientKind) -> GiftState? {
    guard let audience else { return self }
    guard audience.includes(client) else { return nil }
    return GiftState(
      gift: gift, definition: definition?.forEverybody, versions: versions, schedule: schedule,
      rotation: rotation)
  }

  /// Whether one of its placements is there: others were retired.
  package func isPlaced(in groups: GiftGroups) -> Bool { rows.isPlaced(in: groups) }

  /// The version with `number`.
  package func version(_ number: VersionNumber) -> AnimationVersion? {
    versions.first { $0.number == number }
  }

  /// The version to publish: the named one, or the latest.
  ///
  /// Throws `Rejection.giftNotFound`, `versionNotFound`, `noVersion` or `versionWithdrawn`.
  package func publishable(_ wanted: VersionNumber?) throws(Rejection) -> VersionNumber {
    guard let definition else { throw .giftNotFound(gift) }
    guard let number = wanted ?? definition.latestVersion else { throw .noVersion(gift) }
    guard version(number) != nil else {
      throw .versionNotFound(gift, number, latest: definition.latestVersion)
    }
    guard !withdrawn.contains(number) else { throw .versionWithdrawn(gift, number) }
    return number
  }

  /// The gift's status for viewers at `instant`.
  package func status(at instant: Timestamp) -> GiftStatus {
    let shown = shown
    if let entry = shown.entry(at: instant) { return .live(entry) }
    if let next = shown.next(after: instant) { return .scheduled(next) }
    if let end = shown.entries.last?.window.until { return .retired(at: end) }
    return .draft
  }

  /// Whether clients can distinguish this state from `earlier` at any instant from `now` on.
  package func looksDifferent(from earlier: GiftState, now: Timestamp) -> Bool {
    switch (definition, earlier.definition) {
    case (nil, nil): return false
    // A gift that comes or goes adds or removes its boundaries, past ones too, and the last
    // boundary is part of the catalogue's token.
    case (.some, nil): return !shown.entries.isEmpty
    case (nil, .some): return !earlier.shown.entries.isEmpty
    case (let new?, let old?):
      let plans = shown.onward(from: now)
      // Clients may have the bytes of what was ever shown, and are told not to keep them.
      let wasShown = !shown.entries.isEmpty || !earlier.shown.entries.isEmpty
      return wasShown && withdrawn != earlier.withdrawn
        || plans != earlier.shown.onward(from: now)
        || !plans.entries.isEmpty && new.looksDifferent(from: old)
        || plans.entries.contains { entry in
          version(entry.version)?.pictures?.pair != earlier.version(entry.version)?.pictures?.pair
        }
    }
  }
}

/// A gift's status for viewers at an instant.
package enum GiftStatus: Hashable, Sendable {
  /// Never shown, and nothing planned.
  case draft
  /// Not shown now; this entry comes next.
  case scheduled(TimelineEntry)
  /// Shown now, by this entry.
  case live(TimelineEntry)
  /// Shown until `at`, and nothing planned.
  case retired(at: Timestamp)

  /// Whether viewers see it.
  package var isLive: Bool { if case .live = self { true } else { false } }
}
