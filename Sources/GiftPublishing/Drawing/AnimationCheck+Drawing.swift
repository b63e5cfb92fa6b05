package import Lottie
package import Pictures

extension AnimationCheck {
  /// The report with what drawing every frame shows.
  ///
  /// A file without a summary is not an animation, as its report says already: it is not drawn.
  package static func drawn(
    _ report: CheckReport, _ bytes: [UInt8], _ profile: Profile, _ tool: DrawingTool
  ) async throws(DrawingFailure) -> CheckReport {
    guard report.summary != nil else { return report }
    return report.adding(try await tool.check(bytes).outcome, in: profile)
  }
}

extension CheckReport {
  /// The report with what drawing every frame showed.
  func adding(_ outcome: DrawOutcome, in profile: Profile) -> CheckReport {
    switch outcome {
    case .drawn: self
    case .blank: adding(.drawBlank, summary?.blankness ?? "Nothing is visible", in: profile)
    case .fault(let fault): adding(fault.rule, fault.detail, in: profile)
    }
  }
}

extension AnimationSummary {
  /// Half a sentence: that nothing is visible, and what the file has that rlottie does not draw.
  fileprivate var blankness: String {
    let missing = [
      features.contains(.text) ? "text" : nil,
      features.contains(.externalImages) ? "images outside the file" : nil,
    ].compactMap(\.self)
    let lack =
      missing.isEmpty ? "" : ", as rlottie draws no \(missing.joined(separator: " and no "))"
    return "Nothing is visible in any frame" + lack
  }
}

extension DrawingFault {
  fileprivate var rule: Rule {
    switch self {
    case .refused: .drawRefused
    case .crashed: .drawCrashed
    case .memory, .tooLarge: .drawMemory
    case .late, .tooManyFrames: .drawLate
    }
  }

  /// Half a sentence.
  fileprivate var detail: String {
    switch self {
    case .tooLarge(let limit): "Animations of more than \(limit) bytes are not drawn"
    case .tooManyFrames(let limit): "Animations of more than \(limit) frames are not drawn"
    case .refused: "rlottie refuses the animation"
    case .crashed(let stage): "rlottie crashes \(stage.words)"
    case .memory(let stage): "rlottie runs out of memory \(stage.words)"
    case .late(let stage): "rlottie runs out of time \(stage.words)"
    }
  }
}

extension DrawingStage {
  fileprivate var words: String {
    switch self {
    case .starting, .loading: "while it loads the animation"
    case .frame(let frame): "at frame \(frame)"
    case .ending: "after the last frame"
    }
  }
}
