/// Declarations that other targets see and that no `///` explains, enum cases among them.
func undocumented(_ source: SwiftSource) -> [Violation] {
  let all = words(source.code)
  var reported: [Violation] = []
  for index in all.indices where ["package", "public"].contains(all[index].text) {
    guard let name = declaredName(all, from: index + 1) else { continue }
    if !isDocumented(source, line: all[index].line) {
      reported.append(source.violation(all[index].line, "\(name) is not documented"))
    }
    reported += undocumentedCases(source, all, from: index)
  }
  return reported
}

/// The name of what an access level stands before; nil for an import, an extension or a setter,
/// which need no words of their own.
private func declaredName(_ all: [Word], from start: Int) -> String? {
  let kinds: Set = [
    "let", "var", "func", "init", "subscript", "struct", "class", "enum", "actor", "protocol",
    "typealias", "associatedtype", "case",
  ]
  guard start < all.count, all[start].text != "(" else { return nil }
  for index in start..<min(start + 8, all.count) {
    let word = all[index].text
    if ["import", "extension", "{", "}", "="].contains(word) { return nil }
    if word == "class", index + 1 < all.count, kinds.contains(all[index + 1].text) { continue }
    if kinds.contains(word) {
      return word == "init" || word == "subscript" || index + 1 >= all.count
        ? word : all[index + 1].text
    }
  }
  return nil
}

/// The cases of an enum that is itself seen elsewhere.
private func undocumentedCases(
  _ source: SwiftSource, _ all: [Word], from start: Int
) -> [Violation] {
  let head = all[start..<min(start + 4, all.count)]
  guard let keyword = head.firstIndex(where: { $0.text == "enum" }),
    let open = all[keyword...].firstIndex(where: { $0.text == "{" })
  else { return [] }
  let end = afterBrackets(all, from: open)
  var found: [Violation] = []
  var index = open + 1
  while index < end - 1 {
    if ["{", "(", "["].contains(all[index].text) {
      index = afterBrackets(all, from: index)
      continue
    }
    let isCase = all[index].text == "case" && index + 1 < end
    if isCase, !isDocumented(source, line: all[index].line) {
      found.append(
        source.violation(all[index].line, "case \(all[index + 1].text) is not documented"))
    }
    index += 1
  }
  return found
}

/// A `///` stands directly above the declaration, or above its attributes.
private func isDocumented(_ source: SwiftSource, line: Int) -> Bool {
  var above = line - 2
  var openBrackets = 0
  while above >= 0 {
    let text = source.lines[above].drop { $0 == " " }
    if text.hasPrefix("///") { return true }
    let code = source.codeLines[above]
    openBrackets += code.count { ")]".contains($0) } - code.count { "([".contains($0) }
    guard text.hasPrefix("@") || openBrackets > 0 else { return false }
    above -= 1
  }
  return false
}

/// One file of each module, the one that readers begin with, opens by saying what the module owns.
func missingOpening(module: String, sources: [SwiftSource]) -> [Violation] {
  let mainFile = "/\(module).swift".lowercased()
  let opens = sources.contains { source in
    let first = source.lines.first ?? ""
    let isMain = source.path.lowercased().hasSuffix(mainFile) && first.hasPrefix("//")
    return isMain || first.hasPrefix("// \(module) ") || first.hasPrefix("/// \(module) ")
  }
  let fact = "no file opens with a paragraph on \(module)"
  return opens ? [] : [Violation(path: "Sources/\(module)", line: 0, fact: fact)]
}

/// The project's files that a document names, in links and between back-ticks.
func namedFiles(_ markdown: String) -> [String] {
  let roots = ["Sources/", "Tests/", "Benchmarks/", "sql/", "fixtures/", ".ci/"]
  let links = markdown.split(separator: "](").dropFirst().compactMap { rest -> String? in
    let target = rest.prefix { $0 != ")" && $0 != "#" && $0 != " " }
    return target.isEmpty || target.contains(":") ? nil : String(target)
  }
  let quoted = markdown.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    .filter { name in roots.contains { name.hasPrefix($0) } }
    .filter { !$0.contains { "*<>… {".contains($0) } }
  return links + quoted
}
