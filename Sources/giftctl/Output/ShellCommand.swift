/// A command for people to copy into their shell.
struct ShellCommand {
  /// Its parts, between which it may be broken: the verb, then an option with its value each.
  let parts: [[String]]

  /// On one line.
  var text: String { written.joined(separator: " ") }

  /// In lines of at most `width` columns unless a part is longer, for a shell to read as one.
  func lines(fitting width: Int?, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    guard let width else { return [margin + text] }
    var lines: [String] = []
    for part in written {
      if let last = lines.last, "\(last) \(part) \\".displayWidth <= width {
        lines[lines.count - 1] = "\(last) \(part)"
      } else {
        lines.append(margin + (lines.isEmpty ? "" : "    ") + part)
      }
    }
    return lines.dropLast().map { $0 + " \\" } + lines.suffix(1)
  }

  private var written: [String] {
    parts.map { $0.map(Self.quoted).joined(separator: " ") }
  }

  /// A word in quotes, unless all its characters mean themselves in every shell.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      byte >= 0x80 || "./_-,:@%+".utf8.contains(byte)
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
