import CLibRlottie
import DrawProtocol
import Glibc

/// An animation that rlottie has loaded; it lives as long as the process.
@safe struct Rlottie {
  private let animation: OpaquePointer

  /// Which build of rlottie this process has loaded; nil if the build has no id.
  static var renderer: Renderer? {
    var id = [UInt8](repeating: 0, count: 20)
    // Safe: 20 bytes are written at most, and the buffer outlives the call.
    let found = unsafe id.withUnsafeMutableBufferPointer {
      unsafe rlottie_build_id($0.baseAddress)
    }
    return found == 1 ? Renderer(buildID: id) : nil
  }

  /// Nil if rlottie does not load it.
  init?(_ bytes: consuming [UInt8]) {
    let count = bytes.count
    bytes.append(0)
    // Safe: the texts end with a zero byte and outlive the calls, and rlottie copies them.
    let animation = unsafe bytes.withUnsafeBytes { buffer -> OpaquePointer? in
      let text = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress
      // rlottie takes C strings, and would draw what precedes a zero byte.
      guard let text = unsafe text, unsafe strlen(text) == count else { return nil }
      return unsafe lottie_animation_from_data(text, "animation", "/")
    }
    guard let animation = unsafe animation else { return nil }
    unsafe self.animation = animation
  }

  var facts: DrawnAnimation {
    var width = 0
    var height = 0
    // Safe: the numbers outlive the call.
    unsafe lottie_animation_get_size(animation, &width, &height)
    return DrawnAnimation(
      width: UInt32(clamping: width), height: UInt32(clamping: height),
      frameCount: UInt32(clamping: unsafe lottie_animation_get_totalframe(animation)),
      frameRateHz: unsafe lottie_animation_get_framerate(animation))
  }

  /// The pixels of a frame.
  func pixels(of frame: UInt32, _ size: FrameSize) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: size.byteCount)
    // Safe: the memory is aligned as malloc(3) aligns, is as large as the frame, and outlives the
    // call.
    unsafe pixels.withUnsafeMutableBytes { buffer in
      unsafe lottie_animation_render(
        animation, Int(frame), buffer.baseAddress?.assumingMemoryBound(to: UInt32.self),
        size.width, size.height, size.width * DrawLimits.pixelBytes)
    }
    return pixels
  }
}
