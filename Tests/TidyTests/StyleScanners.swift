/// The word `unsafe`, in any of its uses, outside the modules that wrap a C library.
func unsafeOutsideWrappers(_ source: SwiftSource) -> [Violation] {
  guard
    ![
      "Postgres", "Compression", "Hashing", "Disk", "Sockets", "Systemd", "Console", "DrawJail",
      "giftdraw", "Pictures", "RlottieProbe", "JailProbe", "LottieBench", "Fuzz",
    ].contains(source.module)
  else { return [] }
  return words(source.code).filter { $0.text == "unsafe" }
    .map { source.violation($0.line, "\(source.module) says unsafe") }
}

/// A `try?` without a comment, on its line or directly above, that says why the failure is none.
func hiddenFailures(_ source: SwiftSource) -> [Violation] {
  let reasons = Set(source.comments.filter { !$0.text.hasPrefix("///") }.map(\.line))
  return occurrences(of: [Phrase(["try", "?"], "try? hides a failure")], in: source)
    .filter { !reasons.contains($0.line) && !reasons.contains($0.line - 1) }
}

/// A value taken by `!`: the sign stands directly behind a name or a closing bracket, and no `=`
/// follows it.
func forceUnwraps(_ source: SwiftSource) -> [Violation] {
  let all = words(source.code)
  return all.indices.dropFirst().compactMap { index in
    guard all[index].text == "!", all[index].isGlued else { return nil }
    let before = all[index - 1].text
    let isValue = before.utf8.last.map { isNameByte($0) || ")]`".utf8.contains($0) } ?? false
    let isComparison = index + 1 < all.count && all[index + 1].text == "=" && all[index + 1].isGlued
    guard isValue, !isComparison, !["try", "as"].contains(before) else { return nil }
    return source.violation(all[index].line, "force unwrap")
  }
}

/// A `Task {` whose value nobody keeps or awaits: it outlives its caller unseen.
func bareTasks(_ source: SwiftSource) -> [Violation] {
  let all = words(source.code)
  return all.indices.compactMap { index in
    guard all[index].text == "Task" else { return nil }
    var next = index + 1
    if next + 1 < all.count, all[next].text == ".",
      ["detached", "immediate"].contains(all[next + 1].text)
    {
      next += 2
    }
    guard next < all.count, all[next].text == "{" else { return nil }
    let before = index > 0 ? all[index - 1].text : ""
    let isKept = ["=", "(", ",", ":", "?", "return", "await"].contains(before)
    return isKept ? nil : source.violation(all[index].line, "a bare Task")
  }
}

/// Marks of unfinished work in comments.
func unfinishedMarks(_ source: SwiftSource) -> [Violation] {
  let marks: Set = ["TODO", "FIXME", "XXX", "HACK"]
  return source.comments.flatMap { comment in
    words(Array(comment.text.utf8)).filter { marks.contains($0.text) }
      .map { source.violation(comment.line + $0.line - 1, "unfinished: \($0.text)") }
  }
}

/// Types with a name that says nothing.
func emptyNames(_ source: SwiftSource) -> [Violation] {
  let kinds: Set = ["class", "struct", "enum", "actor", "protocol", "extension", "typealias"]
  let all = words(source.code)
  return zip(all, all.dropFirst()).compactMap { kind, name in
    guard kinds.contains(kind.text),
      ["Manager", "Helper", "Util", "Utils"].contains(where: { name.text.hasSuffix($0) })
    else { return nil }
    return source.violation(name.line, "a type called \(name.text)")
  }
}

/// SQL in a string literal: it belongs into a file of its own in sql.
func sqlLiterals(_ source: SwiftSource) -> [Violation] {
  source.literals.compactMap { literal in
    let found = words(Array(literal.text.utf8)).map(\.text)
    guard let verb = found.first, found.count > 1, statementVerbs.contains(verb),
      found[1].utf8.allSatisfy({ isNameByte($0) || "*\"`".utf8.contains($0) })
    else { return nil }
    return source.violation(literal.line, "SQL in a literal: \(verb)")
  }
}

private let statementVerbs: Set<String> = [
  "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP", "TRUNCATE", "MERGE", "GRANT",
  "REVOKE",
]

private func isNameByte(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "_") || Character(UnicodeScalar(byte)).isLetter
    || Character(UnicodeScalar(byte)).isNumber
}

/// A command that does not say its name first.
///
/// The parser asks all of them whenever it starts, and derives a name from the type by a search of
/// all conformances of the program: that was a fourth of the instructions of `giftctl show`.
func unnamedCommands(_ source: SwiftSource) -> [Violation] {
  let all = words(source.code)
  return all.indices.dropLast(2).filter {
    all[$0].text == "CommandConfiguration" && all[$0 + 1].text == "("
      && all[$0 + 2].text != "commandName"
  }.map { source.violation(all[$0].line, "a command that does not say its name") }
}

/// A result that is a tuple of which a part is awaited: `return (id, try await load(id))`.
///
/// Swift 6.3 compiles it wrongly with `-O` where it is the result of a task that catches what is
/// thrown: parts written before the call are garbage after it. A constant for the part is right.
func tuplesWithAwait(_ source: SwiftSource) -> [Violation] {
  let all = words(source.code)
  return all.indices.dropFirst().compactMap { start in
    guard all[start].text == "(",
      ["return", "{", "in"].contains(all[start - 1].text)
    else { return nil }
    var depth = 0
    var isTuple = false
    var isAwaited = false
    for word in all[start...] {
      switch word.text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ",": isTuple = isTuple || depth == 1
      case "await": isAwaited = true
      default: break
      }
      if depth == 0 { break }
    }
    return isTuple && isAwaited
      ? source.violation(all[start].line, "an await in a tuple: take a constant for it") : nil
  }
}
