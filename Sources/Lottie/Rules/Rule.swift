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

/// A pure function that looks for the facts of a few rules.
final class RuleFunction: Sendable {
  /// The rules whose facts it may report.
  let rules: [Rule]
  /// Whom it is about: it runs in profiles that ask for one of them.
  let players: Players
  /// Reports what it finds in the animation.
  let run: @Sendable (Animation, inout FindingSink) -> Void

  convenience init(
    _ rules: Rule..., run: @escaping @Sendable (Animation, inout FindingSink) -> Void
  ) {
    self.init(rules, for: .all, run: run)
  }

  private init(
    _ rules: [Rule], for players: Players,
    run: @escaping @Sendable (Animation, inout FindingSink) -> Void
  ) {
    self.rules = rules
    self.players = players
    self.run = run
  }

  /// The same, run only where one of `players` has to play the file.
  func only(for players: Players) -> RuleFunction {
    RuleFunction(rules, for: players, run: run)
  }

  /// All of them; each rule belongs to exactly one.
  static let all: [RuleFunction] =
    structure + topLevel + time + layers + references + mattes + shapes + modifiers + expansions
    + paths + keyframes + numbers + images + budgets + text + spec + players
    + rlottie.map { $0.only(for: .rlottie) }
}
