/// A fact that the checker looks for: its name, the players it affects, why, and the remedy.
package struct Rule: Sendable, Hashable {
  /// Stable name, `topic.fact`.
  package let code: String
  /// The players that show nothing, crash, or refuse the file.
  package let breaks: Players
  /// The players that show something other than the designer meant, or play it slowly.
  package let disturbs: Players
  /// The least severity in any profile.
  let atLeast: Severity
  /// Why it matters, in one sentence.
  package let reason: String
  /// The remedy, in the imperative: the second half of a finding's message.
  package let remedy: String
  /// The source of the reason: a document, or an experiment.
  package let source: String

  init(
    _ code: String, breaks: Players = [], disturbs: Players = [], atLeast: Severity = .note,
    reason: String, remedy: String, source: String
  ) {
    self.code = code
    self.breaks = breaks
    self.disturbs = disturbs
    self.atLeast = atLeast
    self.reason = reason
    self.remedy = remedy
    self.source = source
  }

  /// The severity for a file that breaks the rule: an error if a player of the profile breaks, a
  /// warning if one is disturbed or a watched one breaks, else `atLeast`.
  package func severity(in profile: Profile) -> Severity {
    if !breaks.isDisjoint(with: profile.players) { return .error }
    let concerned = breaks.union(disturbs)
    return concerned.isDisjoint(with: profile.players.union(profile.watchedPlayers))
      ? atLeast : .warning
  }

  /// Every rule, by code.
  package static let all: [Rule] =
    (JSONFault.allCases.map(\.rule) + JSONLimit.allCases.map(\.rule) + [notListed]
    + drawn + RuleFunction.all.flatMap(\.rules)).sorted { $0.code < $1.code }

  /// More was found than a report lists.
  package static let notListed = Rule(
    "check.not-listed", reason: "A report lists a limited number of findings, errors first.",
    remedy: "fix those above and check again", source: "CheckLimits.maxFindings")
}
