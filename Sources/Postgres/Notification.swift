/// A notification sent with NOTIFY.
package struct Notification: Sendable, Hashable {
  /// The channel it came over.
  package let channel: String

  /// Its payload; empty if it had none.
  package let payload: String
}
