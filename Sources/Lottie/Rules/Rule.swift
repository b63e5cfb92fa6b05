/// A fact that the checker looks for: what it is called, whom it concerns, why, what to do.
package struct Rule: Sendable, Hashable {
  /// Stable name, `topic.fact`.
  package let code: String
  /// The players that show nothing, crash, or refuse the file.
  package let breaks: Players
  /// The players that show something else than the designer meant, or more slowly.
  package let disturbs: Players
  /// What the profile `gift` says, if that is not what its players say.
  let inGift: Severity?
  /// Why it matters, in one sentence.
  package let reason: String
  /// What to do about it: the second half of a finding's message, in the imperative.
  package let remedy: String
  /// Where the reason can be read or was found out.
  package let source: String

  init(
    _ code: String, breaks: Players = [], disturbs: Players = [], inGift: Severity? = nil,
    reason: String, remedy: String, source: String
  ) {
    self.code = code
    self.breaks = breaks
    self.disturbs = disturbs
    self.inGift = inGift
    self.reason = reason
    self.remedy = remedy
    self.source = source
  }

  /// What a file that breaks the rule gets: an error if a player of the profile breaks, a warning
  /// if one is disturbed or a watched one breaks, else a note.
  package func severity(in profile: Profile) -> Severity {
    if profile == .gift, let inGift { return inGift }
    if !breaks.isDisjoint(with: profile.players) { return .error }
    let concerned = breaks.union(disturbs)
    return concerned.isDisjoint(with: profile.players.union(profile.watchedPlayers))
      ? .note : .warning
  }

  /// Every rule, by code.
  package static let all: [Rule] =
    (JSONFault.allCases.map(\.rule) + JSONLimit.allCases.map(\.rule) + [notListed]
    + RuleFunction.all.flatMap(\.rules)).sorted { $0.code < $1.code }

  static let notListed = Rule(
    "check.not-listed", reason: "A report lists a limited number of findings, errors first.",
    remedy: "mend those above and check again", source: "CheckLimits.maxFindings")
}
