/// Facts that only drawing shows: rlottie draws every frame, and the check is told what happened.
extension Rule {
  /// rlottie does not load the file.
  package static let drawRefused = Rule(
    "draw.refused", breaks: [.rlottie, .telegram], atLeast: .warning,
    reason: "rlottie does not load the file, and says no more.",
    remedy: "export the file again, or simplify it", source: drawing)
  /// rlottie crashes while it loads or draws the file.
  package static let drawCrashed = Rule(
    "draw.crashed", breaks: [.rlottie, .telegram], atLeast: .warning,
    reason: "What makes rlottie crash ends the application that plays it.",
    remedy: "remove what is in the frame, layer after layer", source: drawing)
  /// rlottie takes more memory than a drawing may.
  package static let drawMemory = Rule(
    "draw.memory", breaks: [.rlottie, .telegram], atLeast: .warning,
    reason: "rlottie takes more than 512 MiB, which phones do not have to spare.",
    remedy: "make images, copies and precompositions fewer or smaller", source: drawing)
  /// rlottie takes more time than a drawing may.
  package static let drawLate = Rule(
    "draw.late", breaks: [.rlottie, .telegram], atLeast: .warning,
    reason: "rlottie does not finish within 3 seconds of a processor.",
    remedy: "simplify what the frame shows, or shorten the animation", source: drawing)
  /// Nothing is visible in any frame.
  package static let drawBlank = Rule(
    "draw.blank", breaks: [.rlottie, .telegram], atLeast: .warning,
    reason: "rlottie draws neither text nor images outside the file, nor anything else here.",
    remedy: "convert text to shapes, embed images, or make a layer visible", source: drawing)

  /// The rules that drawing can break, by code: `Lottie.check` applies none of them.
  package static let drawn = [drawBlank, drawCrashed, drawLate, drawMemory, drawRefused]

  private static let drawing = "giftctl check --draw: rlottie 0.1 as Debian ships it, in a jail"
}

extension CheckReport {
  /// The report with one more finding, on the file as a whole; `detail` is half a sentence.
  package func adding(_ rule: Rule, _ detail: String, in profile: Profile) -> CheckReport {
    let finding = Finding(
      code: rule.code, severity: rule.severity(in: profile), pointer: "", line: 1, column: 1,
      extent: 0..<0, message: "\(detail): \(rule.remedy)")
    // Sorted by place, then by code.
    let position = findings.firstIndex { !$0.pointer.isEmpty || $0.code > rule.code }
    var all = findings
    all.insert(finding, at: position ?? all.endIndex)
    let isRefused = verdict == .refused || finding.severity == .error
    return CheckReport(
      verdict: isRefused ? .refused : .accepted, findings: all, summary: summary)
  }
}
