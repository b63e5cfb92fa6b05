/// The limits of drawing, besides those that giftdraw puts on itself.
package enum PictureLimits {
  /// The longest that one drawing may take.
  ///
  /// giftdraw has three seconds of a processor, and ends itself after them. They last two minutes
  /// where it gets a fortieth of one, as under a tight quota or on a crowded machine; so this ends
  /// only what a broken machine or a broken giftdraw holds up.
  package static let wall = Duration.seconds(120)
  /// The most drawings at the same time.
  package static let atOnce = 8
  /// How many more files this process must be able to open before a drawing starts.
  ///
  /// A drawing opens eight at most, so this is room for all at once, and as much again for the rest
  /// of the program. Without room for the descriptor by which a process is waited for, its end
  /// would go unnoticed.
  static let freeFiles = 128
  /// What giftdraw may write to its standard error, in bytes: rlottie writes a line if at all.
  static let errorBytes = 65_536
  /// How much of its first line is told, in Unicode scalars: a path, and what is wrong with it.
  static let complaintLength = 300
  /// The longer side of the frames of the draw check, in pixels.
  static let checkSide = 64
  /// The most frames of the draw check: five minutes of 240 frames per second, the default budgets.
  ///
  /// More take longer than giftdraw has, unless hardly anything is in them.
  static let checkedFrames: UInt32 = 72_000
  /// The most frames that are drawn at once as images.
  package static let frames = 64
  /// The longer side of a moving picture for a page, in pixels.
  package static let motionSide = 512
  /// The pace of a moving picture for a page.
  package static let motionFramesPerSecond = 25.0
  /// The longest moving picture for a page.
  package static let motionLength = Duration.seconds(15)
  /// The quality of moving pictures for a page: made while somebody waits for them, and sent once.
  static let motionQuality = WebPQuality(colour: 80, alpha: 100, method: 1)
}
