/// A `data:` URI (RFC 2397) taken apart.
struct DataURI {
  /// The media type in lower case, without parameters; empty if none is given.
  let mediaType: String
  let isBase64: Bool
  /// What follows the comma.
  let payload: ArraySlice<UInt8>

  /// The longest head that is searched, because media types are short.
  private static let longestHead = 256

  /// Nil if the text does not begin with `data:` or has no comma.
  init?(_ text: ArraySlice<UInt8>) {
    guard Self.isDataURI(text),
      let comma = text.prefix(Self.longestHead).firstIndex(of: ASCII.comma)
    else { return nil }
    let head = String(decoding: text[(text.startIndex + 5)..<comma], as: UTF8.self).lowercased()
    let parts = head.split(separator: ";", omittingEmptySubsequences: false)
    mediaType = String(parts.first ?? "")
    isBase64 = parts.count > 1 && parts.last == "base64"
    payload = text[(comma + 1)...]
  }

  /// The URI of bytes, in quotes as JSON has it.
  static func quoted(_ mediaType: String, _ bytes: [UInt8]) -> [UInt8] {
    Array("\"data:\(mediaType);base64,".utf8) + Base64.encoded(bytes) + [ASCII.quote]
  }

  /// Whether the text begins as a `data:` URI; schemes ignore case (RFC 3986, section 3.1).
  static func isDataURI(_ text: some Collection<UInt8>) -> Bool {
    text.count >= 5
      && zip(text, "data:".utf8).allSatisfy {
        $0 | ASCII.smallLetterBit == $1 | ASCII.smallLetterBit
      }
  }
}
