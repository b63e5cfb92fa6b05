/// The sizes that keep a file readable.
enum SizeLimit {
  static let fileLines = 400
  static let functionLines = 60
  static let columns = 100
  static let storedVariables = 8
}

/// Lines of a text; a final line break begins no further one.
func lineCount(_ lines: [String]) -> Int { lines.last == "" ? lines.count - 1 : lines.count }

func longFile(_ path: String, lines: [String]) -> [Violation] {
  let count = lineCount(lines)
  guard count > SizeLimit.fileLines else { return [] }
  return [Violation(path: path, line: 0, fact: "\(count) lines")]
}

func longLines(_ path: String, lines: [String]) -> [Violation] {
  lines.enumerated().filter { $0.element.count > SizeLimit.columns }
    .map { Violation(path: path, line: $0.offset + 1, fact: "\($0.element.count) columns") }
}

/// The long lines of a document, but for tables and code, and what a link or a word makes long.
func longProse(_ path: String, _ text: String) -> [Violation] {
  var isCode = false
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    if line.hasPrefix("```") { isCode.toggle() }
    return isCode || line.hasPrefix("|") || !line.contains(" ") ? "" : String(line)
  }
  return longLines(path, lines: lines)
}

func longFunctions(_ source: SwiftSource) -> [Violation] {
  functions(source).compactMap { function in
    guard function.lineCount > SizeLimit.functionLines else { return nil }
    return source.violation(function.line, "\(function.name) has \(function.lineCount) lines")
  }
}

/// A function or initialiser with a body.
struct FunctionPlace: Equatable {
  let name: String
  let line: Int
  let lineCount: Int
  /// Where its keyword stands among the file's words.
  let index: Int
  /// The words of its body, braces included.
  let body: Range<Int>
}

/// The functions and initialisers of a file, from the keyword to the closing brace.
func functions(_ source: SwiftSource) -> [FunctionPlace] {
  let all = words(source.code)
  return all.indices.compactMap { index in
    let keyword = all[index].text
    let isMember = index > 0 && all[index - 1].text == "."
    guard keyword == "func" || keyword == "init" || keyword == "deinit", !isMember,
      let open = bodyStart(all, from: index + 1)
    else { return nil }
    let end = afterBrackets(all, from: open)
    return FunctionPlace(
      name: keyword == "func" ? all[index + 1].text : keyword, line: all[index].line,
      lineCount: all[end - 1].line - all[index].line + 1, index: index, body: open..<end)
  }
}

/// The brace that opens a function's body: the first one outside parentheses.
///
/// A requirement of a protocol has none before the next declaration.
private func bodyStart(_ all: [Word], from start: Int) -> Int? {
  var index = start
  while index < all.count {
    switch all[index].text {
    case "{": return index
    case "}", "func", "var", "let", "init", "case", "associatedtype": return nil
    case "(", "[": index = afterBrackets(all, from: index)
    default: index += 1
    }
  }
  return nil
}

/// Lines of SQL that take whatever columns there are; comments may speak of it.
func unnamedColumns(_ path: String, lines: [String]) -> [Violation] {
  lines.enumerated().filter { _, line in
    let code = line.split(separator: "--", omittingEmptySubsequences: false)[0]
    return code.contains("SELECT *") || code.contains(".*")
  }.map { Violation(path: path, line: $0.offset + 1, fact: "SELECT *") }
}

/// Types with more stored variables than anybody can hold in mind.
func crowdedTypes(_ source: SwiftSource) -> [Violation] {
  let all = words(source.code)
  let kinds: Set = ["struct", "class", "actor", "enum"]
  return all.indices.compactMap { index in
    guard kinds.contains(all[index].text), index + 1 < all.count, all[index + 1].text != "func",
      index == 0 || all[index - 1].text != ".",
      let open = all[index...].firstIndex(where: { $0.text == "{" || $0.text == "}" }),
      all[open].text == "{"
    else { return nil }
    let count = storedVariables(all, in: (open + 1)..<(afterBrackets(all, from: open) - 1))
    guard count > SizeLimit.storedVariables else { return nil }
    let fact = "\(all[index + 1].text) has \(count) stored variables"
    return source.violation(all[index].line, fact)
  }
}

/// How many variables a type's own braces hold; computed ones and those of nested types do not
/// count.
private func storedVariables(_ all: [Word], in body: Range<Int>) -> Int {
  var count = 0
  var index = body.lowerBound
  while index < body.upperBound {
    if ["{", "(", "["].contains(all[index].text) {
      index = afterBrackets(all, from: index)
      continue
    }
    let isOwn = all[index].text == "var" && (index == 0 || all[index - 1].text != "static")
    if isOwn, isStored(all, from: index, to: body.upperBound) { count += 1 }
    index += 1
  }
  return count
}

/// Whether a value, or the end of the line, comes before a body.
private func isStored(_ all: [Word], from start: Int, to end: Int) -> Bool {
  for index in start..<end {
    if all[index].text == "=" || all[index].line > all[start].line { return true }
    if all[index].text == "{" { return false }
  }
  return true
}
