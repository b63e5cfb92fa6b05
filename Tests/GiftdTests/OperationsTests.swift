import DaemonSupport
import Foundation
import NIOCore
import NIOPosix
import Support
import Testing

/// The port for whoever runs the server, over a socket.
struct OperationsTests {
  @Test func `there are three routes, and the public port has none of them`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      for target in ["/livez", "/readyz", "/metrics", "/livez?x=1"] {
        let reply = try await daemon.operations(target)
        #expect(reply?.status == 200, "\(target)")
        #expect(reply?.fields["cache-control"] == "no-store", "\(target)")
        #expect(try await daemon.operations(target, method: "HEAD")?.body == [], "\(target)")
      }
      for target in ["/", "/v1/catalogue", "/livezz", "/metrics/livez"] {
        #expect(try await daemon.operations(target)?.status == 404, "\(target)")
      }
      for target in ["/livez", "/readyz", "/metrics"] {
        #expect(try await get(target, port: daemon.publicPort)?.status == 404, "\(target)")
      }
      let ready = try await daemon.operations("/readyz")
      #expect(ready?.text == "Change 2 is served. The database answers.\n")
    }
  }

  @Test func `a probe that accepts JSON gets it`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      let alive = try await daemon.operations("/livez", accept: "application/json")
      #expect(alive?.text == "{\"sentence\":\"The process is alive.\"}\n")
      let ready = try await daemon.operations("/readyz", accept: "application/json, */*;q=0.1")
      #expect(ready?.status == 200 && ready?.fields["content-type"] == "application/json")
      let text = try #require(ready?.text)
      let document = try JSONDecoder().decode(ReadyDocument.self, from: Data(text.utf8))
      #expect(document.ready && document.change == 2 && document.readAgeSeconds < 60)
      #expect(document.sentence == "Change 2 is served. The database answers.")
    }
    _ = try await withDaemon(database: "host=/nowhere") { daemon in
      let ready = try await daemon.operations("/readyz", accept: "application/json")
      #expect(ready?.status == 503)
      #expect(ready?.text.hasPrefix("{\"ready\":false,\"sentence\":\"The database") == true)
    }
  }

  /// A name that shows nothing, which no constraint can refuse.
  @Test func `a gift that cannot be read is named, and the server is ready`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await rose.query(
      """
      SET session_replication_role = replica;
      UPDATE definition SET name_text = array_fill(chr(8203), ARRAY[cardinality(name_text)])
      """)
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      let ready = try await daemon.operations("/readyz")
      #expect(ready?.status == 200)
      #expect(
        ready?.text
          == "Change 2 is served. The database answers. Degraded: gift rose cannot be read.\n")
      let metrics = try await daemon.metrics()?.text
      #expect(metrics?.contains("\ngift_snapshot_broken 1\n") == true)
    }
  }

  /// As HAProxy's `option httpchk` sends it.
  @Test(arguments: ["OPTIONS /livez HTTP/1.0\r\n\r\n", "GET /livez HTTP/1.0\r\n\r\n"])
  func `a probe of HTTP 1_0 need not name a host`(probe: String) async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      let reply = Reply(
        try await exchange(Array(probe.utf8), port: daemon.operationsPort, host: "::1"))
      #expect(reply?.status == 200)
    }
  }

  @Test func `sockets that do nothing keep no probe out`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      try await withIdleConnections(200, port: daemon.operationsPort, host: "::1") {
        for _ in 0..<3 {
          let statuses = [
            try await daemon.operations("/livez")?.status, try await daemon.metrics()?.status,
          ]
          #expect(statuses == [200, 200])
        }
      }
    }
  }

  /// The database is a port that takes connections and says nothing: until that is given up, the
  /// second request has no answer.
  @Test func `a probe that waits for its answer is not closed for others`() async throws {
    let silent = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(silent.localAddress?.port)
    _ = try await withDaemon(database: "host=127.0.0.1 port=\(port)") { daemon in
      let requests = ["GET /livez", "GET /readyz"].map { "\($0) HTTP/1.1\r\nHost: gifts\r\n" }
      let bytes = requests.joined(separator: "\r\n") + "Connection: close\r\n\r\n"
      let received = try await exchange(
        Array(bytes.utf8), port: daemon.operationsPort, host: "::1"
      ) {
        try await withIdleConnections(200, port: daemon.operationsPort, host: "::1") {
          let alive = try await daemon.operations("/livez")
          #expect(alive?.status == 200)
        }
      }
      let second = try #require(Reply(received)?.body.firstRange(of: Array("HTTP/1.1".utf8)))
      let body = try #require(Reply(received)).body
      #expect(Reply(Array(body[second.lowerBound...]))?.status == 503)
    }
    try await silent.close()
  }

  /// As many as there is room for: they wait for a database that says nothing, or sent nonsense.
  @Test(arguments: ["GET /livez HTTP/1.1\r\nHost: g\r\n\r\nGET /readyz HTTP/1.1\r\nHost: g", "x"])
  func `connections that are answered late keep no probe out`(request: String) async throws {
    let silent = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(silent.localAddress?.port)
    _ = try await withDaemon(database: "host=127.0.0.1 port=\(port)") { daemon in
      let answered = AsyncStream.makeStream(of: Void.self)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<64 {
          group.addTask {
            _ = try await exchange(
              Array("\(request)\r\n\r\n".utf8), port: daemon.operationsPort, host: "::1"
            ) { answered.continuation.yield() }
          }
        }
        var first = answered.stream.makeAsyncIterator()
        for _ in 0..<64 { await first.next() }
        for _ in 0..<3 {
          let alive = try await daemon.operations("/livez")
          #expect(alive?.status == 200)
        }
        try await group.waitForAll()
      }
    }
    try await silent.close()
  }

  @Test func `the database is away, and the process is alive and not ready`() async throws {
    _ = try await withDaemon(database: "host=/nowhere") { daemon in
      #expect(try await daemon.operations("/livez")?.status == 200)
      let ready = try await daemon.operations("/readyz")
      #expect(ready?.status == 503)
      #expect(ready?.text.hasPrefix("The database cannot be reached: ") == true)
      #expect(ready?.text.contains("/nowhere") == true)
    }
  }

  @Test func `a database without a catalogue is not ready`() async throws {
    let conninfo = try await TestCluster.shared().createDatabase()
    _ = try await withDaemon(database: conninfo) { daemon in
      let ready = try await daemon.operations("/readyz")
      #expect(ready?.status == 503)
      #expect(ready?.text == "The database has no catalogue yet.\n")
    }
  }
}

private struct ReadyDocument: Decodable {
  let ready: Bool
  let sentence: String
  let change: Int64
  let readAgeSeconds: Double
}

extension Daemon {
  fileprivate func operations(
    _ target: String, method: String = "GET", accept: String? = nil
  ) async throws -> Reply? {
    try await get(
      target, port: operationsPort, host: "::1", method: method,
      fields: accept.map { ["Accept: \($0)"] } ?? [])
  }
}
