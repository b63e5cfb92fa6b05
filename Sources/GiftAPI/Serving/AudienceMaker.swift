import GiftDomain

/// Makes what clients that belong to audiences request and is not ready: one at a time, so that of
/// many who wait one lets it be made, and apart from the publisher, which has boundaries to keep.
actor AudienceMaker {
  /// A client's catalogue in a placement.
  func catalogue(for client: ClientKind, in placement: ServedPlacement) -> ServedCatalogue {
    placement.catalogue(for: client)
  }

  /// A client's list of upcoming assets.
  func upcoming(for client: ClientKind, in snapshot: Snapshot) -> ReadyResource {
    snapshot.upcoming.list(for: client)
  }
}
