/// A word of code, or a single character of punctuation, and where it stands.
struct Word: Equatable {
  let text: String
  let line: Int
  /// The offset of its first byte in the code.
  let offset: Int
  /// Something other than white space stands directly before it.
  let isGlued: Bool
}

/// Takes blanked code apart into words and punctuation; names in back-ticks are one word.
func words(_ code: [UInt8]) -> [Word] {
  var found: [Word] = []
  var line = 1
  var index = 0
  var isGlued = false
  while index < code.count {
    let start = index
    let byte = code[index]
    if byte == UInt8(ascii: "\n") { line += 1 }
    if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") {
      isGlued = false
      index += 1
      continue
    }
    index += 1
    if byte == UInt8(ascii: "`") {
      while index < code.count, code[index] != byte { index += 1 }
      index = min(index + 1, code.count)
    } else if isWordByte(byte) {
      while index < code.count, isWordByte(code[index]) { index += 1 }
    }
    let text = String(decoding: code[start..<index], as: UTF8.self)
    found.append(Word(text: text, line: line, offset: start, isGlued: isGlued))
    isGlued = true
  }
  return found
}

/// The index behind the bracket that closes the one at `start`; the end when nothing closes it.
func afterBrackets(_ words: [Word], from start: Int) -> Int {
  var depth = 0
  for index in start..<words.count {
    switch words[index].text {
    case "(", "[", "{": depth += 1
    case ")", "]", "}":
      depth -= 1
      if depth == 0 { return index + 1 }
    default: break
    }
  }
  return words.count
}

private func isWordByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xff:
    true
  default: false
  }
}
