import FoundationEssentials
import Glibc

/// What the process uses, under the names that Prometheus gives it
/// (https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics); what the system
/// does not say is left out.
struct ProcessUsage: Sendable {
  private let cpuSeconds: Double?
  private let startSeconds: Double?
  private let residentBytes: Double?
  private let virtualBytes: Double?
  private let openFiles: Int?

  /// As /proc has it now (proc(5)).
  static func now() -> ProcessUsage {
    let files = FileManager.default
    let text = { (path: String) in
      files.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
    let openFiles: Int?
    do {
      openFiles = try files.contentsOfDirectory(atPath: "/proc/self/fd").count
    } catch {
      openFiles = nil
    }
    return ProcessUsage(
      stat: text("/proc/self/stat"), system: text("/proc/stat"), openFiles: openFiles,
      ticksPerSecond: Double(sysconf(CInt(_SC_CLK_TCK))),
      pageBytes: Double(sysconf(CInt(_SC_PAGESIZE))))
  }

  /// From the text of /proc/PID/stat, whose fields count from 1, and that of /proc/stat.
  init(
    stat: String?, system: String?, openFiles: Int?, ticksPerSecond: Double, pageBytes: Double
  ) {
    // The name of the program, the second field, may have spaces and brackets.
    let rest = stat?.split(separator: ")").last?.split(separator: " ") ?? []
    let field = { (number: Int) in
      rest.indices.contains(number - 3) ? Double(rest[number - 3]) : nil
    }
    let boot = system?.split(separator: "\n").first { $0.hasPrefix("btime ") }
      .flatMap { Double($0.dropFirst("btime ".count)) }
    cpuSeconds = field(14).flatMap { user in field(15).map { (user + $0) / ticksPerSecond } }
    startSeconds = field(22).flatMap { ticks in boot.map { $0 + ticks / ticksPerSecond } }
    virtualBytes = field(23)
    residentBytes = field(24).map { $0 * pageBytes }
    self.openFiles = openFiles
  }

  /// The series of the page.
  var families: [MetricFamily] {
    let family = { (name: String, type: MetricType, help: String, value: Double?) in
      value.map { MetricFamily(name, type, help, [MetricSample($0)]) }
    }
    return [
      family(
        "process_cpu_seconds_total", .counter, "Processor time, user and system.", cpuSeconds),
      family("process_start_time_seconds", .gauge, "When the process began.", startSeconds),
      family("process_resident_memory_bytes", .gauge, "Memory in use.", residentBytes),
      family("process_virtual_memory_bytes", .gauge, "Memory addressed.", virtualBytes),
      family("process_open_fds", .gauge, "Open files.", openFiles.map(Double.init)),
      family(
        "process_max_fds", .gauge, "The most files that may be open.",
        OpenFiles.softLimit().map(Double.init)),
    ].compactMap(\.self)
  }
}
