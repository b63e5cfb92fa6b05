// GiftDomain owns the words of the product and the rules that need no outside world: values that
// cannot be built wrong, the catalogue as a function of rows and an instant, and the decisions for
// publish, retire and rollback. It imports nothing: no clock, no database, no file, no format of
// any kind may be known here.

/// Why a value could not be built.
package enum DomainError: Error, Hashable, Sendable {
  /// The text does not follow the kind's rule. `text` is as given, untrusted.
  case malformed(ValueKind, text: String)
  /// The number lies outside the kind's range.
  case outOfRange(ValueKind, value: Int64, allowed: ClosedRange<Int64>)
  /// More items than the kind allows.
  case tooMany(ValueKind, count: Int, limit: Int)
  /// The same item was given twice.
  case repeated(ValueKind, text: String)
  /// A window that ends at or before its beginning.
  case emptyWindow(from: Timestamp, until: Timestamp)
  /// An animation without a size, a frame or a frame rate.
  case unplayable(width: Int64, height: Int64, frameRateHz: Double, frameCount: Double)
  /// A fallback without a name in its locale.
  case fallbackMissing(LocaleTag)
  /// Other terms than the definition's for good, which are to be written into the definition.
  case termsWithoutEnd
  /// A gift in the placement `gifts` without a price.
  case priceMissing
  /// A segment that does not end after its beginning, in frames.
  case emptySegment(SegmentName, first: Double, last: Double)
  /// A segment that reaches beyond the frames of its animation, from the in to the out point.
  case segmentOutside(SegmentName, first: Double, last: Double, frames: ClosedRange<Double>)
  /// A segment to be looped that the animation does not have; it has the others.
  case segmentMissing(SegmentName, of: [SegmentName])
  /// Two entries of one timeline overlap.
  case overlap(Window, Window)
}

/// The kind of value that a `DomainError` concerns.
package enum ValueKind: String, Hashable, Sendable, CaseIterable {
  /// A gift's slug.
  case giftID = "gift id"
  /// A BCP 47 language tag.
  case localeTag = "locale"
  /// A gift's name in one locale.
  case giftName = "name"
  /// A price in coins.
  case price
  /// A category's slug.
  case category
  /// A tag's slug.
  case tag
  /// A position among gifts or categories.
  case order
  /// A placement's slug.
  case placement
  /// What clients do with the animations of a placement.
  case choice
  /// A gift's sort order or weight in a placement other than `gifts`.
  case placeNumber = "number in a placement"
  /// Where an app runs.
  case platform
  /// A platform and versions of its app.
  case platformRule = "rule for a platform"
  /// A version of an app.
  case appVersion = "app version"
  /// A country or territory.
  case region
  /// What a client says about itself.
  case clientKind = "kind of client"
  /// A named part of an animation.
  case segment
  /// How often an animation is played.
  case loopCount = "number of plays"
  /// The number of an animation version.
  case version
  /// The number of a change.
  case change
  /// A SHA-256 digest.
  case digest
  /// An instant.
  case instant
  /// The author of a change.
  case actor
  /// Why a change was made, or a note on a gift.
  case remark = "note or reason"
  /// A rotation's slug.
  case rotationName = "rotation"
  /// A date and time without a zone.
  case localTime = "local time"
  /// The gifts of a rotation.
  case lineup
  /// How many gifts a turn has.
  case perTurn = "gifts per turn"
  /// The time between the beginnings of turns.
  case cadence
  /// How long the gifts of a turn stay.
  case stay
  /// The number of a turn.
  case turn
  /// How many turns a rotation has.
  case turnCount = "number of turns"
  /// The bytes of an animation.
  case animationBytes = "size of an animation"
  /// The number of an announcement.
  case announcement
  /// The bytes of a picture.
  case pictureBytes = "size of a picture"
  /// The width or height of a picture.
  case pictureSide = "side of a picture"
  /// The version of the settings of pictures.
  case pictureSettings = "version of settings"
  /// The build id of a renderer.
  case renderer
}
