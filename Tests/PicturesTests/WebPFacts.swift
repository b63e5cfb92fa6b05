import Foundation
import Pictures
import Support
import Testing

/// What the programs of Debian's package webp read in a picture; they refuse what is not valid.
struct WebPFacts {
  let size: [Int]
  let hasAlpha: Bool
  let frameCount: Int
  /// How often it is shown, 0 for ever; nil for a still.
  let loopCount: Int?
  /// The length of all frames together.
  let milliseconds: Int

  init(_ picture: MadePicture) async throws {
    let report = try await Self.report("webpinfo", on: picture)
    func numbers(_ pattern: Regex<(Substring, Substring)>) -> [Int] {
      report.matches(of: pattern).compactMap { Int($0.1) }
    }
    let canvas =
      try report.firstMatch(of: /Canvas size (\d+) x (\d+)/).map { [$0.1, $0.2] }
      ?? [#require(numbers(/Width: (\d+)/).first), #require(numbers(/Height: (\d+)/).first)]
      .map { Substring(String($0)) }
    size = canvas.compactMap { Int($0) }
    hasAlpha = report.contains("Alpha: 1")
    frameCount = max(report.matches(of: /Chunk ANMF/).count, 1)
    loopCount = numbers(/Loop count +: (\d+)/).first
    milliseconds = numbers(/Duration: (\d+)/).reduce(0, +)
  }

  /// The pixels of a still, or of the first frame of a moving picture.
  static func image(_ picture: MadePicture) async throws -> Bitmap {
    try await withFile(picture) { file in
      let still = file + ".still"
      let isMoving = try await runProcess("webpmux", ["-get", "frame", "1", file, "-o", still])
      let pam = try await runProcess(
        "dwebp", ["-quiet", "-pam", isMoving.status == .exited(0) ? still : file, "-o", "-"])
      #expect(pam.status == .exited(0))
      let header = try #require(pam.outputText.firstMatch(of: /WIDTH (\d+)\nHEIGHT (\d+)\n/))
      let (width, height) = (Int(header.1) ?? 0, Int(header.2) ?? 0)
      return Bitmap(
        width: width, height: height, pixels: Array(pam.output.suffix(width * height * 4)))
    }
  }

  private static func report(_ program: String, on picture: MadePicture) async throws -> String {
    try await withFile(picture) { file in
      let outcome = try await runProcess(program, [file])
      #expect(outcome.status == .exited(0))
      #expect(outcome.outputText.contains("No error detected."))
      return outcome.outputText
    }
  }

  private static func withFile<Value>(
    _ picture: MadePicture, _ body: (String) async throws -> Value
  ) async throws -> Value {
    try await DrawingFolder.with { folder in
      try folder.write(picture.bytes, "picture.webp")
      return try await body(folder.path + "/picture.webp")
    }
  }
}

extension Bitmap {
  /// The mean column of what is visible, in pixels; 0 if nothing is.
  var centerOfAlpha: Double {
    var (sum, whole) = (0.0, 0.0)
    for pixel in 0..<(width * height) {
      let alpha = Double(pixels[4 * pixel + 3])
      sum += alpha * Double(pixel % width)
      whole += alpha
    }
    return whole > 0 ? sum / whole : 0
  }

  /// The red, green and blue of the first pixel.
  var corner: [UInt8] { Array(pixels.prefix(3)) }
}
