/// The words of an expression, taken one after the other.
struct ExpressionWords {
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

  /// The name that comes next, or nil.
  mutating func takeName() -> String? {
    takeBytesOfName().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the name that comes next, or nil.
  mutating func takeBytesOfName() -> ArraySlice<UInt8>? {
    let name = text[at...].prefix(while: Self.isOfName)
    guard let first = name.first, !ASCII.isDigit(first) else { return nil }
    at = name.endIndex
    skipSpace()
    return name
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

  /// Leaves out the sign that comes next.
  mutating func skip() {
    at += 1
    skipSpace()
  }

  private mutating func skipSpace() { at = JSONToken.afterSpace(text.span, at) }
}
