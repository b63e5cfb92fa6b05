package import DrawProtocol
internal import Glibc

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
      return try await draw(animation) { session throws(DrawingEnd) in
        var outcome = DrawOutcome.blank
        let limit = PictureLimits.checkedFrames
        guard session.animation.frameCount <= limit else { return .fault(.late(.frame(limit))) }
        let size = session.animation.size(longerSide: PictureLimits.checkSide)
        try await session.frames(from: 0, count: session.animation.frameCount, size) { _, pixels in
          if outcome == .blank, isVisible(pixels) { outcome = .drawn }
        }
        return outcome
      }
    } catch {
      switch error {
      case .fault(let fault): return .fault(fault)
      case .failure(let failure): throw failure
      }
    }
  }
}

/// Whether a byte of a frame is not 0.
private func isVisible(_ pixels: [UInt8]) -> Bool {
  guard let first = pixels.first, first == 0 else { return !pixels.isEmpty }
  // Safe: the first byte is 0, and each of the others is compared with the one before it.
  return unsafe pixels.withUnsafeBytes { bytes in
    guard let start = bytes.baseAddress else { return false }
    return unsafe memcmp(start, start + 1, bytes.count - 1) != 0
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
