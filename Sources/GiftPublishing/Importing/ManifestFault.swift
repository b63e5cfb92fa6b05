/// Why a manifest cannot be used.
package enum ManifestFault: Error, Hashable, Sendable {
  /// More than `Manifest.maxBytes`.
  case tooLarge(bytes: Int)
  /// Not JSON, or over a limit of the reader; `rule` is the code of the broken rule, `json.…`.
  case noJSON(ManifestPlace, rule: String)
  /// A value of the wrong type.
  case otherKind(ManifestPlace, expected: Kind)
  /// The object there lacks a member.
  case memberMissing(ManifestPlace, name: String)
  /// An unknown member.
  case memberUnknown(ManifestPlace)
  /// A member that occurs twice in its object.
  case memberRepeated(ManifestPlace)
  /// A time or version of a gift that is not to be published.
  case publishMissing(ManifestPlace)
  /// A version of a window in which nothing shows.
  case versionHidden(ManifestPlace)
  /// More than `Manifest.maxWindows` of one gift.
  case tooManyWindows(ManifestPlace)
  /// A zone that the database does not know.
  case zoneUnknown(String)
  /// More than `Manifest.maxGifts`.
  case tooManyGifts(Int)
  /// A gift occurs twice.
  case giftRepeated(String)

  /// The kinds of values in a manifest.
  package enum Kind: Hashable, Sendable {
    /// An object with named members.
    case object
    /// An array of values.
    case list
    /// A string.
    case text
    /// A number without a fraction that fits into 64 bits.
    case wholeNumber
    /// A finite number.
    case number
    /// `true` or `false`.
    case truth
    /// `true`, `false`, a number of plays, or the name of a segment.
    case loop
  }
}

/// A place in the text of a manifest.
package struct ManifestPlace: Hashable, Sendable {
  /// JSON pointer (RFC 6901); empty for the whole text.
  ///
  /// It is safe to print on a terminal.
  package let pointer: String
  /// Line, from 1.
  package let line: Int
  /// Column in Unicode scalars, from 1.
  package let column: Int
}
