// The standard library normalizes texts, and says so only to its friends; Foundation's function for
// it would bring all of Foundation with it.
@_spi(_Unicode) import Swift

/// A name as people write or paste it.
package struct WrittenName: Hashable, Sendable {
  /// In the normal form C of Unicode, without white space at its ends.
  package let text: String
  /// Whether white space was removed.
  package let isTrimmed: Bool
  /// Whether characters were composed, which looks the same.
  package let isComposed: Bool

  /// A name from what was written.
  package init(_ written: String) {
    let trimmed = written.trimmed
    text = String(String.UnicodeScalarView(trimmed._nfc))
    isTrimmed = trimmed.utf8.count != written.utf8.count
    isComposed = !text.utf8.elementsEqual(trimmed.utf8)
  }
}

extension String {
  fileprivate var trimmed: Substring {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
    return self[start..<end]
  }
}
