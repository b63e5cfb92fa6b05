package import GiftDomain

/// What is wrong with a manifest.
package enum ManifestFault: Error, Hashable, Sendable {
  /// More than `Manifest.maxBytes`.
  case tooLarge(bytes: Int)
  /// Not JSON, or over a limit of the reader: what was found there.
  case noJSON(ManifestPlace, what: String)
  /// A value of the wrong type.
  case otherKind(ManifestPlace, expected: Kind)
  /// A value that breaks its rule, or values that do not go together.
  case invalid(ManifestPlace, DomainError)
  /// The object there lacks a member.
  case memberMissing(ManifestPlace, name: String)
  /// An unknown member, and those that there are.
  case memberUnknown(ManifestPlace, known: [String])
  /// A member that occurs twice in its object.
  case memberRepeated(ManifestPlace)
  /// A time or version of a gift that is not to be published.
  case publishMissing(ManifestPlace)
  /// A version of a window in which nothing shows.
  case versionHidden(ManifestPlace)
  /// More than `Manifest.maxWindows` of one gift.
  case tooManyWindows(ManifestPlace)
  /// A local time in a manifest without a zone.
  case zoneMissing(ManifestPlace, String)
  /// A zone that the database does not know.
  case zoneUnknown(String)
  /// More than `Manifest.maxGifts`.
  case tooManyGifts(Int)
  /// A gift occurs twice.
  case giftRepeated(ManifestPlace)

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

  /// Where it is; nil for what concerns all of the manifest.
  package var place: ManifestPlace? {
    switch self {
    case .noJSON(let place, _), .otherKind(let place, _), .invalid(let place, _),
      .memberMissing(let place, _), .memberUnknown(let place, _), .memberRepeated(let place),
      .publishMissing(let place), .versionHidden(let place), .tooManyWindows(let place),
      .zoneMissing(let place, _), .giftRepeated(let place):
      place
    case .tooLarge, .zoneUnknown, .tooManyGifts: nil
    }
  }

  /// What faults are sorted by.
  var position: (line: Int, column: Int) { place.map { ($0.line, $0.column) } ?? (0, 0) }
}

/// A place in the text of a manifest.
package struct ManifestPlace: Hashable, Sendable {
  /// The id of the gift that it is in, as written; nil outside of gifts, and if there is none.
  package let gift: String?
  /// JSON pointer (RFC 6901); empty for the whole text.
  ///
  /// It is safe to print on a terminal.
  package let pointer: String
  /// Line, from 1.
  package let line: Int
  /// Column in Unicode scalars, from 1.
  package let column: Int
}
