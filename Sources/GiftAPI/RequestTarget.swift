/// The target of a request (RFC 9112 §3.2), taken apart.
package enum RequestTarget: Hashable, Sendable {
  /// `*`: the server as a whole.
  case server
  /// A path's segments, percent-decoded; the query is left out.
  case path([String])

  /// Reads a target in origin, absolute or asterisk form.
  ///
  /// Dot segments are not resolved: clients do that before they ask (RFC 3986 §5.2.4), and no route
  /// has one. Throws `APIError.targetTooLong` above `maxBytes`, `targetMalformed` for what is no
  /// target, and for control characters such as `%00`.
  package init(_ text: String, maxBytes: Int) throws(APIError) {
    guard text.utf8.count <= maxBytes else { throw .targetTooLong(limit: maxBytes) }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
      throw .targetMalformed
    }
    if text == "*" {
      self = .server
      return
    }
    let path = try Self.absolutePath(of: text)
    var segments: [String] = []
    for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      segments.append(try Self.decoded(segment))
    }
    self = .path(segments)
  }

  private static func absolutePath(of text: String) throws(APIError) -> Substring {
    var rest = Substring(text)
    for scheme in ["http://", "https://"] where text.lowercased().hasPrefix(scheme) {
      let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
      guard !authority.isEmpty else { throw .targetMalformed }
      rest = text[authority.endIndex...]
      if rest.first != "/" { rest = "/" + rest }
    }
    guard rest.first == "/" else { throw .targetMalformed }
    return rest.prefix { $0 != "?" }
  }

  /// Percent-decoding (RFC 3986 §2.1) to UTF-8 without control characters.
  static func decoded(_ segment: Substring) throws(APIError) -> String {
    var bytes: [UInt8] = []
    var rest = segment.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexValue),
        let low = rest.popFirst().flatMap(hexValue)
      else { throw .targetMalformed }
      bytes.append(high << 4 | low)
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw .targetMalformed }
    return text
  }

  private static func hexValue(_ digit: UInt8) -> UInt8? {
    Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init)
  }
}
