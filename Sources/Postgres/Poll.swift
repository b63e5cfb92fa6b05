internal import Glibc

/// What to wait for on a socket.
enum SocketEvent {
  case readable
  case writable
  case readableOrWritable

  fileprivate var mask: Int16 {
    switch self {
    case .readable: Int16(POLLIN)
    case .writable: Int16(POLLOUT)
    case .readableOrWritable: Int16(POLLIN | POLLOUT)
    }
  }
}

/// Waits until something happens on `socket`, an error included; false once the deadline has
/// passed.
///
/// A deadline that has passed already still looks once, without waiting.
func awaitEvent(_ event: SocketEvent, on socket: Int32, until deadline: Deadline) -> Bool {
  while true {
    var descriptor = pollfd(fd: socket, events: event.mask, revents: 0)
    // Safe: one descriptor, alive during the call. A signal only makes the loop look again.
    let ready = unsafe poll(&descriptor, 1, deadline.remainingMilliseconds)
    if ready > 0 { return true }
    if ready == 0 && deadline.hasPassed { return false }
    if ready < 0 && errno != EINTR { return true }
  }
}
