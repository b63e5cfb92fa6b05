import GiftDomain
import NIOCore
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
    #expect(read.assets.map(\.digest) == kept.assets.sorted { $0.hex < $1.hex }.map(\.digest))
    #expect(read.assets.map(\.body) == kept.assets.sorted { $0.hex < $1.hex }.map(\.body))
    #expect(try bytes(of: read) == bytes(of: kept))
  }

  @Test func `the empty catalogue is one, too`() throws {
    let empty = KeptCatalogue(
      view: CatalogueView(
        states: [], departed: [], rotations: [], broken: [], change: .zero, altering: .zero,
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
    let other = StoredAsset(
      digest: kept.assets[0].digest, bodies: [.identity: Array("{}".utf8)])
    var reader = try SnapshotReader(
      bytes(
        of: KeptCatalogue(
          view: kept.view, position: kept.position, clockOffset: 0,
          assets: [ServedAsset(other)])))
    #expect(throws: SnapshotFileError.otherBytes(kept.assets[0].digest)) {
      try reader.catalogue()
    }
  }
}
