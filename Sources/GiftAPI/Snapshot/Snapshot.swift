import Compression
import GiftDomain
import GiftStore
import NIOCore
import Synchronization

/// The catalogue as it is served: a value that holds from one boundary to the next, with the whole
/// answers of everything that clients ask for often.
///
/// An answer comes from one snapshot, so the catalogue never names an animation that is not there.
final class Snapshot: Sendable {
  private static let made = Atomic(0)

  /// No other snapshot of the process has it.
  let number = made.wrappingAdd(1, ordering: .relaxed).newValue
  /// The rows, at an instant of the time for which the snapshot holds.
  let view: CatalogueView
  /// The name of this state of the catalogue.
  let token: CataloguePosition
  /// The next boundary, from which it does not hold any more; nil when none is planned.
  let until: Timestamp?
  /// What is at `/v1/catalogue`.
  let catalogue: ReadyResource
  /// What is at the same address with `since`.
  let deltas: CatalogueDeltas
  private let pieces: [CataloguePiece]
  private let index: GiftIndex
  /// The bytes that are live or come soon.
  let assets: AssetIndex

  /// The snapshot of rows at an instant; what `earlier` has of it is taken over.
  ///
  /// What has the same token in `twin` is, too. `assets` are those of `CatalogueView.eachAsset`, as
  /// far as there are; the catalogue's body is written to `recycledBuffer`, which is left without.
  init(
    of view: CatalogueView, assets: AssetIndex, after earlier: Snapshot?, or twin: Snapshot? = nil,
    recycledBuffer: inout ByteBuffer, limits: APILimits
  ) {
    self.view = view
    let live = view.catalogue
    let token = view.token(of: live)
    let since = max(live.lastBoundary ?? .epoch, view.alteredAt)
    let index = GiftIndex(view, assets: assets, since: since, after: earlier?.index ?? .empty)
    self.index = index
    self.token = token
    until = live.nextBoundary
    self.assets = assets.showing(index.made, after: earlier?.assets)
    let same = [earlier, twin].compactMap(\.self).first {
      $0.token == token && $0.until == live.nextBoundary && $0.view.broken == view.broken
    }
    if let same {
      catalogue = same.catalogue
      deltas = same.deltas
      pieces = same.pieces
    } else {
      let served = live.items.compactMap { index.inOrder[$0.index] }
      pieces = CataloguePiece.pieces(of: served, after: earlier?.pieces ?? [])
      catalogue = ReadyResource(
        Resource(
          group: .catalogue,
          body: CodedBody(
            catalogue: pieces, token: token, asOf: since, until: until,
            recycledBuffer: &recycledBuffer),
          tag: EntityTag(token), validity: .until(until), modifiedAt: since))
      deltas = CatalogueDeltas(
        to: token, of: served.compactMap(\.live), whole: catalogue.resource, asOf: since,
        until: until, after: earlier?.deltas, limits: limits)
    }
  }

  /// Every gift that clients may know of, by its id as addresses have it.
  var gifts: [AddressKey: ServedGift] { index.gifts }

  /// Whether it is what clients are to see at an instant.
  func holds(at now: Timestamp) -> Bool { until.map { now < $0 } ?? true }

  /// The catalogue in brotli; nil when it has that already, or is too short or too long for it.
  @concurrent
  func catalogueInBrotli(limits: APILimits) async -> [UInt8]? {
    let body = catalogue.resource.body
    let size = CodedBody.leastCoded...limits.memory.maxBrotliBytes
    guard body[.brotli] == nil, size.contains(body.identity.readableBytes) else { return nil }
    let coded = brotli(Array(body.identity.readableBytesView))
    return coded.count < body.identity.readableBytes ? coded : nil
  }

  private init(_ other: Snapshot, catalogue: ReadyResource) {
    view = other.view
    token = other.token
    until = other.until
    index = other.index
    assets = other.assets
    self.catalogue = catalogue
    deltas = other.deltas.with(whole: catalogue.resource)
    pieces = other.pieces
  }

  /// The same with another coding of the catalogue.
  func with(brotli: [UInt8]) -> Snapshot {
    var resource = catalogue.resource
    resource.body[.brotli] = ByteBuffer(bytes: brotli)
    return Snapshot(self, catalogue: ReadyResource(resource))
  }
}

extension CatalogueView {
  /// Whether bytes were shown by an instant, or are to be.
  func shows(_ digest: SHA256Digest, by instant: Timestamp) -> Bool {
    let shows = { (state: GiftState) in
      state.versions.contains { version in
        version.asset == digest
          && state.shown.entries.contains {
            $0.version == version.number && $0.window.from <= instant
          }
      }
    }
    return states.contains(where: shows) || departed.contains { shows($0.state) }
  }

  /// Names the bytes of all that is live at its instant, or comes within a time; some twice.
  ///
  /// What is as it was in an `earlier` view is left out.
  func eachAsset(
    withinMicroseconds horizon: Int64, unlike earlier: CatalogueView?,
    _ body: (SHA256Digest) -> Void
  ) {
    let known = earlier?.states ?? []
    // Both are in the order of ids, which are compared only where they differ.
    var place = 0
    for state in states {
      if place < known.count, known[place] != state {
        while place < known.count, known[place].gift < state.gift { place += 1 }
      }
      if place < known.count, known[place] == state {
        place += 1
        continue
      }
      let shown = state.shown
      let next = shown.next(after: instant)
      let isNear = next.map { $0.window.from.microseconds - instant.microseconds <= horizon }
      for entry in [shown.entry(at: instant), isNear == true ? next : nil] {
        guard let entry, let version = state.version(entry.version) else { continue }
        body(version.asset)
      }
    }
  }
}

extension CodedBody {
  /// The body of `/v1/catalogue`, a function of the token, so that replicas write the same bytes:
  /// one line of JSON with sorted keys, like the parts of which it is made.
  fileprivate init(
    catalogue pieces: [CataloguePiece], token: CataloguePosition, asOf: Timestamp,
    until: Timestamp?,
    recycledBuffer: inout ByteBuffer
  ) {
    // Neither instants nor tokens have characters that JSON escapes.
    let head = Array("{\"asOf\":\"\(asOf)\",\"catalogue\":\"\(token)\",\"gifts\":[".utf8)
    let tail = Array("]\(until.map { ",\"until\":\"\($0)\"" } ?? "")}".utf8)
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
