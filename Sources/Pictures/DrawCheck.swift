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
  package func check(_ animation: [UInt8]) async throws(DrawingFailure) -> DrawOutcome {
    do {
      let isVisible = try await draw(animation) { session throws(DrawingEnd) in
        var isVisible = false
        let size = session.animation.size(longerSide: PictureLimits.checkSide)
        try await session.frames(from: 0, count: session.animation.frameCount, size) { _, pixels in
          isVisible = isVisible || pixels.contains { $0 != 0 }
        }
        return isVisible
      }
      return isVisible ? .drawn : .blank
    } catch {
      switch error {
      case .fault(let fault): return .fault(fault)
      case .failure(let failure): throw failure
      }
    }
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
}
