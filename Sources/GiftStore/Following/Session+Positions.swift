import GiftDomain
import GiftSQL
import Postgres

extension Session {
  /// The edits since the catalogue was read; the whole catalogue the first time, or in another
  /// history.
  ///
  /// Throws `StoreError.editsMissing` or `leftBehind` for a database that lacks edits that were
  /// read: a lagging standby, or an old primary that came back.
  func reading(after earlier: FollowedCatalogue?) throws -> CatalogueReading {
    let before = earlier?.position ?? .unread
    let (found, seen) = try position(seeing: before.change)
    let position = found.keepingTimeline(of: before)
    let isStandby = found.timeline == nil
    guard let earlier else {
      let view = try view(at: .now, as: .reader)
      return CatalogueReading(
        view: view, position: position, now: view.now, isStandby: isStandby)
    }
    switch before.relation(to: found, underOurs: seen, isFromFile: earlier.isFromFile) {
    case .continued where position.change == before.change && !earlier.isFromFile:
      return CatalogueReading(
        view: nil, position: position, now: try clock(), isStandby: isStandby)
    case .continued:
      let view = try view(after: earlier.view)
      return CatalogueReading(
        view: view, position: position, now: view.now, isStandby: isStandby)
    case .otherHistory:
      let view = try view(at: .now, as: .reader)
      return CatalogueReading(view: view, position: found, now: view.now, isStandby: isStandby)
    case .lacksChanges:
      throw StoreError.editsMissing
    case .leftBehind:
      throw StoreError.leftBehind
    }
  }

  private func position(
    seeing change: ChangeNumber
  ) throws -> (position: HistoryPosition, seen: SHA256Digest?) {
    try row(SQL.historyPosition, [.change(change)]) { row in
      let position = HistoryPosition(
        // An instant that cannot be one tells as little as none.
        begun: try? row.optionalInstant("begun_at"), change: try row.change("number"),
        changedAt: try row.instant("at"), digest: try row.optionalDigest("digest"),
        timeline: try row.optionalInt("timeline"),
        systemIdentifier: try row.int("system_identifier"))
      return (position, try row.optionalDigest("seen_digest"))
    }
  }
}

extension StoreError {
  /// The database lacks edits that were read before, and so counts as unreachable.
  package static let editsMissing = StoreError.unreachable(reason: "the database has lost edits")
  /// The database is a primary from before a promotion that was seen, and counts as unreachable.
  package static let leftBehind = StoreError.unreachable(
    reason: "the database was left behind by a promotion")

  /// The database is a standby that lacks edits for too long, and counts as unreachable.
  package static let standbyBehind = StoreError.unreachable(
    reason: "the standby lacks edits that the primary has")

  /// The database is a standby, which sends no notifications and takes no announcements.
  package static let standby = StoreError.unreachable(
    reason: "the database is read-only: a standby, or being promoted")

  /// Whether the database answers, but is not trusted.
  package var isDisbelief: Bool {
    self == .editsMissing || self == .leftBehind || self == .standbyBehind
  }
}
