/// One fact that a check found in a file, with its place.
package struct Finding: Sendable, Hashable {
  /// The rule's code, `topic.fact`; those of JSON syntax are `json.fact`.
  package let code: String
  /// Whether the fact refuses the file.
  package let severity: Severity
  /// Where, as a JSON pointer (RFC 6901); empty for the whole file and for faults of JSON itself.
  package let pointer: String
  /// Where, as a line of the file from 1; lines end at a line feed.
  package let line: Int
  /// Where, as a column of the line from 1, in Unicode scalars.
  package let column: Int
  /// Where, in bytes of the file: the value or name that is meant; empty for the whole file, and
  /// where a fault of JSON itself has no end.
  package let extent: Range<Int>
  /// One sentence: what is there, and what to do about it.
  ///
  /// Safe to print.
  package let message: String

  /// A finding as it is shown and stored; nothing is checked or escaped here.
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
