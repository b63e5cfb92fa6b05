package import GiftDomain

/// How far a database's history of changes goes, and whether another one is the same.
///
/// A standby may lag, an old primary may come back unfenced, and a promotion may lose the last
/// changes: the number of a change alone does not say which history it belongs to.
package struct HistoryPosition: Hashable, Sendable, Codable {
  /// When change 1 was made; nil when there is none.
  package let begun: Timestamp?
  /// The newest change.
  package let change: ChangeNumber
  /// When that was made; the epoch when there is none.
  package let changedAt: Timestamp
  /// Its digest, which chains all changes before it; nil when there is none.
  package let digest: SHA256Digest?
  /// The highest timeline of a primary that was read; nil when only standbys were.
  ///
  /// Each promotion begins a new one (PostgreSQL documentation, "Timelines").
  package let timeline: Int64?
  /// The cluster in which that counts; nil before anything was read.
  ///
  /// A primary and its standbys have one, and what `pg_upgrade` or `initdb` makes has another,
  /// whose timelines begin anew (PostgreSQL documentation, `pg_control_system`).
  package let systemIdentifier: Int64?

  /// Before anything was read.
  package static let unread = HistoryPosition(
    begun: nil, change: .zero, changedAt: .epoch, digest: nil, timeline: nil, systemIdentifier: nil)

  /// What a database is to who was here, going by where it is and by the digest of the change that
  /// it has under the number of ours; nil when it has none.
  ///
  /// `isFromFile`: what we know was kept from an earlier run, perhaps of another database.
  package func relation(
    to found: HistoryPosition, underOurs seen: SHA256Digest?, isFromFile: Bool
  ) -> HistoryRelation {
    if isFromFile, let begun, let other = found.begun, begun != other { return .otherHistory }
    let isSameSystem = systemIdentifier == found.systemIdentifier
    if isSameSystem, let timeline, let other = found.timeline, other < timeline {
      return .leftBehind
    }
    if change == .zero || seen != nil && seen == digest { return .continued }
    // Some of our changes are not there. It has gone on without them if its last one came later
    // than ours, and may be believed if it was promoted meanwhile.
    guard found.changedAt > changedAt, let other = found.timeline else { return .lacksChanges }
    let isPromoted = timeline.map { isSameSystem && other > $0 } ?? true
    return isPromoted || isFromFile ? .otherHistory : .lacksChanges
  }

  /// This position with the higher one of two timelines of one system.
  func keepingTimeline(of earlier: HistoryPosition) -> HistoryPosition {
    let isSameSystem = systemIdentifier == earlier.systemIdentifier
    let timelines = [timeline, isSameSystem ? earlier.timeline : nil].compactMap(\.self)
    return HistoryPosition(
      begun: begun, change: change, changedAt: changedAt, digest: digest,
      timeline: timelines.max(), systemIdentifier: systemIdentifier)
  }

  /// What a database is to who has read one before.
  package enum HistoryRelation: Hashable, Sendable {
    /// The same history, as far or farther.
    case continued
    /// One that is to be read from the beginning: it went on without changes that were seen.
    case otherHistory
    /// One that lacks changes that were seen: it is not to be believed.
    case lacksChanges
    /// A primary that knows nothing of a promotion that was seen: it is not to be believed.
    case leftBehind
  }
}

/// The catalogue as it was read by who follows it.
package struct FollowedCatalogue: Hashable, Sendable {
  /// The rows.
  package let view: CatalogueView
  /// Their position in the history.
  package let position: HistoryPosition
  /// Whether they were kept from an earlier run, and no database was read since.
  package let isFromFile: Bool

  /// What was read.
  package init(view: CatalogueView, position: HistoryPosition, isFromFile: Bool) {
    self.view = view
    self.position = position
    self.isFromFile = isFromFile
  }
}

/// What reading once more gave.
package struct CatalogueReading: Hashable, Sendable {
  /// The rows; nil when nothing was edited since.
  package let view: CatalogueView?
  /// Their position in the history.
  package let position: HistoryPosition
  /// The database's clock.
  package let now: Timestamp
}
