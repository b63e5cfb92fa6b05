/// The kinds of image that players decode.
package enum ImageFormat: String, Sendable {
  /// Portable Network Graphics, Third Edition.
  case png
  /// ITU-T T.81.
  case jpeg
  /// RFC 9649.
  case webp
  /// GIF87a and GIF89a.
  case gif
}

/// The facts in the first bytes of an image, without decoding it.
struct ImageHeader: Equatable {
  let format: ImageFormat
  let width: Int
  let height: Int
}

extension ImageHeader {
  /// Numbers of base64 characters to decode, in turn, until the size is found: only JPEG has other
  /// data before it, such as a colour profile.
  private static let headCharacters = [64, 1_024, 65_536, 1_048_576, Int.max]

  /// Reads the header from the base64 of an image, or returns nil if there is none.
  init?(base64 text: ArraySlice<UInt8>) {
    for count in Self.headCharacters {
      let head = Base64.decodedHead(text, maxCharacters: count)
      if let header = ImageHeader(head) {
        self = header
        return
      }
      guard count < text.count, head.starts(with: Self.jpegStart) else { return nil }
    }
    return nil
  }

  /// Reads the header, or returns nil if the bytes are not a PNG, JPEG, WebP or GIF with a size.
  init?(_ bytes: [UInt8]) {
    guard
      let header = Self.png(bytes) ?? Self.gif(bytes) ?? Self.webp(bytes) ?? Self.jpeg(bytes),
      Self.sides.contains(header.width), Self.sides.contains(header.height)
    else { return nil }
    self = header
  }

  /// PNG allows sides of 31 bits (PNG, Third Edition, section 11.2.1), other formats smaller ones.
  private static let sides = 1...Int(Int32.max)

  /// PNG, Third Edition, sections 5.2 and 11.2.1: a signature, then IHDR.
  private static func png(_ bytes: [UInt8]) -> ImageHeader? {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.count >= 24, bytes.starts(with: signature),
      bytes[12..<16].elementsEqual("IHDR".utf8), bigEndian(bytes[8..<12]) == 13
    else { return nil }
    return ImageHeader(
      format: .png, width: bigEndian(bytes[16..<20]), height: bigEndian(bytes[20..<24]))
  }

  /// GIF89a, sections 17 and 18.
  private static func gif(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.count >= 10, bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
    else { return nil }
    return ImageHeader(
      format: .gif, width: littleEndian(bytes[6..<8]), height: littleEndian(bytes[8..<10]))
  }

  /// RFC 9649, section 2: a RIFF container whose first chunk tells the kind of image.
  private static func webp(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.count >= 30, bytes.starts(with: "RIFF".utf8),
      bytes[8..<12].elementsEqual("WEBP".utf8)
    else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8X":
      return ImageHeader(
        format: .webp, width: littleEndian(bytes[24..<27]) + 1,
        height: littleEndian(bytes[27..<30]) + 1)
    case "VP8L":
      let bits = littleEndian(bytes[21..<25])
      return ImageHeader(format: .webp, width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    case "VP8 ":
      return ImageHeader(
        format: .webp, width: littleEndian(bytes[26..<28]) & 0x3FFF,
        height: littleEndian(bytes[28..<30]) & 0x3FFF)
    default:
      return nil
    }
  }

  private static let jpegStart: [UInt8] = [0xFF, 0xD8, 0xFF]

  /// ITU-T T.81, annex B: segments; one that starts a frame has the size.
  private static func jpeg(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.starts(with: jpegStart) else { return nil }
    var at = 2
    while at + 9 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      if marker == 0xD9 || marker == 0xDA { return nil }
      let length = bigEndian(bytes[at + 2..<at + 4])
      let startsFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if startsFrame {
        return ImageHeader(
          format: .jpeg, width: bigEndian(bytes[at + 7..<at + 9]),
          height: bigEndian(bytes[at + 5..<at + 7]))
      }
      guard length >= 2 else { return nil }
      at += 2 + length
    }
    return nil
  }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Characters of base64 within which an image declares an animation.
  private static let motionCharacters = 2_048

  /// Whether an image, in base64, has several frames.
  static func moves(base64 text: ArraySlice<UInt8>, _ format: ImageFormat) -> Bool {
    let mark: String
    switch format {
    case .jpeg: return false
    // PNG, Third Edition, section 11.3.6: acTL comes before the image data.
    case .png: mark = "acTL"
    // RFC 9649, section 2.7: ANIM is the first chunk after those of colour.
    case .webp: mark = "ANIM"
    // The application extension that makes a GIF repeat.
    case .gif: mark = "NETSCAPE2.0"
    }
    return holds(Base64.decodedHead(text, maxCharacters: motionCharacters), Array(mark.utf8))
  }

  /// Whether an image, in base64, ends as its format requires.
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
      // GIF89a, section 27; some writers put a zero after it.
      return tail.suffix(4).contains(0x3B)
    case .webp:
      // RFC 9649, section 2.4: the size of the rest of the file.
      let head = Base64.decodedHead(text, maxCharacters: 16)
      guard head.count >= 8 else { return false }
      return text.count / 4 * 3 >= littleEndian(head[4..<8])
    }
  }

  private static let tailCharacters = 1_024

  private static func holds(_ bytes: [UInt8], _ mark: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }
}
