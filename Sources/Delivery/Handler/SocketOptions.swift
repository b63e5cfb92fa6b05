import NIOCore

/// Options of sockets that NIO has no name for, with the numbers that Linux gives them on the
/// processors Swift runs on.
extension NIOBSDSocket.Option {
  /// SO_REUSEPORT of asm-generic/socket.h: other processes of the same user may share the port.
  static let reusePort = NIOBSDSocket.Option(rawValue: 15)
  /// TCP_USER_TIMEOUT of linux/tcp.h, in milliseconds: how long sent data may stay unacknowledged.
  static let userTimeout = NIOBSDSocket.Option(rawValue: 18)
  /// TCP_NOTSENT_LOWAT of linux/tcp.h, in bytes: the most unsent data.
  static let notSentLowWater = NIOBSDSocket.Option(rawValue: 25)
}
