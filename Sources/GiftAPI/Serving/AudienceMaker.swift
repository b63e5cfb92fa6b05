import GiftDomain

/// Makes what clients that belong to audiences request and is not ready: one at a time, so that of
/// many who wait one lets it be made, and apart from the publisher, which has boundaries to keep.
actor AudienceMaker {
  private let publisher: SnapshotPublisher

  init(_ publisher: SnapshotPublisher) { self.publisher = publisher }

  /// A client's catalogue in a placement; that of the next snapshot is made with it.
  func catalogue(
    _ question: CatalogueQuestion, in placement: ServedPlacement
  ) -> ServedCatalogue {
    let next = publisher.serving.shown.next?.placement(question.placement)
    _ = next?.catalogue(for: question.client, requests: 1)
    defer { publisher.noteMade() }
    return placement.catalogue(for: question.client, requests: 1)
  }

  /// A client's list of upcoming assets, likewise.
  func upcoming(for client: ClientKind, in snapshot: Snapshot) -> ReadyResource {
    _ = publisher.serving.shown.next?.upcoming.list(for: client, requests: 1)
    return snapshot.upcoming.list(for: client, requests: 1)
  }
}
