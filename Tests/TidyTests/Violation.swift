// TidyTests owns the rules of the text: it reads the project's own files and executes what the
// compiler does not know, such as who imports whom, sizes and documentation. Every scanner is a
// pure function from text to violations, with a test of its own that it can fail. It must not know
// what any module does.

import Testing

/// One place where the text breaks a rule.
struct Violation: Equatable, CustomStringConvertible {
  let path: String
  /// Counted from 1; 0 where the file as a whole is meant.
  let line: Int
  /// What is wrong there, as a phrase.
  let fact: String

  var description: String { "\(path):\(line): \(fact)" }
}

/// Fails the test once for each violation, so that each gets a line.
func expectNone(_ violations: [Violation]) {
  for violation in violations { Issue.record("\(violation)") }
}
