internal import Glibc

/// How often a thread that waits in `poll(2)` checks for cancellation.
let cancellationGranularity = Duration.milliseconds(100)

/// Waits until one of `events`, as `poll(2)` has them, happens on `socket`, or an error; false once
/// the deadline has passed.
///
/// A deadline that has passed already still looks once, without waiting.
func awaitEvent(_ events: Int32, on socket: Int32, until deadline: Deadline) -> Bool {
  while true {
    var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
    // Safe: one descriptor, alive during the call. A signal only makes the loop look again.
    let ready = unsafe poll(&descriptor, 1, deadline.remainingMilliseconds)
    if ready > 0 { return true }
    if ready == 0 && deadline.hasPassed { return false }
    if ready < 0 && errno != EINTR { return true }
  }
}
