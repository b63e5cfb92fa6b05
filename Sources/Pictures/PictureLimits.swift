/// The limits of drawing, besides those that giftdraw puts on itself.
package enum PictureLimits {
  /// The longest that one drawing may take.
  ///
  /// giftdraw has three seconds of a processor, so this ends only what a broken machine or a broken
  /// giftdraw holds up.
  package static let wall = Duration.seconds(30)
  /// What giftdraw may write to its standard error, in bytes: rlottie writes a line if at all.
  static let errorBytes = 65_536
  /// The longer side of the frames of the draw check, in pixels.
  static let checkSide = 64
  /// The most frames of the draw check: five minutes of 240 frames per second, the default budgets.
  ///
  /// More take longer than giftdraw has, unless hardly anything is in them.
  static let checkedFrames: UInt32 = 72_000
}
