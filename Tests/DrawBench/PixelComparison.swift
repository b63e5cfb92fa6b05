import DrawProtocol
import Foundation
import Pictures
import Subprocess

/// The same frames with and without the jail.
enum PixelComparison {
  private enum Outcome: String {
    case alike
    case different
    /// rlottie loads it neither way.
    case refused
    /// It is not drawn in the jail.
    case notDrawn = "not drawn"
  }

  private static let side = 64
  /// Of 16,000 frames; without the jail nothing else bounds them.
  private static let mostBytes = 256 * 1_048_576

  /// Prints what differs, and how many do not; exits with 1 if a file differs.
  static func report(on folder: String) async throws {
    let outcomes = try await Files.each(try Files.animations(below: folder)) { name in
      let outcome = try await compare(name, folder)
      return (name, outcome)
    }
    for (name, outcome) in outcomes.sorted(by: { $0.0 < $1.0 })
    where ![.alike, .refused].contains(outcome) {
      print("\(name): \(outcome.rawValue)")
    }
    let counts = Dictionary(grouping: outcomes) { $0.1.rawValue }.mapValues(\.count)
    print(counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    if outcomes.contains(where: { $0.1 == .different }) { exit(1) }
  }

  @concurrent
  private static func compare(_ name: String, _ folder: String) async throws -> Outcome {
    let bytes = try Files.bytes(name, below: folder)
    let jailed: [UInt8]?
    do {
      jailed = try await pixels(bytes)
    } catch DrawingError.fault(.refused) {
      jailed = nil
    } catch DrawingError.fault {
      return .notDrawn
    }
    let bare = try await run(
      .path(try Programs.path("JailProbe")),
      arguments: ["pixels", "\(folder)/\(name)", "\(side)", "1"], input: .none,
      output: .bytes(limit: mostBytes), error: .discarded)
    guard let jailed else {
      return bare.terminationStatus.isExit(65) ? .refused : .different
    }
    let isAlike = bare.terminationStatus.isExit(0) && bare.standardOutput == jailed
    return isAlike ? .alike : .different
  }

  private static func pixels(_ bytes: [UInt8]) async throws -> [UInt8] {
    try await Programs.tool().draw(bytes) { session throws(DrawingEnd) in
      var all: [UInt8] = []
      let size = FrameSize(clampingWidth: side, height: side)
      try await session.frames(from: 0, count: session.animation.frameCount, size) { _, pixels in
        all += pixels
      }
      return all
    }
  }
}

extension TerminationStatus {
  fileprivate func isExit(_ code: Int32) -> Bool {
    if case .exited(code) = self { true } else { false }
  }
}
