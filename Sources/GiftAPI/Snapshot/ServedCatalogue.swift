import Compression
import GiftDomain
import GiftStore
import Hashing
import NIOCore

/// The catalogue of one placement between two boundaries, with its responses.
final class ServedCatalogue: Sendable {
  /// The placement, and what clients do with its animations.
  let place: ShownPlace
  /// The whole catalogue.
  let whole: ReadyResource
  /// The responses to `since`.
  let deltas: CatalogueDeltas
  /// When its gifts change next without an edit; nil if nothing is planned.
  private let until: Timestamp?
  private let pieces: [CataloguePiece]
  /// The gifts that were written for this placement alone.
  private let written: [(gift: ServedGift, live: LiveGift)]

  /// What all placements of a snapshot have in common.
  struct Basis {
    let view: CatalogueView
    let live: Catalogue
    let position: CataloguePosition
    let since: Timestamp
    let gifts: [ServedGift?]
  }

  /// The catalogue of a placement, reusing equal parts of `earlier`; its body is written to
  /// `recycledBuffer`, which becomes empty.
  init(
    _ place: ShownPlace, _ basis: Basis, after earlier: ServedCatalogue?,
    recycledBuffer: inout ByteBuffer, limits: APILimits
  ) {
    self.place = place
    let items = basis.live.items(in: place.placement)
    let gifts: [LiveGift]
    if place.placement == .gifts {
      written = []
      gifts = items.compactMap { basis.gifts[$0.index]?.live }
    } else {
      let known = Dictionary(
        (earlier?.place == place ? earlier?.written ?? [] : [])
          .map { (ObjectIdentifier($0.gift), $0.live) }, uniquingKeysWith: { first, _ in first })
      written = items.compactMap { basis.gifts[$0.index] }.map { gift in
        (gift, known[ObjectIdentifier(gift)] ?? gift.visible.gift(in: place))
      }
      gifts = written.map(\.live)
    }
    let live = LiveCatalogue(
      gifts, choose: place.choose, categories: items.categories(in: basis.view.groups),
      of: basis.view.groups)
    let token = CatalogueToken(basis.position, asking: place.placement)
    until = basis.live.nextBoundary(in: place.placement)
    pieces = CataloguePiece.pieces(of: gifts, after: earlier?.pieces ?? [])
    let body = CodedBody(
      live, pieces, placement: place.placement, token: token, asOf: basis.since, until: until,
      recycledBuffer: &recycledBuffer)
    var resource = Resource(
      group: .catalogue, body: body, tag: EntityTag(token), validity: .until(until),
      modifiedAt: basis.since)
    whole = ReadyResource(resource)
    resource.location = Route.catalogueURL(of: place.placement)
    deltas = CatalogueDeltas(
      to: token, of: live, whole: resource, asOf: basis.since, until: until,
      after: earlier?.deltas, limits: limits)
  }

  private init(_ other: ServedCatalogue, brotli: [UInt8]) {
    place = other.place
    until = other.until
    pieces = other.pieces
    written = other.written
    var resource = other.whole.resource
    resource.body[.brotli] = ByteBuffer(bytes: brotli)
    whole = ReadyResource(resource)
    resource.location = Route.catalogueURL(of: place.placement)
    deltas = other.deltas.with(whole: resource)
  }

  /// The same catalogue with its brotli coding.
  func with(brotli: [UInt8]) -> ServedCatalogue { ServedCatalogue(self, brotli: brotli) }

  /// The whole catalogue in brotli; nil if it already has that, or is too short or too long for it.
  @concurrent
  func inBrotli(limits: APILimits) async -> [UInt8]? {
    let body = whole.resource.body
    let size = CodedBody.leastCoded...limits.memory.maxBrotliBytes
    guard body[.brotli] == nil, size.contains(body.identity.readableBytes) else { return nil }
    let coded = brotli(Array(body.identity.readableBytesView))
    return coded.count < body.identity.readableBytes ? coded : nil
  }
}

extension CatalogueToken {
  /// The token of a position for clients that ask for a placement.
  ///
  /// A question is the normal form of the query; the one for `gifts` is empty, and has no mark.
  init(_ position: CataloguePosition, asking placement: PlacementName) {
    self.init(
      position,
      question: placement == .gifts
        ? nil : DigestMark(digest: SHA256.hash(Array("placement=\(placement)".utf8))))
  }
}

extension CodedBody {
  /// The body of a catalogue, a function of the token, so that replicas write the same bytes: one
  /// line of JSON with sorted keys, like its parts.
  fileprivate init(
    _ live: LiveCatalogue, _ pieces: [CataloguePiece], placement: PlacementName,
    token: CatalogueToken, asOf: Timestamp, until: Timestamp?, recycledBuffer: inout ByteBuffer
  ) {
    // Neither instants, tokens nor names have characters that JSON escapes.
    let head =
      Array("{\"asOf\":\"\(asOf)\",\"catalogue\":\"\(token)\",\"categories\":".utf8)
      + live.categories + Array(",\"choose\":\"\(live.choose.rawValue)\",\"gifts\":[".utf8)
    let end = until.map { ",\"until\":\"\($0)\"" } ?? ""
    let tail = Array("],\"placement\":\"\(placement)\"\(end)}".utf8)
    var body = ByteBuffer()
    swap(&body, &recycledBuffer)
    body.clear(minimumCapacity: pieces.reduce(head.count + tail.count) { $0 + $1.byteCount })
    body.writeBytes(head)
    for piece in pieces { piece.write(to: &body) }
    body.writeBytes(tail)
    var coded: ByteBuffer?
    if body.readableBytes >= Self.leastCoded {
      let blocks = [GzipBlock(head)] + pieces.map(\.block) + [GzipBlock(tail)]
      coded = ByteBuffer(bytes: GzipBlock.member(of: blocks))
    }
    self.init(identity: body, gzip: coded)
  }
}
