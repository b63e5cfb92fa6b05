import GiftDomain
import NIOCore

/// The responses to `since=TOKEN` while one catalogue is served: a delta, made once per token, or
/// the whole catalogue if that is no longer.
struct CatalogueDeltas: Sendable {
  /// The token of the current catalogue.
  let token: CatalogueToken
  /// What it says.
  let live: LiveCatalogue
  private let name: AddressKey
  private let asOf: Timestamp
  private let until: Timestamp?
  private let cache: DeltaCache
  /// The response for clients that are up to date, which most are.
  private let unchanged: ReadyResource
  /// The whole catalogue, with its `Content-Location`.
  let whole: ReadyResource
  /// The whole catalogue for a client with a token of another history.
  let reset: ReadyResource

  /// The responses while `token` is served, whose catalogue says `live` and has the response
  /// `whole` without `since`; the delta since `earlier` is made at once, because all clients will
  /// request it.
  init(
    to token: CatalogueToken, of live: LiveCatalogue, whole: Resource, asOf: Timestamp,
    until: Timestamp?, after earlier: ServedCatalogue.Seed?, limits: APILimits
  ) {
    self.token = token
    self.live = live
    self.asOf = asOf
    self.until = until
    name = AddressKey(token.description)
    cache = DeltaCache(limits: limits.deltas)
    self.whole = Self.standIn(whole, isReset: false)
    reset = Self.standIn(whole, isReset: true)
    unchanged = ReadyResource(
      Self.resource(
        CatalogueDelta(from: live, to: live), from: token, to: token, asOf: asOf, until: until))
    if let earlier, earlier.token != token {
      _ = made(since: earlier.token, from: earlier.live)
    }
  }

  /// The cached response for a token as written; nil if there is none.
  func ready(since written: AddressKey) -> ReadyResource? {
    written == name ? unchanged : cache[written].map(resource)
  }

  /// Makes the delta since an earlier catalogue.
  func made(since token: CatalogueToken, from earlier: LiveCatalogue) -> ReadyResource {
    let delta = CatalogueDelta(from: earlier, to: live)
    let most = whole.resource.body.identityByteCount
    var entry = DeltaCache.Entry.whole
    if delta.leastByteCount < most {
      let resource = Self.resource(delta, from: token, to: self.token, asOf: asOf, until: until)
      if resource.body.identity.readableBytes < most {
        entry = .delta(ReadyResource(resource))
      }
    }
    return kept(entry, since: token)
  }

  /// The response for a token, by the result of a database read.
  func kept(_ entry: DeltaCache.Entry, since token: CatalogueToken) -> ReadyResource {
    cache.keep(entry, since: AddressKey(token.description))
    return resource(entry)
  }

  private func resource(_ entry: DeltaCache.Entry) -> ReadyResource {
    switch entry {
    case .delta(let ready): ready
    case .whole, .unknown: whole
    case .reset: reset
    }
  }

  private static func standIn(_ whole: Resource, isReset: Bool) -> ReadyResource {
    var whole = whole
    whole.isReset = isReset
    return ReadyResource(whole)
  }

  private static func resource(
    _ delta: CatalogueDelta, from: CatalogueToken, to: CatalogueToken, asOf: Timestamp,
    until: Timestamp?
  ) -> Resource {
    let document = delta.body(
      from: from.description, to: to.description, asOf: asOf.rfc3339, until: until?.rfc3339)
    return Resource(
      group: .changes, body: CodedBody(document: document), tag: EntityTag(from: from, to: to),
      validity: .until(until), modifiedAt: asOf)
  }
}
