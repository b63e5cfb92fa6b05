/// A fact that the checker looks for: what it is called, how much it matters, why, what to do.
package struct Rule: Sendable, Hashable {
  /// Stable name, `topic.fact`.
  package let code: String
  /// What a file that breaks the rule gets.
  package let severity: Severity
  /// Why it matters, in one sentence.
  package let reason: String
  /// What to do about it: the second half of a finding's message, in the imperative.
  package let remedy: String

  init(_ code: String, _ severity: Severity, reason: String, remedy: String) {
    self.code = code
    self.severity = severity
    self.reason = reason
    self.remedy = remedy
  }

  /// Every rule, by code.
  package static let all: [Rule] =
    (JSONFault.allCases.map(\.rule) + JSONLimit.allCases.map(\.rule) + [notListed]
    + RuleFunction.all.flatMap(\.rules)).sorted { $0.code < $1.code }

  static let notListed = Rule(
    "check.not-listed", .note,
    reason: "A report lists a limited number of findings, errors first.",
    remedy: "mend those above and check again")
}

/// A pure function that looks for the facts of a few rules.
struct RuleFunction: Sendable {
  /// The rules whose facts it may report.
  let rules: [Rule]
  /// Reports what it finds in the animation.
  let run: @Sendable (Animation, inout FindingSink) -> Void

  init(_ rules: Rule..., run: @escaping @Sendable (Animation, inout FindingSink) -> Void) {
    self.rules = rules
    self.run = run
  }

  /// All of them; each rule belongs to exactly one.
  static let all: [RuleFunction] =
    structure + topLevel + time + layers + references + mattes + shapes + modifiers + paths
    + keyframes + numbers + images + text
}
