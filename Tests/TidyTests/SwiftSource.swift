/// A Swift file taken apart into code, comments and string literals, which is as much grammar as
/// the rules need.
struct SwiftSource {
  /// A piece of text and the line it begins on, counted from 1.
  struct Piece: Equatable {
    let line: Int
    let text: String
  }

  let path: String
  /// The lines as they stand.
  let lines: [String]
  /// The bytes with comments and the contents of literals blanked, so offsets and lines hold.
  let code: [UInt8]
  /// The blanked bytes, line by line.
  let codeLines: [String]
  let comments: [Piece]
  let literals: [Piece]

  init(path: String, text: String) {
    var splitter = SourceSplitter(text)
    splitter.split()
    self.path = path
    self.lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.code = splitter.code
    self.codeLines = splitter.code.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self) }
    self.comments = splitter.comments
    self.literals = splitter.literals
  }

  /// The folder that names the module, as in `Sources/Lottie`, `Client/Sources/GiftKit`.
  var module: String {
    let parts = path.split(separator: "/").drop { $0 == "Client" }
    if parts.first == "sql" { return "GiftSQL" }
    return parts.dropFirst().first.map(String.init) ?? ""
  }

  func violation(_ line: Int, _ fact: String) -> Violation {
    Violation(path: path, line: line, fact: fact)
  }
}
