/// A position in a text as editors show it.
package struct JSONPlace: Hashable, Sendable {
  /// 1 for the first line; lines end at a line feed.
  package let line: Int
  /// 1 for the first character of the line, counted in Unicode scalars.
  package let column: Int
}

/// Converts byte offsets to lines and columns, in one pass over the text for all of them.
struct JSONPlaceWalk {
  let bytes: [UInt8]
  /// Whether the text is one line of ASCII.
  private let isPlain: Bool
  private var at = 0
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8], isPlain: Bool = false) {
    self.bytes = bytes
    self.isPlain = isPlain
  }

  /// The place of a byte; offsets must not descend from call to call.
  mutating func place(at offset: Int) -> JSONPlace {
    let end = min(offset, bytes.count)
    guard !isPlain else { return JSONPlace(line: 1, column: end + 1) }
    let bytes = bytes
    let text = bytes.span
    while at &+ JSONWord.size <= end, let word = JSONWord(text, at: at) {
      at &+= JSONWord.size
      guard !word.isPlain else {
        column &+= JSONWord.size
        continue
      }
      if word.lineFeeds > 0 {
        line &+= word.lineFeeds
        column = 1
      }
      column &+= word.charactersOnLastLine
    }
    while at < end {
      let byte = bytes[at]
      if byte == ASCII.lineFeed {
        line &+= 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column &+= 1
      }
      at &+= 1
    }
    return JSONPlace(line: line, column: column)
  }
}

extension JSONDocument {
  /// The line and column of a node; reads the text up to it.
  package func place(of node: NodeID) -> JSONPlace {
    var walk = JSONPlaceWalk(bytes, isPlain: isPlain)
    return walk.place(at: range(of: node).lowerBound)
  }
}

extension JSONError {
  /// The line and column where reading `bytes` stopped.
  package func place(in bytes: [UInt8]) -> JSONPlace {
    var walk = JSONPlaceWalk(bytes)
    return walk.place(at: offset)
  }
}
