import GiftDomain
import GiftStore
import NIOCore

/// The animations and pictures that go live soon, for clients that fetch them early, each at a
/// moment of its own, so that they do not all come at the boundary.
///
/// Clients learn digests and sizes, in the order of digests: no id, no name and no instant.
struct UpcomingAssets: Sendable {
  /// The resource at `/v1/upcoming`.
  let lists: PerAudience<ReadyResource>
  private let items: [UpcomingAsset]
  private let assets: [Route: ServedAsset]

  /// What goes live in a view after its instant, at most `horizon` later, and is not live in
  /// its catalogue; equal parts of `earlier` are reused.
  init(
    _ view: CatalogueView, _ live: Catalogue, withinMicroseconds horizon: Int64,
    assets index: AssetIndex, after earlier: UpcomingAssets?, limits: AudienceLimits
  ) {
    let items = UpcomingAsset.all(in: view, live, withinMicroseconds: horizon)
    self.items = items
    assets = Dictionary(
      items.compactMap { index[$0.name] }.map { ($0.route, $0) },
      uniquingKeysWith: { first, _ in first })
    if let earlier, earlier.items == items {
      lists = earlier.lists
      return
    }
    let audiences = Set(items.flatMap { $0.coming.map(\.audience) + $0.live }.compactMap(\.self))
    lists = PerAudience(
      Self.list(of: items, for: []), audiences: audiences.sorted(), limits: limits)
  }

  /// The asset at a route, for every client, if it is in memory.
  subscript(route: Route) -> ServedAsset? { assets[route] }

  /// The list for a client; of two callers at once, both may make it.
  func list(for client: ClientKind) -> ReadyResource { lists.value(for: client, made) }

  private func made(for set: AudienceSet) -> (value: ReadyResource, byteCount: Int) {
    let list = Self.list(of: items, for: Set(set.audiences(among: lists.audiences)))
    return (list, list.resource.body.byteCount)
  }

  /// The list for clients that belong to some audiences: of more than `APILimits.maxUpcoming`,
  /// those that begin first.
  private static func list(
    of items: [UpcomingAsset], for audiences: Set<Audience>
  ) -> ReadyResource {
    var listed = items.compactMap { item in item.start(for: audiences).map { (item, from: $0) } }
    if listed.count > APILimits.maxUpcoming {
      listed = Array(listed.sorted { $0.from < $1.from }.prefix(APILimits.maxUpcoming))
    }
    let body = jsonBody(
      UpcomingDocument(
        upcoming: listed.map { UpcomingDocument.Item(name: $0.0.name, byteCount: $0.0.byteCount) }
          .sorted { $0.sha256 < $1.sha256 }))
    // After a boundary an old list names what is live: no harm, so it may outlive the boundary.
    return ReadyResource(
      Resource(
        group: .upcoming, body: CodedBody(document: body), tag: EntityTag(hashing: body),
        validity: .until(nil), modifiedAt: nil))
  }
}

/// An animation or a picture that goes live soon.
private struct UpcomingAsset: Equatable, Sendable {
  /// When it goes live for an audience; nil for everybody.
  struct Coming: Equatable, Sendable {
    let audience: Audience?
    let from: Timestamp
  }

  let name: AssetName
  let byteCount: Int64
  var coming: [Coming] = []
  /// The audiences for which it is live already.
  var live: Set<Audience?> = []

  /// When it goes live for clients that belong to some audiences; nil if they do not get it, or
  /// have it already.
  func start(for audiences: Set<Audience>) -> Timestamp? {
    let isTheirs = { (audience: Audience?) in audience.map(audiences.contains) ?? true }
    guard !live.contains(where: isTheirs) else { return nil }
    return coming.filter { isTheirs($0.audience) }.map(\.from).min()
  }

  /// All in a view, in the order of digests.
  static func all(
    in view: CatalogueView, _ live: Catalogue, withinMicroseconds horizon: Int64
  ) -> [UpcomingAsset] {
    var found: [AssetName: UpcomingAsset] = [:]
    view.eachComingEntry(withinMicroseconds: horizon) { state, entry, version in
      let from = entry.window.from
      for asset in version.assets {
        found[asset.name, default: UpcomingAsset(name: asset.name, byteCount: asset.byteCount)]
          .coming.append(Coming(audience: state.audience, from: from))
      }
    }
    // Only then, because most of the time there are none.
    if !found.isEmpty {
      for item in live.items {
        for asset in item.version.assets { found[asset.name]?.live.insert(item.audience) }
      }
    }
    return found.values.filter { !$0.live.contains(nil) }
      .sorted { $0.name.digest.bytes.lexicographicallyPrecedes($1.name.digest.bytes) }
  }
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
  /// Calls its argument with each entry that begins after its instant, within a time, in a
  /// placement that is there, and its gift and version.
  fileprivate func eachComingEntry(
    withinMicroseconds horizon: Int64,
    _ body: (GiftState, TimelineEntry, AnimationVersion) -> Void
  ) {
    for state in states where state.isPlaced(in: groups) {
      // Most gifts have no upcoming entry.
      guard let last = state.shown.entries.last, last.window.from > instant else { continue }
      eachEntry(of: state, withinMicroseconds: horizon) { state, entry, version in
        if entry.window.from > instant { body(state, entry, version) }
      }
    }
  }

  /// Calls its argument with each entry of a gift that plays at its instant or begins within a time
  /// after it, and its gift and version.
  func eachEntry(
    of state: GiftState, withinMicroseconds horizon: Int64,
    _ body: (GiftState, TimelineEntry, AnimationVersion) -> Void
  ) {
    for entry in state.shown.entries.reversed() {
      // Entries never overlap: the others are over.
      if let end = entry.window.until, end <= instant { break }
      guard entry.window.from.microseconds - instant.microseconds <= horizon,
        !state.withdrawn.contains(entry.version), let version = state.version(entry.version)
      else { continue }
      body(state, entry, version)
    }
  }
}
