extension ImageHeader {
  /// Characters of base64 in which an image says that it moves.
  private static let motionCharacters = 2_048

  /// Whether an image, in base64, has several frames.
  static func moves(base64 text: ArraySlice<UInt8>, _ format: ImageFormat) -> Bool {
    switch format {
    case .jpeg: return false
    case .png:
      // PNG, Third Edition, section 11.3.6: acTL comes before the image data.
      return contains(text, "acTL")
    case .webp:
      // RFC 9649, section 2.7: ANIM is the first chunk after those of colour.
      return contains(text, "ANIM")
    case .gif:
      // The application extension that makes a GIF repeat.
      return contains(text, "NETSCAPE2.0")
    }
  }

  private static func contains(_ text: ArraySlice<UInt8>, _ mark: String) -> Bool {
    holds(Base64.decodedHead(text, maxCharacters: motionCharacters), Array(mark.utf8))
  }

  /// Whether the last bytes of an image, in base64, are what its format ends with.
  static func isWhole(base64 text: ArraySlice<UInt8>, _ format: ImageFormat) -> Bool {
    let tail = Base64.decoded(text.suffix(tailCharacters / 4 * 4)) ?? []
    switch format {
    case .png:
      // PNG, Third Edition, section 11.2.4.
      return holds(tail, Array("IEND".utf8))
    case .jpeg:
      // ITU-T T.81, annex B: end of image.
      return holds(tail, [0xFF, 0xD9])
    case .gif:
      // GIF89a, section 27; some writers put a zero behind it.
      return tail.suffix(4).contains(0x3B)
    case .webp:
      // RFC 9649, section 2.4: the size of all that follows it.
      let head = Base64.decodedHead(text, maxCharacters: 16)
      guard head.count >= 8 else { return false }
      let stated = head[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      return text.count / 4 * 3 >= stated
    }
  }

  private static let tailCharacters = 1_024

  private static func holds(_ bytes: [UInt8], _ mark: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }
}
