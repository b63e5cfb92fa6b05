import Console
import FoundationEssentials
import Subprocess
import SystemPackage

#if canImport(Glibc)
  import Glibc
#endif

extension Terminal {
  /// Whether a person sees the output, and can answer a pager.
  static var canPage: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Prints lines as they are, and sentences broken at blanks: through a pager if they are more
  /// than a terminal shows at once.
  ///
  /// The pager is named by `GIFT_PAGER` or `PAGER`, else less(1); `cat` or an empty name means no
  /// pager.
  static func page(_ drawn: [String] = [], text: [String] = []) async {
    let lines = drawn + text.flatMap { $0.wrapped(to: columns) }
    let environment = ProcessInfo.processInfo.environment
    let pager = environment["GIFT_PAGER"] ?? environment["PAGER"] ?? "less"
    guard canPage, let size = TerminalSize(of: .standardOutput), lines.count >= size.lines,
      !pager.isEmpty, pager != "cat", environment["TERM"] != "dumb"
    else { return lines.forEach(print) }
    // While the pager runs, Ctrl-C belongs to it.
    signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, SIG_DFL) }
    do {
      // Through a pipe, a pager that is closed early would end us too.
      let text = try MemoryFile.holding(lines.map { harmless($0) + "\n" }.joined())
      let result = try await run(
        .path("/bin/sh"), arguments: ["-c", pager],
        // As git does: colours as they are, no second screen, no wait for what fits.
        environment: .inherit.updating(["LESS": environment["LESS"] ?? "FRX"]),
        input: .fileDescriptor(text, closeAfterSpawningProcess: true),
        output: .currentStandardOutput, error: .currentStandardError)
      // The shell's exit code for an unknown command (POSIX, XCU 2.8.2).
      if result.terminationStatus == .exited(127) { lines.forEach(print) }
    } catch {
      // Without memory or a shell, print directly.
      lines.forEach(print)
    }
  }
}
