import DaemonSupport
import Glibc
import Support
import Testing

struct UpgradeTests {
  @Test func `a second giftd takes a shared port over`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo, ["--share-port"]) { old in
      let port = old.publicPort
      let sharing = ["--share-port", "--listen", "127.0.0.1:\(port)"]
      let end = try await withDaemon(database: rose.conninfo, sharing) { new in
        #expect(new.publicPort == port)
        #expect(try await poll("/readyz", port: new.operationsPort, host: "::1", until: 200) != nil)
        // Whoever of the two is asked.
        for _ in 0..<32 { #expect(try await get("/rose.json", port: port)?.status == 200) }
        #expect(kill(old.pid, SIGTERM) == 0)
        // The operations port is closed last.
        try await refusal(port: old.operationsPort, host: "::1")
        for _ in 0..<32 { #expect(try await get("/rose.json", port: port)?.status == 200) }
      }
      #expect(end.status == .exited(0))
    }
  }

  @Test func `who has no catalogue takes no clients from who has one`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo, ["--share-port"]) { daemon in
      let port = daemon.publicPort
      #expect(try await poll("/rose.json", port: port, until: 200) != nil)
      let waiting = try await withDaemon(
        database: "host=127.0.0.1 port=1 dbname=gifts",
        ["--share-port", "--listen", "127.0.0.1:\(port)"],
        start: { pid, line in
          guard line.contains("the shared port is opened once") else { return nil }
          return Daemon(pid: pid, publicPort: port, operationsPort: 0, notice: line)
        },
        { _ in
          for _ in 0..<64 {
            let reply = try await get("/rose.json", port: port)
            #expect(reply?.status == 200)
          }
        })
      #expect(waiting.status == .signalled(SIGTERM))
    }
  }

  @Test func `a port is not shared unless both say so`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { first in
      let second = try await runProcess(
        try Places.builtProduct("giftd"),
        [
          "--share-port", "--listen", "127.0.0.1:\(first.publicPort)", "--operations-listen",
          "127.0.0.1:0", "--database", rose.conninfo,
        ])
      #expect(second.status == .exited(1))
      #expect(second.errorText.hasSuffix(": Address already in use.\n"))
    }
  }
}
