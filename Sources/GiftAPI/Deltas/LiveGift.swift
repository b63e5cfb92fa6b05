/// One gift as written in the catalogue's body, and nothing else.
final class LiveGift: Sendable {
  let id: String
  /// One line of JSON.
  let text: [UInt8]

  init(id: String, text: [UInt8]) {
    self.id = id
    self.text = text
  }

  /// Whether clients see the same.
  func isSame(as other: LiveGift) -> Bool {
    self === other || id == other.id && text == other.text
  }
}
