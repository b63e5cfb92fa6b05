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
  private let document: CatalogueDocument

  /// What is reused of it for the next one: not its bodies.
  struct Seed: Sendable {
    let token: CatalogueToken
    let live: LiveCatalogue
    let pieces: [CataloguePiece]
  }

  /// What is reused of it for the next one.
  var seed: Seed { Seed(token: deltas.token, live: deltas.live, pieces: document.pieces) }

  /// The catalogue of `client` and all that get the same, reusing equal parts of `earlier` and of
  /// `other`, one of the same instant.
  ///
  /// `recycledBuffer` gets its body, and becomes empty; beyond `maxPlainBytes` the body is deferred.
  init(
    _ live: LiveCatalogue, in place: ShownPlace, for client: ClientKind, _ token: CatalogueToken,
    since: Timestamp, until: Timestamp?, after earlier: Seed?,
    beside other: ServedCatalogue?, recycledBuffer: inout ByteBuffer, maxPlainBytes: Int,
    limits: APILimits
  ) {
    self.until = until
    let pieces = CataloguePiece.pieces(
      of: live.gifts, after: (earlier?.pieces ?? []) + (other?.document.pieces ?? []))
    document = CatalogueDocument(
      live, pieces, placement: place.placement, token: token, asOf: since, until: until)
    let body = document.body(recycling: &recycledBuffer, maxPlainBytes: maxPlainBytes)
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
    document = other.document
    var resource = other.whole.resource
    resource.body[.brotli] = ByteBuffer(bytes: brotli)
    whole = ReadyResource(resource)
    resource.location = other.deltas.whole.resource.location
    deltas = other.deltas.with(whole: resource)
  }

  /// The size of its own document in all codings, in bytes.
  var byteCount: Int { whole.resource.body.byteCount }

  /// How much of that is in memory now.
  var heldByteCount: Int { whole.resource.body.heldByteCount }

  /// The same catalogue with its brotli coding.
  func with(brotli: [UInt8]) -> ServedCatalogue { ServedCatalogue(self, brotli: brotli) }

  /// The whole catalogue in brotli; nil if it already has that, or is too short or too long for it.
  @concurrent
  func inBrotli(limits: APILimits) async -> [UInt8]? {
    let size = CodedBody.leastCoded...limits.memory.maxBrotliBytes
    guard !whole.resource.body.has(.brotli), size.contains(document.byteCount) else { return nil }
    var buffer = ByteBuffer()
    document.write(to: &buffer)
    let coded = brotli(Array(buffer.readableBytesView))
    return coded.count < document.byteCount ? coded : nil
  }
}

/// The document of a catalogue, a function of the token, so that replicas write the same bytes: one
/// line of JSON with sorted keys, like its parts.
private struct CatalogueDocument: Sendable {
  let pieces: [CataloguePiece]
  let byteCount: Int
  private let head: [UInt8]
  private let tail: [UInt8]

  init(
    _ live: LiveCatalogue, _ pieces: [CataloguePiece], placement: PlacementName,
    token: CatalogueToken, asOf: Timestamp, until: Timestamp?
  ) {
    // Neither instants, tokens nor names have characters that JSON escapes.
    head =
      Array("{\"asOf\":\"\(asOf)\",\"catalogue\":\"\(token)\",\"categories\":".utf8)
      + live.categories + Array(",\"choose\":\"\(live.choose.rawValue)\",\"gifts\":[".utf8)
    let end = until.map { ",\"until\":\"\($0)\"" } ?? ""
    tail = Array("],\"placement\":\"\(placement)\"\(end)}".utf8)
    self.pieces = pieces
    byteCount = pieces.reduce(head.count + tail.count) { $0 + $1.byteCount }
  }

  /// Its body, written to `recycledBuffer`, which becomes empty; deferred if it is longer than
  /// `maxPlainBytes`.
  func body(recycling recycledBuffer: inout ByteBuffer, maxPlainBytes: Int) -> CodedBody {
    var coded: ByteBuffer?
    if byteCount >= CodedBody.leastCoded {
      let blocks = [GzipBlock(head)] + pieces.map(\.block) + [GzipBlock(tail)]
      coded = ByteBuffer(bytes: GzipBlock.member(of: blocks))
    }
    if let coded, byteCount > maxPlainBytes {
      let deferred = DeferredBody(byteCount: byteCount) {
        var body = ByteBuffer()
        write(to: &body)
        return body
      }
      return CodedBody(gzip: coded, deferred: deferred)
    }
    var body = ByteBuffer()
    swap(&body, &recycledBuffer)
    write(to: &body)
    return CodedBody(identity: body, gzip: coded)
  }

  /// Overwrites `body` with the document.
  func write(to body: inout ByteBuffer) {
    body.clear(minimumCapacity: byteCount)
    body.writeBytes(head)
    for piece in pieces { piece.write(to: &body) }
    body.writeBytes(tail)
  }
}
