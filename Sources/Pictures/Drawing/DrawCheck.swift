package import DrawProtocol

/// What the draw check finds.
package enum DrawOutcome: Hashable, Sendable {
  /// Every frame can be drawn, and something is visible in one of them.
  case drawn
  /// Every frame can be drawn, and nothing is visible in any.
  case blank
  /// rlottie cannot draw it.
  case fault(DrawingFault)
}

extension DrawingTool {
  /// Draws every frame of an animation small, as rlottie may stall or crash at any of them.
  @concurrent
  package func check(_ animation: [UInt8]) async throws(DrawingFailure) -> Drawn<DrawOutcome> {
    let drawn = try await drawn(animation) { session throws(DrawingEnd) in
      try await session.check()
    }
    return drawn.map { result in
      switch result {
      case .success(let outcome): outcome
      case .failure(let fault): .fault(fault)
      }
    }
  }
}

extension DrawingSession {
  fileprivate mutating func check() async throws(DrawingEnd) -> DrawOutcome {
    let limit = PictureLimits.checkedFrames
    guard animation.frameCount <= limit else { return .fault(.tooManyFrames(limit: limit)) }
    var outcome = DrawOutcome.blank
    let size = animation.size(longerSide: PictureLimits.checkSide)
    try await frames(from: 0, count: animation.frameCount, size) { _, pixels in
      if outcome == .blank, hasOtherThanZero(pixels) { outcome = .drawn }
    }
    return outcome == .blank ? try await checkLarge() : outcome
  }

  /// Draws some frames as large as a poster, as hairlines may vanish in small ones: what is not
  /// visible in a poster either is blank.
  private mutating func checkLarge() async throws(DrawingEnd) -> DrawOutcome {
    let size = animation.size(longerSide: PictureSettings.posterSides[0])
    for frame in PosterCandidate.frames(of: animation.frameCount, PictureSettings.candidates) {
      if try await image(of: frame, size).isVisible { return .drawn }
    }
    return .blank
  }
}

extension DrawnAnimation {
  /// The size of a frame with that longer side, its aspect kept as far as whole pixels allow.
  package func size(longerSide: Int) -> FrameSize {
    let scale = Double(longerSide) / Double(max(width, height, 1))
    return FrameSize(
      clampingWidth: Int((Double(width) * scale).rounded()),
      height: Int((Double(height) * scale).rounded()))
  }

  /// The frame, or the last if there are fewer.
  func clamped(_ frame: UInt32) -> UInt32 { min(frame, max(frameCount, 1) - 1) }
}
