/// Recognises by their first bytes the files that people hand over in place of JSON.
enum JSONEncodingCheck {
  /// Throws if the bytes begin as gzip, ZIP, UTF-16, UTF-32 or with a byte-order mark.
  static func refuseOtherFormats(_ text: Span<UInt8>) throws(JSONError) {
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
