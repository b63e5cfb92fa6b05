import Lottie

/// The page that lists all rules, in Markdown: `RULES.md`.
enum RulesPage {
  /// The whole page, with the line end after it.
  static func text(_ rules: [Rule]) -> String {
    let lines =
      introduction(rules) + overview(rules) + fileCodes + budgets + rules.flatMap(entry)
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static func introduction(_ rules: [Rule]) -> [String] {
    [
      "# The rules of the check",
      "",
      "The \(rules.count) rules of `giftctl check`. `make rules` writes this page from the rules "
        + "in the sources;",
      "`giftctl check --explain CODE` shows one rule.",
      "",
      "An **error** refuses the file: a player of the profile shows nothing, crashes or rejects "
        + "it. A **warning** means",
      "that a player shows something other than the designer meant, or plays it slowly. A **note** "
        + "is worth knowing.",
      "",
    ]
  }

  private static func overview(_ rules: [Rule]) -> [String] {
    let profiles = Profile.allCases
    return [
      "| code | " + profiles.map(\.rawValue).joined(separator: " | ") + " |",
      "|---" + String(repeating: "|---", count: profiles.count) + "|",
    ]
      + rules.map { rule in
        "| [`\(rule.code)`](#\(anchor(rule))) | "
          + profiles.map { cell(rule.severity(in: $0)) }.joined(separator: " | ") + " |"
      } + [""]
  }

  private static func cell(_ severity: Severity) -> String {
    severity == .error ? "**error**" : severity.rawValue
  }

  private static var fileCodes: [String] {
    ["These codes say why a file cannot be read; they are errors in every profile:", ""]
      + FileCode.allCases.map { "- `\($0.rawValue)`: \(escaped($0.reason))" } + [""]
  }

  private static var budgets: [String] {
    [
      "## Budgets",
      "",
      "Each can be set by an option of `check`, `add` and `import`, such as `--max-bytes 1000000`, "
        + "or as a member of",
      "`limits` in a configuration file (`--config FILE` or `GIFT_CHECK_CONFIG`), such as",
      "`{\"profile\":\"gift\",\"limits\":{\"max-bytes\":1000000}}`.",
      "",
      "| limit | meaning | unit | default | `telegram` | `spec` |",
      "|---|---|---|--:|--:|--:|",
    ]
      + Budget.all.map { budget in
        let values = [Profile.gift, .telegram, .spec].map { profile in
          budget.value(in: CheckLimits(profile)).map(SafeText.shown) ?? "none"
        }
        return "| `\(budget.name)` | \(escaped(budget.help)) | \(budget.unit.rawValue) | "
          + values.joined(separator: " | ") + " |"
      } + [""]
  }

  private static func entry(_ rule: Rule) -> [String] {
    [
      "## `\(rule.code)`",
      "",
      escaped(rule.reason),
      "",
      "- To do: \(escaped(rule.remedy))",
    ] + rule.fixes.map { "- Or: `\($0.example)`\($0.warning)" } + [
      "- Severity: \(RulesText.severities(rule))",
      "- Source: \(escaped(rule.source))",
      "",
    ]
  }

  /// GitHub's name of the heading in a link: its letters, digits and hyphens.
  private static func anchor(_ rule: Rule) -> String { rule.code.filter { $0 != "." } }

  /// Text with Markdown's special characters escaped (CommonMark 0.31, section 2.4).
  private static func escaped(_ text: String) -> String {
    text.map { "\\`*_<>[]|".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
