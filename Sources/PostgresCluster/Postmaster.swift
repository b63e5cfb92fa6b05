import FoundationEssentials

/// The running server process that a cluster's `postmaster.pid` names.
struct Postmaster: Sendable {
  let pid: Int32
  let socketFolder: String
  /// Whether it reports that it accepts connections.
  let isReady: Bool

  /// Reads `postmaster.pid` (PostgreSQL source, `utils/pidfile.h`: line 1 the process, 2 the data
  /// folder, 5 the socket's folder, 8 the state) and looks the process up in `/proc`.
  ///
  /// After a reboot the number may belong to another process, so its command line has to name the
  /// same data folder. No signal is sent: a probe with signal 0 could not tell the two apart.
  static func running(in files: ClusterFiles) -> Postmaster? {
    guard let bytes = FileManager.default.contents(atPath: files.data + "/postmaster.pid") else {
      return nil
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 2, let pid = Int32(lines[0]), pid > 0 else { return nil }
    guard let command = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline"),
      command.split(separator: 0).contains(where: { $0.elementsEqual(lines[1].utf8) })
    else { return nil }
    let state = lines.count >= 8 ? lines[7].prefix { $0 != " " } : ""
    return Postmaster(
      pid: pid, socketFolder: lines.count >= 5 ? String(lines[4]) : files.socketFolder,
      isReady: state == "ready")
  }
}
