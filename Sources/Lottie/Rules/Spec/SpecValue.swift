/// The required kind of a member's value.
enum SpecValue: Sendable {
  /// Not checked here: other rules cover it, or no player cares.
  case anything
  /// A string; lottie-android takes a number too.
  case text
  case number
  /// A number without a fraction.
  case integer
  /// A number in which only lottie-android refuses a fraction.
  case pixels
  /// One of a few integers, as bits: bit 2 is the integer 2.
  case choice(UInt8)
  /// As `choice`, but these players stop at any other integer.
  case strictChoice(UInt8, Players)
  /// As `choice`, but lottie-android stops at integers below 0.
  case index(UInt8)
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
  /// An array of at least so many numbers.
  case numbers(Int)
  /// An easing coordinate: a number or an array of them, from 0 to 1 if `isUnit`.
  case easing(isUnit: Bool)
  /// An array whose elements other rules cover.
  case array
  case object(SpecForm.Name)
  case list(SpecForm.Name)
  /// As `list`, but not empty.
  case keyframes(SpecForm.Name)
  /// Objects whose form depends on their type.
  case typed(SpecTypedList)
  case property(SpecProperty)
  /// The value of such a property in a keyframe.
  case atTime(SpecProperty)
  /// Points: the vertices or tangents of a path.
  case points

  /// Whether lottie-web stops at a value of another kind; it converts what it does not look into.
  var isStructured: Bool {
    switch self {
    case .array, .object, .list, .keyframes, .property, .points: true
    case .anything, .text, .number, .integer, .pixels, .choice, .strictChoice, .index, .maskMode,
      .dashKind, .truth, .flag, .colourCode, .numbers, .easing, .typed, .atTime:
      false
    }
  }

  /// Whether lottie-web reads what is inside the value.
  var hasInside: Bool {
    switch self {
    case .typed, .atTime: true
    default: isStructured
    }
  }
}

/// The lists of objects whose form depends on their member `ty`.
enum SpecTypedList: Sendable {
  /// The shapes of a glyph, with those in its groups.
  case shapes
  case effects
  /// The values of an effect, each with the form by its own type, and with one by the effect's.
  case effectValues(SpecForm.Name)
  case styles
}

/// The kinds of properties that may be animated.
enum SpecProperty: Int, Sendable, CaseIterable {
  case scalar
  case vector
  /// A rotation in space, of which lottie-web reads the first number.
  case orientation
  case position
  /// A position, or its coordinates as separate properties.
  case splittable
  case colour
  case gradient
  case bezier
}

/// How well a value matches the required kind.
enum SpecFit: Sendable, Equatable {
  /// As the specification says.
  case fits
  /// The specification says otherwise, and players read it.
  case odd
  /// A number in quotes: lottie-android reads it, lottie-ios does not.
  case quoted
  /// A fraction where these players read whole numbers.
  case fractional(Players)
  /// Not one of the values that these players know.
  case unknown(Players)
  /// Not a colour code.
  case colourless
  /// One number where players read two.
  case single
  /// Fewer numbers than players read.
  case short
  /// Null, where a player expects a value.
  case null
  /// These players expect another kind of value.
  case wrong(Players)

  /// All players of gifts expect another kind of value.
  static let wrong = SpecFit.wrong(.gift)
}
