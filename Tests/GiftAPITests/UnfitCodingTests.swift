import Compression
import GiftDomain
import GiftStore
import HTTPTypes
import NIOCore
import Support
import Testing

@testable import GiftAPI

/// What somebody stored as a coding with SQL of his own, and decodes to anything else.
@Suite(.timeLimit(.minutes(5)))
struct UnfitCodingTests {
  private static let content = Array(
    "{\"layers\":[\(String(repeating: "{\"ty\":4},", count: 900))0]}".utf8)
  private static let other = Array(
    "{\"layers\":[\(String(repeating: "{\"ty\":3},", count: 900))0]}".utf8)

  /// Codings of other bytes, of fewer, of more, of none, cut, and with something behind.
  private static let forgeries: [@Sendable (([UInt8]) -> [UInt8]) -> [UInt8]] = [
    { $0(other) }, { $0(Array(content.dropLast())) }, { $0(content + [0x20]) }, { $0([]) },
    { Array($0(content).dropLast()) }, { _ in [1, 2, 3] }, { _ in content },
  ]

  private static let codings: [(name: String, coding: ContentCoding)] = [
    ("br", .brotli), ("gzip", .gzip),
  ]

  @Test(arguments: forgeries.indices)
  func `a coding that does not decode to its animation is not served`(forgery: Int) async throws {
    for (name, coding) in Self.codings {
      let log = RecordedLog()
      let stock = try await StockedCatalogue(logger: log.logger)
      let rose = try GiftID("rose")
      var codings = [.brotli: brotli(Self.content)] as AssetCodings
      codings[.gzip] = gzip(Self.content)
      let forge = Self.forgeries[forgery]
      codings[coding] = forge(coding.coded)
      try await stock.store(codings, of: rose, Self.content)
      let digest = try SHA256Digest(bytes: sha256(Self.content))
      let line =
        "error: a stored coding does not decode to its animation and is not served "
        + "coding=\(name) sha256=\(digest.hex)"
      // One that is live is kept in memory, one that was is read for each request.
      for isLive in [true, false] {
        if !isLive { _ = try await stock.retire(rose) }
        for (accepted, fitting) in Self.codings {
          let answer = try await stock.get(
            animationURL(bytes: Self.content), fields: [.acceptEncoding: accepted])
          #expect(answer.status == .ok)
          #expect(answer.fields[.contentEncoding] == (fitting == coding ? nil : accepted))
          #expect(
            answer.body
              == ByteBuffer(bytes: fitting == coding ? Self.content : fitting.coded(Self.content)))
        }
        #expect(log.lines.contains(line))
      }
      #expect(log.lines.count { $0.contains("does not decode") } <= 2)
    }
  }

  @Test func `a snapshot file with a coding that does not decode is refused`() throws {
    let digest = try SHA256Digest(bytes: sha256(Self.content))
    let name = AssetName(kind: .animation, digest: digest)
    for (_, coding) in Self.codings {
      let body = CodedBody([
        .identity: ByteBuffer(bytes: Self.content), coding: ByteBuffer(bytes: coding.coded([])),
      ])
      var kept = try KeptScene.catalogue()
      kept.assets = [ServedAsset(name, body: body)]
      var reader = try SnapshotReader(bytes(of: kept))
      #expect(throws: SnapshotFileError.otherBytes(digest)) { try reader.catalogue() }
    }
  }
}

extension ContentCoding {
  fileprivate func coded(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .brotli: Compression.brotli(bytes)
    case .gzip: Compression.gzip(bytes)
    case .identity: bytes
    }
  }
}

extension StockedCatalogue {
  /// Publishes a gift whose animation has any codings, with the rights of an owner.
  fileprivate func store(
    _ codings: AssetCodings, of gift: GiftID, _ content: [UInt8]
  ) async throws {
    _ = try await add(gift, bytes: content)
    for (coding, bytes) in codings {
      let hex = bytes.map { padded($0, 2, radix: 16) }.joined()
      let digest = try SHA256Digest(bytes: sha256(content))
      #expect(
        try await query(
          """
          SET session_replication_role = replica;
          INSERT INTO asset_coding (sha256, coding, bytes)
          VALUES ('\\x\(digest.hex)', '\(coding.rawValue)', '\\x\(hex)')
          """
        ).hasSuffix("INSERT 0 1\n"))
    }
    _ = try await publish(gift)
  }
}
