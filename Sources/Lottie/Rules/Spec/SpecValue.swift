/// The required kind of a member's value.
enum SpecValue: Sendable {
  /// Not checked here: other rules cover it, or no player cares.
  case anything
  case text
  /// A string that others refer to, or a location; a number is not accepted.
  case identifier
  case number
  /// A number without a fraction.
  case integer
  /// One of a few integers, as bits: bit 2 is the integer 2.
  case choice(UInt8)
  /// As `choice`, but players stop at any other integer.
  case strictChoice(UInt8)
  /// One letter: how a mask is combined.
  case maskMode
  /// One letter: a dash, a gap or an offset.
  case dashKind
  /// True or false.
  case truth
  /// 0 or 1.
  case flag
  /// `#` and six hexadecimal digits.
  case colourCode
  case vector
  /// An easing coordinate: a number or an array of them, from 0 to 1 if `isUnit`.
  case easing(isUnit: Bool)
  /// An array whose elements other rules cover.
  case array
  case object(SpecForm.Name)
  case list(SpecForm.Name)
  case property(SpecProperty)
  /// The value of such a property in a keyframe.
  case atTime(SpecProperty)
  /// Points: the vertices or tangents of a path.
  case points
}

/// The kinds of properties that may be animated.
enum SpecProperty: Int, Sendable, CaseIterable {
  case scalar
  case vector
  case position
  /// A position, or its coordinates as separate properties.
  case splittable
  case colour
  case gradient
  case bezier
}

/// How well a value matches the required kind.
enum SpecFit: Sendable {
  /// As the specification says.
  case fits
  /// The specification says otherwise, and players read it.
  case odd
  /// Not a whole number of 32 bits, which some players require.
  case fractional
  /// Not one of the values that players know.
  case unknown
  /// Not a colour code.
  case colourless
  /// One number where players read two.
  case single
  /// Fewer numbers than players read.
  case short
  /// Null, where a player expects a value.
  case null
  /// Players expect another kind of value.
  case wrong
}
