import DaemonSupport
import StoreSupport
import Support
import Testing

struct ClockCorrectionTests {
  @Test func `a database's clock that was ahead is believed again, and clients are told`()
    async throws
  {
    let server = try await TestCluster.shared()
    let rose = try await PublishedRose(in: server)
    try await rose.retire(afterSeconds: 1_800)
    let clock = try await SettableClock(of: rose.conninfo, in: server)
    try await clock.go(ahead: 3_600)
    let end = try await withServingDaemon(database: rose.conninfo) { daemon in
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 410)
      try await withEvents(port: daemon.publicPort) { reader in
        let wrong = try #require(try await reader.event())
        try await clock.go(ahead: 0)
        let right = try #require(try await reader.event())
        #expect(right != wrong)
        #expect(right.contains("\"until\":"))
      }
      #expect(try await get("/rose.json", port: daemon.publicPort)?.status == 200)
      let page = try await daemon.awaitMetrics(["gift_clock_corrections_total": 1])
      let offset = try #require(page?["gift_clock_offset_seconds"])
      #expect((-1...1).contains(offset))
    }
    #expect(end.status == .exited(0))
    let words = " warning giftd: the database's clock was corrected seconds=-3"
    #expect(end.log.count { $0.contains(words) } == 1, "\(end.log)")
  }
}
