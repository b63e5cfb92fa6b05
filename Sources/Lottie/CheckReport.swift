/// What a check says about a file.
package enum Verdict: String, Sendable {
  /// No finding is an error.
  case accepted
  /// At least one finding is an error.
  case refused
}

/// All that a check found out about a file.
package struct CheckReport: Sendable {
  /// Refused if any rule of severity error is broken, whether or not the finding is listed.
  package let verdict: Verdict
  /// By place in the file, then by code; at most `CheckLimits.maxFindings`, errors before the
  /// rest, and if that leaves any out, one more at the end that says how many.
  package let findings: [Finding]
  /// Nil if the top level cannot be read.
  package let summary: AnimationSummary?

  /// A report as it is shown and stored.
  package init(verdict: Verdict, findings: [Finding], summary: AnimationSummary?) {
    self.verdict = verdict
    self.findings = findings
    self.summary = summary
  }
}
