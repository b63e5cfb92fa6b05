// Systemd owns what a daemon tells systemd of itself. It must not know what the daemon does.

internal import CLibSystemd

/// Whoever started the process, if it is systemd and wants to hear of it (sd_notify(3)); nobody
/// otherwise.
package struct ServiceNotifier: Sendable {
  /// What it is told.
  package enum Message: String, Sendable {
    /// The process does what it was started for.
    case ready = "READY=1"
    /// The process ends.
    case stopping = "STOPPING=1"
    /// The process is not stuck.
    case alive = "WATCHDOG=1"
  }

  /// The one of this process.
  package init() {}

  /// Tells it, if there is one; nothing depends on whether it heard.
  package func tell(_ message: Message) {
    // Safe: the string lives during the call, and is only read.
    _ = unsafe sd_notify(0, message.rawValue)
  }

  /// Within which time it must be told again and again that the process is alive; nil when it need
  /// not (sd_watchdog_enabled(3)).
  package var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    // Safe: one number is written.
    let isEnabled = unsafe sd_watchdog_enabled(0, &microseconds)
    return isEnabled > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
  }
}
