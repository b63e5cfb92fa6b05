import Compression
import GiftDomain
import GiftStore
import NIOCore

/// The catalogue as it is served: a value that holds from one boundary to the next, with the whole
/// answers of everything that clients ask for often.
///
/// An answer comes from one snapshot, so the catalogue never names an animation that is not there.
final class Snapshot: Sendable {
  /// The rows, at an instant of the time for which the snapshot holds.
  let view: CatalogueView
  /// The name of this state of the catalogue.
  let token: CatalogueToken
  /// The next boundary, from which it does not hold any more; nil when none is planned.
  let until: Timestamp?
  /// What is at `/v1/catalogue`.
  let catalogue: ReadyResource
  /// What is at the same address with `since`.
  let deltas: CatalogueDeltas
  private let pieces: [CataloguePiece]
  /// Every gift that clients may know of, by id.
  let gifts: [String: ShelvedGift]
  /// The bytes that are live or come soon.
  let assets: [SHA256Digest: ShelvedAsset]
  /// The same by the hexadecimal digits of the digest.
  let animations: [String: ShelvedAsset]

  /// The snapshot of rows at an instant; what `earlier` has of it is taken over.
  ///
  /// `assets` are those of `Snapshot.assets(of:withinMicroseconds:)`, as far as there are.
  init(
    of view: CatalogueView, assets: [SHA256Digest: ShelvedAsset], after earlier: Snapshot?,
    limits: APILimits
  ) {
    self.view = view
    let live = view.catalogue
    let token = view.token(of: live)
    let since = max(live.lastBoundary ?? .epoch, view.alteredAt)
    let gifts = GiftShelf(
      view, assets: assets, since: since, after: earlier, limits: limits
    ).gifts
    self.gifts = gifts
    self.token = token
    until = live.nextBoundary
    self.assets = assets
    animations = Dictionary(assets.values.map { ($0.hex, $0) }, uniquingKeysWith: { $1 })
    if let earlier, earlier.token == token, earlier.until == until {
      catalogue = earlier.catalogue
      deltas = earlier.deltas
      pieces = earlier.pieces
    } else {
      let shelved = live.items.compactMap { gifts[$0.gift.text] }
      pieces = CataloguePiece.pieces(of: shelved, after: earlier?.pieces ?? [])
      catalogue = ReadyResource(
        Resource(
          body: CodedBody(catalogue: pieces, token: token, asOf: since, until: until),
          tag: EntityTag(token), validity: .until(until), modifiedAt: since),
        limits: limits)
      deltas = CatalogueDeltas(
        to: token, of: shelved.compactMap(\.live), whole: catalogue.resource, asOf: since,
        until: until, after: earlier?.deltas, limits: limits)
    }
  }

  /// Whether it is what clients are to see at an instant.
  func holds(at now: Timestamp) -> Bool { until.map { now < $0 } ?? true }

  /// The catalogue in brotli; nil when it has that already, or is too short or too long for it.
  @concurrent
  func catalogueInBrotli(limits: APILimits) async -> [UInt8]? {
    let body = catalogue.resource.body
    let size = CodedBody.leastCoded...limits.maxBrotliBytes
    guard body.brotli == nil, size.contains(body.identity.readableBytes) else { return nil }
    let coded = brotli(Array(body.identity.readableBytesView))
    return coded.count < body.identity.readableBytes ? coded : nil
  }

  private init(_ other: Snapshot, catalogue: ReadyResource, limits: APILimits) {
    view = other.view
    token = other.token
    until = other.until
    gifts = other.gifts
    assets = other.assets
    animations = other.animations
    self.catalogue = catalogue
    deltas = other.deltas.with(whole: catalogue.resource, limits: limits)
    pieces = other.pieces
  }

  /// The same with another coding of the catalogue.
  func with(brotli: [UInt8], limits: APILimits) -> Snapshot {
    var resource = catalogue.resource
    resource.body.brotli = ByteBuffer(bytes: brotli)
    return Snapshot(self, catalogue: ReadyResource(resource, limits: limits), limits: limits)
  }

  /// The digests of all that is live at the view's instant, or comes within a time.
  static func assets(
    of view: CatalogueView, withinMicroseconds horizon: Int64
  ) -> Set<SHA256Digest> {
    var digests: Set<SHA256Digest> = []
    for state in view.states {
      let shown = state.shown
      let near = [
        shown.entry(at: view.instant),
        shown.next(after: view.instant).flatMap { entry in
          entry.window.from.microseconds - view.instant.microseconds <= horizon ? entry : nil
        },
      ]
      for entry in near.compactMap(\.self) {
        if let version = state.version(entry.version) { digests.insert(version.asset) }
      }
    }
    return digests
  }
}

extension Snapshot {
  /// What stands before the token in the last segment, as clients write it.
  private static let since = "catalogue?since="

  /// What is at a target as clients of this API write it; nil for every other way to write it, and
  /// for what is not there.
  func resource(at target: String) -> ReadyResource? {
    if target == "/v1/catalogue" { return catalogue }
    guard let segment = target.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let name = target[target.utf8.index(after: segment)...]
    switch target[...segment] {
    case "/v1/":
      return name.hasPrefix(Self.since)
        ? deltas.ready(since: name.dropFirst(Self.since.count)) : nil
    case "/v1/animations/":
      return name.hasSuffix(".json") ? animations[String(name.dropLast(5))]?.ready : nil
    case "/v1/gifts/":
      return gifts[String(name)]?.description
    case "/":
      return name.hasSuffix(".json") ? gifts[String(name.dropLast(5))]?.animation : nil
    case "/animation/":
      return gifts[String(name)]?.animation
    default:
      return nil
    }
  }
}

extension CodedBody {
  /// The body of `/v1/catalogue`, a function of the token, so that replicas write the same bytes:
  /// one line of JSON with sorted keys, like the parts of which it is made.
  fileprivate init(
    catalogue pieces: [CataloguePiece], token: CatalogueToken, asOf: Timestamp, until: Timestamp?
  ) {
    // Neither instants nor tokens have characters that JSON escapes.
    let head = Array("{\"asOf\":\"\(asOf)\",\"catalogue\":\"\(token)\",\"gifts\":[".utf8)
    let tail = Array("]\(until.map { ",\"until\":\"\($0)\"" } ?? "")}".utf8)
    var body = head
    body.reserveCapacity(pieces.reduce(head.count + tail.count) { $0 + $1.text.count })
    for piece in pieces { body += piece.text }
    body += tail
    var coded: [UInt8]?
    if body.count >= Self.leastCoded {
      coded = GzipBlock.member(of: [GzipBlock(head)] + pieces.map(\.block) + [GzipBlock(tail)])
    }
    self.init(identity: body, gzip: coded, brotli: nil)
  }
}
