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
  init?(_ text: some Sequence<UInt8>) {
    var words = LoopWords(text)
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

/// The words of an expression, taken one after the other.
private struct LoopWords {
  private let text: [UInt8]
  private var at = 0

  init(_ text: some Sequence<UInt8>) {
    self.text = Array(text)
    skipSpace()
  }

  var isAtEnd: Bool { at == text.count }

  private static func isOfName(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || ASCII.isLetter(byte) || byte == UInt8(ascii: "$")
      || byte == UInt8(ascii: "_")
  }

  /// Whether that name or sign comes next; it is taken then.
  mutating func take(_ word: String) -> Bool {
    let end = at + word.utf8.count
    guard text[at...].starts(with: word.utf8) else { return false }
    if let last = word.utf8.last, Self.isOfName(last), end < text.count, Self.isOfName(text[end]) {
      return false
    }
    at = end
    skipSpace()
    return true
  }

  /// Whether these names or signs come next; they are taken as far as they do.
  mutating func take(all words: String...) -> Bool { words.allSatisfy { take($0) } }

  /// Takes what an expression's value is assigned to, if it is there; false if it is incomplete.
  mutating func takeResult() -> Bool { !take("$bm_rt") || take("=") }

  /// Takes the property itself, if its function is called by way of it; false if incomplete.
  mutating func takeProperty() -> Bool { !take("thisProperty") || take(".") }

  /// The string that comes next, without its quotation marks, or nil.
  mutating func takeString() -> String? {
    guard at < text.count, text[at] == ASCII.quote || text[at] == UInt8(ascii: "'"),
      let end = text[(at + 1)...].firstIndex(of: text[at])
    else { return nil }
    defer {
      at = end + 1
      skipSpace()
    }
    return String(decoding: text[(at + 1)..<end], as: UTF8.self)
  }

  /// The number without a sign that comes next, or nil.
  mutating func takeNumber() -> Double? {
    let digits = text[at...].prefix { ASCII.isDigit($0) || $0 == ASCII.point }
    guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else {
      return nil
    }
    at = digits.endIndex
    skipSpace()
    return number
  }

  private mutating func skipSpace() { at = JSONToken.afterSpace(text.span, at) }
}
