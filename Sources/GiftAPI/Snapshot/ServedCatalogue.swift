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
  init(
    _ live: LiveCatalogue, in place: ShownPlace, for client: ClientKind, _ token: CatalogueToken,
    since: Timestamp, until: Timestamp?, after earlier: Seed?,
    beside other: ServedCatalogue?, limits: APILimits
  ) {
    self.until = until
    pieces = CataloguePiece.pieces(
      of: live.gifts, after: (earlier?.pieces ?? []) + (other?.pieces ?? []))
    let document = CatalogueDocument(
      live, pieces, placement: place.placement, token: token, asOf: since, until: until)
    var resource = Resource(
      group: .catalogue, body: document.body(limits: limits.memory), tag: EntityTag(token),
      validity: .until(until), modifiedAt: since)
    whole = ReadyResource(resource)
    resource.location = Route.catalogueURL(of: place.placement, for: client)
    deltas = CatalogueDeltas(
      to: token, of: live, whole: resource, asOf: since, until: until,
      after: earlier, limits: limits)
  }

  /// Its document in all codings.
  var body: CodedBody { whole.resource.body }

  /// Ends its wait for brotli: makes it, and puts what is sent into files.
  func settle() {
    body.codeWithBrotli()
    whole.keepInFiles()
    body.settle()
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
    let end =
      (until.map { ",\"until\":\"\($0)\"" } ?? "")
      + (live.withdrawn.map { ",\"withdrawn\":\"\($0)\"" } ?? "")
    tail = Array("],\"placement\":\"\(placement)\"\(end)}".utf8)
    self.pieces = pieces
  }

  /// Its body: without coding from the start, unless it is long, and with brotli later, unless it
  /// is too long for that.
  func body(limits: MemoryLimits) -> CodedBody {
    let byteCount = pieces.reduce(head.count + tail.count) { $0 + $1.byteCount }
    let write = { @Sendable in written(byteCount: byteCount) }
    guard byteCount >= CodedBody.leastCoded else { return CodedBody(identity: write(), gzip: nil) }
    let blocks = [GzipBlock(head)] + pieces.map(\.block) + [GzipBlock(tail)]
    var gzip = ByteBuffer()
    gzip.reserveCapacity(GzipBlock.memberByteCount(of: blocks))
    GzipBlock.writeMember(of: blocks) { gzip.writeBytes($0) }
    return CodedBody(
      identity: byteCount <= limits.maxPlainBytes ? write() : nil, gzip: gzip,
      later: LaterCodings(
        byteCount: byteCount, hasBrotli: byteCount <= limits.maxBrotliBytes, write: write))
  }

  private func written(byteCount: Int) -> ByteBuffer {
    var body = ByteBuffer()
    body.reserveCapacity(byteCount)
    body.writeBytes(head)
    for piece in pieces { piece.write(to: &body) }
    body.writeBytes(tail)
    return body
  }
}
