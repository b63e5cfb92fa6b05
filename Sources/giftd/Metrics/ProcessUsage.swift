import FoundationEssentials
import Glibc

/// The resources of the process, under Prometheus' names
/// (https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics).
enum ProcessUsage {
  /// The series of the page, as /proc has them now (proc(5)); what the system does not say is left
  /// out.
  static func families() -> [MetricFamily?] {
    let files = FileManager.default
    let text = { (path: String) in
      String(decoding: files.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
    // The name of the program, the second field, may have spaces and brackets.
    let rest = text("/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
    // Fields count from 1.
    let field = { (number: Int) in
      rest.indices.contains(number - 3) ? Double(rest[number - 3]) : nil
    }
    let boot = text("/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
      .flatMap { Double($0.dropFirst("btime ".count)) }
    let ticksPerSecond = Double(sysconf(CInt(_SC_CLK_TCK)))
    let pageBytes = Double(sysconf(CInt(_SC_PAGESIZE)))
    let openFiles: Double?
    do {
      openFiles = Double(try files.contentsOfDirectory(atPath: "/proc/self/fd").count)
    } catch {
      openFiles = nil
    }
    return [
      MetricFamily(
        "process_cpu_seconds_total", .counter, "Processor time, user and system.",
        field(14).flatMap { user in field(15).map { (user + $0) / ticksPerSecond } }),
      MetricFamily(
        "process_start_time_seconds", .gauge, "When the process began.",
        field(22).flatMap { ticks in boot.map { $0 + ticks / ticksPerSecond } }),
      MetricFamily(
        "process_resident_memory_bytes", .gauge, "Memory in use.",
        field(24).map { $0 * pageBytes }),
      MetricFamily("process_virtual_memory_bytes", .gauge, "Memory addressed.", field(23)),
      MetricFamily("process_open_fds", .gauge, "Open files.", openFiles),
      MetricFamily(
        "process_max_fds", .gauge, "The most files that may be open.",
        OpenFiles.softLimit().map(Double.init)),
      MetricFamily(
        "gift_memory_limit_bytes", .gauge,
        "The memory that the control group of the process may take, such as MemoryMax of its unit.",
        memoryLimit(text)),
    ]
  }

  /// The lowest limit of the control group and those around it, as far as they are seen here
  /// (cgroups(7), version 2); nil if there is none.
  private static func memoryLimit(_ text: (String) -> String) -> Double? {
    let line = text("/proc/self/cgroup").split(separator: "\n").first { $0.hasPrefix("0::/") }
    guard var path = line.map({ $0.dropFirst("0::/".count).split(separator: "/") }) else {
      return nil
    }
    var lowest: Double?
    while true {
      let file = (["/sys/fs/cgroup"] + path + ["memory.max"]).joined(separator: "/")
      if let limit = Double(text(file).prefix { $0 != "\n" }) {
        lowest = min(lowest ?? limit, limit)
      }
      guard path.popLast() != nil else { return lowest }
    }
  }
}
