import Foundation
import Support

/// A process with limits that draws files with rlottie.
enum RlottieChild {
  /// How long one file may take, in seconds of all processors together.
  private static let fileSeconds = 10
  /// How long a batch may take, in seconds: all but broken files take milliseconds.
  private static let batchSeconds = 60
  /// How much memory the child may take, in bytes.
  private static let memory = 1_073_741_824

  /// Draws the files, one process for all; those that kill it are drawn again alone.
  static func draw(_ paths: [String]) async throws -> SurvivalCount {
    var count = SurvivalCount()
    var left = paths[...]
    while !left.isEmpty {
      let (lines, how) = try await run(Array(left), seconds: batchSeconds)
      count.take(lines)
      left = left.dropFirst(lines.count)
      guard let suspect = left.popFirst() else { continue }
      let (alone, howAlone) = try await run([suspect], seconds: fileSeconds)
      if alone.isEmpty {
        count.deaths.append(Death(path: suspect, how: howAlone))
      } else {
        // A slow machine may take long for a batch; anything else is a death, if a rare one.
        count.take(alone)
        if how != timeout {
          count.deaths.append(Death(path: suspect, how: "\(how), but not when drawn alone"))
        }
      }
    }
    return count
  }

  private static let timeout = "takes too long"

  /// The lines that the probe prints, and how it ended.
  private static func run(
    _ paths: [String], seconds: Int
  ) async throws -> (lines: [Substring], how: String) {
    var limits = ["--cpu=\(seconds)", "--core=0"]
    if !isSanitized { limits.append("--data=\(memory)") }
    let outcome = try await runProcess(
      "prlimit", limits + [try Places.builtProduct("RlottieProbe")],
      input: Array((paths.joined(separator: "\n") + "\n").utf8),
      killedAfter: .seconds(seconds * 2))
    let lines = outcome.outputText.split(separator: "\n")
    switch outcome.status {
    case .exited(0): return (lines, "skips files")
    case .exited(let code): return (lines, "exits with \(code): \(outcome.errorText.suffix(300))")
    // SIGKILL is timeout(1) or the hard limit of the processor's time, SIGXCPU the soft one.
    case .signalled(9), .signalled(24): return (lines, timeout)
    case .signalled(let signal): return (lines, "signal \(signal)")
    }
  }

  /// Sanitizers map terabytes of memory that they hardly use.
  private static var isSanitized: Bool {
    let variables = ProcessInfo.processInfo.environment
    return variables["LSAN_OPTIONS"] != nil || variables["TSAN_OPTIONS"] != nil
  }
}

extension SurvivalCount {
  fileprivate mutating func take(_ lines: [Substring]) {
    for line in lines {
      if line.hasPrefix("drawn ") {
        drawn += 1
      } else {
        notLoaded.append(String(line.drop { $0 != " " }.dropFirst()))
      }
    }
  }
}
