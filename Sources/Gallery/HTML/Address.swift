/// The address of something of the gallery itself, relative or below its own root: nothing else can
/// be linked to, loaded or sent to.
struct Address: Hashable, Sendable {
  /// The address as it is written, percent-encoded (RFC 3986).
  let text: String

  /// A path and the fields of a query; the path's segments are slugs, digests and numbers of ours.
  init(path: String, query: [(name: String, value: String)] = [], fragment: String = "") {
    var text = path
    for (index, field) in query.enumerated() {
      text += index == 0 ? "?" : "&"
      text += Self.encoded(field.name) + "=" + Self.encoded(field.value)
    }
    if !fragment.isEmpty { text += "#" + Self.encoded(fragment) }
    self.text = text
  }

  /// Everything but unreserved characters (RFC 3986 §2.3) and colons, as bytes of UTF-8.
  private static func encoded(_ value: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = ""
    for byte in value.utf8 {
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isLetter || isDigit || "-._~:".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return text
  }
}
