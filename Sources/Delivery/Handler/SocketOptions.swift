import NIOCore

/// Options of sockets that NIO has no name for, with the numbers that Linux gives them on the
/// processors Swift runs on.
extension NIOBSDSocket.Option {
  /// SO_REUSEPORT of asm-generic/socket.h: others of the same user may listen on the port, too.
  static let reusePort = NIOBSDSocket.Option(rawValue: 15)
  /// TCP_USER_TIMEOUT of linux/tcp.h, in milliseconds: how long what was sent may stay
  /// unacknowledged.
  static let userTimeout = NIOBSDSocket.Option(rawValue: 18)
  /// TCP_NOTSENT_LOWAT of linux/tcp.h, in bytes: how much may wait to be sent.
  static let notSentLowWater = NIOBSDSocket.Option(rawValue: 25)
}
