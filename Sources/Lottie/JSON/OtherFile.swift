/// A kind of file that designers hand over in place of an animation.
enum OtherFile: CaseIterable {
  case gif, png, jpeg, webP, photoshop, pdf, afterEffects, quickTime, webM, mp3, rive, html, xml

  /// Its name in a message, with an article.
  var name: String {
    switch self {
    case .gif: "a GIF"
    case .png: "a PNG"
    case .jpeg: "a JPEG"
    case .webP: "a WebP"
    case .photoshop: "a Photoshop document"
    case .pdf: "a PDF"
    case .afterEffects: "an After Effects project"
    case .quickTime: "an MP4 or QuickTime video"
    case .webM: "a WebM or Matroska video"
    case .mp3: "an MP3"
    case .rive: "a Rive file"
    case .html: "a web page"
    case .xml: "XML, such as SVG"
    }
  }

  /// The bytes at its beginning, and how many come before them.
  ///
  /// From GIF89a, PNG, ITU-T T.81, RFC 9649, Adobe's PSD and PDF 2.0, RIFX of After Effects, ISO
  /// 14496-12 (`ftyp`), RFC 8794 (EBML), ID3v2.
  private var signature: (offset: Int, bytes: [UInt8]) {
    switch self {
    case .gif: (0, Array("GIF8".utf8))
    case .png: (0, [0x89, 0x50, 0x4E, 0x47])
    case .jpeg: (0, [0xFF, 0xD8, 0xFF])
    case .webP: (8, Array("WEBP".utf8))
    case .photoshop: (0, Array("8BPS".utf8))
    case .pdf: (0, Array("%PDF".utf8))
    case .afterEffects: (0, Array("RIFX".utf8))
    case .quickTime: (4, Array("ftyp".utf8))
    case .webM: (0, [0x1A, 0x45, 0xDF, 0xA3])
    case .mp3: (0, Array("ID3".utf8))
    case .rive: (0, Array("RIVE".utf8))
    case .html: (0, Array("<!".utf8))
    case .xml: (0, Array("<".utf8))
    }
  }

  /// The kind that the bytes begin as; nil for others.
  init?(_ bytes: some Collection<UInt8>) {
    // The longest beginning that is read, and what may precede markup.
    let head = Array(bytes.prefix(64))
    let text = head.drop { $0 <= ASCII.space }
    // What begins as JSON is meant as JSON.
    guard let first = text.first, !"{[".utf8.contains(first) else { return nil }
    let kind = Self.allCases.first { kind in
      let (offset, signature) = kind.signature
      let isMarkup = kind == .html || kind == .xml
      return isMarkup
        ? text.starts(with: signature) : head.dropFirst(offset).starts(with: signature)
    }
    guard let kind else { return nil }
    // Most pages begin with a doctype, and others with their root element.
    let isPage = String(decoding: text, as: UTF8.self).lowercased().hasPrefix("<html")
    self = kind == .xml && isPage ? .html : kind
  }
}
