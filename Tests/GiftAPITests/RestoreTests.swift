import Foundation
import GiftDomain
import GiftStore
import HTTPTypes
import Logging
import NIOCore
import StoreSupport
import Testing

@testable import GiftAPI

/// What a server answers that has a file and no database.
struct RestoreTests {
  private static let nowhere = GiftStore(
    conninfo: "host=/nowhere", role: .reader, applicationName: "test")

  @Test func `everything hot is answered from the file with the same bytes and tags`() async throws
  {
    let stock = try await StockedCatalogue()
    for (name, content) in [("rose", "{\"v\":1}"), ("tulip", String(repeating: "{} ", count: 900))]
    {
      _ = try await stock.add(try GiftID(name), content)
      _ = try await stock.publish(try GiftID(name))
    }
    _ = try await stock.draw("rose", "{\"v\":1}", 1)
    _ = try await stock.retire(try GiftID("tulip"))
    _ = try await stock.add(try GiftID("draft"), "{}")
    try await stock.api.follower.refresh()
    let api = GiftAPI(store: Self.nowhere, logger: .silent)
    #expect(try await api.restore(try await stock.kept(), now: hostTime()) != nil)
    let targets = [
      "/v1/catalogue", "/v1/gifts/rose", "/v1/gifts/tulip", "/rose.json", "/animation/rose",
      "/tulip.json", "/draft.json", try animationURL("{\"v\":1}"), try pictureURL(1),
      try pictureURL(2),
    ]
    for target in targets {
      for coding in ["identity", "gzip", "br"] {
        let fields: HTTPFields = [.acceptEncoding: coding]
        let before = await stock.answer(target, fields: fields)
        let after = await api.answer(
          target, .get, fields)
        #expect(after.status == before.status, "\(target)")
        #expect(after.body == before.body, "\(target) \(coding)")
        #expect(after.fields[.eTag] == before.fields[.eTag], "\(target)")
      }
    }
    #expect(
      try api.snapshotFile(now: { .epoch }) == nil, "what came from a file is not written again")
  }

  @Test func `a boundary that lies between comes at once`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose, after: 3_600_000_000)
    try await stock.api.follower.refresh()
    let api = GiftAPI(store: Self.nowhere, logger: .silent)
    let later = try hostTime().advanced(byMicroseconds: 7_200_000_000)
    _ = try await api.restore(try await stock.kept(), now: later)
    let answer = await api.answer(
      "/rose.json")
    #expect(answer.status == .ok)
    #expect(answer.text == "{}")
  }

  @Test func `what was read from a database is not given up for a file`() async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{}")
    try await stock.api.follower.refresh()
    let old = try await stock.kept()
    _ = try await stock.publish(try GiftID("rose"))
    try await stock.api.follower.refresh()
    #expect(try await stock.api.restore(old, now: hostTime()) == nil)
    #expect(await stock.answer("/rose.json").status == .ok)
  }

  @Test func `a database with fewer edits is not believed over the file, one with more is`()
    async throws
  {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    try await stock.api.follower.refresh()
    let file = try await stock.kept()
    try await stock.forgetLastChange()
    let api = stock.anotherAPI()
    _ = try await api.restore(file, now: hostTime())
    await #expect(throws: StoreError.editsMissing) { try await api.follower.refresh() }
    #expect(api.observed().lacksEdits)
    #expect(api.observed().fileAge != nil)
    // It goes on without what it lost: its last change is newer than the file's.
    _ = try await stock.add(try GiftID("tulip"), "[]")
    try await api.follower.refresh()
    #expect(api.observed().fileAge == nil)
    #expect(!api.observed().lacksEdits)
    #expect(try api.observed().shown?.change == ChangeNumber(2))
  }

  @Test func `a file of another catalogue is given up for the database`() async throws {
    let stock = try await StockedCatalogue()
    let other = try await StockedCatalogue()
    for name in ["rose", "tulip"] { _ = try await stock.add(try GiftID(name), "{}") }
    try await stock.api.follower.refresh()
    _ = try await other.add(try GiftID("lily"), "{}")
    let api = other.anotherAPI()
    _ = try await api.restore(try await stock.kept(), now: hostTime())
    try await api.follower.refresh()
    #expect(try api.observed().shown?.change == ChangeNumber(1))
  }

  @Test func `the clock of a file is not ahead, however slowly it is written`() async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{}")
    try await stock.api.follower.refresh()
    let written = try stock.api.snapshotFile {
      // The host's clock goes on after it was read.
      let time = hostTime()
      while hostTime().microseconds < time.microseconds + 50_000 {}
      return time
    }
    var bytes: [UInt8] = []
    try #require(written).file.write { bytes += Array(buffer: $0) }
    var reader = try SnapshotReader(bytes)
    // Both clocks are this machine's.
    #expect(try reader.catalogue().clockOffset <= 0)
  }
}

extension StockedCatalogue {
  /// The bytes of a snapshot file of what the API serves.
  func kept() async throws -> [UInt8] {
    let file = try #require(try api.snapshotFile(now: hostTime)?.file)
    var bytes: [UInt8] = []
    file.write { bytes += Array(buffer: $0) }
    return bytes
  }

  func anotherAPI() -> GiftAPI {
    GiftAPI(store: .patient(conninfo: conninfo, role: .reader), logger: .silent)
  }

  /// As on a primary that was left behind: the second change, which published, never came.
  func forgetLastChange() async throws {
    _ = try await query(
      """
      SET session_replication_role = replica;
      DELETE FROM availability; DELETE FROM gift_change WHERE change = 2;
      DELETE FROM change WHERE number = 2;
      UPDATE head SET (change, at, digest) =
        (SELECT number, at, digest FROM change WHERE number = 1)
      """)
  }
}

/// What this host's clock shows.
///
/// The database, which runs here, would tell the same, but later.
func hostTime() -> Timestamp {
  Timestamp(clamping: Int64(Date().timeIntervalSince1970 * 1_000_000))
}
