import Foundation
import Lottie

/// What the check of one file costs a process that does nothing else.
enum Alone {
  /// Prints the milliseconds, the mebibytes above what the process had, and the verdict with
  /// whether there are warnings: `12.34 5.67 accepted warned`.
  static func report(on file: String) throws {
    let bytes = try Files.bytes(file)
    let before = try peakKibibytes()
    var verdict = Verdict.refused
    var isWarned = false
    let time = seconds {
      let report = Lottie.check(bytes)
      verdict = report.verdict
      isWarned = report.findings.contains { $0.severity == .warning }
    }
    let grown = Double(try peakKibibytes() - before) / 1024
    print(shown(time * 1000), shown(grown), verdict.rawValue, isWarned ? "warned" : "unwarned")
  }

  /// The most memory that the process has held so far (proc(5), `VmHWM`).
  private static func peakKibibytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0
  }
}
