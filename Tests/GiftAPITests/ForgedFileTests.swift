import GiftDomain
import GiftStore
import HTTPTypes
import Logging
import NIOCore
import Support
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

  /// What is put in the place of numbers, or of texts that are times.
  static let numbers = [
    "0", "-1", "1e308", "4294967295", "9223372036854775807", "-9223372036854775808",
    "99999999999999999999",
  ]
  static let times = [
    #""0001-01-01T00:00:00Z""#, #""9999-12-31T23:59:59.999999Z""#, #""0001-01-01 00:00""#,
    #""9998-12-31 23:59:59""#,
  ]

  @Test(arguments: numbers)
  func `an extreme number anywhere is refused or served`(forgery: String) async throws {
    try await forge(/-?[0-9][0-9.eE+-]*(?=[,\]}])/, forgery)
  }

  @Test(arguments: times)
  func `an extreme time anywhere is refused or served`(forgery: String) async throws {
    try await forge(/"[0-9]{4}-[0-9]{2}-[^"]*"/, forgery)
  }

  @Test(arguments: [#""gifts":"first","#, ""])
  func `a file without the gift panel is refused`(panel: String) throws {
    let rows = try Rows(KeptScene.catalogue())
    let forged = rows.text.replacing(#""gifts":"all","#, with: panel)
    #expect(forged != rows.text)
    var reader = try SnapshotReader(rows.file(with: forged))
    #expect(throws: SnapshotFileError.malformed) { try reader.catalogue() }
  }

  /// Puts a text in the place of one value after the other, with a length and a digest that hold.
  private func forge(_ values: Regex<Substring>, _ forgery: String) async throws {
    let rows = try Rows(KeptScene.catalogue())
    var (refused, served) = (0, 0)
    let places = rows.text.ranges(of: values)
    for place in places {
      var reader = try SnapshotReader(
        rows.file(with: rows.text.replacingSubrange(place, with: forgery)))
      do {
        try await serve(try reader.catalogue())
        served += 1
      } catch {
        refused += 1
      }
      await Task.yield()
    }
    #expect(places.count >= 20)
    #expect(refused > 0 && refused + served == places.count)
  }

  /// All that is done with a file, at its own time and at others.
  private func serve(_ kept: KeptCatalogue) async throws {
    for seconds: Int64 in [6_100_000, 253_402_300_799] {
      let now = try Timestamp(microseconds: seconds * 1_000_000)
      let view = kept.view.evaluated(at: now)
      let snapshot = Snapshot(
        of: view, assets: AssetIndex(kept.assets), after: nil,
        limits: .standard)
      #expect(
        !snapshot.panel.catalogues.everybody.whole.resource.body.identity.readableBytesView.isEmpty)
    }
    let api = GiftAPI(store: Self.nowhere, logger: .silent)
    let now = try Timestamp(microseconds: 13_000_000_000_000)
    #expect(await api.publisher.restore(kept, now: now, asked: .now))
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

extension String {
  fileprivate func replacingSubrange(_ range: Range<Index>, with text: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: text)
    return copy
  }
}

/// A file whose rows can be exchanged.
private struct Rows {
  let text: String
  private let head: ArraySlice<UInt8>
  private let animations: ArraySlice<UInt8>

  init(_ kept: KeptCatalogue) throws {
    let whole = try bytes(of: kept)
    let lengths = SnapshotFile.headBytes - 8
    let count = whole[lengths..<lengths + 8].reduce(0) { $0 << 8 | Int($1) }
    let end = SnapshotFile.headBytes + count
    text = String(decoding: whole[SnapshotFile.headBytes..<end], as: UTF8.self)
    head = whole[..<(lengths - 8)]
    animations = whole[end..<(whole.count - SHA256Digest.byteCount)]
  }

  /// The file with other rows, and a length and a digest that hold.
  func file(with rows: String) -> [UInt8] {
    let text = Array(rows.utf8)
    let size = SnapshotFile.headBytes + text.count + animations.count + SHA256Digest.byteCount
    var head = ByteBuffer(bytes: head)
    head.writeInteger(UInt64(size))
    head.writeInteger(UInt64(text.count))
    let forged = Array(buffer: head) + text + animations
    return forged + sha256(forged)
  }
}
