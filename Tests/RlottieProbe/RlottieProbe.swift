// The probe owns the drawing of animations with the real rlottie, in a process of its own that may
// die. It must not know which files are good ones, nor of the checker.

import CLibRlottie

#if canImport(Glibc)
  import Glibc
#endif

/// Draws the first, middle and last frame of each file named on standard input, a path a line.
///
/// A line is printed as each file is done: `drawn PATH`, or `not-loaded PATH` for one that rlottie
/// refuses. What is missing from the output when the process dies is what killed it.
@main
enum RlottieProbe {
  /// The longer side of what is drawn, in pixels.
  static let longerSide = 128

  static func main() {
    while let path = readLine() {
      print(draw(path) ? "drawn" : "not-loaded", path)
      // Every line has to be out before the next file may end the process.
      fflush(nil)
    }
  }

  /// Returns false if rlottie does not load the file.
  private static func draw(_ path: String) -> Bool {
    // SAFETY: the animation is destroyed once, below, and used by this function alone.
    guard let animation = unsafe lottie_animation_from_file(path) else { return false }
    defer { unsafe lottie_animation_destroy(animation) }
    var width = 0
    var height = 0
    unsafe lottie_animation_get_size(animation, &width, &height)
    let frames = unsafe lottie_animation_get_totalframe(animation)
    let (columns, rows) = drawnSize(width, height)
    var pixels = [UInt32](repeating: 0, count: columns * rows)
    for frame in [0, frames / 2, max(frames, 1) - 1] {
      // SAFETY: the buffer holds rows × columns pixels of 4 bytes, and outlives the call.
      unsafe pixels.withUnsafeMutableBufferPointer { buffer in
        unsafe lottie_animation_render(
          animation, frame, buffer.baseAddress, columns, rows, columns * 4)
      }
    }
    return true
  }

  /// The size in pixels, at least 1 each way, with the aspect kept as far as that allows.
  private static func drawnSize(_ width: Int, _ height: Int) -> (columns: Int, rows: Int) {
    let longer = Double(max(width, height, 1))
    let scale = Double(longerSide) / longer
    return (
      min(max(Int(Double(width) * scale), 1), longerSide),
      min(max(Int(Double(height) * scale), 1), longerSide)
    )
  }
}
