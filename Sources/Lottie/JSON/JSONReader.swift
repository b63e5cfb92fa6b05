/// Reads a JSON text (RFC 8259, UTF-8) once, front to back, and writes the index of its nodes.
///
/// It does not recurse, copies no byte of the text, and stops at the first fault. A byte-order mark
/// is refused, and so is an escaped half of a surrogate pair: neither survives all players.
struct JSONReader {
  let limits: JSONLimits
  private(set) var nodes: [JSONNode] = []
  /// The containers that are open, outermost first, as positions in `nodes`.
  private var open: [Int] = []

  /// Bodymovin's files have about one node for each 6 bytes.
  private static let usualBytesPerNode = 6

  init(limits: JSONLimits) {
    self.limits = limits
  }

  /// Fills `nodes` with the index of `text`.
  mutating func read(_ text: Span<UInt8>) throws(JSONError) {
    let maxBytes = min(limits.maxBytes, JSONLimits.addressableBytes)
    guard text.count <= maxBytes else {
      throw .exceeds(.bytes, limit: maxBytes, offset: 0)
    }
    try JSONEncodingCheck.refuseOtherFormats(text)
    var at = JSONToken.afterSpace(text, 0)
    guard at < text.count else { throw .malformed(.empty, offset: 0) }
    nodes.reserveCapacity(min(text.count / Self.usualBytesPerNode + 1, limits.maxNodes))
    while true {
      at = try beginValue(text, at)
      guard let next = try closeFinished(text, at) else { break }
      at = next
    }
  }

  /// Reads a scalar, or opens containers until the first scalar or empty container.
  ///
  /// Returns the offset after it.
  private mutating func beginValue(_ text: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
    var at = start
    while true {
      guard at < text.count else { throw .malformed(.unclosed, offset: text.count) }
      let byte = text[at]
      guard byte == ASCII.openBrace || byte == ASCII.openBracket else {
        return try scalar(text, at, first: byte)
      }
      let isObject = byte == ASCII.openBrace
      guard open.count < limits.maxDepth else {
        throw .exceeds(.depth, limit: limits.maxDepth, offset: at)
      }
      open.append(nodes.count)
      try append(isObject ? .object : .array, from: at, to: at, isUnusual: false)
      at = JSONToken.afterSpace(text, at + 1)
      guard at < text.count else { throw .malformed(.unclosed, offset: at) }
      if text[at] == (isObject ? ASCII.closeBrace : ASCII.closeBracket) {
        closeInnermost(at + 1)
        return at + 1
      }
      if isObject { at = try key(text, at) }
    }
  }

  /// After a value: closes what ends here.
  ///
  /// Returns where the next value begins, or nil at the end.
  private mutating func closeFinished(
    _ text: Span<UInt8>, _ start: Int
  ) throws(JSONError) -> Int? {
    var at = JSONToken.afterSpace(text, start)
    while let container = open.last {
      guard at < text.count else { throw .malformed(.unclosed, offset: at) }
      let isObject = nodes[container].kind == .object
      let closer = isObject ? ASCII.closeBrace : ASCII.closeBracket
      if text[at] == ASCII.comma {
        let comma = at
        at = JSONToken.afterSpace(text, at + 1)
        guard at < text.count else { throw .malformed(.unclosed, offset: at) }
        guard text[at] != closer else { throw .malformed(.trailingComma, offset: comma) }
        return isObject ? try key(text, at) : at
      }
      guard text[at] == closer else { throw JSONToken.unexpected(text, at) }
      closeInnermost(at + 1)
      at = JSONToken.afterSpace(text, at + 1)
    }
    guard at == text.count else {
      throw .malformed(text[at] == ASCII.slash ? .comment : .trailingData, offset: at)
    }
    return nil
  }

  private mutating func closeInnermost(_ end: Int) {
    let container = open.removeLast()
    nodes[container].end = UInt32(truncatingIfNeeded: end)
    nodes[container].next = UInt32(truncatingIfNeeded: nodes.count)
  }

  /// Reads a member's name and its colon.
  ///
  /// Returns where the value begins.
  private mutating func key(_ text: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
    guard text[start] == ASCII.quote else { throw JSONToken.unexpected(text, start) }
    let string = try JSONToken.string(text, start, maxBytes: limits.maxStringBytes)
    try append(.key, from: start, to: string.end, isUnusual: string.hasEscape)
    let colon = JSONToken.afterSpace(text, string.end)
    guard colon < text.count else { throw .malformed(.unclosed, offset: colon) }
    guard text[colon] == ASCII.colon else { throw JSONToken.unexpected(text, colon) }
    return JSONToken.afterSpace(text, colon + 1)
  }

  private mutating func scalar(
    _ text: Span<UInt8>, _ at: Int, first: UInt8
  ) throws(JSONError) -> Int {
    switch first {
    case ASCII.quote:
      let string = try JSONToken.string(text, at, maxBytes: limits.maxStringBytes)
      try append(.string, from: at, to: string.end, isUnusual: string.hasEscape)
      return string.end
    case ASCII.minus, ASCII.zero...ASCII.nine:
      let number = try JSONToken.number(text, at, maxDigits: limits.maxDigits)
      try append(.number, from: at, to: number.end, isUnusual: number.isUnusual)
      return number.end
    case ASCII.t: return try word("true", .yes, text, at)
    case ASCII.f: return try word("false", .no, text, at)
    case ASCII.n: return try word("null", .null, text, at)
    default: throw JSONToken.noValue(text, at)
    }
  }

  private mutating func word(
    _ word: String, _ kind: NodeKind, _ text: Span<UInt8>, _ start: Int
  ) throws(JSONError) -> Int {
    var at = start
    for byte in word.utf8 {
      guard at < text.count else { throw .malformed(.unclosed, offset: at) }
      guard text[at] == byte else { throw .malformed(.literal, offset: start) }
      at += 1
    }
    try append(kind, from: start, to: at, isUnusual: false)
    return at
  }

  @inline(__always)
  private mutating func append(
    _ kind: NodeKind, from start: Int, to end: Int, isUnusual: Bool
  ) throws(JSONError) {
    let id = nodes.count
    guard id < limits.maxNodes else {
      throw .exceeds(.nodes, limit: limits.maxNodes, offset: start)
    }
    nodes.append(
      JSONNode(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: id + 1), kind: kind, isUnusual: isUnusual))
  }
}
