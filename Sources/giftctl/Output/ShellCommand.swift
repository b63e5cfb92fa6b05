/// A command for people to copy into their shell.
struct ShellCommand {
  /// Its parts, between which it may be broken: the verb, then an option with its value each.
  let parts: [[String]]

  /// On one line.
  var text: String { written.joined(separator: " ") }

  /// Blanks before the lines that continue a command.
  private static let continuation = String(repeating: " ", count: 11)

  /// In lines of at most `width` columns unless a part is longer, for a shell to read as one; the
  /// first comes after a label, which may be shown in colour.
  func lines(after label: String, shownAs shown: String, fitting width: Int?) -> [String] {
    guard let width else { return [shown + text] }
    var lines: [String] = []
    for part in written {
      if let last = lines.last, "\(last) \(part) \\".displayWidth <= width {
        lines[lines.count - 1] = "\(last) \(part)"
      } else {
        lines.append((lines.isEmpty ? label : Self.continuation) + part)
      }
    }
    lines[0] = shown + lines[0].dropFirst(label.count)
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
