import DaemonSupport
import Support
import Testing

/// How long before they are first shown bytes are served, as the command line says.
struct EarlyTests {
  @Test(arguments: [
    ([], 200), (["--early", "24h"], 200), (["--early", "90m"], 200), (["--early", "30m"], 404),
    (["--early", "1800s"], 404), (["--early", "0"], 404),
  ])
  func `the bytes of a gift that comes in an hour are served as early as --early says`(
    arguments: [String], status: Int
  ) async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await rose.turn("tulip", afterSeconds: 3_600)
    let content = Array("{\"nm\": \"tulip\"}".utf8)
    let end = try await withServingDaemon(database: rose.conninfo, arguments) { daemon in
      let port = daemon.publicPort
      for (bytes, status) in [(content, status), (PublishedRose.content, 200)] {
        let reply = try #require(
          try await get("/v1/animations/\(sha256Hex(bytes)).json", port: port))
        #expect(reply.status == status)
        #expect((reply.body == bytes) == (status == 200))
      }
      let list = try #require(try await get("/v1/upcoming", port: port))
      #expect(list.status == 200)
      let digest = sha256Hex(content)
      let item = """
        {"byteCount":\(content.count),"kind":"animation","sha256":"\(digest)",\
        "url":"/v1/animations/\(digest).json"}
        """
      #expect(
        list.body == Array("{\"upcoming\":[\(status == 200 ? item : "")]}".utf8))
      #expect(try await get("/tulip.json", port: port)?.status == 404)
      #expect(try await get("/v1/gifts/tulip", port: port)?.status == 404)
    }
    #expect(end.status == .exited(0))
  }
}
