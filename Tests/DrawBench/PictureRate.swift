import Foundation
import Pictures

/// How fast pictures are made.
enum PictureRate {
  /// Prints the number of animations with pictures, the seconds for all, and mebibytes.
  static func report(on folder: String, writingTo out: String?) async throws {
    if let out {
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    }
    let tool = try Programs.tool()
    let clock = ContinuousClock()
    let start = clock.now
    let made = try await Files.each(try Files.animations(below: folder)) { name in
      let bytes = try Files.bytes(name, below: folder)
      let outcome = try await tool.pictures(of: bytes, posterFrame: nil).outcome
      guard case .made(let poster, let preview) = outcome else { return false }
      if let out {
        let stem = out + "/" + name.replacing("/", with: "_").dropLast(".json".count)
        try Data(poster.bytes).write(to: URL(filePath: stem + ".poster.webp"))
        try Data(preview.bytes).write(to: URL(filePath: stem + ".preview.webp"))
      }
      return true
    }
    let seconds = (clock.now - start) / .seconds(1)
    print(made.filter(\.self).count, seconds, try mostMebibytes())
  }

  /// Writes what other programs make pictures of: a frame with alpha in the size of a poster, and
  /// those of a preview, in a folder for each animation.
  static func writeFrames(of folder: String, to out: String) async throws {
    let tool = try Programs.tool()
    _ = try await Files.each(try Files.animations(below: folder)) { name in
      let bytes = try Files.bytes(name, below: folder)
      // What has no pictures has no frames to compare them with.
      let outcome = try await tool.pictures(of: bytes, posterFrame: nil).outcome
      guard case .made = outcome else { return }
      let own = out + "/" + name.replacing("/", with: "_")
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
      let still = try await tool.frames(of: bytes, at: [0.45], longerSide: 256)
      let moving = try await tool.frames(
        of: bytes, at: (0..<previewFrames).map { Double($0) / Double(previewFrames) },
        longerSide: 192)
      for (index, image) in (still + moving).enumerated() {
        let number = index == 0 ? "poster" : "\(100 + index)"
        try Data(image.png).write(to: URL(filePath: "\(own)/\(number).png"))
      }
    }
  }

  /// Of three seconds at ten frames per second, which the corpus has at the median.
  private static let previewFrames = 30

  /// The most memory that this process had (proc(5), `VmHWM`); each giftdraw has some 10 besides.
  private static func mostMebibytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1_024
  }
}
