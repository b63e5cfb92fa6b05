extension Base64 {
  /// Whether the text is base64 as `decoded` takes it, found out without decoding it.
  static func isValid(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count % 4 == 0, !text.isEmpty else { return false }
    let padding = text.suffix(2).reversed().prefix { $0 == 0x3D }.count
    let digits = Self.digits
    var seen: UInt8 = 0
    text.withSpan { span in
      var at = 0
      let end = span.count - padding
      while at < end {
        seen |= digits[Int(span[at])]
        at &+= 1
      }
    }
    return seen < 64
  }

  /// The bytes that the first characters stand for, as many as there are in whole groups.
  static func decodedHead(_ text: ArraySlice<UInt8>, maxCharacters: Int) -> [UInt8] {
    decoded(text.prefix(min(maxCharacters, text.count) / 4 * 4)) ?? []
  }
}

extension ArraySlice<UInt8> {
  fileprivate func withSpan(_ body: (Span<UInt8>) -> Void) {
    body(span)
  }
}
