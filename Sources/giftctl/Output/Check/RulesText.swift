import Lottie

/// The rules of the check as people read them on a terminal.
enum RulesText {
  /// One line per rule: its code, its severity in each profile, the reason.
  static func table(_ rules: [Rule]) -> [String] {
    var table = Table(
      [("CODE", .left)] + Profile.allCases.map { ($0.rawValue.uppercased(), .left) }
        + [("WHY", .flexible)])
    for rule in rules {
      table.add(
        [rule.code] + Profile.allCases.map { rule.severity(in: $0).rawValue } + [rule.reason])
    }
    return table.lines(fitting: Terminal.columns)
  }

  /// One rule, all of it.
  static func userMessage(_ rule: Rule) -> [String] {
    [
      rule.code, "  why       \(rule.reason)", "  fix       \(rule.remedy)",
    ] + rule.fixes.map { "  command   \($0.example)\($0.warning)" } + [
      "  severity  \(severities(rule))",
      "  breaks    \(names(rule.breaks))",
      "  disturbs  \(names(rule.disturbs.subtracting(rule.breaks)))",
      "  source    \(rule.source)",
    ]
  }

  /// `error in gift, ios; note in spec`: gravest first.
  static func severities(_ rule: Rule) -> String {
    Dictionary(grouping: Profile.allCases) { rule.severity(in: $0) }.sorted { $0.key < $1.key }
      .map { "\($0.key.rawValue) in \($0.value.map(\.rawValue).joined(separator: ", "))" }
      .joined(separator: "; ")
  }

  private static func names(_ players: Players) -> String {
    players.isEmpty ? "none" : players.names.joined(separator: ", ")
  }
}

extension Rule {
  var document: JSONObject {
    [
      "code": code,
      "severity": Dictionary(
        uniqueKeysWithValues: Profile.allCases.map { ($0.rawValue, severity(in: $0).rawValue) }),
      // Players that show nothing, crash, or refuse the file.
      "breaks": breaks.names,
      // Players that show something else, or more slowly.
      "disturbs": disturbs.subtracting(breaks).names,
      "reason": reason,
      "remedy": remedy,
      // Commands that can remove findings.
      "fixes": fixes.map(\.document),
      "source": source,
    ]
  }
}
