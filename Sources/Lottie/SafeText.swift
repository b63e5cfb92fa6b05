/// Makes text from a file harmless to print: it may be written to mislead a terminal or a reader.
package enum SafeText {
  /// The longest text from a file that a message repeats, in Unicode scalars.
  private static let quotedScalars = 40
  /// The bytes of a text that decide how it is quoted.
  static let quotedBytes = prefix(quotedScalars)

  /// A scalar has at most 4 bytes, so this many are enough to see whether there is more.
  private static func prefix(_ scalars: Int) -> Int { scalars * 4 + 4 }

  /// The text in quotation marks, shortened, with risky characters written `\u{…}`.
  static func quoted(_ utf8: some Collection<UInt8>) -> String {
    "\"" + shown(utf8, maxScalars: quotedScalars) + "\""
  }

  /// At most `maxScalars` of the text, an ellipsis if there is more.
  static func shown(_ utf8: some Collection<UInt8>, maxScalars: Int) -> String {
    let plain = utf8.prefix(maxScalars)
    if plain.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      let text = String(decoding: plain, as: UTF8.self)
      return utf8.count > maxScalars ? text + "…" : text
    }
    let head = String(decoding: utf8.prefix(prefix(maxScalars)), as: UTF8.self).unicodeScalars
    var shown = ""
    for scalar in head.prefix(maxScalars) {
      if isRisky(scalar) {
        shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return head.count > maxScalars ? shown + "…" : shown
  }

  /// Control characters, bidirectional marks and other invisible characters.
  private static func isRisky(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value >= 0x20, scalar.value < 0x7F { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      return true
    default:
      return false
    }
  }

  /// A number without a needless fraction.
  package static func shown(_ number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? String(number)
  }
}
