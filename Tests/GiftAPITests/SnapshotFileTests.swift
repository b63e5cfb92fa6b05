import GiftDomain
import NIOCore
import StoreSupport
import Support
import Testing

@testable import GiftAPI
@testable import GiftStore

/// What is written is what is read, and nothing else is believed.
struct SnapshotFileTests {
  @Test func `what is written is read again, all of it`() throws {
    let kept = try KeptScene.catalogue()
    var reader = try SnapshotReader(bytes(of: kept))
    let read = try reader.catalogue()
    #expect(read.view == kept.view)
    #expect(read.position == kept.position)
    #expect(read.clockOffset == kept.clockOffset)
    #expect(read.assets.map(\.name) == kept.assets.inOrder.map(\.name))
    #expect(read.assets.map(\.body) == kept.assets.inOrder.map(\.body))
    #expect(try bytes(of: read) == bytes(of: kept))
  }

  @Test func `the empty catalogue is one, too`() throws {
    let empty = KeptCatalogue(
      view: CatalogueView(
        states: [], departed: [], rotations: [], groups: GiftGroups(), withdrawn: [], broken: [],
        change: .zero,
        altering: .zero,
        alteredAt: .epoch, history: .none, instant: .epoch, now: .epoch),
      position: .unread, clockOffset: 0, assets: [])
    var reader = try SnapshotReader(bytes(of: empty))
    #expect(try reader.catalogue().view == empty.view)
  }

  @Test func `a file says how long it is`() throws {
    let kept = try KeptScene.catalogue()
    #expect(try SnapshotFile(kept).byteCount == bytes(of: kept).count)
  }

  @Test func `a file that was cut anywhere is refused`() throws {
    let whole = try bytes(of: KeptScene.catalogue())
    for count in whole.indices {
      #expect(throws: SnapshotFileError.self) { try SnapshotReader(Array(whole[..<count])) }
    }
    #expect(throws: SnapshotFileError.cut(expected: UInt64(whole.count), found: whole.count + 1)) {
      try SnapshotReader(whole + [0])
    }
  }

  @Test func `a file of which any bit was turned is refused`() throws {
    let whole = try bytes(of: KeptScene.catalogue())
    for index in whole.indices {
      for bit in 0..<8 {
        var damaged = whole
        damaged[index] ^= 1 << UInt8(bit)
        #expect(throws: SnapshotFileError.self) { try SnapshotReader(damaged) }
      }
    }
  }

  @Test func `a forged file with a digest that holds is refused or read, and ends nobody`() throws {
    let whole = try bytes(of: KeptScene.catalogue())
    let covered = whole.count - SHA256Digest.byteCount
    var refused = 0
    for index in SnapshotFile.headBytes..<covered {
      for byte: UInt8 in [0x00, 0x7F, 0xFF] where byte != whole[index] {
        var forged = Array(whole[..<covered])
        forged[index] = byte
        var reader = try SnapshotReader(forged + sha256(forged))
        do {
          _ = try reader.catalogue()
        } catch {
          refused += 1
        }
      }
    }
    // Many a number may be another one.
    #expect(refused > covered / 2)
  }

  @Test func `a file that shrinks or fails while it is read is refused`() throws {
    let whole = try bytes(of: KeptScene.catalogue())
    let shrunk = SnapshotSource(byteCount: whole.count) { offset, count in
      Array(whole[offset..<max(offset, min(offset + count, whole.count - 1))])
    }
    #expect(
      throws: SnapshotFileError.cut(expected: UInt64(whole.count), found: whole.count - 1)
    ) { try SnapshotReader(shrunk) }
    let failing = SnapshotSource(byteCount: whole.count) { _, _ in throw CancellationError() }
    #expect(throws: SnapshotFileError.unreadable) { try SnapshotReader(failing) }
  }

  @Test func `why a file is refused is told apart`() throws {
    let whole = try bytes(of: KeptScene.catalogue())
    #expect(throws: SnapshotFileError.notASnapshot) { try SnapshotReader([]) }
    #expect(throws: SnapshotFileError.notASnapshot) { try SnapshotReader(Array("{}".utf8)) }
    var newer = whole
    let next = SnapshotFile.version + 1
    newer[SnapshotFile.magic.count + 3] = UInt8(next)
    #expect(throws: SnapshotFileError.otherVersion(next)) { try SnapshotReader(newer) }
    var damaged = whole
    damaged[whole.count / 2] ^= 1
    #expect(throws: SnapshotFileError.damaged) { try SnapshotReader(damaged) }
  }

  @Test func `what could not be read again is not written`() throws {
    let kept = try KeptScene.catalogue()
    for offset in [Int64.min, Int64.max] {
      #expect(throws: SnapshotFileError.malformed) {
        try SnapshotFile(
          KeptCatalogue(
            view: kept.view, position: kept.position, clockOffset: offset, assets: kept.assets))
      }
    }
  }

  @Test func `an animation under another one's digest is refused`() throws {
    let kept = try KeptScene.catalogue()
    for asset in kept.assets {
      let other = CodedBody([.identity: ByteBuffer(string: "{}")])
      var reader = try SnapshotReader(try file(of: [ServedAsset(asset.name, body: other)]))
      #expect(throws: SnapshotFileError.otherBytes(asset.name.digest)) {
        try reader.catalogue()
      }
    }
  }

  @Test(arguments: [Array("{}".utf8), Array("RIFF\0\0\0\0WEB".utf8)] as [[UInt8]])
  func `a picture that is not WebP is refused, though its digest holds`(bytes: [UInt8]) throws {
    try expectMalformed(bytes)
  }

  @Test func `a picture that is too long is refused`() throws {
    let head = try PictureFile(sample: 1).bytes
    let limit = Int(Picture.maxBytes)
    try expectMalformed(head + [UInt8](repeating: 0, count: limit + 1 - head.count))
    let longest = head + [UInt8](repeating: 0, count: limit - head.count)
    var reader = try SnapshotReader(try file(of: [picture(longest)]))
    #expect(try reader.catalogue().assets.map(\.body.byteCount) == [limit])
  }

  @Test func `what is neither an animation nor a picture is refused`() throws {
    let asset = try picture(try PictureFile(sample: 1).bytes)
    var bytes = try file(of: [asset])
    bytes.removeLast(SHA256Digest.byteCount)
    let kind = bytes.count - asset.body.byteCount - 4 - SHA256Digest.byteCount - 1
    #expect(bytes[kind] == AssetKind.picture.rawValue)
    for other: UInt8 in [0, 2, 255] {
      bytes[kind] = other
      var reader = try SnapshotReader(bytes + sha256(bytes))
      #expect(throws: SnapshotFileError.malformed) { try reader.catalogue() }
    }
  }

  private func expectMalformed(_ bytes: [UInt8]) throws {
    var reader = try SnapshotReader(try file(of: [picture(bytes)]))
    #expect(throws: SnapshotFileError.malformed) { try reader.catalogue() }
  }

  /// Bytes that a file has as a picture.
  private func picture(_ bytes: [UInt8]) throws -> ServedAsset {
    let name = AssetName(kind: .picture, digest: try SHA256Digest(bytes: sha256(bytes)))
    return ServedAsset(name, body: CodedBody([.identity: ByteBuffer(bytes: bytes)]))
  }

  /// A file that has these assets instead of its own.
  private func file(of assets: [ServedAsset]) throws -> [UInt8] {
    let kept = try KeptScene.catalogue()
    return try bytes(
      of: KeptCatalogue(
        view: kept.view, position: kept.position, clockOffset: 0, assets: assets))
  }
}
