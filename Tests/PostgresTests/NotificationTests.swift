import Postgres
import Support
import Testing

/// Notifications arrive, and their absence is not taken for a healthy server.
@Suite(.timeLimit(.minutes(1)))
struct NotificationTests {
  @Test(arguments: ["catalogue", "Strange \"channel\" ñ"])
  func `a notification arrives with its payload`(channel: String) async throws {
    let settings = try await freshDatabase()
    let listener = try await Connection.open(settings)
    let speaker = try await Connection.open(settings)
    try await listener.listen(channel)
    let notify = Statement(name: "notify", sql: "SELECT pg_notify($1, $2)")
    try await withThrowingTaskGroup { group in
      group.addTask {
        let notifications = try await listener.nextNotification(within: .seconds(30))
        #expect(notifications.map(\.channel) == [channel])
        #expect(notifications.map(\.payload) == ["42 'rose'"])
      }
      try await speaker.execute(notify, [.text(channel), .text("42 'rose'")])
      try await group.waitForAll()
    }
  }

  @Test func `notifications that came with another answer are not lost`() async throws {
    let connection = try await Connection.open(try await freshDatabase())
    try await connection.listen("catalogue")
    try await connection.script("NOTIFY catalogue, 'a'; NOTIFY catalogue, 'b'")
    let notifications = try await connection.nextNotification(within: .seconds(30))
    #expect(notifications.map(\.payload) == ["a", "b"])
  }

  @Test func `nothing comes when nobody speaks`() async throws {
    let listener = try await Connection.open(try await freshDatabase())
    try await listener.listen("catalogue")
    #expect(try await listener.nextNotification(within: .milliseconds(50)).isEmpty)
    #expect(await listener.isUsable)
  }

  @Test func `a cancelled task waits no longer`() async throws {
    let listener = try await Connection.open(try await freshDatabase())
    let start = ContinuousClock.now
    try await withThrowingTaskGroup { group in
      group.addTask {
        let notifications = try await listener.nextNotification(within: .seconds(50))
        #expect(notifications.isEmpty)
      }
      group.cancelAll()
      try await group.waitForAll()
    }
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func `a server that ends the connection is noticed at once`() async throws {
    let settings = try await anyDatabase()
    let listener = try await Connection.open(settings)
    let other = try await Connection.open(settings)
    let pid = try await listener.backendPID()
    try await withThrowingTaskGroup { group in
      group.addTask {
        let error = await failure {
          try await listener.nextNotification(within: .seconds(50))
        }
        guard case .unreachable = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      try await other.execute(
        Statement(name: "end", sql: "SELECT pg_terminate_backend(\(pid))"))
      try await group.waitForAll()
    }
  }

  @Test func `a hung server is noticed after the wait`() async throws {
    var settings = try await anyDatabase()
    settings.callDeadline = .milliseconds(300)
    let listener = try await Connection.open(settings)
    try await whileStopped(try await listener.backendPID()) {
      await #expect(throws: PostgresError.deadlineExceeded(statement: "alive")) {
        try await listener.nextNotification(within: .milliseconds(50))
      }
    }
    #expect(await !listener.isUsable)
  }
}
