import GiftDomain
import GiftStore
import HTTPTypes
import Hashing
import Logging
import NIOCore
import Testing

@testable import GiftAPI

/// Files whose digest holds and whose numbers are the worst there are: they are refused or served,
/// and end no process.
///
/// One number after the other, as whoever else runs here has limits to keep.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ForgedFileTests {
  private static let nowhere = GiftStore(
    conninfo: "host=/nowhere", role: .reader, applicationName: "test")

  /// A number of so many bytes, in place of whatever stands anywhere.
  struct Forgery: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]

    init(_ number: some FixedWidthInteger) {
      bytes = Array(buffer: ByteBuffer(integer: number))
    }

    var testDescription: String { "\(bytes)" }
  }

  static let forgeries: [Forgery] =
    [0, 0xFF].map { Forgery($0 as UInt8) } + [0, 0xFFFF_FFFF].map { Forgery($0 as UInt32) }
    + [0, -1, .min, .max, LocalTime.range.lowerBound, Timestamp.range.upperBound].map {
      Forgery($0 as Int64)
    } + [.nan, .greatestFiniteMagnitude].map { Forgery(($0 as Double).bitPattern) }

  @Test(arguments: forgeries)
  func `an extreme number anywhere is refused or served`(forgery: Forgery) async throws {
    let whole = try bytes(of: KeptScene.catalogue())
    let covered = whole.count - sha256ByteCount
    var (refused, served) = (0, 0)
    for start in SnapshotFile.headBytes...(covered - forgery.bytes.count) {
      var forged = Array(whole[..<covered])
      forged.replaceSubrange(start..<start + forgery.bytes.count, with: forgery.bytes)
      let reader = try SnapshotCoder(forged + sha256(forged))
      do {
        try await serve(try reader.catalogue())
        served += 1
      } catch {
        refused += 1
      }
      await Task.yield()
    }
    #expect(refused > 0)
    #expect(refused + served == covered - SnapshotFile.headBytes - forgery.bytes.count + 1)
  }

  /// All that is done with a file, at its own time and at others.
  private func serve(_ kept: KeptCatalogue) async throws {
    var room = ByteBuffer()
    for seconds: Int64 in [6_100_000, 253_402_300_799] {
      let now = try Timestamp(microseconds: seconds * 1_000_000)
      let view = try kept.view.evaluated(at: now)
      let snapshot = Snapshot(
        of: view, assets: AssetIndex(kept.assets), after: nil, recycledBuffer: &room,
        limits: .standard)
      #expect(!snapshot.catalogue.resource.body.identity.readableBytesView.isEmpty)
    }
    let api = GiftAPI(store: Self.nowhere, logger: .silent)
    let now = try Timestamp(microseconds: 13_000_000_000_000)
    #expect(try await api.keeper.restore(kept, now: now, asked: .now))
    for target in ["/v1/catalogue?since=7-0", "/v1/gifts/rose", "/rose.json"] {
      _ = await api.answer(target)
    }
    #expect(api.observed().shown != nil)
  }
}

func bytes(of kept: KeptCatalogue) throws -> [UInt8] {
  var bytes: [UInt8] = []
  try SnapshotFile(kept).write { bytes += Array(buffer: $0) }
  return bytes
}
