/// What the connections of a store do at an instant; those that listen are not among them.
package struct StoreConnections: Hashable, Sendable {
  /// How many exist or are being made, in use or not; at most `StoreLimits.connections`.
  package let open: Int
  /// How many of these wait for work.
  package let idle: Int
  /// How many tasks wait for a connection.
  package let waiting: Int
}
