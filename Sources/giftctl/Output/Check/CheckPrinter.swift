import GiftDomain
import GiftPublishing
import Lottie

/// The report of a check as text, in the style of a compiler.
///
/// ```
/// rose.json:1:57: error: The type comes after "c" [shape.type-order]
///   --> /layers/0/shapes/0/ty
///    1 | …"shapes":[{"c":{"a":0,"k":[1,0,0,1]},"ty":"fl"}],"ip":0…
///      |                                       ^~~~
///      = why: rlottie and lottie-android read shapes in the order of the text.
///      = fix: write "ty" first
/// rose.json: refused: 1 error; 512×512, …
/// ```
struct CheckPrinter {
  /// The most findings shown per rule and file, without --all.
  static let shownOfARule = 3
  /// The fewest columns of a line number.
  private static let marginColumns = 4

  let hasColour: Bool
  /// How wide sentences may be, which are broken at blanks; nil where there is no limit.
  let columns: Int?
  /// Whether every finding of the report is shown.
  var showsAll = false
  /// Whether notes are shown: no player of the profile minds what they say.
  var showsNotes = false
  /// Whether only errors are shown.
  var showsErrorsOnly = false
  /// Whether a summary follows the verdict.
  var showsSummary = false
  /// The most findings of one rule that a report lists: that many may mean more.
  var listedOfARule = CheckLimits().maxFindingsPerRule

  /// The findings, then the verdict, then the command that fixes what can be fixed; `file` is the
  /// name as it was given.
  func lines(
    _ file: String, _ report: CheckReport, of bytes: [UInt8] = [], fix: EditCommands = .none
  ) -> [String] {
    findingLines(file, report, of: bytes, fix: fix) + verdictLine(file, report).wrapped(to: columns)
      + (showsErrorsOnly ? [] : Self.expressionLines(report, columns))
      + Self.fixLines(fix.whole, columns)
      + (showsSummary ? report.summary.map(SummaryText.lines) ?? [] : [])
  }

  private static func expressionLines(_ report: CheckReport, _ columns: Int?) -> [String] {
    report.summary?.expressions.map { ("  " + SummaryText.line($0)).wrapped(to: columns) } ?? []
  }

  private static func fixLines(_ fix: ShellCommand?, _ columns: Int?) -> [String] {
    guard let fix else { return [] }
    return fix.lines(after: fixMargin, shownAs: fixMargin, fitting: columns)
  }

  private static let fixMargin = "  fix: "

  /// The findings alone, by place; those of a rule beyond the first few as one line at the end.
  func findingLines(
    _ file: String, _ report: CheckReport, of bytes: [UInt8], fix: EditCommands = .none
  ) -> [String] {
    var counts: [String: Int] = [:]
    var lines: [String] = []
    for finding in report.findings where shows(finding) {
      let count = counts[finding.code, default: 0] + 1
      counts[finding.code] = count
      guard showsAll || count <= Self.shownOfARule else { continue }
      lines += self.lines(file, finding, bytes, count == 1 ? fix : nil)
    }
    guard !showsAll else { return lines }
    return lines
      + counts.sorted { $0.key < $1.key }.filter { $0.value > Self.shownOfARule }.map {
        let more = (isAtLeast: $0.value >= listedOfARule, count: $0.value - Self.shownOfARule)
        return "\(shown(file)): … and \(more.isAtLeast ? "at least " : "")\(grouped(more.count)) "
          + "more of \($0.key) (--all shows them)"
      }.flatMap { $0.wrapped(to: columns) }
  }

  private func shows(_ finding: Finding) -> Bool {
    switch finding.severity {
    case .error: true
    case .warning: !showsErrorsOnly
    case .note: !showsErrorsOnly && (showsNotes || finding.code == Rule.notListed.code)
    }
  }

  private func lines(
    _ file: String, _ finding: Finding, _ bytes: [UInt8], _ fix: EditCommands?
  ) -> [String] {
    let (detail, rule) = Self.parts(of: finding)
    let place = "\(shown(file)):\(finding.line):\(finding.column)"
    let severity = coloured(finding.severity.rawValue, finding.severity)
    var lines = "\(bold(place + ":")) \(severity): \(detail) [\(finding.code)]".wrapped(to: columns)
    if !finding.pointer.isEmpty { lines.append(faint("  -->") + " \(finding.pointer)") }
    let number = "\(finding.line)"
    let margin = String(repeating: " ", count: max(Self.marginColumns, number.count))
    // A JSON error has a place even without an extent.
    let hasPlace = !finding.extent.isEmpty || finding.code.hasPrefix("json.")
    if hasPlace, let excerpt = SourceExcerpt(bytes, at: finding.extent) {
      let blanks = String(repeating: " ", count: excerpt.indent)
      let mark = coloured(excerpt.mark, finding.severity)
      lines.append(faint("\(margin.dropLast(number.count))\(number) |") + " \(excerpt.text)")
      lines.append(faint("\(margin) |") + " \(blanks)\(mark)")
    }
    if let fix, let rule {
      let notes = ["why: \(rule.reason)", "fix: \(rule.remedy)"]
      lines += notes.flatMap { "\(margin) \(faint("=")) \($0)".wrapped(to: columns) }
      if let edit = fix.ofRules[rule.code] {
        lines += edit.command.lines(
          after: "\(margin) = or ", shownAs: "\(margin) \(faint("=")) or ", fitting: columns)
        if edit.mayChangeLook { lines.append("\(margin)   (may change how it looks)") }
      }
    }
    return lines
  }

  /// A message is a fact, a colon and the remedy, which gets its own line here.
  private static func parts(of finding: Finding) -> (detail: Substring, rule: Rule?) {
    guard let rule = Rule.named(finding.code), finding.message.hasSuffix(": " + rule.remedy) else {
      return (finding.message[...], nil)
    }
    return (finding.message.dropLast(rule.remedy.count + 2), rule)
  }

  private func verdictLine(_ file: String, _ report: CheckReport) -> String {
    let tally = SeverityTally(report)
    let hidden = report.findings.contains { $0.severity == .note && !shows($0) }
    let hint = hidden && !showsErrorsOnly ? " (check -v shows notes)" : ""
    let facts = [tally.isEmpty ? nil : tally.text + hint, report.summary.map(SummaryText.line)]
    let parts = facts.compactMap(\.self)
    return "\(bold(shown(file) + ":")) \(verdict(report.verdict))"
      + (parts.isEmpty ? "" : ": ") + parts.joined(separator: "; ")
  }
}

extension CheckPrinter {
  private func verdict(_ verdict: Verdict) -> String {
    styled(verdict.rawValue, verdict == .accepted ? "32" : "31")
  }

  /// Codes of ECMA-48, section 8.3.117.
  private func coloured(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: styled(text, "31")
    case .warning: styled(text, "33")
    case .note: styled(text, "36")
    }
  }

  private func bold(_ text: String) -> String { styled(text, "1") }
  private func faint(_ text: String) -> String { styled(text, "34") }

  private func styled(_ text: String, _ code: String) -> String {
    hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
