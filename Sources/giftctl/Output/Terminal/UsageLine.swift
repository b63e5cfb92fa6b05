/// The line of a help page that names all arguments: `USAGE: giftctl undo <n> [--dry-run]`.
struct UsageLine {
  private let parts: [String]
  /// Further lines begin below the program's name.
  private static let indent = String(repeating: " ", count: "USAGE: ".count)

  init(_ line: String) {
    var parts: [String] = []
    for word in line.split(separator: " ") {
      if let last = parts.last, last == "USAGE:" || Self.takes(word, last) {
        parts[parts.count - 1] += " " + word
      } else {
        parts.append(String(word))
      }
    }
    self.parts = parts
  }

  /// Whether a word belongs to what comes before it, as the value of an option does.
  private static func takes(_ word: Substring, _ part: String) -> Bool {
    part.count { $0 == "[" } > part.count { $0 == "]" }
      || part.hasPrefix("-") && word.hasPrefix("<")
  }

  /// Lines that the terminal has room for, none of them broken inside an argument.
  func wrapped() -> [String] {
    let width = Terminal.columns ?? Terminal.usualColumns
    var lines: [String] = []
    for part in parts {
      if let last = lines.last, last.displayWidth + 1 + part.displayWidth <= width {
        lines[lines.count - 1] += " " + part
      } else {
        lines.append((lines.isEmpty ? "" : Self.indent) + part)
      }
    }
    return lines
  }
}
