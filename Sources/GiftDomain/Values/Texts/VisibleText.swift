/// The rule for text that people type and other people read on one line.
enum VisibleText {
  /// Whether `text` has 1 to `maxCharacters` characters, at most `maxBytes` bytes of UTF-8, does
  /// not begin or end with white space, shows something, and holds nothing that hides, reorders or
  /// breaks a line:
  /// control characters, line and paragraph separators, invisible format characters such as the
  /// bidirectional overrides (Unicode Standard Annex #9), private-use and unassigned ones.
  static func isAcceptable(_ text: String, maxCharacters: Int, maxBytes: Int) -> Bool {
    guard !text.isEmpty, text.utf8.count <= maxBytes, text.count <= maxCharacters else {
      return false
    }
    guard let first = text.first, let last = text.last, !first.isWhitespace, !last.isWhitespace
    else { return false }
    return text.unicodeScalars.allSatisfy(isAllowed) && text.unicodeScalars.contains(where: isDrawn)
  }

  /// Joiners, fillers and selectors do nothing on their own (Unicode Standard §5.21).
  private static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Joiners build emoji and Indic clusters, marks order a line without overriding it, and the
    // tag characters build flags.
    case 0x200C...0x200F, 0x061C, 0xE0020...0xE007F: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return false
    default:
      return true
    }
  }
}
