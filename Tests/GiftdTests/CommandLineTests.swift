import DaemonSupport
import GiftDomain
import GiftStore
import Logging
import Support
import Testing

@testable import giftd

struct CommandLineTests {
  @Test(arguments: [
    ("127.0.0.1:8080", HostPort(host: "127.0.0.1", port: 8_080)),
    ("localhost:0", HostPort(host: "localhost", port: 0)),
    ("[::1]:65535", HostPort(host: "::1", port: 65_535)),
  ])
  func `an address is a host and a port`(text: String, expected: HostPort) {
    #expect(HostPort(argument: text) == expected)
    #expect(HostPort(argument: text)?.description == text)
  }

  @Test(arguments: [
    "", "8080", ":8080", "host:", "host:65536", "host:-1", "host:+1", "host:8080x", "::1:8080",
    "[host]:80", "[]:80", "ho st:80", "host:١", "host:000000",
  ])
  func `anything else is none`(text: String) {
    #expect(HostPort(argument: text) == nil)
  }

  @Test(arguments: [
    ["--listen", "8080"], ["--listen", "::1:80"], ["--log-format", "xml"],
    ["--log-level", "loud"], ["--nonsense"], ["--early", "25h"], ["--early", "90"],
    ["--early=-1m"], ["--early", "1d"], ["--early="],
  ])
  func `a wrong command line ends with 64`(arguments: [String]) async throws {
    let outcome = try await runProcess(try Places.builtProduct("giftd"), arguments)
    #expect(outcome.status == .exited(64))
    #expect(outcome.output == [])
  }

  @Test func `a port in use ends with 1 and one sentence`() async throws {
    let server = try await TestCluster.shared()
    let database = server.conninfo(database: "postgres")
    let end = try await withDaemon(database: database) { daemon in
      try await runProcess(
        try Places.builtProduct("giftd"),
        [
          "--listen", "127.0.0.1:\(daemon.publicPort)", "--operations-listen", "127.0.0.1:0",
          "--database", database,
        ])
    }
    #expect(end.value.status == .exited(1))
    #expect(end.value.errorText.hasPrefix("giftd: Cannot listen on 127.0.0.1:"))
    #expect(end.value.errorText.hasSuffix(": Address already in use.\n"))
    #expect(end.value.errorText.split(separator: "\n").count == 1)
    #expect(end.status == .exited(0))
  }

  @Test func `a private cluster that cannot be had ends with 6 and one sentence`() async throws {
    let outcome = try await runProcess(
      try Places.builtProduct("giftd"),
      ["--private", "--listen", "127.0.0.1:0", "--operations-listen", "127.0.0.1:0"],
      environment: ["GIFT_DATA": "/dev/null/gifts"])
    #expect(outcome.status == .exited(6))
    #expect(
      outcome.errorText == """
        giftd: The private PostgreSQL cannot be used: its folder "/dev/null/gifts/postgres" \
        cannot be used: Not a directory.

        """)
  }

  @Test(arguments: [
    ("hostt=db password=hush", "does not know: hostt"), ("host=db password=hush hush", "malformed"),
    ("host=/nowhere password=hush sslmode=sure", "invalid sslmode value"),
  ])
  func `a connection string of no use ends with 64 and one sentence`(
    database: String, named: String
  ) async throws {
    let outcome = try await runProcess(
      try Places.builtProduct("giftd"),
      ["--listen", "127.0.0.1:0", "--operations-listen", "127.0.0.1:0", "--database", database])
    #expect(outcome.status == .exited(64))
    let sentence = outcome.errorText
    #expect(
      sentence.hasPrefix("giftd: No database can be reached so: ") && sentence.contains(named))
    #expect(!sentence.contains("hush") && sentence.split(separator: "\n").count == 1)
  }

  @Test func `without a database it makes none of its own unless it is told to`() async throws {
    let outcome = try await runProcess(
      try Places.builtProduct("giftd"),
      ["--listen", "127.0.0.1:0", "--operations-listen", "127.0.0.1:0"],
      environment: ["GIFT_DATA": "/dev/null/gifts"])
    #expect(outcome.status == .exited(64))
    #expect(
      outcome.errorText == """
        giftd: No database is named: set --database, GIFT_DATABASE or PGHOST, or use --private to \
        start a private PostgreSQL.

        """)
  }

  @Test(
    arguments: [
      .unreachable(reason: "connection refused\n\tIs it running?"), .outcomeUnknown,
      .waitedTooLong(.lock), .notAllowed(statement: "m0001"), .notMigrated,
      .migratedFurther(name: "m0009"), .migrationChanged(name: "m0001"),
      .migrationUnfit(name: "m0003"), .schemaOpen(to: ["PUBLIC"]),
      .encodingUnfit("SQL_ASCII"), .schemaForeign(names: ["gift.unnest(text[])"]),
      .constraintHolds(name: "serialization"),
      .unexpected(sqlState: "XX000", statement: "m0001", message: "a\nb"),
    ] as [StoreError])
  func `an error is told as one sentence, not as a value of the program`(error: StoreError) {
    let sentence = ServingError.database(.store(error)).sentence
    #expect(sentence.hasSuffix("."))
    #expect(!sentence.contains("\n"))
    #expect(sentence.contains("private PostgreSQL") || sentence.contains("giftd"))
    #expect(!sentence.contains("\(error)"))
    #expect(!sentence.contains(": \""))
  }
}

struct LogLineTests {
  private let line = LogLine(
    time: .epoch, level: .warning, label: "giftd", message: "a\nb \"c\"",
    metadata: ["target": "/x\u{1B}[2J\u{202E}", "status": "200"])

  @Test func `text has one line and no control characters`() {
    #expect(
      line.rendered(as: .text) == """
        1970-01-01T00:00:00Z warning giftd: a\\u{a}b "c" status=200 target=/x\\u{1b}[2J\\u{202e}
        """)
  }

  @Test func `JSON has one line and sorted keys`() {
    #expect(
      line.rendered(as: .json) == """
        {"label":"giftd","level":"warning","message":"a\\nb \\"c\\"","metadata":{"status":"200",\
        "target":"/x\\u001b[2J\\u202e"},"time":"1970-01-01T00:00:00Z"}
        """)
  }
}
