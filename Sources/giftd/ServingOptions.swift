/// What giftd was told on its command line.
struct ServingOptions: Sendable {
  let listen: HostPort
  let operationsListen: HostPort
  /// Whether another `giftd` may serve clients on the same port.
  let sharesPort: Bool
  let database: String?
  /// Whether a private database may be started where none is named.
  let isPrivate: Bool
  let snapshotFile: String?
  /// How long the public port stays open once the process is told to stop.
  let drainDelay: Duration
  /// One of so many responses is logged; nil for none.
  let accessLogInterval: Int?
}
