import Lottie

/// What `check --rules --json` prints.
struct RulesDocument: Encodable {
  let rules: [RuleDocument]

  init(_ rules: [Rule]) {
    self.rules = rules.map(RuleDocument.init)
  }
}

/// A rule as JSON.
struct RuleDocument: Encodable {
  let code: String
  /// By profile.
  let severity: [String: String]
  /// Players that show nothing, crash, or refuse the file.
  let breaks: [String]
  /// Players that show something else, or more slowly.
  let disturbs: [String]
  let reason: String
  let remedy: String
  let source: String

  init(_ rule: Rule) {
    code = rule.code
    severity = Dictionary(
      uniqueKeysWithValues: Profile.allCases.map { ($0.rawValue, rule.severity(in: $0).rawValue) })
    breaks = rule.breaks.names
    disturbs = rule.disturbs.subtracting(rule.breaks).names
    reason = rule.reason
    remedy = rule.remedy
    source = rule.source
  }
}
