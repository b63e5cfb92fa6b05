/// A number that changes evenly: its value at second 0 of a composition, and what each second adds.
struct TimedNumber: Equatable {
  let start: Double
  var perSecond = 0.0

  /// Seconds of the composition: an expression's `time`.
  static let time = TimedNumber(start: 0, perSecond: 1)

  /// The number, if it never changes.
  var constant: Double? { perSecond == 0 ? start : nil }

  static func + (one: Self, other: Self) -> Self {
    Self(start: one.start + other.start, perSecond: one.perSecond + other.perSecond)
  }

  static prefix func - (number: Self) -> Self {
    Self(start: -number.start, perSecond: -number.perSecond)
  }

  /// Nil unless one of the two never changes.
  static func * (one: Self, other: Self) -> Self? {
    if let factor = other.constant {
      return Self(start: one.start * factor, perSecond: one.perSecond * factor)
    }
    guard one.constant != nil else { return nil }
    return other * one
  }

  /// Nil unless the divisor never changes.
  static func / (one: Self, other: Self) -> Self? {
    guard let divisor = other.constant, divisor != 0 else { return nil }
    return Self(start: one.start / divisor, perSecond: one.perSecond / divisor)
  }
}

/// What an expression gives, if that is known from the file for all times.
enum ExpressionValue: Equatable {
  case number(TimedNumber)
  case list([TimedNumber])

  init(_ number: Double) { self = .number(TimedNumber(start: number)) }

  /// The components; one for a number.
  var numbers: [TimedNumber] {
    switch self {
    case .number(let number): [number]
    case .list(let numbers): numbers
    }
  }

  /// The number, if it is one and never changes.
  var constant: Double? {
    guard case .number(let number) = self else { return nil }
    return number.constant
  }

  /// Each component changed; nil if that is not known of one of them.
  func each(_ change: (TimedNumber) -> TimedNumber?) -> Self? {
    switch self {
    case .number(let number): return change(number).map(Self.number)
    case .list(let numbers):
      let changed = numbers.compactMap(change)
      return changed.count == numbers.count ? .list(changed) : nil
    }
  }
}

/// The functions that Bodymovin writes in place of operators, as lottie-web 5.12.2 has them.
extension ExpressionValue {
  /// `$bm_sum`: a number is added to the first component of a list only.
  static func sum(_ one: Self, _ other: Self) -> Self? {
    switch (one, other) {
    case (.number(let one), .number(let other)): return .number(one + other)
    case (.list(let list), .number(let number)), (.number(let number), .list(let list)):
      guard let first = list.first else { return nil }
      return .list([first + number] + list.dropFirst())
    case (.list(let one), .list(let other)):
      guard one.count == other.count else { return nil }
      return .list(zip(one, other).map(+))
    }
  }

  /// `$bm_sub`: of a number and a list, the first component counts.
  static func difference(_ one: Self, _ other: Self) -> Self? {
    if case (.number(let number), .list(let list)) = (one, other) {
      guard let first = list.first else { return nil }
      return .list([number + -first] + list.dropFirst())
    }
    switch other {
    case .number(let number): return sum(one, .number(-number))
    case .list(let list): return sum(one, .list(list.map { -$0 }))
    }
  }

  /// `$bm_mul`: nil for two lists, of which lottie-web makes 0.
  static func product(_ one: Self, _ other: Self) -> Self? {
    switch (one, other) {
    case (_, .number(let factor)): return one.each { $0 * factor }
    case (.number(let factor), _): return other.each { $0 * factor }
    case (.list, .list): return nil
    }
  }

  /// `$bm_div`, of a number or a list by a number.
  static func quotient(_ one: Self, _ other: Self) -> Self? {
    guard case .number(let divisor) = other else { return nil }
    return one.each { $0 / divisor }
  }

  /// `$bm_neg`.
  static func negated(_ value: Self) -> Self? { value.each { -$0 } }

  /// A function of numbers that never change, such as those of `Math`; nil for others.
  static func calculated(_ name: String, _ arguments: [Self]) -> Self? {
    let numbers = arguments.compactMap(\.constant)
    guard numbers.count == arguments.count else { return nil }
    let result: Double? =
      switch (name, numbers.count) {
      case ("clamp", 3):
        min(max(numbers[0], min(numbers[1], numbers[2])), max(numbers[1], numbers[2]))
      case ("mod", 2), ("$bm_mod", 2): numbers[0].truncatingRemainder(dividingBy: numbers[1])
      case ("Math.abs", 1): numbers[0].magnitude
      case ("Math.floor", 1): numbers[0].rounded(.down)
      case ("Math.ceil", 1): numbers[0].rounded(.up)
      // JavaScript rounds halves up, also those of negative numbers.
      case ("Math.round", 1): (numbers[0] + 0.5).rounded(.down)
      case ("Math.sqrt", 1): numbers[0].squareRoot()
      case ("Math.min", 1...): numbers.min()
      case ("Math.max", 1...): numbers.max()
      default: nil
      }
    guard let result, result.isFinite else { return nil }
    return Self(result)
  }
}
