/// What a pool holds at an instant.
package struct PoolStatistics: Sendable, Hashable {
  /// Connections that exist or are being made, in use or not.
  package let open: Int
  /// Connections that wait for work.
  package let idle: Int
  /// Tasks that wait for a connection.
  package let waiting: Int
}
