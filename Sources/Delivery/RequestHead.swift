import NIOCore

/// The head of a request that is well-formed beyond doubt.
package struct RequestHead: Sendable {
  /// The method, as far as it matters here.
  package let method: Method
  let isVersion10: Bool
  let body: BodyFraming
  let wantsClose: Bool
  let wantsKeepAlive: Bool
  /// How many bytes the head has, the empty line among them.
  let byteCount: Int
  let bytes: ByteBuffer
  let targetRange: Range<Int>
  let fields: [FieldLine]

  /// GET and HEAD are answered alike, but for the body.
  package enum Method: Hashable, Sendable {
    /// Answered with head and body.
    case get
    /// Answered with the head alone.
    case head
    /// Never answered from what is ready.
    case other
    /// Not answered at all: for proxies, and what follows need not be HTTP.
    case connect
    /// Not answered at all: no method that anybody here has heard of.
    case unknown
  }

  /// The same in bytes of its own, to be kept.
  var remembered: RequestHead {
    RequestHead(
      method: method, isVersion10: isVersion10, body: body, wantsClose: wantsClose,
      wantsKeepAlive: wantsKeepAlive, byteCount: byteCount,
      bytes: ByteBuffer(bytes: bytes.readableBytesView), targetRange: targetRange, fields: fields)
  }

  /// The target as it came: printable ASCII, not decoded, with its query.
  package func withTarget<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
    body(bytes.readableBytesUInt8Span.extracting(targetRange))
  }

  /// The values of a field, in their order, without the white space around them; a list may be
  /// spread over several (RFC 9110 §5.3).
  package func eachValue(of name: FieldName, _ body: (Span<UInt8>) -> Void) {
    for field in fields where field.name == name {
      body(bytes.readableBytesUInt8Span.extracting(field.value))
    }
  }

  /// Whether there is one such field, with exactly this value.
  package func has(_ name: FieldName, onlyWith value: [UInt8]) -> Bool {
    var isSame = false
    var count = 0
    for field in fields where field.name == name {
      count += 1
      isSame = equals(bytes.readableBytesUInt8Span.extracting(field.value), value)
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

  /// Whether there is such a field.
  package func has(_ name: FieldName) -> Bool {
    fields.contains { $0.name == name }
  }

  private func text(_ range: Range<Int>) -> String {
    bytes.getString(at: bytes.readerIndex + range.lowerBound, length: range.count) ?? ""
  }
}

private func equals(_ bytes: Span<UInt8>, _ others: [UInt8]) -> Bool {
  guard bytes.count == others.count else { return false }
  for index in bytes.indices where bytes[index] != others[index] { return false }
  return true
}

/// Where the value of a field that is known lies in the bytes of its head.
struct FieldLine: Sendable {
  let name: FieldName
  let value: Range<Int>
}
