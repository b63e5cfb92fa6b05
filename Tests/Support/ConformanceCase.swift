import Foundation

/// What a client sends, and all that it gets until the connection is closed.
///
/// A block of a file in `fixtures/http`; `fixtures/README.md` says how they are written.
package struct ConformanceCase: Sendable {
  /// What the case is about.
  package let name: String
  /// Lines as they are written in the file, without their marks.
  private let sent: [String]
  private let answered: [String]

  /// Whether it names a target that can be written in two ways.
  package var isForBothForms: Bool { sent.contains { $0.contains("{/") } }

  /// The bytes to send; `encoded`: with percent-encoded targets.
  package func request(_ values: [String: [UInt8]], encoded: Bool) -> [UInt8] {
    sent.flatMap { line in
      Self.bytes(of: line, values) { target in
        guard encoded, let slash = target.lastIndex(of: "/"),
          let letter = target[slash...].dropFirst().first?.asciiValue
        else { return target }
        let rest = target[target.index(slash, offsetBy: 2)...]
        return "\(target[...slash])%\(String(letter, radix: 16))\(rest)"
      }
    }
  }

  /// The bytes that come back, without dates.
  package func answer(_ values: [String: [UInt8]]) -> [UInt8] {
    answered.flatMap { Self.bytes(of: $0, values) { $0 } }
  }

  /// One line and CRLF behind it, unless it ends with a backslash.
  private static func bytes(
    of line: String, _ values: [String: [UInt8]], target: (String) -> String
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = line[...]
    while let character = rest.popFirst() {
      if character == "\\" {
        guard let escape = rest.popFirst() else { return bytes }
        bytes.append(byte(escape, &rest))
      } else if character == "{", let end = rest.firstIndex(of: "}") {
        let name = String(rest[..<end])
        rest = rest[end...].dropFirst()
        bytes += name.hasPrefix("/") ? named(target(name), values) : value(of: name, values)
      } else {
        bytes += Array(String(character).utf8)
      }
    }
    return bytes + Array("\r\n".utf8)
  }

  private static func value(of name: String, _ values: [String: [UInt8]]) -> [UInt8] {
    guard let value = values[name] else { preconditionFailure("nothing is called {\(name)}") }
    return value
  }

  /// A target whose digest is written as `DIGEST`.
  private static func named(_ target: String, _ values: [String: [UInt8]]) -> [UInt8] {
    let parts = target.split(separator: "DIGEST", omittingEmptySubsequences: false)
    return Array(parts.map { Array($0.utf8) }.joined(separator: value(of: "digest", values)))
  }

  private static func byte(_ escape: Character, _ rest: inout Substring) -> UInt8 {
    switch escape {
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "0": return 0
    case "x":
      let digits = rest.prefix(2)
      rest = rest.dropFirst(2)
      guard let byte = UInt8(digits, radix: 16) else { preconditionFailure("\\x\(digits)") }
      return byte
    default: preconditionFailure("\\\(escape) is no escape")
    }
  }
}

extension ConformanceCase {
  private static let folder = Places.packageRoot + "/fixtures/http"

  /// The files that hold cases, in alphabetical order; `answers.txt` holds what they share.
  package static let files: [String] = {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0 != "answers.txt" }.sorted()
    } catch {
      // A test that runs over no file fails.
      return []
    }
  }()

  /// The cases of one file.
  package static func cases(in file: String) throws -> [ConformanceCase] {
    let macros = Dictionary(
      try blocks(in: "answers.txt").map { ($0.name, $0.answered) }, uniquingKeysWith: { $1 })
    return try blocks(in: file).map { block in
      let answered = block.answered.flatMap { line -> [String] in
        guard line.hasPrefix("@") else { return [line] }
        guard let lines = macros[String(line.dropFirst())] else {
          preconditionFailure("there is no \(line)")
        }
        return lines
      }
      return ConformanceCase(name: block.name, sent: block.sent, answered: answered)
    }
  }

  private static func blocks(in file: String) throws -> [ConformanceCase] {
    let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    var blocks: [ConformanceCase] = []
    var name: String?
    var sent: [String] = []
    var answered: [String] = []
    for line in text.components(separatedBy: "\n") + ["= end"] {
      switch line.first {
      case "=":
        if let name { blocks.append(.init(name: name, sent: sent, answered: answered)) }
        name = String(line.dropFirst(2))
        (sent, answered) = ([], [])
      case ">": sent.append(String(line.dropFirst(2)))
      case "<": answered.append(String(line.dropFirst(2)))
      case "#", nil: continue
      case .some: preconditionFailure("\(file): \(line)")
      }
    }
    return blocks
  }
}
