import Build
import DaemonSupport
import Support
import Testing

@testable import giftd

/// What is at `/metrics`, over a socket.
struct MetricsTests {
  private static let unknownAnimation =
    "/v1/animations/\(String(repeating: "0", count: 64)).json"

  @Test func `the page is in the text format, with every family that is promised`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      // The fallback answers while nothing was read.
      #expect(try await poll("/v1/catalogue", port: daemon.publicPort, until: 200) != nil)
      #expect(try await get(Self.unknownAnimation, port: daemon.publicPort)?.status == 404)
      let reply = try #require(try await daemon.metrics())
      #expect(reply.status == 200)
      #expect(reply.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
      #expect(reply.fields["cache-control"] == "no-store")
      let page = try MetricsReading(reply.text)
      #expect(
        // Not every machine limits memory.
        page.types.keys.filter { $0 != "gift_memory_limit_bytes" }.sorted() == [
          "gift_announcements_total", "gift_asset_cache_bytes", "gift_build_info",
          "gift_clock_corrections_total", "gift_clock_offset_seconds",
          "gift_connections_closed_total",
          "gift_connections_ended_total", "gift_connections_opened_total",
          "gift_database_behind_primary_seconds",
          "gift_database_connections_idle", "gift_database_connections_open",
          "gift_database_connections_waiting", "gift_database_reachable",
          "gift_database_read_age_seconds", "gift_event_clients", "gift_event_loop_lag_seconds",
          "gift_events_total", "gift_fallback_duration_seconds", "gift_limit_capacity",
          "gift_limit_used", "gift_requests_total", "gift_response_body_bytes_total",
          "gift_responses_total", "gift_snapshot_age_seconds", "gift_snapshot_broken",
          "gift_snapshot_bytes",
          "gift_snapshot_change", "gift_snapshot_gifts", "gift_snapshot_next_boundary_seconds",
          "process_cpu_seconds_total", "process_max_fds", "process_open_fds",
          "process_resident_memory_bytes", "process_start_time_seconds",
          "process_virtual_memory_bytes",
        ])
      #expect(page["gift_snapshot_change"] == 2)
      #expect(page["gift_snapshot_gifts{status=\"live\"}"] == 1)
      #expect(page["gift_snapshot_gifts{status=\"retired\"}"] == 0)
      #expect(page["gift_snapshot_next_boundary_seconds"] == .infinity)
      #expect(
        page["gift_snapshot_bytes{kind=\"assets\"}"] == Double(PublishedRose.content.count))
      #expect(page["gift_database_reachable"] == 1)
      #expect(page["gift_database_behind_primary_seconds"] == 0)
      #expect(page["gift_database_connections_waiting{pool=\"catalogue\"}"] == 0)
      // Both run on this machine, and have one clock.
      let offset = try #require(page["gift_clock_offset_seconds"])
      #expect((-1...1).contains(offset))
    }
  }

  @Test func `a request counts where it was answered`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      let before = try await daemon.measured()
      for target in ["/rose.json", "/%72ose.json", "/none.json", Self.unknownAnimation] {
        _ = try await get(target, port: daemon.publicPort)
      }
      _ = try await exchange(Array("nonsense\r\n\r\n".utf8), port: daemon.publicPort)
      let after = try await daemon.measured()
      let increase = { (series: String) in (after[series] ?? 0) - (before[series] ?? 0) }
      let outcome = { (outcome: String) in "gift_requests_total{outcome=\"\(outcome)\"}" }
      #expect(increase(outcome("ready")) == 3)
      #expect(increase(outcome("fallback")) == 1)
      #expect(increase(outcome("refused")) == 1)
      #expect(increase(outcome("overloaded")) == 0)
      #expect(increase("gift_connections_opened_total") == 5)
      let responses = { (route: String, status: Int) in
        increase("gift_responses_total{route=\"\(route)\",status=\"\(status)\"}")
      }
      #expect(responses("live_animation", 200) == 2)
      #expect(responses("live_animation", 404) == 1)
      #expect(responses("animation", 404) == 1)
      #expect(responses("none", 400) == 1)
      #expect(
        increase("gift_response_body_bytes_total") > 2 * Double(PublishedRose.content.count))
      #expect(increase("gift_fallback_duration_seconds_count{route=\"animation\"}") == 1)
      #expect(after["gift_limit_capacity{limit=\"connections\"}"] == 10_000)
      #expect(after["gift_limit_used{limit=\"fallback_requests\"}"] == 0)
      #expect(after["gift_build_info{commit=\"unknown\",version=\"\(Build.version)\"}"] == 1)
    }
  }

  @Test func `an edit raises the change, and a boundary is counted when it is announced`()
    async throws
  {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      #expect(try await daemon.awaitMetrics(["gift_snapshot_change": 2]) != nil)
      try await rose.retire(afterSeconds: 3_600)
      let edited = try await daemon.awaitMetrics(["gift_snapshot_change": 3])
      let left = try #require(edited?["gift_snapshot_next_boundary_seconds"])
      #expect((3_500...3_600).contains(left))
      let off = "gift_announcements_total{event=\"went_off\"}"
      #expect(edited?[off] == 0)
      try await rose.retire(afterSeconds: 2)
      #expect(try await daemon.awaitMetrics(["gift_snapshot_change": 4]) != nil)
      let retired = "gift_snapshot_gifts{status=\"retired\"}"
      let announced = try #require(try await daemon.awaitMetrics([off: 1, retired: 1]))
      #expect(announced["gift_announcement_lateness_seconds_count"] == 1)
      #expect(announced["gift_snapshot_gifts{status=\"live\"}"] == 0)
    }
  }

  @Test func `a stopped database is not reachable, and is again when it is back`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      #expect(try await daemon.awaitMetrics(["gift_database_reachable": 1]) != nil)
      try await server.stop()
      let away = try #require(
        try await daemon.awaitMetrics(["gift_database_reachable": 0]))
      #expect(away["gift_snapshot_change"] == 2)
      let later = try await daemon.measured()
      let lag = try #require(away["gift_database_read_age_seconds"])
      #expect(try #require(later["gift_database_read_age_seconds"]) > lag)
      let age = try #require(away["gift_snapshot_age_seconds"])
      #expect(try #require(later["gift_snapshot_age_seconds"]) > age)
      try await server.start()
      #expect(try await daemon.awaitMetrics(["gift_database_reachable": 1]) != nil)
    }
    try server.end()
  }

  @Test func `a daemon that never found its database says so`() async throws {
    let server = try await TestCluster.private()
    let rose = try await PublishedRose(in: server)
    try await server.stop()
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      let page = try await daemon.measured()
      #expect(page["gift_database_reachable"] == 0)
      #expect(page["gift_database_read_age_seconds"] == nil)
      #expect(page["gift_snapshot_change"] == nil)
    }
    try server.end()
  }

  @Test func `the page is read with GET and HEAD, on the operations port alone`() async throws {
    let rose = try await PublishedRose(in: try await TestCluster.shared())
    _ = try await withDaemon(database: rose.conninfo) { daemon in
      let head = try #require(try await daemon.metrics(method: "HEAD"))
      #expect(head.status == 200)
      #expect(head.body == [])
      let refused = try #require(try await daemon.metrics(method: "POST"))
      #expect(refused.status == 404)
      #expect(try await get("/metrics", port: daemon.publicPort)?.status == 404)
    }
  }

  @Test(arguments: [
    ("a\\b", "a\\\\b"), ("two\nlines", "two\\nlines"), ("a \"word\"", "a \\\"word\\\""),
    ("Röschen", "Röschen"),
  ])
  func `no label ends its line or itself`(value: String, written: String) throws {
    let family = MetricFamily(
      "gift_of_all_kinds", .gauge, "Back \\ and\nforth \"so\".",
      [MetricSample([MetricLabel(name: "kind", value: value)], 0.25)])
    #expect(
      family.text == """
        # HELP gift_of_all_kinds Back \\\\ and\\nforth "so".
        # TYPE gift_of_all_kinds gauge
        gift_of_all_kinds{kind="\(written)"} 0.25

        """)
    #expect(try MetricsReading(family.text)["gift_of_all_kinds{kind=\"\(written)\"}"] == 0.25)
  }

  @Test(arguments: [
    (0, "0"), (-1.5, "-1.5"), (3, "3"), (0.0005, "0.0005"), (.infinity, "+Inf"),
    (-.infinity, "-Inf"), (.nan, "NaN"), (1e20, "1e+20"),
  ])
  func `a number is written as the format has it`(value: Double, written: String) {
    #expect(MetricSample.text(value) == written)
  }

  @Test(arguments: [
    "gift_x 1\n", "# HELP gift_x a\n# TYPE gift_x gauge\ngift_x 1",
    "# HELP gift_x a\n# TYPE gift_x gauge\ngift_x 1\ngift_x 2\n",
    "# HELP gift_x a\n# TYPE gift_x gauge\ngift_x{a=\"b\",} 1\n",
    "# HELP gift_x a\n# TYPE gift_x gauge\ngift_x{a=\"b\"c\"} 1\n",
    "# HELP gift_x a\n# TYPE gift_x counter\ngift_x 1\n",
    "# HELP gift_x a\n# TYPE gift_x histogram\ngift_x_count 1\n",
    "# TYPE gift_x gauge\ngift_x 1\n", "# HELP gift_x a\n# TYPE gift_x gauge\ngift_y 1\n",
    "# HELP gift_x a\n# TYPE gift_x gauge\n\ngift_x 1\n",
  ])
  func `the check of these tests is strict`(page: String) {
    #expect(throws: MetricsReading.Fault.self) { try MetricsReading(page) }
  }
}

extension Daemon {
  func metrics(method: String = "GET") async throws -> Reply? {
    try await get("/metrics", port: operationsPort, host: "::1", method: method)
  }

  func measured() async throws -> MetricsReading {
    try MetricsReading(try #require(try await metrics()).text)
  }

  /// Asks until the page shows these values; nil when it never does.
  func awaitMetrics(
    _ wanted: [String: Double]
  ) async throws -> MetricsReading? {
    try await eventually {
      let page = try await measured()
      return wanted.allSatisfy { page[$0.key] == $0.value } ? page : nil
    }
  }
}
