/// `tchar` of RFC 9110 §5.6.2.
@inline(__always)
func isTokenByte(_ byte: UInt8) -> Bool {
  // One bit for each of the first 128 bytes.
  let low: UInt64 = 0x03FF_6CFA_0000_0000
  let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
  guard byte < 0x80 else { return false }
  return (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte - 64)) & 1 == 1
}

/// `field-vchar`, or white space within a value (RFC 9110 §5.5).
@inline(__always)
func isValueByte(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t")
}

/// `OWS` (RFC 9110 §5.6.3).
@inline(__always)
func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}

func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}

func isLetter(_ byte: UInt8) -> Bool {
  byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
}

/// `uri-host [ ":" port ]` of RFC 9110 §7.2, not empty; addresses are checked only roughly, because
/// they are not resolved here.
func isHost(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
  guard !range.isEmpty else { return false }
  var index = range.lowerBound
  let isAddress = bytes[index] == UInt8(ascii: "[")
  if isAddress { index += 1 }
  let start = index
  while index < range.upperBound, isHostByte(bytes[index], inAddress: isAddress) { index += 1 }
  guard index > start else { return false }
  if isAddress {
    guard index < range.upperBound, bytes[index] == UInt8(ascii: "]") else { return false }
    index += 1
  }
  guard index < range.upperBound else { return true }
  guard bytes[index] == UInt8(ascii: ":") else { return false }
  for position in (index + 1)..<range.upperBound where !isDigit(bytes[position]) { return false }
  return true
}

/// `reg-name` or `IPv6address` of RFC 3986 §3.2.2.
private func isHostByte(_ byte: UInt8, inAddress isAddress: Bool) -> Bool {
  if isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: ".") { return true }
  if isAddress { return byte == UInt8(ascii: ":") }
  return "-_~%!$&'()*+,;=".utf8.contains(byte)
}

extension Span<UInt8> {
  /// Whether the bytes in `range` equal `word`, which is ASCII.
  package func equals(_ range: Range<Int>, _ word: String) -> Bool {
    let word = word.utf8Span.span
    guard range.count == word.count else { return false }
    for index in word.indices where self[range.lowerBound + index] != word[index] {
      return false
    }
    return true
  }

  /// Whether the bytes in `range` equal `word`, lower-case ASCII, ignoring case.
  package func equals(_ range: Range<Int>, lowercased word: String) -> Bool {
    guard range.count == word.utf8.count else { return false }
    var index = range.lowerBound
    for letter in word.utf8 {
      let byte = self[index]
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      guard (isUpper ? byte | 0x20 : byte) == letter else { return false }
      index += 1
    }
    return true
  }

  /// The part of `range` without surrounding white space.
  package func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(self[start]) { start += 1 }
    while end > start, isBlank(self[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The next member of a list (RFC 9110 §5.6.1), without surrounding white space; nil if there is
  /// none.
  ///
  /// `start` is then after the `separator` that ends it, or after the end.
  package func nextMember(_ start: inout Int, before separator: UInt8) -> Range<Int>? {
    guard start < count else { return nil }
    let first = start
    var end = first
    while end < count, self[end] != separator { end += 1 }
    start = end + 1
    return trimmed(first..<end)
  }
}
