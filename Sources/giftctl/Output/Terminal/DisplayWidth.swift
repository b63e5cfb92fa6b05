extension Character {
  /// The columns that it has in a terminal (Unicode Standard Annex #11, East Asian Width, and #51,
  /// emoji presentation): an emoji of any number of scalars two, else the sum of its scalars, as
  /// wcwidth(3) has them.
  var displayWidth: Int {
    let isEmoji = unicodeScalars.contains {
      $0.value == 0xFE0F || $0.properties.isEmojiPresentation
    }
    return isEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension String {
  /// The columns that it has in a terminal.
  var displayWidth: Int {
    // Most texts are printable ASCII, and a long list has millions of characters.
    utf8.allSatisfy { (0x20...0x7E).contains($0) }
      ? utf8.count : reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  /// 0, 1 or 2.
  ///
  /// The vowels and final consonants of a Hangul syllable are drawn into its first.
  fileprivate var displayWidth: Int {
    if isWide { return 2 }
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) { return 0 }
    switch properties.generalCategory {
    // The half-width voicing marks count as nonspacing, and have a column of their own.
    case .nonspacingMark, .enclosingMark, .format, .control:
      return value == 0xFF9E || value == 0xFF9F ? 1 : 0
    default: return 1
    }
  }

  /// East Asian Width W or F, in Unicode 16 the blocks of CJK, Hangul, Yi, Tangut, Kana and the
  /// full-width forms.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1AFF0...0x1B2FB,
      0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default:
      false
    }
  }
}
