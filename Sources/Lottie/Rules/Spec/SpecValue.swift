/// What the value of a member has to be.
enum SpecValue: Sendable {
  /// Not looked at here: it has rules of its own, or no player minds.
  case anything
  case text
  /// A string that others refer to, or a place: a number does not do.
  case identifier
  case number
  /// A number without a fraction.
  case integer
  /// One of a few integers, as bits: bit 2 stands for the integer 2.
  case choice(UInt8)
  /// The same, and players stop at any other integer.
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
  /// An array whose elements have rules of their own.
  case array
  case object(SpecForm.Name)
  case list(SpecForm.Name)
  case property(SpecProperty)
  /// What a keyframe holds of such a property.
  case atTime(SpecProperty)
  /// Points: the vertices or tangents of a path.
  case points
}

/// What a property that may be animated takes.
enum SpecProperty: Int, Sendable, CaseIterable {
  case scalar
  case vector
  case position
  /// A position, or its coordinates as properties of their own.
  case splittable
  case colour
  case gradient
  case bezier
}

/// How well a value is what it has to be.
enum SpecFit: Sendable {
  /// As the specification says.
  case fits
  /// The specification says otherwise, and players read it.
  case odd
  /// Players read it only where the integer is whole and has 32 bits.
  case fractional
  /// None of the values that players know.
  case unknown
  /// No colour code.
  case colourless
  /// One number where players read two.
  case single
  /// Fewer numbers than players read.
  case short
  /// Null, where a player that knows the member reads something.
  case null
  /// Players read another kind of value.
  case wrong
}
