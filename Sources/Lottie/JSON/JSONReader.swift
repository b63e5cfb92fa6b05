/// Reads a JSON text (RFC 8259, UTF-8) once, front to back, and writes the index of its nodes.
///
/// It does not recurse, copies no byte of the text, and stops at the first fault. A byte-order mark
/// and an escaped half of a surrogate pair are refused, because some players cannot read them.
enum JSONReader {
  /// The shortest texts have a comma after each value of one byte.
  private static let leastBytesPerNode = 2
  /// Each mark has its own bytes: a key `"k":`, a number `0e0`, and an object whose names may
  /// repeat its two braces and a comma.
  private static let leastBytesPerMark = 3

  /// The index of `text`.
  static func index(
    of text: Span<UInt8>, limits: JSONLimits
  ) throws(JSONError) -> (nodes: [JSONNode], marks: [JSONMark], isPlain: Bool) {
    let maxBytes = min(limits.maxBytes, JSONLimits.addressableBytes)
    guard text.count <= maxBytes else { throw .exceeds(.bytes, limit: maxBytes, offset: 0) }
    try refuseOtherFormats(text)
    // Enough for any text of that length, open brackets included; unwritten memory costs nothing.
    let most = text.count / leastBytesPerNode + 1 + limits.maxDepth
    let mostMarks = text.count / leastBytesPerMark + 1
    var marks: [JSONMark] = []
    var isPlain = true
    let nodes = try [JSONNode](capacity: min(most, limits.maxNodes)) { tape throws(JSONError) in
      marks = try [JSONMark](capacity: mostMarks) { marks throws(JSONError) in
        isPlain = try JSONCursor.read(text, &tape, &marks, limits)
      }
    }
    return (nodes, marks, isPlain)
  }

  /// Throws if the bytes begin like formats that people supply instead of JSON: gzip, ZIP, UTF-16
  /// or UTF-32, or a byte-order mark.
  private static func refuseOtherFormats(_ text: Span<UInt8>) throws(JSONError) {
    guard text.count >= 2 else { return }
    switch (text[0], text[1]) {
    case (0x1F, 0x8B): throw .malformed(.gzip, offset: 0)
    case (0x50, 0x4B): throw .malformed(.zip, offset: 0)
    case (0xFE, 0xFF), (0xFF, 0xFE): throw .malformed(.encoding, offset: 0)
    case (0xEF, 0xBB) where text.count >= 3 && text[2] == 0xBF:
      throw .malformed(text.count == 3 ? .empty : .byteOrderMark, offset: 0)
    // JSON begins with an ASCII character: a zero byte beside it means a wider encoding.
    case (0, 0x01...0x7F), (0x01...0x7F, 0): throw .malformed(.encoding, offset: 0)
    case (0, 0) where text.count >= 4 && text[2] == 0 && text[3] != 0:
      throw .malformed(.encoding, offset: 0)
    default: return
    }
  }
}

/// The reader's position in the text and in the index.
struct JSONCursor {
  /// Whether the text so far is one line of ASCII.
  private var isPlain = true
  /// The next byte to read.
  private var at = 0
  private var depth = 0
  /// The innermost open container; while it is open, its `next` is the one around it.
  private var container = JSONNode.none
  private var isInObject = false
  private let limits: JSONLimits
  /// Of 3,000 factors tried, the one that most often gives the names in animations' objects
  /// distinct bits.
  private static let spread: UInt32 = 0x5C69_467F

  /// Reads the whole text and writes its nodes.
  ///
  /// Returns whether the text is one line of ASCII.
  static func read(
    _ text: Span<UInt8>, _ tape: inout OutputSpan<JSONNode>,
    _ marks: inout OutputSpan<JSONMark>, _ limits: JSONLimits
  ) throws(JSONError) -> Bool {
    // A local variable stays in registers.
    var cursor = JSONCursor(limits: limits)
    cursor.skipSpace(text)
    guard text.holds(cursor.at) else { throw .malformed(.empty, offset: 0) }
    while true {
      if try !cursor.readValue(text, &tape, &marks) {
        guard try cursor.readSeparator(text, &tape, &marks) else { return cursor.isPlain }
      }
      // One call, or the compiler writes it twice and keeps the cursor in memory.
      if cursor.isInObject { try cursor.readKey(text, &tape, &marks) }
    }
  }

  /// Moves on to the first byte that is not white space.
  @inline(__always)
  private mutating func skipSpace(_ text: Span<UInt8>) {
    while text.holds(at) {
      let byte = text[at]
      guard byte <= ASCII.space else { return }
      if byte == ASCII.lineFeed {
        isPlain = false
      } else if byte != ASCII.space, byte != ASCII.carriageReturn, byte != ASCII.tab {
        return
      }
      at &+= 1
    }
  }

  /// Reads a scalar or opens a container.
  ///
  /// Returns whether a value or key follows immediately: the first in a container.
  @inline(__always)
  private mutating func readValue(
    _ text: Span<UInt8>, _ tape: inout OutputSpan<JSONNode>,
    _ marks: inout OutputSpan<JSONMark>
  ) throws(JSONError) -> Bool {
    let start = at
    guard text.holds(start) else { throw .malformed(.unclosed, offset: text.count) }
    switch text[start] {
    case ASCII.minus, ASCII.zero...ASCII.nine:
      let number = try JSONToken.number(text, start, maxDigits: limits.maxDigits)
      at = number.end
      if number.isUnusual { mark(tape.count, &marks) }
      try write(.number, from: start, isUnusual: number.isUnusual, &tape)
    case ASCII.quote:
      let string = try JSONToken.string(text, at, maxBytes: limits.maxStringBytes)
      at = string.end
      isPlain = isPlain && string.isASCII
      try write(.string, from: start, isUnusual: string.hasEscape, &tape)
    case ASCII.openBrace, ASCII.openBracket: return try open(text, &tape, &marks)
    case ASCII.t:
      at = try JSONToken.word("true", 4, text, start)
      try write(.yes, from: start, isUnusual: false, &tape)
    case ASCII.f:
      at = try JSONToken.word("false", 5, text, start)
      try write(.no, from: start, isUnusual: false, &tape)
    case ASCII.n:
      at = try JSONToken.word("null", 4, text, start)
      mark(tape.count, &marks)
      try write(.null, from: start, isUnusual: false, &tape)
    default: throw JSONToken.noValue(text, at)
    }
    return false
  }

  /// After a value: reads a comma, or closes the containers that end here.
  ///
  /// Returns whether another value or key follows; else the text has ended.
  @inline(always)
  private mutating func readSeparator(
    _ text: Span<UInt8>, _ tape: inout OutputSpan<JSONNode>,
    _ marks: inout OutputSpan<JSONMark>
  ) throws(JSONError) -> Bool {
    skipSpace(text)
    while container != JSONNode.none {
      guard text.holds(at) else { throw .malformed(.unclosed, offset: at) }
      let closer = isInObject ? ASCII.closeBrace : ASCII.closeBracket
      if text[at] == ASCII.comma {
        let comma = at
        at &+= 1
        skipSpace(text)
        guard text.holds(at) else { throw .malformed(.unclosed, offset: at) }
        guard text[at] != closer else { throw .malformed(.trailingComma, offset: comma) }
        return true
      }
      guard text[at] == closer else { throw JSONToken.unexpected(text, at) }
      close(&tape, &marks)
      skipSpace(text)
    }
    guard at == text.count else {
      throw .malformed(text[at] == ASCII.slash ? .comment : .trailingData, offset: at)
    }
    return false
  }

  @inline(always)
  private mutating func open(
    _ text: Span<UInt8>, _ tape: inout OutputSpan<JSONNode>,
    _ marks: inout OutputSpan<JSONMark>
  ) throws(JSONError) -> Bool {
    guard depth < limits.maxDepth else {
      throw .exceeds(.depth, limit: limits.maxDepth, offset: at)
    }
    let node = tape.count
    let isObject = text[at] == ASCII.openBrace
    try write(isObject ? .object : .array, from: at, isUnusual: false, next: container, &tape)
    tape[node].end = 0
    container = UInt32(truncatingIfNeeded: node)
    isInObject = isObject
    depth &+= 1
    at &+= 1
    skipSpace(text)
    guard text.holds(at) else { throw .malformed(.unclosed, offset: at) }
    if text[at] == (isInObject ? ASCII.closeBrace : ASCII.closeBracket) {
      close(&tape, &marks)
      return false
    }
    return true
  }

  @inline(__always)
  private mutating func close(
    _ tape: inout OutputSpan<JSONNode>, _ marks: inout OutputSpan<JSONMark>
  ) {
    let closed = Int(container)
    if isInObject, tape[closed].isUnusual { mark(closed, &marks) }
    at &+= 1
    container = tape[closed].next
    tape[closed].end = UInt32(truncatingIfNeeded: at)
    tape[closed].next = UInt32(truncatingIfNeeded: tape.count)
    isInObject = container != JSONNode.none && tape[Int(container)].kind == .object
    depth &-= 1
  }

  /// Reads a member's name and its colon.
  @inline(__always)
  private mutating func readKey(
    _ text: Span<UInt8>, _ tape: inout OutputSpan<JSONNode>,
    _ marks: inout OutputSpan<JSONMark>
  ) throws(JSONError) {
    let start = at
    guard text[start] == ASCII.quote else { throw JSONToken.unexpected(text, start) }
    let name = try JSONToken.key(text, start, maxBytes: limits.maxStringBytes)
    at = name.end
    isPlain = isPlain && name.isASCII
    try write(.key, from: start, isUnusual: name.hasEscape, next: name.code, &tape)
    note(name.code, length: at &- start, hasEscape: name.hasEscape, &tape)
    if JSONMark.isWatched(name.code) || name.hasEscape { mark(tape.count &- 1, &marks) }
    skipSpace(text)
    guard text.holds(at) else { throw .malformed(.unclosed, offset: at) }
    guard text[at] == ASCII.colon else { throw JSONToken.unexpected(text, at) }
    at &+= 1
    skipSpace(text)
  }

  /// Marks the object if it may already have the name: until an object is closed, the bits of its
  /// `end` represent the names in it.
  @inline(__always)
  private func note(
    _ code: UInt32, length: Int, hasEscape: Bool, _ tape: inout OutputSpan<JSONNode>
  ) {
    let object = Int(container)
    let name = code == JSONNode.unpacked ? UInt32(truncatingIfNeeded: length) : code
    let bit: UInt32 = 1 << ((name &* Self.spread) >> 27)
    let seen = tape[object].end
    if hasEscape || seen & bit != 0 { tape[object].isUnusual = true }
    tape[object].end = seen | bit
  }

  /// Records a mark for an unusual node.
  @inline(__always)
  private func mark(_ node: Int, _ marks: inout OutputSpan<JSONMark>) {
    marks.append(JSONMark(node: UInt32(truncatingIfNeeded: node), container: container))
  }

  /// Writes the node of the token from `start` to the cursor.
  @inline(__always)
  private mutating func write(
    _ kind: NodeKind, from start: Int, isUnusual: Bool, next: UInt32? = nil,
    _ tape: inout OutputSpan<JSONNode>
  ) throws(JSONError) {
    guard tape.count < tape.capacity else {
      throw .exceeds(.nodes, limit: limits.maxNodes, offset: start)
    }
    if kind != .number || isUnusual, !isInObject, container != JSONNode.none {
      tape[Int(container)].isUnusual = true
    }
    tape.append(
      JSONNode(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: at),
        next: next ?? UInt32(truncatingIfNeeded: tape.count &+ 1), kind: kind,
        isUnusual: isUnusual))
  }
}
