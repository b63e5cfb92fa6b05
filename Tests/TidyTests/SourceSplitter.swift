/// Walks over Swift text once and tells code, comments and string literals apart.
///
/// It knows nested comments, raw and multi-line strings, and code inside an interpolation.
struct SourceSplitter {
  private(set) var code: [UInt8]
  private(set) var comments: [SwiftSource.Piece] = []
  private(set) var literals: [SwiftSource.Piece] = []

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ text: String) {
    bytes = Array(text.utf8)
    code = bytes
  }

  mutating func split() {
    while position < bytes.count { stepInCode() }
  }

  private mutating func stepInCode() {
    if starts("//") {
      takeLineComment()
    } else if starts("/*") {
      takeBlockComment()
    } else if let delimiter = stringDelimiter() {
      takeString(delimiter)
    } else {
      advance(1)
    }
  }

  private mutating func takeLineComment() {
    let start = position
    while position < bytes.count, bytes[position] != newline { position += 1 }
    comments.append(.init(line: line, text: text(start..<position)))
    blank(start..<position)
  }

  private mutating func takeBlockComment() {
    let start = position
    let startLine = line
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        advance(2)
      } else if starts("*/") {
        depth -= 1
        advance(2)
      } else {
        advance(1)
      }
    } while depth > 0 && position < bytes.count
    comments.append(.init(line: startLine, text: text(start..<position)))
    blank(start..<position)
  }

  private struct Delimiter {
    let hashes: Int
    let quotes: Int
  }

  private func stringDelimiter() -> Delimiter? {
    var index = position
    while index < bytes.count, bytes[index] == hash { index += 1 }
    guard index < bytes.count, bytes[index] == quote else { return nil }
    let isMultiline = bytes[index...].starts(with: [quote, quote, quote])
    return Delimiter(hashes: index - position, quotes: isMultiline ? 3 : 1)
  }

  private mutating func takeString(_ delimiter: Delimiter) {
    let hashes = Array(repeating: hash, count: delimiter.hashes)
    let end = Array(repeating: quote, count: delimiter.quotes) + hashes
    let escape = [UInt8(ascii: "\\")] + hashes
    let startLine = line
    advance(delimiter.hashes + delimiter.quotes)
    var content: [UInt8] = []
    var start = position
    while position < bytes.count, !bytes[position...].starts(with: end) {
      guard bytes[position...].starts(with: escape) else {
        advance(1)
        continue
      }
      advance(escape.count)
      if position < bytes.count, bytes[position] == UInt8(ascii: "(") {
        content += bytes[start..<position]
        blank(start..<position)
        takeInterpolation()
        start = position
      } else {
        advance(1)
      }
    }
    let stop = min(position, bytes.count)
    content += bytes[min(start, stop)..<stop]
    blank(min(start, stop)..<stop)
    literals.append(.init(line: startLine, text: String(decoding: content, as: UTF8.self)))
    advance(end.count)
  }

  private mutating func takeInterpolation() {
    var depth = 0
    repeat {
      if bytes[position] == UInt8(ascii: "(") { depth += 1 }
      if bytes[position] == UInt8(ascii: ")") { depth -= 1 }
      stepInCode()
    } while depth > 0 && position < bytes.count
  }

  private mutating func advance(_ count: Int) {
    for _ in 0..<count where position < bytes.count {
      if bytes[position] == newline { line += 1 }
      position += 1
    }
  }

  private mutating func blank(_ range: Range<Int>) {
    for index in range where bytes[index] != newline { code[index] = UInt8(ascii: " ") }
  }

  private func starts(_ word: String) -> Bool { bytes[position...].starts(with: word.utf8) }
  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
  private var newline: UInt8 { UInt8(ascii: "\n") }
  private var quote: UInt8 { UInt8(ascii: "\"") }
  private var hash: UInt8 { UInt8(ascii: "#") }
}
