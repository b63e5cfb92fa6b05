/// Why this module cannot read a text as JSON.
///
/// Offsets count bytes from the text's start.
package enum JSONError: Error, Equatable, Sendable {
  /// The text breaks RFC 8259 at that byte.
  case malformed(JSONFault, offset: Int)
  /// The text goes over a limit of `JSONLimits` at that byte.
  case exceeds(JSONLimit, limit: Int, offset: Int)

  /// The byte where reading stopped.
  package var offset: Int {
    switch self {
    case .malformed(_, let offset): offset
    case .exceeds(_, _, let offset): offset
    }
  }

  /// The rule that the text breaks.
  package var rule: Rule {
    switch self {
    case .malformed(let fault, _): fault.rule
    case .exceeds(let limit, _, _): limit.rule
    }
  }
}

/// The ways in which a text is not JSON (RFC 8259).
package enum JSONFault: NamedKind {
  /// No bytes, or nothing but white space.
  case empty
  /// The bytes begin as a gzip stream does (RFC 1952, section 2.3.1).
  case gzip
  /// The bytes begin as a ZIP archive does.
  case zip
  /// The bytes begin as a file of another kind does.
  case otherFile
  /// UTF-16 or UTF-32.
  case encoding
  /// A byte-order mark before the text (RFC 8259, section 8.1).
  case byteOrderMark
  /// A string holds bytes that are not UTF-8 (RFC 3629).
  case utf8
  /// A string holds an unescaped control character (RFC 8259, section 7).
  case controlCharacter
  /// A backslash that does not begin an escape (RFC 8259, section 7).
  case escape
  /// Half of a surrogate pair, which is not a character (RFC 8259, section 8.2).
  case surrogate
  /// A number that is not valid by RFC 8259, section 6.
  case number
  /// A word that is not `true`, `false` or `null`; NaN and Infinity among them.
  case literal
  /// A comment, which JSON does not have.
  case comment
  /// A comma with nothing after it.
  case trailingComma
  /// Any other unexpected byte.
  case unexpected
  /// The text ends before its value does.
  case unclosed
  /// Something follows the value.
  case trailingData
}

/// The limits that a text can go over.
package enum JSONLimit: Sendable, CaseIterable {
  /// `JSONLimits.maxBytes`.
  case bytes
  /// `JSONLimits.maxDepth`.
  case depth
  /// `JSONLimits.maxNodes`.
  case nodes
  /// `JSONLimits.maxStringBytes`.
  case stringBytes
  /// `JSONLimits.maxDigits`.
  case digits
}
