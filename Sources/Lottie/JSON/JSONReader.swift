/// Reads a JSON text (RFC 8259, UTF-8) once, front to back, and writes the index of its nodes.
///
/// It does not recurse, copies no byte of the text, and stops at the first fault. A byte-order mark
/// is refused, and so is an escaped half of a surrogate pair: neither survives all players.
enum JSONReader {
  /// Bodymovin's files have about one node for each 6 bytes.
  private static let usualBytesPerNode = 6
  /// Room for nodes to begin with: enough for most files, and soon filled by large ones.
  private static let firstNodes = 8_192
  /// How many times the room may grow at once: what the text so far makes expect, within reason.
  private static let mostGrowth = 4
  /// One step of the reader writes a container and its first key at most.
  private static let nodesPerStep = 2

  /// The index of `text`.
  static func nodes(of text: Span<UInt8>, limits: JSONLimits) throws(JSONError) -> [JSONNode] {
    let maxBytes = min(limits.maxBytes, JSONLimits.addressableBytes)
    guard text.count <= maxBytes else { throw .exceeds(.bytes, limit: maxBytes, offset: 0) }
    try JSONEncodingCheck.refuseOtherFormats(text)
    let start = JSONToken.afterSpace(text, 0)
    guard start < text.count else { throw .malformed(.empty, offset: 0) }
    let usual = min(text.count / usualBytesPerNode + nodesPerStep, firstNodes)
    var nodes = [JSONNode](repeating: .unwritten, count: min(usual, limits.maxNodes))
    var cursor = JSONCursor(at: start, limits: limits)
    // Room is made ahead for what a step may write, so that writing a node is a plain store.
    while true {
      let isFinished = try cursor.advance(text, &nodes)
      guard !isFinished else { break }
      let expected = Int(Double(nodes.count) * Double(text.count) / Double(cursor.at) * 1.05)
      let room = max(nodes.count * 2, min(expected, nodes.count * mostGrowth)) + nodesPerStep
      let growth = min(room, limits.maxNodes) - nodes.count
      nodes.append(contentsOf: repeatElement(.unwritten, count: growth))
    }
    nodes.removeLast(nodes.count - cursor.count)
    return nodes
  }
}

/// Where the reader is in the text and in the index.
struct JSONCursor {
  /// The next byte to read.
  private(set) var at: Int
  /// Nodes written.
  private(set) var count = 0
  private var depth = 0
  /// The innermost open container; while it is open, its `next` is the one around it.
  private var container = JSONNode.none
  private var isInObject = false
  private let limits: JSONLimits

  init(at: Int, limits: JSONLimits) {
    self.at = at
    self.limits = limits
  }

  /// Reads on until the text ends or `nodes` may be too short for another step.
  ///
  /// Returns whether the text has ended.
  mutating func advance(_ text: Span<UInt8>, _ nodes: inout [JSONNode]) throws(JSONError) -> Bool {
    var tape = nodes.mutableSpan
    let isLast = tape.count == limits.maxNodes
    while count &+ 2 <= tape.count || isLast {
      if try readValue(text, &tape) { continue }
      guard try readSeparator(text, &tape) else { return true }
    }
    return false
  }

  /// Reads a scalar or opens a container.
  ///
  /// Returns whether a value follows at once: the first in a container.
  @inline(__always)
  private mutating func readValue(
    _ text: Span<UInt8>, _ tape: inout MutableSpan<JSONNode>
  ) throws(JSONError) -> Bool {
    guard at < text.count else { throw .malformed(.unclosed, offset: text.count) }
    let start = at
    switch text[at] {
    case ASCII.minus, ASCII.zero...ASCII.nine:
      let number = try JSONToken.number(text, at, maxDigits: limits.maxDigits)
      at = number.end
      try write(.number, from: start, isUnusual: number.isUnusual, &tape)
    case ASCII.quote:
      let string = try JSONToken.string(text, at, maxBytes: limits.maxStringBytes)
      at = string.end
      try write(.string, from: start, isUnusual: string.hasEscape, &tape)
    case ASCII.openBrace: return try open(.object, closer: ASCII.closeBrace, text, &tape)
    case ASCII.openBracket: return try open(.array, closer: ASCII.closeBracket, text, &tape)
    case ASCII.t: try readWord("true", .yes, text, &tape)
    case ASCII.f: try readWord("false", .no, text, &tape)
    case ASCII.n: try readWord("null", .null, text, &tape)
    default: throw JSONToken.noValue(text, at)
    }
    return false
  }

  /// After a value: reads a comma and the key behind it, or closes what ends here.
  ///
  /// Returns whether another value follows; else the text has ended.
  @inline(__always)
  private mutating func readSeparator(
    _ text: Span<UInt8>, _ tape: inout MutableSpan<JSONNode>
  ) throws(JSONError) -> Bool {
    at = JSONToken.afterSpace(text, at)
    while container != JSONNode.none {
      guard at < text.count else { throw .malformed(.unclosed, offset: at) }
      let closer = isInObject ? ASCII.closeBrace : ASCII.closeBracket
      if text[at] == ASCII.comma {
        let comma = at
        at = JSONToken.afterSpace(text, at &+ 1)
        guard at < text.count else { throw .malformed(.unclosed, offset: at) }
        guard text[at] != closer else { throw .malformed(.trailingComma, offset: comma) }
        if isInObject { try readKey(text, &tape) }
        return true
      }
      guard text[at] == closer else { throw JSONToken.unexpected(text, at) }
      close(&tape)
      at = JSONToken.afterSpace(text, at)
    }
    guard at == text.count else {
      throw .malformed(text[at] == ASCII.slash ? .comment : .trailingData, offset: at)
    }
    return false
  }

  @inline(__always)
  private mutating func open(
    _ kind: NodeKind, closer: UInt8, _ text: Span<UInt8>, _ tape: inout MutableSpan<JSONNode>
  ) throws(JSONError) -> Bool {
    guard depth < limits.maxDepth else {
      throw .exceeds(.depth, limit: limits.maxDepth, offset: at)
    }
    let node = count
    try write(kind, from: at, isUnusual: false, &tape)
    tape[node].next = container
    container = UInt32(truncatingIfNeeded: node)
    isInObject = kind == .object
    depth &+= 1
    at = JSONToken.afterSpace(text, at &+ 1)
    guard at < text.count else { throw .malformed(.unclosed, offset: at) }
    if text[at] == closer {
      close(&tape)
      return false
    }
    if isInObject { try readKey(text, &tape) }
    return true
  }

  @inline(__always)
  private mutating func close(_ tape: inout MutableSpan<JSONNode>) {
    let closed = Int(container)
    at &+= 1
    container = tape[closed].next
    tape[closed].end = UInt32(truncatingIfNeeded: at)
    tape[closed].next = UInt32(truncatingIfNeeded: count)
    isInObject = container != JSONNode.none && tape[Int(container)].kind == .object
    depth &-= 1
  }

  /// Reads a member's name and its colon.
  @inline(__always)
  private mutating func readKey(
    _ text: Span<UInt8>, _ tape: inout MutableSpan<JSONNode>
  ) throws(JSONError) {
    let start = at
    guard text[start] == ASCII.quote else { throw JSONToken.unexpected(text, start) }
    let name = try JSONToken.key(text, start, maxBytes: limits.maxStringBytes)
    let node = count
    at = name.end
    try write(.key, from: start, isUnusual: name.hasEscape, &tape)
    tape[node].next = name.code
    at = JSONToken.afterSpace(text, at)
    guard at < text.count else { throw .malformed(.unclosed, offset: at) }
    guard text[at] == ASCII.colon else { throw JSONToken.unexpected(text, at) }
    at = JSONToken.afterSpace(text, at &+ 1)
  }

  private mutating func readWord(
    _ word: String, _ kind: NodeKind, _ text: Span<UInt8>, _ tape: inout MutableSpan<JSONNode>
  ) throws(JSONError) {
    let start = at
    for byte in word.utf8 {
      guard at < text.count else { throw .malformed(.unclosed, offset: at) }
      guard text[at] == byte else { throw .malformed(.literal, offset: start) }
      at &+= 1
    }
    try write(kind, from: start, isUnusual: false, &tape)
  }

  /// Writes the node of the token from `start` to where the cursor is.
  @inline(__always)
  private mutating func write(
    _ kind: NodeKind, from start: Int, isUnusual: Bool, _ tape: inout MutableSpan<JSONNode>
  ) throws(JSONError) {
    guard count < tape.count else {
      throw .exceeds(.nodes, limit: limits.maxNodes, offset: start)
    }
    let node = count
    count &+= 1
    tape[node] = JSONNode(
      start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: at),
      next: UInt32(truncatingIfNeeded: count), kind: kind, isUnusual: isUnusual)
  }
}
