import Foundation
import Support
import Testing

/// The daemon with a file to start from.
struct SnapshotFileTests {
  @Test func `a daemon that starts without its database serves what its file keeps`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    let file = temporaryPath()
    let first = try await withServingDaemon(database: rose.conninfo, ["--snapshot-file", file]) {
      daemon in
      return try await get("/v1/catalogue", port: daemon.publicPort)
    }
    #expect(first.status == .exited(0))
    #expect(FileManager.default.fileExists(atPath: file))
    #expect(!FileManager.default.fileExists(atPath: file + ".part"))
    try await server.stop()
    let second = try await withDaemon(database: rose.conninfo, ["--snapshot-file", file]) {
      daemon in
      let catalogue = try await get("/v1/catalogue", port: daemon.publicPort)
      #expect(catalogue?.body == first.value?.body)
      #expect(catalogue?.fields["etag"] == first.value?.fields["etag"])
      #expect(
        try await get("/rose.json", port: daemon.publicPort)?.body == PublishedRose.content)
      let ready = try #require(
        try await get("/readyz", port: daemon.operationsPort, host: "::1"))
      #expect(ready.status == 200)
      #expect(ready.text.hasPrefix("Change 2 is served from the snapshot file, as it was "))
      #expect(ready.text.hasSuffix(" s ago. The database cannot be reached at the moment.\n"))
      try await server.start()
      try await rose.retire()
      #expect(try await poll("/rose.json", port: daemon.publicPort, until: 410) != nil)
    }
    #expect(second.log.contains { $0.contains(" serving the snapshot file change=2 ") })
    try FileManager.default.removeItem(atPath: file)
    try server.end()
  }

  @Test(arguments: [
    (Data("GIFTSNAP".utf8), "it has 8 bytes, and says that it has 52"),
    (Data("nonsense".utf8), "it is no snapshot: it does not begin with GIFTSNAP"),
    (Data(), "it is no snapshot: it does not begin with GIFTSNAP"),
  ])
  func `a file that is none keeps no daemon from starting`(content: Data, reason: String)
    async throws
  {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    let file = temporaryPath()
    try content.write(to: URL(filePath: file))
    let end = try await withDaemon(database: rose.conninfo, ["--snapshot-file", file]) {
      daemon async throws in
      #expect(try await poll("/rose.json", port: daemon.publicPort, until: 200) != nil)
    }
    #expect(end.status == .exited(0))
    let last = try await withDaemon(database: "host=/nowhere", ["--snapshot-file", file]) {
      daemon async throws in
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
    }
    #expect(last.status == .exited(0))
    try content.write(to: URL(filePath: file))
    let refused = try await withDaemon(
      database: "host=/nowhere", ["--snapshot-file", file]
    ) { daemon async throws in
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 503)
    }
    #expect(refused.status == .exited(0))
    let words = " the snapshot file is of no use file=\(file) reason=\(reason)"
    #expect(refused.log.contains { $0.contains(words) })
    try FileManager.default.removeItem(atPath: file)
  }

  private func temporaryPath() -> String {
    "/tmp/gift-snapshot-\(UInt64.random(in: 0...UInt64.max))"
  }
}
