import NIOCore

/// The head of a request that is well-formed beyond doubt.
///
/// An object: it passes through many hands, and each would count the references to all its parts.
package final class RequestHead: Sendable {
  /// The method, as far as it matters here.
  package let method: Method
  let isVersion10: Bool
  /// Whether the connection may go on after its response: the client did not say otherwise, and
  /// where the next request begins is known without reading a body.
  let isPersistent: Bool
  /// How many bytes the head has, the empty line among them.
  let byteCount: Int
  let bytes: ByteBuffer
  let targetRange: Range<Int>
  let fields: [FieldLine]
  /// What the request is called in logs, if it was given a name here.
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

  /// GET and HEAD are answered alike, but for the body.
  package enum Method: Hashable, Sendable {
    /// Answered with head and body.
    case get
    /// Answered with the head alone.
    case head
    /// Asks what may be done.
    case options
    /// Another method that is known: POST, PUT, DELETE, TRACE, PATCH, QUERY.
    case other
    /// A token that is not the name of any method known here.
    case unknown
  }

  /// The same in bytes of its own, to be kept.
  var remembered: RequestHead { copy(ByteBuffer(bytes: bytes.readableBytesView), assignedID) }

  /// The same request under a name.
  func identified(by id: String) -> RequestHead { copy(bytes, id) }

  private func copy(_ bytes: ByteBuffer, _ id: String?) -> RequestHead {
    RequestHead(
      method: method, isVersion10: isVersion10, isPersistent: isPersistent, byteCount: byteCount,
      bytes: bytes, targetRange: targetRange, fields: fields, assignedID: id)
  }

  /// What the request is called: the name it was given here, or the one that its client or a proxy
  /// gave it, of 1 to 128 letters, digits, `-`, `_` and `.`, so that it can be written anywhere.
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

  /// Longer than what any tracing system makes.
  private static let maxIDBytes = 128

  /// The target as it came: printable ASCII, not decoded, with its query; throws what `body` does.
  package func withTarget<Value, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let bytes = bytes
    return try body(bytes.readableBytesUInt8Span.extracting(targetRange))
  }

  /// The target as it came.
  package var target: String { text(targetRange) }

  /// The method as it came.
  package var methodName: String { text(0..<(targetRange.lowerBound - 1)) }

  /// The values of a field, in their order, without the white space around them; a list may be
  /// spread over several (RFC 9110 §5.3).
  package func eachValue(of name: FieldName, _ body: (Span<UInt8>) -> Void) {
    let bytes = bytes
    for field in fields where field.name == name {
      body(bytes.readableBytesUInt8Span.extracting(field.value))
    }
  }

  /// Whether any field makes the request conditional (RFC 9110 §13.1).
  package var isConditional: Bool { fields.contains { $0.name.isCondition } }

  /// Whether a field is the only condition, and `body` says yes to its value.
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

  /// The values of a field as one list; nil when there is no such field.
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

/// Where the value of a field that is known lies in the bytes of its head.
struct FieldLine: Sendable {
  let name: FieldName
  let value: Range<Int>
}
