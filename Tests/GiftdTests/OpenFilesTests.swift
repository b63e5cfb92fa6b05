import DaemonSupport
import Support
import Testing

@testable import giftd

struct OpenFilesTests {
  @Test func `idle clients beyond what the system allows keep nobody from the other port`()
    async throws
  {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    let end = try await withServingDaemon(
      database: rose.conninfo, prefix: ["prlimit", "--nofile=64:64"]
    ) { daemon in
      try await withIdleConnections(80, port: daemon.publicPort) {
        let alive = try await get("/livez", port: daemon.operationsPort, host: "::1")
        #expect(alive?.status == 200)
        let ready = try await get("/readyz", port: daemon.operationsPort, host: "::1")
        #expect(ready?.status == 200)
      }
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
    }
    #expect(end.status == .exited(0))
    #expect(end.log.count { $0.contains(" fewer connections than intended ") } == 1)
    #expect(!end.log.contains { $0.contains(" error giftd: ") }, "\(end.log)")
  }

  @Test(
    arguments: [
      (
        "Limit Soft\nMax open files            1024                 524288               files \n",
        1_024
      ),
      ("Max open files            unlimited            unlimited            files", nil),
      ("Max open filesystems      1                    1                    files", nil),
      ("Max open files", nil),
      ("", nil),
    ] as [(String, Int?)])
  func `the limit is read from what the kernel writes`(text: String, limit: Int?) {
    #expect(OpenFiles.softLimit(in: text) == limit)
  }

  @Test(
    arguments: [
      (nil, 10_000), (20_000, 10_000), (10_000 + ServingLimits.reservedFiles, 10_000),
      (9_999 + ServingLimits.reservedFiles, 9_999), (1 + ServingLimits.reservedFiles, 1), (1, 1),
    ] as [(Int?, Int)])
  func `connections leave files for everything else`(openFiles: Int?, connections: Int) {
    #expect(ServingLimits.connections(openFiles: openFiles) == connections)
  }
}
