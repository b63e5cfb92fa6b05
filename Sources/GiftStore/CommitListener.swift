import Postgres

extension GiftStore {
  /// The channel over which commits of edits wake whoever listens.
  static let channel = "gift_change"

  /// A connection of its own that hears of edits from now on.
  ///
  /// Notifications wake, rows are the truth: read after this call, and again whenever it says so.
  package func commitListener() async throws(StoreError) -> CommitListener {
    let connection: Connection
    do {
      connection = try await Connection.open(settings)
    } catch {
      throw StoreError(error)
    }
    do {
      try await connection.listen(Self.channel)
    } catch {
      await connection.close()
      throw StoreError(error)
    }
    return CommitListener(connection: connection)
  }
}

/// Hears of edits.
package struct CommitListener: Sendable {
  let connection: Connection

  /// Waits for an edit; false when none came in time, or the task was cancelled.
  ///
  /// Throws `StoreError.unreachable` when the server is gone.
  package func next(within wait: Duration) async throws(StoreError) -> Bool {
    do {
      return try await !connection.nextNotification(within: wait).isEmpty
    } catch {
      throw StoreError(error)
    }
  }

  /// Ends the connection.
  package func close() async {
    await connection.close()
  }
}
