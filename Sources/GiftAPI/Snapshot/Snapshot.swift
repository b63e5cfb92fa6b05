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
  private let shelf: GiftShelf
  /// The bytes that are live or come soon.
  let assets: AssetShelf

  /// The snapshot of rows at an instant; what `earlier` has of it is taken over.
  ///
  /// `assets` are those of `CatalogueView.eachAsset`, as far as there are; the catalogue's body is
  /// written to `room`, which is left without.
  init(
    of view: CatalogueView, assets: AssetShelf, after earlier: Snapshot?, room: inout ByteBuffer,
    limits: APILimits
  ) {
    self.view = view
    let live = view.catalogue
    let token = view.token(of: live)
    let since = max(live.lastBoundary ?? .epoch, view.alteredAt)
    let shelf = GiftShelf(
      view, assets: assets, since: since, after: earlier?.shelf ?? .empty, limits: limits)
    self.shelf = shelf
    self.token = token
    until = live.nextBoundary
    self.assets = assets
    if let earlier, earlier.token == token, earlier.until == until {
      catalogue = earlier.catalogue
      deltas = earlier.deltas
      pieces = earlier.pieces
    } else {
      let shelved = live.items.compactMap { shelf.inOrder[$0.index] }
      pieces = CataloguePiece.pieces(of: shelved, after: earlier?.pieces ?? [])
      catalogue = ReadyResource(
        Resource(
          body: CodedBody(
            catalogue: pieces, token: token, asOf: since, until: until, room: &room),
          tag: EntityTag(token), validity: .until(until), modifiedAt: since),
        limits: limits)
      deltas = CatalogueDeltas(
        to: token, of: shelved.compactMap(\.live), whole: catalogue.resource, asOf: since,
        until: until, after: earlier?.deltas, limits: limits)
    }
  }

  /// Every gift that clients may know of, by its id as addresses have it.
  var gifts: [AddressKey: ShelvedGift] { shelf.gifts }

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
    shelf = other.shelf
    assets = other.assets
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
}

extension CatalogueView {
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

extension Snapshot {
  private static let catalogueTarget = "/v1/catalogue"
  /// What stands before the token, as clients write it.
  private static let sinceTarget = "/v1/catalogue?since="

  /// What is at a target as clients of this API write it; nil for every other way to write it, and
  /// for what is not there.
  func resource(at target: Span<UInt8>) -> ReadyResource? {
    guard let slash = target.indices.last(where: { target[$0] == UInt8(ascii: "/") }) else {
      return nil
    }
    let end = hasEnding(target, ".json") ? target.count - 5 : nil
    // Each folder has a length of its own.
    switch (slash + 1, end) {
    case (1, let end?) where slash < end:
      return gift(target.extracting((slash + 1)..<end))?.animation
    case (4, nil) where hasBeginning(target, Self.catalogueTarget):
      if target.count == Self.catalogueTarget.utf8.count { return catalogue }
      guard hasBeginning(target, Self.sinceTarget) else { return nil }
      return AddressKey(target.extracting(Self.sinceTarget.utf8.count...))
        .flatMap(deltas.ready)
    case (10, nil) where hasBeginning(target, "/v1/gifts/"):
      return gift(target.extracting((slash + 1)...))?.description
    case (11, nil) where hasBeginning(target, "/animation/"):
      return gift(target.extracting((slash + 1)...))?.animation
    case (15, let end?) where slash < end && hasBeginning(target, "/v1/animations/"):
      guard let address = AddressKey(target.extracting((slash + 1)..<end)) else { return nil }
      return assets[address]?.ready
    default:
      return nil
    }
  }

  private func gift(_ name: Span<UInt8>) -> ShelvedGift? {
    guard let address = AddressKey(name) else { return nil }
    return gifts[address]
  }
}

private func hasBeginning(_ target: Span<UInt8>, _ text: String) -> Bool {
  guard target.count >= text.utf8.count else { return false }
  var index = 0
  for byte in text.utf8 {
    guard target[index] == byte else { return false }
    index += 1
  }
  return true
}

private func hasEnding(_ target: Span<UInt8>, _ text: String) -> Bool {
  guard target.count >= text.utf8.count else { return false }
  var index = target.count - text.utf8.count
  for byte in text.utf8 {
    guard target[index] == byte else { return false }
    index += 1
  }
  return true
}

extension CodedBody {
  /// The body of `/v1/catalogue`, a function of the token, so that replicas write the same bytes:
  /// one line of JSON with sorted keys, like the parts of which it is made.
  fileprivate init(
    catalogue pieces: [CataloguePiece], token: CatalogueToken, asOf: Timestamp, until: Timestamp?,
    room: inout ByteBuffer
  ) {
    // Neither instants nor tokens have characters that JSON escapes.
    let head = Array("{\"asOf\":\"\(asOf)\",\"catalogue\":\"\(token)\",\"gifts\":[".utf8)
    let tail = Array("]\(until.map { ",\"until\":\"\($0)\"" } ?? "")}".utf8)
    var body = ByteBuffer()
    swap(&body, &room)
    body.clear(
      minimumCapacity: pieces.reduce(head.count + tail.count) { $0 + $1.byteCount })
    body.writeBytes(head)
    for piece in pieces { piece.write(to: &body) }
    body.writeBytes(tail)
    var coded: ByteBuffer?
    if body.readableBytes >= Self.leastCoded {
      let blocks = [GzipBlock(head)] + pieces.map(\.block) + [GzipBlock(tail)]
      coded = ByteBuffer(bytes: GzipBlock.member(of: blocks))
    }
    self.init(identity: body, gzip: coded, brotli: nil)
  }
}
