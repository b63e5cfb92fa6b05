import DaemonSupport
import Foundation
import GiftDomain
import Glibc
import Support
import Testing

@testable import giftd

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
      #expect(ready.text.contains(" s ago. The database cannot be reached: "))
      try await server.start()
      try await rose.retire()
      #expect(try await poll("/rose.json", port: daemon.publicPort, until: 410) != nil)
    }
    #expect(second.log.contains { $0.contains(" serving the snapshot file change=2 ") })
    for name in [file, file + ".lock"] { try FileManager.default.removeItem(atPath: name) }
    try server.end()
  }

  @Test func `a daemon that starts from its file serves nothing that was withdrawn`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    let file = temporaryPath()
    let targets = ["/v1/animations/\(PublishedRose.digest).json", "/rose.json", "/animation/rose"]
    let arguments = ["--snapshot-file", file]
    _ = try await withServingDaemon(database: rose.conninfo, arguments) { daemon in
      for target in targets {
        #expect(try await get(target, port: daemon.publicPort)?.status == 200)
      }
      try await rose.withdraw()
      #expect(try await poll("/rose.json", port: daemon.publicPort, until: 410) != nil)
    }
    try await server.stop()
    let kept = try Data(contentsOf: URL(filePath: file))
    #expect(kept.range(of: Data(PublishedRose.content)) == nil)
    _ = try await withDaemon(database: rose.conninfo, arguments) { daemon in
      for target in targets {
        let reply = try await poll(target, port: daemon.publicPort, until: 410)
        #expect(reply?.fields["cache-control"] == "no-store")
      }
    }
    for name in [file, file + ".lock"] { try FileManager.default.removeItem(atPath: name) }
    try await server.start()
    try server.end()
  }

  @Test func `turns go on from the file: the running one is served, the next begins on time`()
    async throws
  {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    let file = temporaryPath()
    let arguments = ["--snapshot-file", file]
    _ = try await rose.turn("heart", afterSeconds: 1)
    let coming = try await withServingDaemon(database: rose.conninfo, arguments) { daemon in
      #expect(try await poll("/heart.json", port: daemon.publicPort, until: 200) != nil)
      return try await Self.comingTurn(of: rose, port: daemon.publicPort)
    }.value
    let (lily, next) = try #require(coming)
    try await server.stop()
    let end = try await withDaemon(database: rose.conninfo, arguments) { daemon in
      #expect(try await get("/heart.json", port: daemon.publicPort)?.status == 200)
      let begun = try await pollText("/v1/catalogue", port: daemon.publicPort) {
        $0.contains("\"id\":\"\(lily)\"")
      }
      #expect(begun?.contains("\"id\":\"heart\"") == true)
      #expect(begun?.hasPrefix("{\"asOf\":\"\(next.rfc3339)\"") == true)
      #expect(currentTime() >= next)
      #expect(try await get("/\(lily).json", port: daemon.publicPort)?.status == 200)
    }
    #expect(end.status == .exited(0))
    for name in [file, file + ".lock"] { try FileManager.default.removeItem(atPath: name) }
    try server.end()
  }

  /// A gift whose turn a daemon has heard of before it begins, and when it does: on a busy machine
  /// it may begin before anybody looks, and then there is another.
  private static func comingTurn(
    of rose: PublishedRose, port: Int
  ) async throws -> (gift: String, from: Timestamp)? {
    for number in 1...10 {
      let gift = "lily-\(number)"
      let from = try await rose.turn(gift, afterSeconds: 6)
      let planned = "\"until\":\"\(from.rfc3339)\"}"
      let seen = try await pollText("/v1/catalogue", port: port) {
        $0.hasSuffix(planned) || $0.contains("\"id\":\"\(gift)\"")
      }
      if seen?.hasSuffix(planned) == true { return (gift, from) }
    }
    return nil
  }

  @Test func `a second giftd reads the file, says that it does not write it, and does later`()
    async throws
  {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    let file = temporaryPath()
    let arguments = ["--snapshot-file", file]
    let last = try await withServingDaemon(database: rose.conninfo, arguments) { first in
      let kept = await eventually { FileManager.default.contents(atPath: file) }
      let end = try await withDaemon(database: "host=/nowhere", arguments) {
        second async throws in
        #expect(try await get("/rose.json", port: second.publicPort)?.status == 200)
      }
      #expect(end.status == .exited(0), "\(end.log)")
      let told = "another giftd writes the snapshot file, so this one does not until that has ended"
      #expect(end.log.count { $0.contains(" \(told) file=") } == 1, "\(end.log)")
      #expect(FileManager.default.contents(atPath: file) == kept)
      return try await withServingDaemon(database: rose.conninfo, arguments) { third in
        #expect(kill(first.pid, SIGTERM) == 0)
        try await refusal(port: first.operationsPort, host: "::1")
        try await rose.retire()
        let edited = await eventually { () -> Data? in
          let content = FileManager.default.contents(atPath: file)
          return content == kept ? nil : content
        }
        #expect(edited != nil)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
      }
    }
    #expect(last.value.status == .exited(0))
    for name in [file, file + ".lock"] { try FileManager.default.removeItem(atPath: name) }
  }

  @Test func `a file that others may write to is not served, and replaced`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    let file = temporaryPath()
    let arguments = ["--snapshot-file", file]
    let first = try await withServingDaemon(database: rose.conninfo, arguments) { _ in }
    #expect(first.status == .exited(0))
    try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: file)
    let refused = try await withDaemon(database: "host=/nowhere", arguments) {
      daemon async throws in
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 503)
    }
    let words = "reason=it, or the lock beside it, belongs to another user, or others may write"
    #expect(refused.log.contains { $0.contains(words) }, "\(refused.log)")
    _ = try await withServingDaemon(database: rose.conninfo, arguments) { _ in }
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    for name in [file, file + ".lock"] { try FileManager.default.removeItem(atPath: name) }
  }

  @Test(arguments: [
    (Data("GIFTSNAP".utf8), "it has 8 bytes, and says that it has 60"),
    (Data("nonsense".utf8), "it is not a snapshot: it does not begin with GIFTSNAP"),
    (Data(), "it is not a snapshot: it does not begin with GIFTSNAP"),
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
    for name in [file, file + ".lock"] { try FileManager.default.removeItem(atPath: name) }
  }
}

/// A path for a snapshot file, at which nothing is.
func temporaryPath() -> String {
  "/tmp/gift-snapshot-\(UInt64.random(in: 0...UInt64.max))"
}
