import GiftDomain
import GiftSQL
import Postgres

extension Session {
  /// What was edited since the catalogue was read; all of it when it never was, or in another
  /// history.
  ///
  /// Throws `StoreError.unreachable` for a database that lacks what was read: a standby that lags,
  /// or an old primary that came back.
  func reading(
    after earlier: FollowedCatalogue?, _ zones: KnownZones
  ) throws(StoreError) -> CatalogueReading {
    let before = earlier?.place ?? .unread
    let (found, seenAt) = try place(seeing: before.change)
    let place = found.keepingTimeline(of: before)
    guard let earlier else {
      let view = try view(at: .now, zones)
      return CatalogueReading(view: view, place: place, now: view.now)
    }
    switch before.sequel(in: found, ourChangeAt: seenAt, isFromFile: earlier.isFromFile) {
    case .continued where place.change == before.change && !earlier.isFromFile:
      return CatalogueReading(view: nil, place: place, now: try clock())
    case .continued:
      let view = try view(after: earlier.view, zones)
      return CatalogueReading(view: view, place: place, now: view.now)
    case .otherHistory:
      let view = try view(at: .now, zones)
      return CatalogueReading(view: view, place: found, now: view.now)
    case .older:
      throw .editsMissing
    }
  }

  private func place(
    seeing change: ChangeNumber
  ) throws(StoreError) -> (place: HistoryPlace, seenAt: Timestamp?) {
    try row(SQL.historyPlace, [.change(change)]) { row throws(StoreError) in
      let place = HistoryPlace(
        begun: try row.optionalInstant("begun_at"), change: try row.change("number"),
        changedAt: try row.instant("at"), timeline: try row.optionalInt("timeline"))
      return (place, try row.optionalInstant("seen_at"))
    }
  }
}

extension StoreError {
  /// The database lacks edits that were read before, and so is as good as away.
  package static let editsMissing = StoreError.unreachable(reason: "the database has lost edits")
}
