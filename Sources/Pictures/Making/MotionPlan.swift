internal import DrawProtocol

/// Which frames a moving picture shows, and how long.
struct MotionPlan: Hashable, Sendable {
  /// A frame, and how long it is shown.
  struct Step: Hashable, Sendable {
    let frame: UInt32
    let milliseconds: Int
  }

  /// In their order; at least one, and none of two that follow each other shows the same frame.
  let steps: [Step]

  /// The frame rate of animations that have none.
  private static let usualRateHz = 30.0
  /// The shortest picture: browsers show shorter frames longer.
  private static let shortestMilliseconds = 20.0

  /// A plan of the whole animation, or of the part of it with `center`, if it is longer than
  /// `limit`.
  ///
  /// Its steps are equally long, and the picture takes as long as what it shows.
  init(
    of animation: DrawnAnimation, framesPerSecond: Double, limit: Duration, center: UInt32
  ) {
    let given = animation.frameRateHz
    let rate = given.isFinite && given > 0 ? given : Self.usualRateHz
    let count = Double(max(animation.frameCount, 1))
    let longest = Double(limit / .milliseconds(1))
    let length = min(max(count / rate * 1_000, Self.shortestMilliseconds), longest)
    let shown = min(count, max(1, length / 1_000 * rate))
    let first = min(max(Double(center) - shown * Self.centerPosition, 0), count - shown)
    let parts = max(1, (length / 1_000 * framesPerSecond).rounded())
    // Of one frame, the best.
    let begin = parts == 1 ? min(Double(center), count - 1) : first
    var steps: [Step] = []
    var start = 0
    for part in 0..<Int(parts) {
      let frame = UInt32(min(begin + Double(part) * shown / parts, count - 1))
      let end = Int(((Double(part) + 1) * length / parts).rounded())
      if let last = steps.last, last.frame == frame {
        start -= last.milliseconds
        steps.removeLast()
      }
      steps.append(Step(frame: frame, milliseconds: end - start))
      start = end
    }
    self.steps = steps
  }

  /// Where the frame in the center is in a part of an animation: what leads to it takes longer.
  private static let centerPosition = 0.6
}
