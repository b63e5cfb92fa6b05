/// The id of a gift, such as `rose`: never reused for another gift.
public struct GiftID: Sendable, Hashable, Comparable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// Its text, of 2 to 64 characters: `a-z`, `0-9`, and single hyphens between them.
  public let text: String
  /// The same as `text`.
  public var description: String { text }

  /// Takes an id from text; nil if it does not have the form of an id.
  public init?(_ text: String) {
    guard (2...64).contains(text.utf8.count), isWord(text) else { return nil }
    self.text = text
  }

  /// Takes an id that is written in the program; one without the form of an id ends the program.
  public init(stringLiteral value: String) {
    guard let id = GiftID(value) else { preconditionFailure("\(value) is not a gift's id") }
    self = id
  }

  /// Compares by UTF-8 bytes, as the server sorts.
  public static func < (left: GiftID, right: GiftID) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

/// Whether text is `^[a-z0-9](-?[a-z0-9])*$`, the form of ids, categories and tags.
func isWord(_ text: String) -> Bool {
  let hyphen = UInt8(ascii: "-")
  var previous = hyphen
  for byte in text.utf8 {
    let isAlphanumeric = (48...57).contains(byte) || (97...122).contains(byte)
    guard isAlphanumeric || (byte == hyphen && previous != hyphen) else { return false }
    previous = byte
  }
  return previous != hyphen
}
