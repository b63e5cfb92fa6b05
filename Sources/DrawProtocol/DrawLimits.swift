// DrawProtocol owns the messages between giftdraw and the program that starts it, as values and as
// bytes. It must not know how they travel, nor what draws.
//
// giftdraw says `DrawHello` once it is jailed. The other side sends a `DrawInput`, and the bytes of
// an animation; giftdraw replies with `DrawLoaded`. For each `FramesRequest` it sends the frames in
// order, each as a `FrameHeader` and pixels. It ends with its standard input.

/// The limits of a drawing, which both sides keep to.
package enum DrawLimits {
  /// Bytes of an animation: eight times what files may have by default.
  package static let inputBytes = 16 * 1_048_576
  /// Width and height of a frame in pixels.
  package static let side = 1_024
  /// Bytes of a pixel: blue, green, red, multiplied by alpha, and alpha.
  package static let pixelBytes = 4
  /// The version of the messages.
  static let version: UInt32 = 1
}
