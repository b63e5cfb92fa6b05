package import GiftDomain

/// The position in a database's history of changes, for comparison with another database.
///
/// A standby may lag, an old primary may come back unfenced, and a promotion may lose the last
/// changes: a change's number alone does not identify its history.
package struct HistoryPosition: Hashable, Sendable, Codable {
  /// When change 1 was made; nil if there is none.
  package let begun: Timestamp?
  /// The newest change.
  package let change: ChangeNumber
  /// When that change was made; the epoch if there is none.
  package let changedAt: Timestamp
  /// Its digest, which chains all changes before it; nil if there is none.
  package let digest: SHA256Digest?
  /// The highest timeline of a primary that was read; nil if only standbys were.
  ///
  /// Each promotion begins a new one (PostgreSQL documentation, "Timelines").
  package let timeline: Int64?
  /// The cluster of that timeline; nil before anything was read.
  ///
  /// A primary and its standbys share one; `pg_upgrade` or `initdb` creates another, whose
  /// timelines start again (PostgreSQL documentation, `pg_control_system`).
  package let systemIdentifier: Int64?

  /// Before anything was read.
  package static let unread = HistoryPosition(
    begun: nil, change: .zero, changedAt: .epoch, digest: nil, timeline: nil, systemIdentifier: nil)

  /// How a database relates to this position, given its own and the digest of its change with our
  /// number; nil if it has none.
  ///
  /// `isFromFile`: this position was saved by an earlier run, perhaps for another database.
  package func relation(
    to found: HistoryPosition, underOurs seen: SHA256Digest?, isFromFile: Bool
  ) -> HistoryRelation {
    if isFromFile, let begun, let other = found.begun, begun != other { return .otherHistory }
    let isSameSystem = systemIdentifier == found.systemIdentifier
    if isSameSystem, let timeline, let other = found.timeline, other < timeline {
      return .leftBehind
    }
    if change == .zero || seen != nil && seen == digest { return .continued }
    // It lacks some of our changes. If its last change is later than ours, it has continued without
    // them, and can be trusted if it was promoted meanwhile.
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

  /// How a database relates to the one read before.
  package enum HistoryRelation: Hashable, Sendable {
    /// The same history, as far or farther.
    case continued
    /// Another history, to be read from the beginning: it continued without changes that were seen.
    case otherHistory
    /// It lacks changes that were seen: not to be trusted.
    case lacksChanges
    /// A primary from before a promotion that was seen: not to be trusted.
    case leftBehind
  }
}

/// The catalogue as read by a follower.
package struct FollowedCatalogue: Hashable, Sendable {
  /// The rows of the catalogue.
  package let view: CatalogueView
  /// Their position in the history.
  package let position: HistoryPosition
  /// Whether they come from a file, and no database was read since.
  package let isFromFile: Bool

  /// A catalogue as read.
  package init(view: CatalogueView, position: HistoryPosition, isFromFile: Bool) {
    self.view = view
    self.position = position
    self.isFromFile = isFromFile
  }
}

/// The result of reading again.
package struct CatalogueReading: Hashable, Sendable {
  /// The rows; nil if nothing was edited since.
  package let view: CatalogueView?
  /// Their position in the history.
  package let position: HistoryPosition
  /// The database's clock.
  package let now: Timestamp
  /// Whether it is a standby, which may lag.
  package let isStandby: Bool
}
