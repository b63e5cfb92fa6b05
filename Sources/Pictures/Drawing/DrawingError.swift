package import DrawProtocol

/// Why there is no drawing.
package enum DrawingError: Error, Hashable, Sendable {
  /// rlottie cannot draw the animation.
  case fault(DrawingFault)
  /// Nothing is known of the animation, as the machine or giftdraw fails.
  case failure(DrawingFailure)
}

/// What an animation does to rlottie.
package enum DrawingFault: Error, Hashable, Sendable {
  /// It has more bytes than are drawn.
  case tooLarge(limit: Int)
  /// It has more frames than are drawn.
  case tooManyFrames(limit: UInt32)
  /// rlottie does not load it.
  case refused
  /// rlottie crashes.
  case crashed(DrawingStage)
  /// rlottie takes more memory than the jail allows.
  case memory(DrawingStage)
  /// rlottie takes more of the processor's time than the jail allows.
  case late(DrawingStage)
}

/// What giftdraw is doing.
package enum DrawingStage: Hashable, Sendable {
  /// It starts, and jails itself.
  case starting
  /// It loads the animation.
  case loading
  /// It draws that frame, from 0.
  case frame(UInt32)
  /// It has drawn all frames, and ends.
  case ending
}

/// What keeps the machine from drawing anything.
package enum DrawingFailure: Error, Hashable, Sendable {
  /// There is no giftdraw at that path.
  case notFound(path: String)
  /// This system cannot run it, in the words of the system or of the linker.
  case notRunnable(reason: String)
  /// It was not started this time, as something is short, in the system's words.
  case notStarted(reason: String)
  /// It cannot jail itself, and so draws nothing.
  case jailMissing(JailObstacle)
  /// It, or the machine, took longer than a drawing may take.
  case timeLimit(Duration)
  /// It sent something else than is due.
  case broken(DrawingBreach)
  /// It exited with that code, without an end of the conversation.
  case exited(Int32)
  /// It made a system call that its jail forbids, which no drawing needs.
  case forbiddenCall
  /// A signal ended it that does not come from drawing, such as the system's when memory is short.
  case killed(signal: Int32)
}

extension DrawingFailure {
  /// Whether nothing can be drawn here: every other animation would fail in the same way.
  package var isLasting: Bool {
    switch self {
    case .notFound, .notRunnable, .jailMissing: true
    case .notStarted, .timeLimit, .broken, .exited, .forbiddenCall, .killed: false
    }
  }
}

/// How giftdraw breaks the protocol.
package enum DrawingBreach: Hashable, Sendable {
  /// A message is not the one that is due.
  case message(DrawMessageFault)
  /// A frame is not the one that was requested.
  case wrongFrame
  /// Bytes follow the last message.
  case surplus
  /// It reports more errors than are read.
  case tooManyErrors
}

/// How a conversation ends early.
package enum DrawingEnd: Error, Hashable, Sendable {
  /// The process says nothing more.
  case silence
  /// rlottie does not load the animation.
  case refused
  /// It cannot jail itself.
  case noJail(JailObstacle)
  /// It breaks the protocol.
  case breach(DrawingBreach)
}
