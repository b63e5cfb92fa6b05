import DaemonSupport
import Foundation
import GiftStore
import StoreSupport
import Support
import Testing

/// Posters and previews, over a socket.
@Suite(.timeLimit(.minutes(5)))
struct PictureTests {
  private static let series = "gift_responses_total{route=\"picture\",status=\"200\"}"

  @Test func `what is drawn while a gift is live is told to clients, and served`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      let port = daemon.publicPort
      let before = try await daemon.token(after: 2)
      let told = try await withEvents(port: port, "Last-Event-ID: \(before)") { reader in
        try await rose.draw(1)
        return try await reader.event()
      }
      #expect(told?.hasPrefix("{\"catalogue\":\"3-") == true)
      let delta = try #require(try await get("/v1/catalogue?since=\(before)", port: port))
      for (member, sample) in [("poster", 1), ("preview", 2)] as [(String, UInt8)] {
        #expect(delta.text.contains("\"\(member)\":{\"byteCount\":13,\"height\":128,"))
        let picture = try #require(try await get(try pictureURL(sample), port: port))
        #expect(picture.status == 200)
        #expect(picture.body == (try PictureFile(sample: sample).bytes))
        #expect(picture.fields["content-type"] == "image/webp")
        #expect(delta.text.contains("\"url\":\"\(try pictureURL(sample))\""))
      }
    }
  }

  @Test func `a picture counts as what it is, and as memory`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    try await rose.draw(1)
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      let page = try await daemon.measured()
      #expect(
        page["gift_snapshot_bytes{kind=\"assets\"}"] == Double(PublishedRose.content.count + 26))
      _ = try await get(try pictureURL(1), port: daemon.publicPort)
      _ = try await get(try pictureURL(9), port: daemon.publicPort)
      let after = try await daemon.measured()
      #expect(after[Self.series] == 1)
      #expect(after["gift_responses_total{route=\"picture\",status=\"404\"}"] == 1)
      #expect(after["gift_fallback_duration_seconds_count{route=\"picture\"}"] == 1)
      // One that was superseded is kept once it was asked for.
      try await rose.draw(3)
      _ = try #require(try await daemon.awaitMetrics(["gift_snapshot_change": 4]))
      #expect(try await get(try pictureURL(1), port: daemon.publicPort)?.status == 200)
    }
  }

  @Test func `pictures outlive their database, in memory and in the snapshot file`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    try await rose.draw(1)
    let file = temporaryPath()
    let arguments = ["--snapshot-file", file]
    _ = try await withServingDaemon(database: rose.conninfo, arguments) { daemon in
      try await server.stop()
      #expect(try await get(try pictureURL(1), port: daemon.publicPort)?.status == 200)
    }
    _ = try await withDaemon(database: rose.conninfo, arguments) { daemon in
      for sample: UInt8 in [1, 2] {
        let picture = try await get(try pictureURL(sample), port: daemon.publicPort)
        #expect(picture?.body == (try PictureFile(sample: sample).bytes))
        #expect(picture?.fields["content-type"] == "image/webp")
      }
      #expect(try await get(try pictureURL(9), port: daemon.publicPort)?.status == 503)
    }
    for name in [file, file + ".lock"] { try FileManager.default.removeItem(atPath: name) }
    try server.end()
  }
}
