import NIOCore

/// The head of an unambiguously well-formed request.
///
/// A class, because it is passed on often, and a struct would count references to all its parts.
package final class RequestHead: Sendable {
  /// The method, as far as it matters here.
  package let method: Method
  let isVersion10: Bool
  /// Whether the connection may stay open after the response: the client allows it, and the next
  /// request's start is known without reading a body.
  let isPersistent: Bool
  /// The size of the head in bytes, including the empty line.
  let byteCount: Int
  let bytes: ByteBuffer
  let targetRange: Range<Int>
  let fields: [FieldLine]
  /// The request's id in logs, if the server assigned one.
  private let assignedID: String?

  init(
    method: Method, isVersion10: Bool, isPersistent: Bool, byteCount: Int, bytes: ByteBuffer,
    targetRange: Range<Int>, fields: [FieldLine], assignedID: String? = nil
  ) {
    self.method = method
    self.isVersion10 = isVersion10
    self.isPersistent = isPersistent
    self.byteCount = byteCount
    self.bytes = bytes
    self.targetRange = targetRange
    self.fields = fields
    self.assignedID = assignedID
  }

  /// The kinds of methods; GET and HEAD differ only in the body.
  package enum Method: Hashable, Sendable {
    /// Answered with head and body.
    case get
    /// Answered with only the head.
    case head
    /// Asks for the allowed methods.
    case options
    /// Another known method: POST, PUT, DELETE, TRACE, PATCH, QUERY.
    case other
    /// A token that is not a known method.
    case unknown
  }

  /// A copy with its own bytes, to be kept.
  var remembered: RequestHead { copy(ByteBuffer(bytes: bytes.readableBytesView), assignedID) }

  /// The same request with an assigned id.
  func identified(by id: String) -> RequestHead { copy(bytes, id) }

  private func copy(_ bytes: ByteBuffer, _ id: String?) -> RequestHead {
    RequestHead(
      method: method, isVersion10: isVersion10, isPersistent: isPersistent, byteCount: byteCount,
      bytes: bytes, targetRange: targetRange, fields: fields, assignedID: id)
  }

  /// The request's id: the assigned one, or the client's or a proxy's, of 1 to 128 letters, digits,
  /// `-`, `_` and `.`, so that it is safe to write anywhere.
  package var requestID: String? {
    if let assignedID { return assignedID }
    guard let field = fields.first(where: { $0.name == .requestID }),
      (1...Self.maxIDBytes).contains(field.value.count)
    else { return nil }
    let id = text(field.value)
    let isPlain = id.utf8.allSatisfy { byte in
      isDigit(byte) || isLetter(byte) || "-_.".utf8.contains(byte)
    }
    return isPlain ? id : nil
  }

  /// Longer than the ids of any tracing system.
  private static let maxIDBytes = 128

  /// Calls `body` with the raw target: printable ASCII, not decoded, with its query; throws what
  /// `body` throws.
  package func withTarget<Value, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let bytes = bytes
    return try body(bytes.readableBytesUInt8Span.extracting(targetRange))
  }

  /// The raw target.
  package var target: String { text(targetRange) }

  /// The raw method.
  package var methodName: String { text(0..<(targetRange.lowerBound - 1)) }

  /// Calls `body` with the values of a field, in order, without surrounding white space; a list may
  /// be spread over several (RFC 9110 §5.3).
  package func eachValue(of name: FieldName, _ body: (Span<UInt8>) -> Void) {
    let bytes = bytes
    for field in fields where field.name == name {
      body(bytes.readableBytesUInt8Span.extracting(field.value))
    }
  }

  /// Whether any field makes the request conditional (RFC 9110 §13.1).
  package var isConditional: Bool { fields.contains { $0.name.isCondition } }

  /// Whether a field is the only condition, and `body` returns true for its value.
  package func has(onlyCondition name: FieldName, _ body: (Span<UInt8>) -> Bool) -> Bool {
    let bytes = bytes
    var isSame = false
    var count = 0
    for field in fields where field.name.isCondition {
      count += 1
      isSame = field.name == name && body(bytes.readableBytesUInt8Span.extracting(field.value))
    }
    return isSame && count == 1
  }

  /// The values of a field joined to one list; nil if there is no such field.
  package func list(of name: FieldName) -> String? {
    guard let first = fields.firstIndex(where: { $0.name == name }) else { return nil }
    var list = text(fields[first].value)
    for field in fields[(first + 1)...] where field.name == name {
      list += ", " + text(field.value)
    }
    return list
  }

  private func text(_ range: Range<Int>) -> String {
    bytes.getString(at: bytes.readerIndex + range.lowerBound, length: range.count) ?? ""
  }
}

/// A known field, and the range of its value in the bytes of the head.
struct FieldLine: Sendable {
  let name: FieldName
  let value: Range<Int>
}
