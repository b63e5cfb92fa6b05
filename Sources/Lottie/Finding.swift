/// One fact that a check found in a file, with its place.
package struct Finding: Sendable, Hashable {
  /// The rule's code, `topic.fact`; those of JSON syntax are `json.fact`.
  package let code: String
  /// Whether the fact refuses the file.
  package let severity: Severity
  /// A JSON pointer (RFC 6901) to it; empty for the whole file and for faults of JSON itself.
  package let pointer: String
  /// The line, from 1; lines end at a line feed.
  package let line: Int
  /// The column in the line, from 1, in Unicode scalars.
  package let column: Int
  /// The bytes in the file of the value or name at fault; empty for the whole file, and for faults
  /// of JSON itself without an end.
  package let extent: Range<Int>
  /// One sentence: the fact, and the remedy.
  ///
  /// Safe to print.
  package let message: String

  /// A finding from its parts, as shown and stored; nothing is checked or escaped here.
  package init(
    code: String, severity: Severity, pointer: String, line: Int, column: Int,
    extent: Range<Int>, message: String
  ) {
    self.code = code
    self.severity = severity
    self.pointer = pointer
    self.line = line
    self.column = column
    self.extent = extent
    self.message = message
  }
}
