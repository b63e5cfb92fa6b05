/// The rule for text that people read on one line: what they type is refused where it breaks the
/// rule, and other text is shown with such places written as numbers.
package enum VisibleText {
  /// How the number of a scalar is written that must not be shown as it is.
  package enum Notation: Sendable {
    /// `\u{202e}`, for people.
    case braces
    /// `\u202e`, which leaves a JSON text the same value (RFC 8259 §7).
    case json
  }

  /// The most combining marks in a row: writing systems stack four or so, and more run into the
  /// lines above and below.
  static let maxMarks = 8

  /// The text, with every scalar that hides, reorders or breaks a line written as its number, but
  /// for those of `kept`.
  package static func escaped(
    _ text: String, as notation: Notation = .braces, keeping kept: Set<Unicode.Scalar> = []
  ) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    let scalars = Array(text.unicodeScalars)
    var shown = ""
    shown.reserveCapacity(text.utf8.count)
    for (index, scalar) in scalars.enumerated() {
      if kept.contains(scalar) || !misleads(scalars, at: index) {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += number(of: scalar, as: notation)
      }
    }
    return shown
  }

  /// Whether `text` has 1 to `maxCharacters` characters, at most `maxBytes` bytes of UTF-8, does
  /// not begin or end with white space, shows something, and has no scalar that misleads.
  ///
  /// `isPlain`: nor any that shows nothing, even where a script or an emoji needs it.
  static func isAcceptable(
    _ text: String, maxCharacters: Int, maxBytes: Int, isPlain: Bool = false
  ) -> Bool {
    guard !text.isEmpty, text.utf8.count <= maxBytes, text.count <= maxCharacters else {
      return false
    }
    let scalars = Array(text.unicodeScalars)
    // A character may be a letter with a blank behind it.
    guard let first = scalars.first, let last = scalars.last, !first.properties.isWhitespace,
      !last.properties.isWhitespace
    else { return false }
    return scalars.indices.allSatisfy { !misleads(scalars, at: $0) }
      && scalars.contains { !isIgnorable($0) && !$0.properties.isWhitespace }
      && !(isPlain && scalars.contains(where: isIgnorable))
  }

  /// Whether a scalar hides, reorders or breaks a line, shows nothing where nothing needs it, or is
  /// a mark on too many others, or on what stands before the text.
  private static func misleads(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    let scalar = scalars[index]
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    // Boxes, blocks and shapes, of which tables and calendars are full.
    if 0x2500...0x25FF ~= scalar.value { return false }
    if isIgnorable(scalar) { return !isNeeded(scalars, at: index) }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return true
    case .nonspacingMark, .enclosingMark:
      let before = scalars[..<index].suffix(maxMarks)
      return before.isEmpty || before.count == maxMarks && before.allSatisfy(isMark)
    default:
      // The braille pattern without a dot is a letter that looks like a blank.
      return scalar.value == 0x2800
    }
  }

  /// Joiners, fillers, selectors, tags and marks of direction do nothing on their own (Unicode
  /// Standard §5.21).
  private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint
  }

  /// Whether the script or the emoji around it needs a scalar that shows nothing.
  private static func isNeeded(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    guard index > scalars.startIndex else { return false }
    let before = scalars[index - 1]
    let after = index + 1 < scalars.endIndex ? scalars[index + 1] : nil
    switch scalars[index].value {
    case 0x200C, 0x200D:
      guard let after else { return false }
      return joins(before) && joins(after)
        || scalars[index].value == 0x200D && isEmojiPart(before) && isEmoji(after)
    case 0x200E, 0x200F, 0x061C:
      // Between two that show something, an order without overriding one.
      return after.map { !isIgnorable($0) && !isIgnorable(before) } ?? false
    case 0x180B...0x180F: return (0x1820...0x18AA).contains(before.value)
    case 0xFE0E, 0xFE0F: return before.properties.isEmoji
    case 0xFE00...0xFE0D, 0xE0100...0xE01EF: return before.properties.isIdeographic
    case 0xE0020...0xE007F: return isInFlag(scalars, at: index)
    default: return false
    }
  }

  /// The blocks of scripts whose letters take other shapes beside each other: Arabic to Sinhala,
  /// Tibetan and Myanmar, Khmer and Mongolian to Vedic, those of later planes.
  private static let joiningBlocks: [ClosedRange<UInt32>] = [
    0x0600...0x0DFF, 0x0F00...0x109F, 0x1700...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFEFC,
    0x10A00...0x11FFF, 0x1E900...0x1E95F,
  ]

  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    guard joiningBlocks.contains(where: { $0.contains(scalar.value) }) else { return false }
    return scalar.properties.isAlphabetic || isMark(scalar)
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmoji && !scalar.isASCII
  }

  private static func isEmojiPart(_ scalar: Unicode.Scalar) -> Bool {
    isEmoji(scalar) || scalar.value == 0xFE0F
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  /// The flags that are spelled with tags, after a black flag and before the tag that ends them
  /// (Unicode Technical Standard #51, emoji_tag_sequence): all that are recommended.
  private static let flags = ["gbeng", "gbsct", "gbwls"]
  private static let blackFlag: UInt32 = 0x1F3F4
  private static let firstTag: UInt32 = 0xE0000
  private static let lastTag: UInt32 = 0xE007F

  private static func isInFlag(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    guard let start = scalars[..<index].lastIndex(where: { $0.value < firstTag }),
      scalars[start].value == blackFlag
    else { return false }
    return flags.contains { flag in
      let tags = flag.unicodeScalars.map { $0.value + firstTag } + [lastTag]
      return index - start <= tags.count
        && scalars[(start + 1)...].prefix(tags.count).map(\.value) == tags
    }
  }

  private static func number(of scalar: Unicode.Scalar, as notation: Notation) -> String {
    switch notation {
    case .braces: "\\u{\(String(scalar.value, radix: 16))}"
    case .json:
      Character(scalar).utf16.map { "\\u" + padded(UInt64($0), 4, radix: 16) }.joined()
    }
  }
}
