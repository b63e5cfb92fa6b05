import Pictures
import Support
import Testing

/// A PNG as Debian's programs for WebP read it.
struct PNGFile {
  let width: Int
  let height: Int
  /// Rows of red, green, blue and alpha.
  let pixels: [UInt8]

  init(_ path: String) async throws {
    // Without loss, with the colours of invisible pixels; then as bytes.
    let copy = path + ".webp"
    let written = try await runProcess(
      "cwebp", ["-quiet", "-lossless", "-exact", path, "-o", copy])
    #expect(written.exitCode == 0)
    let read = try await runProcess("dwebp", ["-quiet", "-pam", copy, "-o", "-"])
    let header = try #require(read.outputText.firstMatch(of: /WIDTH (\d+)\nHEIGHT (\d+)\n/))
    (width, height) = (try #require(Int(header.1)), try #require(Int(header.2)))
    pixels = Array(read.output.suffix(4 * width * height))
  }

  /// The red, green, blue and alpha of a pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(4 * (y * width + x))...].prefix(4)) }
}
