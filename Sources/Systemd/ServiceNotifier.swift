// Systemd owns a daemon's notifications to systemd. It must not know what the daemon does.

internal import CLibSystemd

/// The systemd that started the process and wants notifications (sd_notify(3)); otherwise messages
/// are ignored.
package struct ServiceNotifier: Sendable {
  /// A notification of the process's state.
  package enum Message: String, Sendable {
    /// The process is serving.
    case ready = "READY=1"
    /// The process is stopping.
    case stopping = "STOPPING=1"
    /// The process is not stuck.
    case alive = "WATCHDOG=1"
  }

  /// The notifier of this process.
  package init() {}

  /// Sends a message, if systemd listens; nothing depends on its receipt.
  package func tell(_ message: Message) {
    // Safe: the string lives during the call, and is only read.
    _ = unsafe sd_notify(0, message.rawValue)
  }

  /// The interval within which `alive` must be repeated; nil if no watchdog is set
  /// (sd_watchdog_enabled(3)).
  package var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    // Safe: one number is written.
    let isEnabled = unsafe sd_watchdog_enabled(0, &microseconds)
    return isEnabled > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
  }
}
