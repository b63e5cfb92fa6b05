internal import DrawProtocol

/// The frame that an animation has for a number, if any.
package enum NumberedFrame: Hashable, Sendable {
  /// The frame.
  case drawn(Bitmap)
  /// The animation has only this many frames, at least 1.
  case missing(frameCount: UInt32)
}

extension DrawingTool {
  /// Draws the frame of that number, from 0; `longerSide` is 1 to `DrawLimits.side`.
  @concurrent
  package func numberedFrame(
    _ frame: UInt32, of animation: [UInt8], longerSide: Int
  ) async throws(DrawingError) -> NumberedFrame {
    try await draw(animation) { session throws(DrawingEnd) in
      // An animation without frames is drawn as if it had one.
      let count = max(session.animation.frameCount, 1)
      guard frame < count else { return .missing(frameCount: count) }
      let size = session.animation.size(longerSide: longerSide)
      return .drawn(try await session.image(of: frame, size))
    }
  }

  /// Draws one frame, or the last if there are fewer; `longerSide` is 1 to `DrawLimits.side`.
  @concurrent
  package func frame(
    of animation: [UInt8], _ frame: UInt32, longerSide: Int
  ) async throws(DrawingError) -> Bitmap {
    try await draw(animation) { session throws(DrawingEnd) in
      let size = session.animation.size(longerSide: longerSide)
      return try await session.image(of: session.animation.clamped(frame), size)
    }
  }

  /// Draws the frames at some parts of the length, each from 0 to 1, in that order: the same
  /// moments of animations of different lengths.
  ///
  /// More than `PictureLimits.frames` are the caller's mistake.
  @concurrent
  package func frames(
    of animation: [UInt8], at parts: [Double], longerSide: Int
  ) async throws(DrawingError) -> [Bitmap] {
    precondition(parts.count <= PictureLimits.frames)
    return try await draw(animation) { session throws(DrawingEnd) in
      let size = session.animation.size(longerSide: longerSide)
      var images: [Bitmap] = []
      for part in parts {
        images.append(try await session.image(of: session.animation.frame(at: part), size))
      }
      return images
    }
  }

  /// Draws an animation as a moving picture on a ground, from its start, within
  /// `PictureLimits.motionSide`, `motionFramesPerSecond` and `motionLength`.
  @concurrent
  package func motion(
    of animation: [UInt8], ground: Ground
  ) async throws(DrawingError) -> MadePicture {
    return try await draw(animation) { session throws(DrawingEnd) in
      let plan = MotionPlan(
        of: session.animation, framesPerSecond: PictureLimits.motionFramesPerSecond,
        limit: PictureLimits.motionLength, center: 0)
      let size = session.animation.size(longerSide: PictureLimits.motionSide)
      // Encoded as it is drawn, as all frames together are large.
      var encoder = MotionEncoder(
        width: size.width, height: size.height, ground, PictureLimits.motionQuality)
      for step in plan.steps {
        let image = try await session.image(of: step.frame, size).on(ground)
        encoder.add(image, milliseconds: step.milliseconds)
      }
      return encoder.picture()
    }
  }
}

extension DrawnAnimation {
  /// The frame at a part of the length, from 0 to 1.
  fileprivate func frame(at part: Double) -> UInt32 {
    UInt32((Double(clamped(.max)) * min(max(part, 0), 1)).rounded())
  }
}
