import Postgres
import Support
import Testing

/// Every parameter type goes to the server and comes back as it was.
@Suite(.timeLimit(.minutes(1)))
struct ParameterTests {
  @Test(arguments: [true, false])
  func `a bool comes back`(value: Bool) async throws {
    #expect(
      try await echo(.bool(value), "bool") { row throws(PostgresError) in try row.bool("v") }
        == value)
  }

  @Test(arguments: [0, 1, -1, Int64.max, Int64.min])
  func `an integer comes back`(value: Int64) async throws {
    #expect(
      try await echo(.int(value), "int8") { row throws(PostgresError) in try row.int("v") } == value
    )
  }

  @Test(arguments: ["int2", "int4", "int8"])
  func `an integer is read from every width`(type: String) async throws {
    let value = try await echo(.int(-300), type) { row throws(PostgresError) in try row.int("v") }
    #expect(value == -300)
  }

  @Test(arguments: [0, -0.5, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude])
  func `a double comes back`(value: Double) async throws {
    #expect(
      try await echo(.double(value), "float8") { row throws(PostgresError) in try row.double("v") }
        == value)
  }

  @Test func `a float4 is read as a double`() async throws {
    #expect(
      try await echo(.double(0.25), "float4") { row throws(PostgresError) in try row.double("v") }
        == 0.25)
  }

  @Test(arguments: [
    "", "rose", "quote ' \" back\\slash", "line\nbreak\ttab", "роза 玫瑰 وردة 🌹👩‍👩‍👧", "$1 %s NULL",
    String(repeating: "ä", count: 10_000),
  ])
  func `a text comes back`(value: String) async throws {
    for type in ["text", "varchar"] {
      #expect(
        try await echo(.text(value), type) { row throws(PostgresError) in try row.text("v") }
          == value)
    }
    let array = try await echo(.textArray([value, "", value]), "text[]") {
      row throws(PostgresError) in try row.textArray("v")
    }
    #expect(array == [value, "", value])
  }

  @Test func `json and jsonb are read as text`() async throws {
    for type in ["json", "jsonb"] {
      let text = try await echo(.text("{\"a\": 1}"), type) { row throws(PostgresError) in
        try row.text("v")
      }
      #expect(text == "{\"a\": 1}")
    }
  }

  @Test func `a text with the character NUL is refused by the server`() async throws {
    let error = await failure {
      try await echo(.text("a\0b"), "text") { row throws(PostgresError) in try row.text("v") }
    }
    guard case .server(sqlState: "22021", constraint: nil, statement: "echo", message: _) = error
    else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [0, 1, 255, 8_191, 8_192, 5 * 1024 * 1024])
  func `bytes come back`(count: Int) async throws {
    let value = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(
      try await echo(.bytes(value), "bytea") { row throws(PostgresError) in try row.bytes("v") }
        == value)
  }

  @Test(arguments: [0, 1, -1, 946_684_800_000_000, 1_796_119_200_000_001, -62_135_596_800_000_000])
  func `a timestamp comes back in microseconds since 1970`(value: Int64) async throws {
    let (same, text) = try await echo(.timestamp(value), "timestamptz") {
      row throws(PostgresError) in (try row.timestamp("v"), try row.text("t"))
    }
    #expect(same == value)
    if value == 0 { #expect(text.hasPrefix("1970-01-01 00:00:00")) }
  }

  @Test(arguments: [Int64.min, Int64.min + 946_684_800_000_000])
  func `an instant that PostgreSQL cannot hold is not sent`(value: Int64) async throws {
    await #expect(throws: PostgresError.limitExceeded(limit: "timestamp", maximum: .max)) {
      try await echo(.timestamp(value), "timestamptz") { row throws(PostgresError) in
        try row.timestamp("v")
      }
    }
  }

  @Test func `a null of every type is read as nil`() async throws {
    let isNil = try await echo(.null, "int4") { row throws(PostgresError) in
      (try row.isNull("v"), try row.optionalInt("v") == nil, try row.optionalText("t") == nil)
    }
    #expect(isNil == (true, true, true))
    #expect(
      try await echo(.null, "timestamptz") { row throws(PostgresError) in
        try row.optionalTimestamp("v")
      } == nil)
  }

  @Test(arguments: [[], [7], [Int64.min, 0, .max]])
  func `an integer array comes back`(value: [Int64]) async throws {
    let echoed = try await echo(.intArray(value), "int8[]") { row throws(PostgresError) in
      try row.intArray("v")
    }
    #expect(echoed == value)
  }

  @Test(arguments: [
    (
      Parameter.bytesArray([[], [0, 255], nil, [92, 34]]), "bytea[]",
      #"{"\\x","\\x00ff",NULL,"\\x5c22"}"#
    ),
    (.boolArray([true, false]), "bool[]", "{t,f}"),
    (.doubleArray([1.5, -2]), "float8[]", "{1.5,-2}"),
    (.intArray([1, nil]), "int8[]", "{1,NULL}"),
    (.textArray([nil, "NULL", "a\"b\\c,{}"]), "text[]", #"{NULL,"NULL","a\"b\\c,{}"}"#),
    (.timestampArray([0, nil]), "timestamptz[]", #"{"1970-01-01 00:00:00+00",NULL}"#),
    (.textArray([]), "text[]", "{}"),
  ])
  func `an array is what the server understands by it`(
    parameter: Parameter, type: String, text: String
  ) async throws {
    #expect(
      try await echo(parameter, type) { row throws(PostgresError) in try row.text("t") } == text)
  }

  @Test func `one statement takes nulls and values of one parameter in any order`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    let statement = Statement(name: "order", sql: "SELECT $1::int4 AS v, $2::text AS t")
    let calls: [[Parameter]] = [
      [.null, .null], [.int(1), .null], [.null, .text("a")], [.int(2), .text("b")], [.null, .null],
    ]
    var seen: [String] = []
    for call in calls {
      seen.append(
        try await connection.query(statement, call) { rows throws(PostgresError) in
          "\(try rows[0].optionalInt("v") ?? 0)\(try rows[0].optionalText("t") ?? "-")"
        })
    }
    #expect(seen == ["0-", "1-", "0a", "2b", "0-"])
  }

  @Test func `more parameters than the limit are not sent`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    let many = [Parameter](repeating: .int(1), count: PostgresLimits.parameters + 1)
    let limit = PostgresError.limitExceeded(
      limit: "parameters", maximum: PostgresLimits.parameters)
    await #expect(throws: limit) {
      try await connection.execute(Statement(name: "many", sql: "SELECT 1"), many)
    }
    #expect(await connection.isUsable)
  }

  /// Sends a value, and reads it as column `v` and, in the server's own words, as column `t`.
  private func echo<R: Sendable>(
    _ parameter: Parameter, _ type: String,
    _ read: @Sendable (Row) throws(PostgresError) -> R
  ) async throws -> R {
    let connection = try await Connection.open(try await anyDatabase())
    let cast = if case .text = parameter { "$1::text::\(type)" } else { "$1::\(type)" }
    let sql = "SELECT v, v::text AS t FROM (SELECT \(cast) AS v) AS echo"
    try await connection.execute(Statement(name: "utc", sql: "SET TimeZone = 'UTC'"))
    return try await connection.query(Statement(name: "echo", sql: sql), [parameter]) {
      rows throws(PostgresError) in try read(rows[0])
    }
  }
}
