import GiftDomain
import GiftStore

/// The animations and pictures that go live soon, for clients that fetch them early, each at a
/// moment of its own, so that they do not all come at the boundary.
///
/// Clients learn digests and sizes, in the order of digests: no id, no name and no instant.
struct UpcomingAssets: Sendable {
  /// The resource at `/v1/upcoming`.
  let list: ReadyResource
  private let items: [AssetName: Int64]
  private let assets: [Route: ServedAsset]

  /// What goes live in a view after its instant, at most `microseconds` later, and is not live in
  /// its catalogue; equal parts of `earlier` are reused.
  ///
  /// Of more than `APILimits.maxUpcoming`, those that begin first.
  init(
    _ view: CatalogueView, _ live: Catalogue, withinMicroseconds horizon: Int64,
    assets index: AssetIndex, after earlier: UpcomingAssets?
  ) {
    var found: [AssetName: (byteCount: Int64, from: Timestamp)] = [:]
    view.eachEntry(withinMicroseconds: horizon) { entry, version in
      let from = entry.window.from
      guard from > view.instant else { return }
      for asset in version.assets {
        found[asset.name] = (asset.byteCount, min(from, found[asset.name]?.from ?? from))
      }
    }
    // Only then, because most of the time there are none.
    if !found.isEmpty {
      for item in live.items {
        for asset in item.version.assets { found[asset.name] = nil }
      }
    }
    let first =
      found.count <= APILimits.maxUpcoming
      ? Array(found)
      : Array(found.sorted { $0.value.from < $1.value.from }.prefix(APILimits.maxUpcoming))
    let items = Dictionary(
      first.map { ($0.key, $0.value.byteCount) }, uniquingKeysWith: { first, _ in first })
    self.items = items
    assets = Dictionary(
      items.keys.compactMap { index[$0] }.map { ($0.route, $0) },
      uniquingKeysWith: { first, _ in first })
    if let earlier, earlier.items == items {
      list = earlier.list
      return
    }
    let body = jsonBody(
      UpcomingDocument(
        upcoming: items.map { UpcomingDocument.Item(name: $0.key, byteCount: $0.value) }
          .sorted { $0.sha256 < $1.sha256 }))
    // After a boundary an old list names what is live: no harm, so it may outlive the boundary.
    list = ReadyResource(
      Resource(
        group: .upcoming, body: CodedBody(document: body), tag: EntityTag(hashing: body),
        validity: .until(nil), modifiedAt: nil))
  }

  /// The asset at a route, if it is in memory.
  subscript(route: Route) -> ServedAsset? { assets[route] }
}

/// What `/v1/upcoming` lists.
private struct UpcomingDocument: Encodable {
  struct Item: Encodable {
    let byteCount: Int64
    let kind: String
    let sha256: String
    let url: String

    init(name: AssetName, byteCount: Int64) {
      self.byteCount = byteCount
      kind = name.kind.label
      sha256 = name.digest.hex
      url = Route.url(of: name)
    }
  }

  let upcoming: [Item]
}

extension CatalogueView {
  /// Calls its argument with each entry that plays at its instant or begins within a time after
  /// it in a placement that is there, and its version.
  func eachEntry(
    withinMicroseconds horizon: Int64, _ body: (TimelineEntry, AnimationVersion) -> Void
  ) {
    for state in states where state.isPlaced(in: groups) {
      eachEntry(of: state, withinMicroseconds: horizon, body)
    }
  }

  /// The same for one gift.
  func eachEntry(
    of state: GiftState, withinMicroseconds horizon: Int64,
    _ body: (TimelineEntry, AnimationVersion) -> Void
  ) {
    for entry in state.shown.entries.reversed() {
      // Entries never overlap: the others are over.
      if let end = entry.window.until, end <= instant { break }
      guard entry.window.from.microseconds - instant.microseconds <= horizon,
        let version = state.version(entry.version)
      else { continue }
      body(entry, version)
    }
  }
}
