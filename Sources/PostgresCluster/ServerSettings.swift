/// The settings a private cluster runs with.
enum ServerSettings {
  /// All settings, `extra` winning over the built-in ones.
  ///
  /// Those say where the server listens, take a modest share of the machine's memory for a
  /// catalogue of some hundred megabytes, and keep routine lines out of the log. `fsync` stays on,
  /// as it is by default.
  static func all(files: ClusterFiles, extra: [String: String]) -> [String: String] {
    let own = [
      "listen_addresses": "",
      "port": String(ClusterFiles.port),
      "unix_socket_directories": files.socketFolder,
      "unix_socket_permissions": "0700",
      "shared_buffers": "64MB",
      "log_checkpoints": "off",
    ]
    return own.merging(extra) { _, extra in extra }
  }

  /// The settings as `pg_ctl -o` takes them: words for a shell, sorted by name.
  static func shellWords(_ settings: [String: String]) -> String {
    settings.sorted { $0.key < $1.key }
      .map { "-c \(quotedForShell("\($0.key)=\($0.value)"))" }
      .joined(separator: " ")
  }

  private static func quotedForShell(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
