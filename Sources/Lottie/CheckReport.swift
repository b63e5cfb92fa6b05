/// The result of a check of a file.
package enum Verdict: String, Sendable {
  /// No finding is an error.
  case accepted
  /// At least one finding is an error.
  case refused
}

/// The complete result of checking a file.
package struct CheckReport: Sendable {
  /// Refused if any rule of severity error is broken, whether or not the finding is listed.
  package let verdict: Verdict
  /// Sorted by place in the file, then by code; at most `CheckLimits.maxFindings`, errors first,
  /// and if any are left out, one more at the end with their number.
  package let findings: [Finding]
  /// Nil if the top level cannot be read.
  package let summary: AnimationSummary?

  /// A report from its parts, as shown and stored.
  package init(verdict: Verdict, findings: [Finding], summary: AnimationSummary?) {
    self.verdict = verdict
    self.findings = findings
    self.summary = summary
  }
}
