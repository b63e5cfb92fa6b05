import FoundationEssentials

/// How many files the process may have open, connections among them.
enum OpenFiles {
  /// The limit that holds (`RLIMIT_NOFILE`, proc_pid_limits(5)); nil where there is none, or where
  /// the system does not say.
  static func softLimit() -> Int? {
    guard let bytes = FileManager.default.contents(atPath: "/proc/self/limits") else { return nil }
    return softLimit(in: String(decoding: bytes, as: UTF8.self))
  }

  /// The limit in the text of that file: the first of the two numbers in its line.
  static func softLimit(in text: String) -> Int? {
    let name = "Max open files "
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.dropFirst(name.count).split(separator: " ").first.flatMap { Int($0) }
  }
}
