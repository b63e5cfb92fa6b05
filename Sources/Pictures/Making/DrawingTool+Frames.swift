internal import DrawProtocol

/// Which frame of an animation is meant.
package enum FramePosition: Hashable, Sendable {
  /// That frame, from 0, or the last if there are fewer.
  case frame(UInt32)
  /// The frame at that part of the length, from 0 to 1: the same moment of animations of different
  /// lengths.
  case part(Double)

  fileprivate func frame(of animation: DrawnAnimation) -> UInt32 {
    switch self {
    case .frame(let frame): return animation.clamped(frame)
    case .part(let part):
      let last = Double(max(animation.frameCount, 1) - 1)
      return UInt32((last * min(max(part, 0), 1)).rounded())
    }
  }
}

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

  /// Draws several frames, in that order; more than `PictureLimits.frames` are the caller's
  /// mistake.
  @concurrent
  package func frames(
    of animation: [UInt8], at positions: [FramePosition], longerSide: Int
  ) async throws(DrawingError) -> [Bitmap] {
    precondition(positions.count <= PictureLimits.frames)
    return try await draw(animation) { session throws(DrawingEnd) in
      let size = session.animation.size(longerSide: longerSide)
      var images: [Bitmap] = []
      for position in positions {
        images.append(try await session.image(of: position.frame(of: session.animation), size))
      }
      return images
    }
  }

  /// Draws an animation as a moving picture on a ground, from its start, at most
  /// `PictureLimits.motionLength` long.
  ///
  /// `longerSide` is 1 to `PictureLimits.motionSide`, and `framesPerSecond` above 0 and at most
  /// `PictureLimits.motionFramesPerSecond`; anything else is the caller's mistake.
  @concurrent
  package func motion(
    of animation: [UInt8], longerSide: Int, framesPerSecond: Double, ground: Ground
  ) async throws(DrawingError) -> MadePicture {
    precondition((1...PictureLimits.motionSide).contains(longerSide))
    precondition(framesPerSecond > 0 && framesPerSecond <= PictureLimits.motionFramesPerSecond)
    return try await draw(animation) { session throws(DrawingEnd) in
      let plan = MotionPlan(
        of: session.animation, framesPerSecond: framesPerSecond,
        limit: PictureLimits.motionLength, center: 0)
      let size = session.animation.size(longerSide: longerSide)
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
