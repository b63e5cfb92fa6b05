import FoundationEssentials
import GiftStore
package import Lottie

/// Findings as the JSON array in which they are stored and printed.
package struct FindingDocument: Codable, Hashable, Sendable {
  /// The rule's code, `topic.fact`.
  package let code: String
  /// `error`, `warning` or `note`.
  package let severity: String
  /// The location, as a JSON pointer (RFC 6901).
  package let pointer: String
  /// The line of the location, from 1.
  package let line: Int
  /// The column of the location, from 1.
  package let column: Int
  /// The fact and its remedy.
  package let message: String
  /// The command that removes it, if one can; none in what is stored.
  package let fix: String?

  /// A finding as a document.
  package init(_ finding: Finding, fix: String?) {
    self.fix = fix
    code = finding.code
    severity = finding.severity.rawValue
    pointer = finding.pointer
    line = finding.line
    column = finding.column
    message = finding.message
  }
}

/// Findings as text.
package enum FindingsText {
  /// A JSON array with sorted keys.
  package static func encode(_ findings: [Finding]) -> String {
    String(decoding: jsonBody(findings.map { FindingDocument($0, fix: nil) }), as: UTF8.self)
  }

  /// The findings that `encode` wrote; none for any other text.
  package static func decode(_ text: String) -> [FindingDocument] {
    // Most files have none, and the decoder takes a millisecond to start.
    guard text != "[]" else { return [] }
    // Malformed findings, in an archive written by hand, must not make `show` fail.
    return (try? JSONDecoder().decode([FindingDocument].self, from: Data(text.utf8))) ?? []
  }
}
