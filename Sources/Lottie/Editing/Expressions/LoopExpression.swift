/// An expression that does nothing but repeat the keyframes of its property, as After Effects and
/// Bodymovin write it.
///
/// Such are `loopOut("cycle")`, `var $bm_rt;\n$bm_rt = loopIn('pingpong', 2);`,
/// `thisProperty.loopOutDuration("offset", 1.5)`, and a loop only `if (numKeys > 1)`. Those that do
/// not assign `$bm_rt` are meant like those that do, although lottie-web needs that.
struct LoopExpression: Equatable {
  /// Where the keyframes are repeated.
  enum Direction: Equatable {
    /// After the last one.
    case out
    /// Before the first one.
    case into
  }

  /// How they are repeated.
  enum Kind: String, CaseIterable {
    /// From the beginning.
    case cycle
    /// Backwards every other time.
    case pingpong
    /// From the value that was reached.
    case offset
    /// Not at all: the value goes on at its last speed, or has come at its first one.
    case `continue`
  }

  /// What is repeated.
  enum Extent: Equatable {
    /// This many segments between keyframes; all of them, if 0.
    case segments(Int)
    /// That many seconds; up to the layer's other end, if 0.
    case seconds(Double)
  }

  let direction: Direction
  /// Whether there is a loop only `if (thisProperty.numKeys > 1)`: in lottie-web, a property has
  /// keyframes only if its `a` is 1.
  let needsFlag: Bool
  let kind: Kind
  let extent: Extent

  private static let calls: [(name: String, direction: Direction, takesSeconds: Bool)] = [
    ("loopOut", .out, false), ("loopIn", .into, false),
    ("loopOutDuration", .out, true), ("loopInDuration", .into, true),
  ]

  /// Nil for an expression that does anything else.
  init?(_ text: ExpressionWords) {
    var words = text
    if words.take("var") {
      guard words.take("$bm_rt"), words.take(";") else { return nil }
    }
    // A property without two keyframes has nothing to loop: its value is what the loop gives, too.
    let isAsked = words.take("if")
    var needsFlag = false
    if isAsked {
      guard words.take("(") else { return nil }
      needsFlag = words.take("thisProperty")
      guard !needsFlag || words.take("."), words.take(all: "numKeys", ">", "1", ")", "{")
      else { return nil }
    }
    guard words.takeResult(), words.takeProperty(),
      let call = Self.calls.first(where: { words.take($0.name) }), words.take("(")
    else { return nil }
    let name = words.takeString()
    guard let kind = name.map({ Kind(rawValue: $0.lowercased()) }) ?? .cycle else { return nil }
    var amount = 0.0
    if name != nil, words.take(",") {
      guard let number = words.takeNumber() else { return nil }
      amount = number
    }
    guard words.take(")") else { return nil }
    _ = words.take(";")
    if isAsked {
      guard words.take(all: "}", "else", "{"), words.takeResult(), words.take("value")
      else { return nil }
      _ = words.take(";")
      guard words.take("}") else { return nil }
    }
    guard words.isAtEnd, let extent = Self.extent(amount, inSeconds: call.takesSeconds) else {
      return nil
    }
    self.direction = call.direction
    self.needsFlag = needsFlag
    self.kind = kind
    self.extent = extent
  }

  private static func extent(_ amount: Double, inSeconds: Bool) -> Extent? {
    inSeconds ? .seconds(amount) : Int(exactly: amount).map(Extent.segments)
  }
}
