import Compression
import GiftDomain
import GiftStore
import NIOCore

/// The catalogue that some clients get in one placement between two boundaries, with its responses.
final class ServedCatalogue: Sendable {
  /// The whole catalogue.
  let whole: ReadyResource
  /// The responses to `since`.
  let deltas: CatalogueDeltas
  /// When its gifts change next without an edit; nil if nothing is planned.
  let until: Timestamp?
  private let pieces: [CataloguePiece]

  /// What is reused of it for the next one: not its bodies.
  struct Seed: Sendable {
    let token: CatalogueToken
    let live: LiveCatalogue
    let pieces: [CataloguePiece]
  }

  /// What is reused of it for the next one.
  var seed: Seed { Seed(token: deltas.token, live: deltas.live, pieces: pieces) }

  /// The catalogue of `client` and all that get the same, reusing equal parts of `earlier` and of
  /// `other`, one of the same instant; `recycledBuffer` gets its body, and becomes empty.
  init(
    _ live: LiveCatalogue, in place: ShownPlace, for client: ClientKind, _ token: CatalogueToken,
    since: Timestamp, until: Timestamp?, after earlier: Seed?,
    beside other: ServedCatalogue?, recycledBuffer: inout ByteBuffer, limits: APILimits
  ) {
    self.until = until
    pieces = CataloguePiece.pieces(
      of: live.gifts, after: (earlier?.pieces ?? []) + (other?.pieces ?? []))
    let body = CodedBody(
      live, pieces, placement: place.placement, token: token, asOf: since, until: until,
      recycledBuffer: &recycledBuffer)
    var resource = Resource(
      group: .catalogue, body: body, tag: EntityTag(token), validity: .until(until),
      modifiedAt: since)
    whole = ReadyResource(resource)
    resource.location = Route.catalogueURL(of: place.placement, for: client)
    deltas = CatalogueDeltas(
      to: token, of: live, whole: resource, asOf: since, until: until,
      after: earlier, limits: limits)
  }

  private init(_ other: ServedCatalogue, brotli: [UInt8]) {
    until = other.until
    pieces = other.pieces
    var resource = other.whole.resource
    resource.body[.brotli] = ByteBuffer(bytes: brotli)
    whole = ReadyResource(resource)
    resource.location = other.deltas.whole.resource.location
    deltas = other.deltas.with(whole: resource)
  }

  /// The size of its own document in all codings, in bytes.
  var byteCount: Int { whole.resource.body.byteCount }

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
