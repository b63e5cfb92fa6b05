internal import CLibPQ
internal import Glibc

// Notifications, and checks that the server is alive.
extension Link {
  /// Reads available input without waiting, except for the answer to a COMMIT sent before, and
  /// detects a connection closed by the server.
  ///
  /// Every call begins with this, so that none fails because of an earlier one.
  func checkAlive(until deadline: Deadline) throws(PostgresError) {
    try settle(until: deadline)
    try takeInput()
  }

  private func takeInput() throws(PostgresError) {
    guard let connection = unsafe handle else {
      throw failure == .closed
        ? .closed : .unreachable(reason: "an earlier call lost the connection")
    }
    guard unsafe awaitEvent(POLLIN, on: PQsocket(connection), until: Deadline(after: .zero))
    else { return }
    guard unsafe PQconsumeInput(connection) == 1 else { throw unsafe lost(connection) }
  }

  /// Waits until something has come from the server, or the deadline has passed.
  func awaitInput(until deadline: Deadline) throws(PostgresError) {
    let connection = try unsafe open()
    if unsafe awaitEvent(POLLIN, on: PQsocket(connection), until: deadline) { try takeInput() }
  }

  /// The notifications that have come and were not taken yet.
  func takeNotifications() throws(PostgresError) -> [Notification] {
    let connection = try unsafe open()
    var notifications: [Notification] = []
    // Safe: libpq hands each notification over, with two C strings in it; it is freed once.
    while let notification = unsafe PQnotifies(connection) {
      unsafe notifications.append(
        Notification(
          channel: text(of: notification.pointee.relname),
          payload: text(of: notification.pointee.extra)))
      unsafe PQfreemem(notification)
    }
    return notifications
  }
}
