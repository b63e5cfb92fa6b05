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
  /// `other`, one of the same instant.
  ///
  /// `recycledBuffer` gets its body, and becomes empty; longer than `maxPlainBytes`, the body is
  /// made when it is requested.
  init(
    _ live: LiveCatalogue, in place: ShownPlace, for client: ClientKind, _ token: CatalogueToken,
    since: Timestamp, until: Timestamp?, after earlier: Seed?,
    beside other: ServedCatalogue?, recycledBuffer: inout ByteBuffer, maxPlainBytes: Int,
    limits: APILimits
  ) {
    self.until = until
    pieces = CataloguePiece.pieces(
      of: live.gifts, after: (earlier?.pieces ?? []) + (other?.pieces ?? []))
    let document = CatalogueDocument(
      live, pieces, placement: place.placement, token: token, asOf: since, until: until)
    let body = document.body(
      recycling: &recycledBuffer, maxPlainBytes: maxPlainBytes,
      maxBrotliBytes: limits.memory.maxBrotliBytes)
    var resource = Resource(
      group: .catalogue, body: body, tag: EntityTag(token), validity: .until(until),
      modifiedAt: since)
    whole = ReadyResource(resource)
    resource.location = Route.catalogueURL(of: place.placement, for: client)
    deltas = CatalogueDeltas(
      to: token, of: live, whole: resource, asOf: since, until: until,
      after: earlier, limits: limits)
  }

  /// Its document in all codings.
  var body: CodedBody { whole.resource.body }

  /// Codes it with brotli, if it still is to be, and makes it as cheap to send as it can be.
  func codeWithBrotli() async {
    await body.codeWithBrotli()
    whole.keepInFiles()
  }
}

/// The document of a catalogue, a function of the token, so that replicas write the same bytes: one
/// line of JSON with sorted keys, like its parts.
private struct CatalogueDocument: Sendable {
  private let head: [UInt8]
  private let pieces: [CataloguePiece]
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
  }

  private var byteCount: Int { pieces.reduce(head.count + tail.count) { $0 + $1.byteCount } }

  /// Its body: written to `recycledBuffer`, which becomes empty, unless it is longer than
  /// `maxPlainBytes`, and coded with brotli later, unless it is longer than `maxBrotliBytes`.
  func body(
    recycling recycledBuffer: inout ByteBuffer, maxPlainBytes: Int, maxBrotliBytes: Int
  ) -> CodedBody {
    let byteCount = byteCount
    var plain: ByteBuffer?
    if byteCount <= max(maxPlainBytes, CodedBody.leastCoded) {
      var body = ByteBuffer()
      swap(&body, &recycledBuffer)
      write(to: &body)
      plain = body
    }
    if let plain, byteCount < CodedBody.leastCoded {
      return CodedBody(identity: plain, gzip: nil)
    }
    let blocks = [GzipBlock(head)] + pieces.map(\.block) + [GzipBlock(tail)]
    let later = LaterCodings(byteCount: byteCount, hasBrotli: byteCount <= maxBrotliBytes) {
      var body = ByteBuffer()
      write(to: &body)
      return body
    }
    return CodedBody(
      identity: plain, gzip: ByteBuffer(bytes: GzipBlock.member(of: blocks)), later: later)
  }

  /// Overwrites `body` with the document.
  private func write(to body: inout ByteBuffer) {
    body.clear(minimumCapacity: byteCount)
    body.writeBytes(head)
    for piece in pieces { piece.write(to: &body) }
    body.writeBytes(tail)
  }
}
