import GiftDomain

/// What makes the gallery's address unguessable: 192 bits from the system's generator, for one run.
struct GalleryToken: Sendable {
  /// 48 hexadecimal digits.
  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<3).map { _ in padded(generator.next() as UInt64, 16, radix: 16) }.joined()
  }

  /// Whether a text is the token, in a time that is independent of where they differ.
  func matches(_ other: some StringProtocol) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
